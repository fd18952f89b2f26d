import Foundation
import FuzzTargets
import SceneState
import Synchronization

@testable import SceneRoaming

/// What some machines and their cluster go through, from a seed.
struct ModelSchedule {
  private enum Action: CaseIterable {
    case write, writeApart, open, carry, bring, take, answer, discard, copy, move
    case cut, heal, mishap, deliver, endLeases, restart
  }

  private static let weights: [(Action, Int)] = [
    (.write, 30), (.writeApart, 3), (.open, 4), (.carry, 22), (.bring, 6), (.take, 8),
    (.answer, 5), (.discard, 3), (.copy, 2), (.move, 1), (.cut, 4), (.heal, 6), (.mishap, 8),
    (.deliver, 4),
    (.endLeases, 4), (.restart, 5),
  ]
  private static let actions = weights.flatMap { Array(repeating: $0.0, count: $0.1) }

  let cluster: any ScheduledCluster
  private let names: ClusterNames
  /// Members that things may happen to; nil for a model.
  let members: (any DisturbedCluster)?
  private let isDisturbed: Bool
  let machines: [ModelMachine]
  var random: FuzzRandom
  var history = ModelHistory()
  /// By name in the cluster: who threw it away.
  private var discards: Set<String> = []
  private var revisions: [String: Int64] = [:]
  /// All keys at the last look.
  private var seen: [String: ClusterPair] = [:]
  /// What was said to be carried while nobody could look.
  var unseen: [(id: String, tick: Int, machine: String)] = []
  /// What came to pass in the middle of an action, and was not looked at yet.
  let interludes = Interludes()
  /// What happened, for who reads a breach.
  var steps: [String] = []

  init(
    seed: UInt64, on members: (any DisturbedCluster)? = nil, fault: ScheduledFault? = nil,
    isDisturbed: Bool = true
  ) {
    var random = FuzzRandom(seed)
    let right: any ScheduledCluster = members ?? ModelCluster()
    let cluster: any ScheduledCluster = fault.map { WrongCluster(right, $0) } ?? right
    let user = members == nil ? "ann" : "user-\(seed)-\(fault?.rawValue ?? "")"
    self.isDisturbed = isDisturbed
    (self.cluster, self.members, names) = (cluster, members, ModelMachine.names(user))
    let numbers = Mutex(FuzzRandom(seed ^ 0x5EED))
    // Those of members end by themselves, of machines that do nothing for a while.
    var options = Roaming.Options(patience: .zero, leaseSeconds: members == nil ? 0 : 2)
    options.partBytes = random.pick([64, 200, 4096])
    options.chainLimit = random.pick([1, 3, 8])
    // The clocks of machines go as they like.
    options.now = {
      let number = numbers.withLock { $0.number(below: 1 << 30) }
      return Date(timeIntervalSinceReferenceDate: TimeInterval(number - 1 << 29))
    }
    options.makeName = {
      let digits = numbers.withLock { String($0.next(), radix: 16) }
      return String(repeating: "0", count: 32 - digits.count) + digits
    }
    machines = ["desk", "lap", "hall"].prefix(2 + random.number(below: 2)).map {
      ModelMachine($0, cluster, options, user: user)
    }
    self.random = random
  }

  /// Plays a number of actions, then lets everything arrive.
  mutating func play(_ count: Int) throws {
    for _ in 0..<count where history.breaches.isEmpty { try act() }
    if history.breaches.isEmpty { try settle() }
  }

