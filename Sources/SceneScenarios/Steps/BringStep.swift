import FoundationEssentials
import SceneRoaming
import SceneSimulator
import SceneState

struct BringStep: ScenarioStep {
  static let name = "bring"
  static let argument = Shape.map(fields)

  private static let fields = [
    Shape.Field("scene", .window, "the window", isRequired: true),
    Shape.Field("to", .text("a device"), "the device it comes to", isRequired: true),
    Shape.Field(
      "from", .text("a device"), "the device that has it, if several have a window of this name"),
  ]

  private let window: PlacedName
  private let target: PlacedName
  private let from: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) {
    let map = try input.map(Self.keys)
    let node = try map.required("scene")
    target = try map.placed("to")
    window = try Names.window(node, in: map.source)
    from = try map.optionalPlaced("from")
    if let from, from.name == target.name {
      throw map.source.diagnostic(
        .contradiction, at: from.range, "a device brings nothing from itself")
    }
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRoaming(input.verb)
    guard let map = check.map(input, keys: keys, required: ["scene", "to"]) else { return }
    check.window(map.optional("scene"))
    check.device(map.optional("to"))
    check.device(map.optional("from"))
    // Where its name is taken, it comes as A-2.
    if let name = check.literal(map.optional("scene")) {
      check.windowPatterns.append(NamePattern("\(name)-${}"))
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let roaming = try context.roamingDevices()
    let to = try context.device(target)
    if let from { _ = try context.device(from) }
    context.device = target.name
    let place = try context.refusing(
      at: window.range, try roaming.place(of: window.name, from: from?.name, for: to, in: context))
    try context.refusing(at: target.range) { () throws(StepFailure) in
      try to.checkRunning()
      guard roaming.isThere(to) else {
        throw StepFailure(
          .cutOff, "\(target.name) is cut off", hint: "`heal: \(target.name)` first")
      }
    }
    let owner = context.devices[place.device]
    var id = try roaming.take(place, to, in: context)
    if id == nil, let owner, roaming.isThere(owner) {
      try roaming.handOver(place, of: owner, in: context)
      id = try roaming.take(place, to, in: context)
    }
    if id == nil, let owner {
      // Nobody answers: the time of the lease decides, which nobody waits for.
      let rest = max(
        0, RoamingDevices.leaseSeconds - owner.now.timeIntervalSince(roaming[owner].heardAt))
      for device in context.allDevices { try context.passTime(by: .seconds(rest), on: device) }
      try context.refusing(try roaming.endLease(of: owner, ifOver: false))
      id = try roaming.take(place, to, in: context, takesOver: true)
    }
    guard let id else {
      throw .refused(
        StepFailure(RoamingProblem(.isElsewhere, detail: window.name)), at: window.range)
    }
    let name = id == window.name ? "" : ", as \(id)"
    context.log.noteRoaming(to.name, "brought \(window.name) from \(place.device)\(name)")
    try context.refusing(try to.window(id).reconnect())
  }
}

extension RoamingDevices {
  /// The scene that is meant by the name of a window.
  fileprivate func place(
    of window: String, from device: String?, for target: Simulation, in context: StepContext
  ) throws(StepFailure) -> Roaming.Place {
    let named = places.filter { name(of: $0) == window && (device == nil || $0.device == device) }
    let others = named.filter { $0.device != target.name }
    if let place = others.first, others.count == 1 { return place }
    if others.count > 1 {
      let devices = others.map { $0.device }
      throw StepFailure(
        .whichWindow, "\(devices.joined(separator: " and ")) have a window \(window) each",
        hint: "say which: `from: \(devices[0])`")
    }
    if !named.isEmpty {
      throw StepFailure(
        .alreadyThere, "\(target.name) has \(window) already",
        hint: "name another device after `to`")
    }
    let cut = context.allDevices.first { self[$0].isCut && $0.isKnown(window) }?.name
    let names = Set(places.map { name(of: $0) }).sorted().joined(separator: ", ")
    throw StepFailure(
      .notCarried, "the cluster has no window \(window)\(device.map { " of \($0)" } ?? "")",
      hint: cut.map { "\($0) was cut off since it was opened: `heal: \($0)` first" }
        ?? (names.isEmpty ? "private windows do not roam" : "it has \(names)"))
  }

  /// One try to get a scene; nil if who has it would have to be asked.
  fileprivate func take(
    _ place: Roaming.Place, _ target: Simulation, in context: StepContext, takesOver: Bool = false
  ) throws(StepError) -> String? {
    try context.refusing { () throws(StepFailure) -> String? in
      guard let machine = try machine(of: target) else { return nil }
      let id = try StepFailure.telling(try machine.roaming.bring(place.scene, takesOver: takesOver))
      guard let id else { return nil }
      try target.noteArrival(of: id)
      return id.rawValue
    }
  }

  /// Lets go of a scene as an app does: its window is disconnected, everything is sent.
  fileprivate func handOver(
    _ place: Roaming.Place, of owner: Simulation, in context: StepContext
  ) throws(StepError) {
    try context.refusing { () throws(StepFailure) in
      let name = name(of: place)
      if owner.scene(name) != nil { try letGo(try owner.window(name)) }
      try owner.commitSoFar()
      _ = try carry(owner)
      try learn(context.log)
      guard let machine = try machine(of: owner) else { return }
      try StepFailure.telling(try machine.roaming.letGo(place.scene))
    }
  }
}
