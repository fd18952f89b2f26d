import FoundationEssentials
import SceneLifecycle
import SceneRoaming
import SceneSimulator
import SceneState
import Synchronization

/// The devices of a scenario with `roaming: true`: the app on each carries its scenes to one
/// cluster, by a link that can be cut.
///
/// Nothing runs by itself: after each step everything is carried that can be.
final class RoamingDevices {
  /// How long a device that is not heard of counts as the one that has a scene.
  static let leaseSeconds = 10.0

  /// What is known of a device, whether or not its app runs.
  struct Device {
    var isCut = false
    /// The lease of the process that ran last.
    var lease: Int64?
    /// When the cluster has heard of it last.
    var heardAt = Date.distantPast
    /// How many windows have something that the cluster has not.
    var backlog = 0
    /// The windows that went on as forks.
    var forks: [String] = []
    /// The windows that roam, and which of them another device has.
    var names: [String: Roaming.SceneName] = [:]
    var elsewhere: Set<String> = []
  }

  /// What carries while the app runs.
  struct Machine {
    let store: SceneStore
    let roaming: SteppedRoaming
    var forkCount = 0
  }

  private let model = ModelCluster()
  private let real: ScenarioCluster?
  private let user: String
  private let chance: GivenChance
  private var links: [String: ModelLink] = [:]
  private var machines: [String: Machine] = [:]
  /// What those knew that a rewind has ended.
  private var memories: [String: SteppedRoaming.Memory] = [:]
  private(set) var devices: [String: Device] = [:]
  /// Looks into the cluster from outside; nil before the first app runs.
  private var look: ClusterLook?
  /// What the cluster had at the end of the last step.
  private(set) var places: [Roaming.Place] = []
  private var ticks: [Roaming.SceneName: UInt64] = [:]
  /// Every lease there was, to leave nothing behind in a real cluster.
  private var leases: Set<Int64> = []

  init(_ names: [String], seed: Int, on real: ScenarioCluster?) {
    self.real = real
    chance = GivenChance(seed: seed, real?.credentials ?? Roaming.Credentials())
    // Nobody else has it, so that runs at the same time do not meet.
    user = real == nil ? "ann" : "scenesim-\(UInt64.random(in: 0...UInt64.max))"
    for name in names { (links[name], devices[name]) = (ModelLink(model), Device()) }
  }

  subscript(simulation: Simulation) -> Device {
    get { devices[simulation.name] ?? Device() }
    set { devices[simulation.name] = newValue }
  }

  // MARK: Links

  func cut(_ device: String) {
    devices[device]?.isCut = true
    links[device]?.cut()
  }

  func heal(_ device: String) {
    devices[device]?.isCut = false
    links[device]?.heal()
    machines[device]?.roaming.doubtLease()
  }

  /// Whether the app on a device runs and reaches the cluster.
  func isThere(_ simulation: Simulation) -> Bool {
    simulation.isRunning && !self[simulation].isCut
  }

  // MARK: Carrying

  /// Carries what the step has committed, and lets windows follow.
  ///
  /// - Returns: Whether windows did, and so wrote something that is to be committed as well.
  func carry(in context: StepContext) throws(StepFailure) -> Bool {
    for simulation in context.allDevices { try endLease(of: simulation, ifOver: true) }
    var haveFollowed = false
    for simulation in context.allDevices {
      if try carry(simulation) { haveFollowed = true }
    }
    try learn(context.log)
    return haveFollowed
  }

  func carry(_ simulation: Simulation) throws(StepFailure) -> Bool {
    guard let machine = try machine(of: simulation) else { return false }
    // A cluster that refuses the rest has granted these all the same.
    defer { leases.formUnion(machine.roaming.leases) }
    do throws(RoamingProblem) { try machine.roaming.carry() } catch {
      // What a cut or a fault of the disk keeps back is in the backlog.
      let isExpected = self[simulation].isCut || error.code == .storeNotUsable
      guard isExpected else { throw StepFailure(error) }
    }
    if isThere(simulation) {
      self[simulation].heardAt = simulation.now
      self[simulation].lease = machine.roaming.lease
    }
    self[simulation].backlog = machine.roaming.backlog.sceneCount
    for name in self[simulation].elsewhere.sorted()
    where Roaming.name(of: SceneID(rawValue: name), in: machine.store) == nil {
      simulation.log.noteRoaming(simulation.name, "forgot \(name)")
      try simulation.noteArrival(of: SceneID(rawValue: name))
    }
    noteNames(of: simulation, machine.store)
    return try follow(simulation, machine)
  }