  private mutating func act() throws {
    if isDisturbed, let members, random.oneIn(5) { steps.append(try members.disturb(&random)) }
    let (action, machine) = (random.pick(Self.actions), random.pick(machines))
    var words = "\(machine.name): \(action)"
    if [.carry, .bring, .take, .answer].contains(action) {
      words = try planInterlude(of: machine) + words
    }
    defer { machine.middle.cancel() }
    switch action {
    case .write:
      guard let scene = try pick(machine, elsewhere: false) else { return }
      words += " \(scene.rawValue) \(write(scene, on: machine))"
    case .writeApart:
      guard let scene = try pick(machine, elsewhere: true) else { return }
      words += " \(scene.rawValue) \(write(scene, on: machine))"
    case .open:
      let names = (0..<5).map { SceneID(rawValue: "\(machine.name)-\($0)") }
      let taken = try machine.store.sessions().map(\.id)
      guard let scene = names.first(where: { !taken.contains($0) }) else { return }
      words += " \(scene.rawValue) \(write(scene, on: machine))"
    case .carry: words += " \(try carry(machine))"
    case .bring, .take:
      let own = Set(try machine.scenes(elsewhere: false).map(machine.idInCluster))
      // Now and then one that is here already.
      let ids = headKeys.map(ClusterNames.scene)
        .filter { !own.contains($0) || random.oneIn(5) }
      guard !ids.isEmpty else { return }
      words += " \(bring(random.pick(ids), to: machine, takesOver: action == .take))"
    case .answer:
      words += " \(Self.told { () throws(RoamingProblem) in try machine.answerAsks() })"
      hearInterludes()
    case .discard:
      guard let scene = try pick(machine, elsewhere: random.oneIn(3)) else { return }
      words += " \(try discard(scene, on: machine))"
    case .copy, .move: words += " \(try transfer(on: machine, moves: action == .move))"
    case .cut: machine.link.cut()
    case .heal: machine.link.heal()
    case .mishap:
      let (mishap, number) = (random.pick(ModelLink.Mishap.allCases), random.number(below: 8))
      machine.link.plan(mishap, after: number)
      words += " \(mishap) \(number)"
    case .deliver: machine.link.deliver()
    case .endLeases: try cluster.endLeases()
    case .restart: machine.restart()
    }
    steps.append(words)
    try look()
  }

  mutating func pick(_ machine: ModelMachine, elsewhere: Bool) throws -> SceneID? {
    let scenes = try machine.scenes(elsewhere: elsewhere)
    return scenes.isEmpty ? nil : random.pick(scenes)
  }

  // MARK: What machines do

  private mutating func write(
    _ scene: SceneID, on machine: ModelMachine, replacing other: Int = 0
  ) -> Int {
    let old = machine.content(of: scene)
    var new = old
    new.number = history.contents.count
    new.copy = new.number
    for _ in 0..<random.number(below: 3) {
      new.others[random.number(below: 4)] = random.oneIn(3) ? 0 : new.number
    }
    history.add(new, after: [old.number, other])
    machine.write(new, to: scene)
    return new.number
  }

  mutating func carry(_ machine: ModelMachine) throws -> String {
    try machine.store.flush()
    let before = try machine.ticks()
    let told = Self.told { () throws(RoamingProblem) in try machine.carry() }
    hearInterludes()
    if told == "done" {
      for scene in try machine.scenes(elsewhere: false) {
        guard let tick = before[scene] else { continue }
        unseen.append((machine.idInCluster(scene), tick, machine.name))
      }
    }
    try look()
    return told
  }

  private mutating func bring(
    _ id: String, to machine: ModelMachine, takesOver: Bool
  ) -> String {
    var scene: SceneID?
    let told = Self.told { () throws(RoamingProblem) in
      scene = try machine.bring(id, takesOver: takesOver)
    }
    hearInterludes()
    guard let scene else { return "\(id.suffix(4)) \(told), not here" }
    // What the same machine wrote and nobody took is later than what was carried.
    history.brought(id, machine.content(of: scene), to: machine.name)
    return "\(id.suffix(4)) as \(scene.rawValue)"
  }

  private mutating func discard(_ scene: SceneID, on machine: ModelMachine) throws -> String {
    let isCopy = Roaming.isElsewhere(scene, in: machine.store)
    let words = "\(scene.rawValue)\(isCopy ? ", a copy" : "")"
    // The values alone, in a window that goes on, or the window with them.
    guard random.oneIn(2) else {
      let old = machine.content(of: scene).number
      try machine.store.scene(scene).discard()
      return "\(words), and writes \(write(scene, on: machine, replacing: old))"
    }
    let id = machine.idInCluster(scene)
    history.discarded.insert(machine.content(of: scene).number)
    if !isCopy, !id.isEmpty { discards.insert(id) }
    machine.store.destroySession(scene)
    return "all of \(words)"
  }

