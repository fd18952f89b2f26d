internal import SceneLifecycle
import SceneSimulator

// Scenarios with several devices: window names are unique over all of them.
extension StepContext {
  func device(_ name: PlacedName) throws(StepError) -> Simulation {
    if let found = devices[name.name] { return found }
    let names = allDevices.map(\.name).filter { !$0.isEmpty }
    let hint =
      SourceFile.choice(for: name.name, among: names)
      ?? "name them at the top: `devices: [Phone, Tablet]`"
    throw .refused(.noSuchDevice, "no device is called \(name.name)", at: name.range, hint: hint)
  }

  /// Does something on one device after the other; the step's own stays what it is.
  func onEachDevice(_ body: () throws(StepError) -> Void) throws(StepError) {
    let outer = device
    defer { device = outer }
    for simulation in allDevices {
      device = simulation.name
      try body()
    }
  }

  /// What carries scenes from device to device.
  func roamingDevices() throws(StepError) -> RoamingDevices {
    if let roaming { return roaming }
    throw .refused(.notRoaming, at: nil)
  }

  /// The same for a check.
  func roaming(for check: PlacedName) throws(Diagnostic) -> RoamingDevices {
    if let roaming { return roaming }
    throw .notRoaming(check, in: source)
  }

  /// Goes on with the device that has this window, if the step's own does not know it.
  ///
  /// Where scenes roam, one device has a window that others know from before.
  func useDevice(knowing window: String) {
    guard devices.count > 1 else { return }
    if !namesDevice, let roaming {
      var having = allDevices.filter {
        $0.isKnown(window) && !roaming[$0].elsewhere.contains(window)
      }
      // A device whose app does not run may not know yet that another one has it.
      let showing = having.filter { $0.scene(window) != nil }
      if !showing.isEmpty { having = showing }
      if having.contains(where: { $0 === simulation }) { return }
      if let found = having.first { return device = found.name }
    }
    guard simulation.phase(of: window) == nil else { return }
    if let found = allDevices.first(where: { $0.phase(of: window) != nil }) {
      device = found.name
    }
  }

  /// Which device has a window that the step's own does not; nil if none has.
  func hint(forWindowElsewhere window: String, looks: Bool = false) -> String? {
    let other = allDevices.first { $0 !== simulation && $0.phase(of: window) != nil }
    return other.map {
      "\(window) is a window of \($0.name): `on: \($0.name)`, or none, \(looks ? "looks at" : "acts on") "
        + "it"
    }
  }

  /// Which device has a window that roamed there from the step's own; nil if none has.
  func brought(_ window: String) -> (device: String, hint: String)? {
    guard let roaming, roaming[simulation].elsewhere.contains(window),
      let owner = roaming.owner(of: window, on: simulation)
    else { return nil }
    return (
      owner, "`bring: { scene: \(window), to: \(simulation.name) }` brings it back from \(owner)"
    )
  }

  /// Which other device has a window of this name of its own, while none is named.
  func twin(of window: String) -> String? {
    guard let roaming, !namesDevice, simulation.isKnown(window) else { return nil }
    return allDevices.first {
      $0 !== simulation && $0.scene(window) != nil && !roaming[$0].elsewhere.contains(window)
    }?.name
  }

  /// Refuses a window that another device has.
  func checkIsHere(_ window: SimulatedWindow) throws(StepFailure) {
    guard let (device, hint) = brought(window.name) else { return }
    throw StepFailure(
      .windowNotConnected, "\(window.name) is disconnected here: \(device) has it", hint: hint)
  }

  /// Refuses the name of a window that is on another device, or went there.
  func checkIsNotElsewhere(_ window: PlacedName) throws(StepError) {
    if let (device, hint) = brought(window.name) {
      throw .refused(
        .windowExists, "\(window.name) is disconnected here: \(device) has it", at: window.range,
        hint: hint)
    }
    // It came from there.
    if simulation.isKnown(window.name) { return }
    for other in allDevices where other !== simulation && other.isKnown(window.name) {
      throw .refused(
        .windowExists, "\(window.name) is a window of \(other.name) already", at: window.range,
        hint: "window names are unique over all devices")
    }
  }

  /// Runs `body`; a name that is taken is blamed on `opens`, everything else on `range` or verb.
  func refusing<Result>(
    opens: PlacedName?, else range: SourceRange? = nil,
    _ body: () throws(StepFailure) -> Result
  ) throws(StepError) -> Result {
    do throws(StepFailure) {
      return try body()
    } catch {
      throw .refused(error, at: error.code == .windowExists ? opens?.range ?? range : range)
    }
  }

  /// The same for a body of one expression.
  @discardableResult
  func refusing<Result>(
    opens: PlacedName?, else range: SourceRange? = nil,
    _ body: @autoclosure () throws(StepFailure) -> Result
  ) throws(StepError) -> Result {
    try refusing(opens: opens, else: range) { () throws(StepFailure) in try body() }
  }
}

extension Diagnostic {
  static func notRoaming(_ key: PlacedName, in source: SourceFile) -> Diagnostic {
    let failure = StepFailure.notRoaming
    return source.diagnostic(
      failure.code, at: key.range, "`\(key.name)`: \(failure.message)", hint: failure.hint)
  }
}

extension StepFailure {
  static let notRoaming = StepFailure(
    .notRoaming, "the devices of this scenario do not roam",
    hint: "write `roaming: true` beside `devices:` at the top")
}