  /// The carrier of a device whose app runs; each process has one of its own.
  func machine(of simulation: Simulation) throws(StepFailure) -> Machine? {
    let name = simulation.name
    guard let store = simulation.store, store.isUsable, let link = links[name] else {
      machines[name] = nil
      return nil
    }
    chance.now.withLock { $0 = simulation.now }
    if let machine = machines[name], machine.store === store { return machine }
    return try StepFailure.telling { () throws(RoamingProblem) in
      let real = real
      let connect: @Sendable () -> sending any ClusterConnection = {
        if let real { link.connection(by: real.connect()) } else { link.connection() }
      }
      if look == nil { look = try outside(of: store.appID) }
      let roaming = try SteppedRoaming(
        store, cluster: address, user: user, device: name, options: chance.options,
        remembering: memories.removeValue(forKey: name), connect: connect)
      let machine = Machine(store: store, roaming: roaming)
      machines[name] = machine
      return machine
    }
  }

  private func outside(of app: String) throws(RoamingProblem) -> ClusterLook {
    let (real, link) = (real, ModelLink(model))
    return try ClusterLook(address, app: app, user: user, chance.options) {
      if let real { real.connect() } else { link.connection() }
    }
  }

  private var address: String { real?.address ?? "etcd://127.0.0.1:1" }

  private func noteNames(of simulation: Simulation, _ store: SceneStore) {
    var (names, elsewhere): ([String: Roaming.SceneName], Set<String>) = ([:], [])
    for session in simulation.sessions {
      names[session.id.rawValue] = Roaming.name(of: session.id, in: store)
      if Roaming.isElsewhere(session.id, in: store) { elsewhere.insert(session.id.rawValue) }
    }
    (self[simulation].names, self[simulation].elsewhere) = (names, elsewhere)
  }

  /// Does what an app does when another device has one of its windows, or when one has forked.
  private func follow(
    _ simulation: Simulation, _ machine: Machine
  ) throws(StepFailure) -> Bool {
    let lost = simulation.windows.filter { self[simulation].elsewhere.contains($0.name) }
    for window in lost {
      simulation.log.noteRoaming(simulation.name, "lost \(window.name)")
      try letGo(window)
    }
    let forks = machine.roaming.forks.dropFirst(machine.forkCount)
    machines[simulation.name]?.forkCount += forks.count
    for fork in forks {
      let name = fork.scene.rawValue
      simulation.log.noteRoaming(simulation.name, "forked \(name)")
      self[simulation].forks.append(name)
      if simulation.scene(name) == nil { try simulation.window(name).reconnect() }
    }
    return !lost.isEmpty || !forks.isEmpty
  }

  /// Takes a window off the screen as an app does that is asked for it: it is never closed.
  func letGo(_ window: SimulatedWindow) throws(StepFailure) {
    if window.state != .background { try window.background() }
    try window.disconnect()
  }

  // MARK: The cluster

  /// Ends the lease of a device that was not heard of.
  func endLease(of simulation: Simulation, ifOver: Bool) throws(StepFailure) {
    let device = self[simulation]
    guard let lease = device.lease, !isThere(simulation),
      !ifOver || simulation.now >= device.heardAt + Self.leaseSeconds
    else { return }
    try StepFailure.telling(try look?.endLease(lease))
    self[simulation].lease = nil
    simulation.log.noteRoaming(simulation.name, "lease ended")
  }