  /// What one window shows goes on in another one, which may show something already.
  private mutating func transfer(on machine: ModelMachine, moves: Bool) throws -> String {
    guard let scene = try pick(machine, elsewhere: false) else { return "" }
    let other = SceneID(rawValue: "\(machine.name)-\(random.number(below: 6))")
    let (from, to) = (machine.store.scene(scene), machine.store.scene(other))
    let (moved, replaced) = (machine.content(of: scene).number, machine.content(of: other).number)
    if moves { try from.move(to: to) } else { try from.copy(to: to) }
    // What the other one had besides stays: a tick that nobody wrote before.
    var words = "\(scene.rawValue) to \(other.rawValue)"
    words += " \(write(other, on: machine, replacing: replaced))"
    if moves, scene != other { words += " and \(write(scene, on: machine, replacing: moved))" }
    return words
  }

  private static func told(_ body: () throws(RoamingProblem) -> Void) -> String {
    do throws(RoamingProblem) { try body() } catch { return error.code.rawValue }
    return "done"
  }

  // MARK: What is looked at

  /// Looks at every machine and at the cluster, after each step.
  mutating func look() throws {
    for machine in machines {
      for session in try machine.store.sessions() {
        history.check(machine.content(of: session.id), machine.name)
      }
    }
    do { seen = try cluster.everything(below: names.root) } catch {
      // Members that nobody reaches now; the next look says more.
      if members == nil { throw error }
      return lookAtForks()
    }
    let keys = headKeys
    for key in keys {
      guard let pair = seen[key], revisions[key] != pair.modified,
        let head = try SceneHead(pair)
      else { continue }
      revisions[key] = pair.modified
      let id = ClusterNames.scene(of: key)
      let isHad = try machines.contains { machine in
        try machine.scenes(elsewhere: false).contains { machine.idInCluster($0) == id }
      }
      do {
        history.moved(id, to: try content(id, head), in: head.epoch, isHad: isHad)
      } catch {
        history.breach("torn: the head of \(id) names what is not there: \(error)")
      }
    }
    for key in revisions.keys.sorted() where !keys.contains(key) {
      let id = ClusterNames.scene(of: key)
      revisions[key] = nil
      history.vanished(id, byDiscard: discards.contains(id))
    }
    for said in unseen where history.head(said.id) != nil || !discards.contains(said.id) {
      history.said(said.id, said.tick, by: said.machine)
    }
    unseen = []
    lookAtForks()
  }

  var headKeys: [String] { seen.keys.filter { $0.contains("/heads/") }.sorted() }

  private mutating func lookAtForks() {
    for machine in machines {
      let forks = machine.forks
      for fork in forks.dropFirst(machine.forkCount) {
        let tick = machine.content(of: fork.scene).number
        history.forked(tick, from: fork.from.rawValue, on: machine.name)
      }
      machine.forkCount = forks.count
    }
  }

  /// What a head names, as a machine that has nothing would get it.
  private func content(_ id: String, _ head: SceneHead) throws -> ModelMachine.Content {
    var content = SceneContent()
    for link in head.chain {
      let bytes = (0..<link.parts).flatMap { number in
        let key = names.part(id, epoch: link.epoch, tick: link.tick, number: number)
        return seen[key]?.value ?? []
      }
      guard let step = SceneStep(bytes) else {
        throw RoamingProblem(.notReadable, detail: "tick \(link.tick)")
      }
      content.apply(step)
    }
    let store = SceneStore.inMemory(options: SceneStore.Options(appID: "com.example.model"))
    try store.take(content.arriving(record: content.record).scene, as: "A", over: .max)
    return ModelMachine.content(of: "A", in: store)
  }
}