  /// Learns what the cluster has now, and tells what was carried.
  func learn(_ log: SimulationLog) throws(StepFailure) {
    let now = try StepFailure.telling(try look?.carried() ?? [])
    for (place, tick) in now where tick != ticks[place.scene] ?? 0 {
      log.noteRoaming(place.device, "carried \(name(of: place))")
    }
    ticks = Dictionary(now.map { ($0.place.scene, $0.tick) }, uniquingKeysWith: { $1 })
    for place in places where ticks[place.scene] == nil {
      log.noteRoaming(place.device, "removed \(place.name)")
    }
    places = now.map(\.place)
  }

  /// What a scene is called on the device that has it.
  func name(of place: Roaming.Place) -> String {
    devices[place.device]?.names.first { $0.value == place.scene }?.key ?? place.name
  }

  /// The device that has the scene of a window; nil if none has.
  func owner(of window: String, on simulation: Simulation) -> String? {
    let scene = self[simulation].names[window]
    return places.first { $0.scene == scene && $0.isOwned }?.device
  }

  /// The app on a device quits: it sends the rest, and gives its lease back.
  func leave(_ simulation: Simulation) throws(StepFailure) {
    guard isThere(simulation), let machine = try machine(of: simulation) else { return }
    try StepFailure.telling(try machine.roaming.carry())
    self[simulation].lease = machine.roaming.lease
    self[simulation].backlog = machine.roaming.backlog.sceneCount
    leases.formUnion(machine.roaming.leases)
    guard let lease = machine.roaming.lease else { return }
    try StepFailure.telling(try look?.endLease(lease))
    self[simulation].lease = nil
  }

  /// Leaves nothing behind in a real cluster.
  func end() {
    guard real != nil else { return }
    // The run is over: what cannot be removed ends with its lease, or is the operator's.
    try? look?.removeAll()
    // A lease that cannot be ended runs out.
    for lease in leases { try? look?.endLease(lease) }
  }
}

// MARK: Moments

extension RoamingDevices {
  /// Devices and cluster at one moment.
  struct Saved {
    fileprivate let cluster: ModelCluster.Saved
    fileprivate let devices: [String: Device]
    fileprivate let memories: [String: SteppedRoaming.Memory]
    fileprivate let places: [Roaming.Place]
    fileprivate let ticks: [Roaming.SceneName: UInt64]
    fileprivate let numbers: RandomNumbers
  }

  /// Whether this moment can be kept: nobody takes a real cluster back.
  var canSave: Bool { real == nil }

  func save() throws(StepFailure) -> Saved {
    guard canSave else {
      throw StepFailure(
        .noSnapshot, "what a real cluster has cannot be taken back",
        hint: "play it without `--cluster`, on a cluster in memory")
    }
    return Saved(
      cluster: model.saved(), devices: devices,
      memories: machines.mapValues { $0.roaming.memory }, places: places, ticks: ticks,
      numbers: chance.numbers.withLock { $0 })
  }

  func goBack(to saved: Saved) throws(StepFailure) {
    model.goBack(to: saved.cluster)
    (devices, places, ticks) = (saved.devices, saved.places, saved.ticks)
    chance.numbers.withLock { $0 = saved.numbers }
    // Who asked the cluster knows of what was not.
    (machines, memories) = ([:], saved.memories)
    look = try StepFailure.telling(
      try look.map { (look) throws(RoamingProblem) in try outside(of: look.app) })
    for (name, device) in devices {
      if device.isCut { links[name]?.cut() } else { links[name]?.heal() }
    }
  }
}

extension StepFailure {
  init(_ problem: RoamingProblem) {
    let isAway = problem.code == .notReachable
    self.init(
      ProblemCode(rawValue: problem.code.rawValue), problem.whatHappened,
      hint: isAway ? "look at the address, and whether etcd runs there" : problem.nextStep)
  }

  /// Runs `body`; what the cluster refuses is why the step fails.
  static func telling<Value>(
    _ body: () throws(RoamingProblem) -> Value
  ) throws(StepFailure) -> Value {
    do throws(RoamingProblem) { return try body() } catch { throw StepFailure(error) }
  }

  /// The same for a body of one expression.
  @discardableResult
  static func telling<Value>(
    _ body: @autoclosure () throws(RoamingProblem) -> Value
  ) throws(StepFailure) -> Value {
    try telling { () throws(RoamingProblem) in try body() }
  }
}
