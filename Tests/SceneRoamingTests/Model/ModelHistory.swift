@testable import SceneRoaming

/// What was written, carried, brought, forked and discarded, and what of it breaks a promise.
struct ModelHistory {
  /// What each tick made of a scene, and from which ticks; tick 0 is a scene before its first.
  private(set) var contents = [ModelMachine.Content()]
  private(set) var parents: [[Int]] = [[]]
  /// Ticks that somebody threw away with their scene.
  var discarded: Set<Int> = []
  private(set) var breaches: [String] = []

  /// By the scene's name in the cluster: the tick of the head, and of the last one said to be there.
  private var heads: [String: Int] = [:]
  private var carried: [String: Int] = [:]
  private var gone: Set<String> = []
  /// Who moved a head, one epoch after the other.
  private var epochs: [String: [String]] = [:]

  /// How often something happened: a history in which nothing does keeps every promise.
  struct Counts: Hashable {
    var carried = 0
    var brought = 0
    var forked = 0
    var discarded = 0

    mutating func add(_ other: Counts) {
      carried += other.carried
      brought += other.brought
      forked += other.forked
      discarded += other.discarded
    }
  }

  private(set) var counts = Counts()

  mutating func breach(_ words: String) { breaches.append(words) }

  /// A tick that a machine is about to write.
  mutating func add(_ content: ModelMachine.Content, after before: [Int]) {
    contents.append(content)
    parents.append(before)
  }

  /// The number of a tick that somebody may be about to write.
  mutating func reserve() -> Int {
    add(ModelMachine.Content(), after: [])
    discarded.insert(contents.count - 1)
    return contents.count - 1
  }

  /// That tick was written.
  mutating func fill(_ tick: Int, _ content: ModelMachine.Content, after before: Int) {
    (contents[tick], parents[tick]) = (content, [before])
    discarded.remove(tick)
  }

  /// Whether a tick is another one or was written before it, on the same way.
  func isPart(_ one: Int, of other: Int) -> Bool {
    var open = [other]
    while let tick = open.popLast() {
      if tick == one { return true }
      open += parents[tick].filter { $0 >= one }
    }
    return false
  }

  /// The ticks after which nobody wrote.
  var lastTicks: [Int] {
    let written = Set(parents.joined())
    return contents.indices.filter { $0 > 0 && !written.contains($0) }
  }

  // MARK: What is looked at

  /// A scene as somebody has it: whole ticks only.
  mutating func check(_ content: ModelMachine.Content, _ place: String) {
    if contents.indices.contains(content.number), contents[content.number] == content { return }
    breach("torn: \(place) has \(content), which no tick made")
  }

  /// The head of a scene, which only goes on.
  mutating func moved(
    _ id: String, to content: ModelMachine.Content, in epoch: String, isHad: Bool
  ) {
    check(content, "the cluster")
    guard contents.indices.contains(content.number) else { return }
    // A machine that knew nothing of the discarding still shows its window, and keeps it.
    if gone.remove(id) != nil, !isHad { breach("back: \(id) was discarded") }
    let before = epochs[id] ?? []
    if before.dropLast().contains(epoch) {
      breach("former: an owner of \(id) wrote after its successor")
    }
    if before.last != epoch { epochs[id] = before + [epoch] }
    let last = heads[id] ?? 0
    // What was discarded between two looks, and written again, is another scene's first.
    let isThrownAway = discarded.contains { isPart(last, of: $0) }
    if !isThrownAway, !isPart(last, of: content.number) {
      breach("overwritten: the cluster had tick \(last) of \(id) and has \(content.number)")
    }
    heads[id] = content.number
  }

  /// A head that is not there any more.
  mutating func vanished(_ id: String, byDiscard: Bool) {
    guard heads.removeValue(forKey: id) != nil else { return }
    counts.discarded += 1
    if !byDiscard { breach("lost: \(id) is not in the cluster, and nobody discarded it") }
    gone.insert(id)
  }

  func head(_ id: String) -> Int? { heads[id] }

  /// A machine was told that the cluster has what it has.
  mutating func said(_ id: String, _ tick: Int, by machine: String) {
    guard !gone.contains(id) else { return }
    counts.carried += 1
    carried[id] = max(carried[id] ?? 0, tick)
    guard let head = heads[id] else { return breach("lost: \(id) of \(machine) is not there") }
    if !isPart(tick, of: head) {
      breach("lost: \(machine) carried tick \(tick) of \(id), the cluster has \(head)")
    }
  }

  mutating func brought(_ id: String, _ content: ModelMachine.Content, to machine: String) {
    check(content, machine)
    counts.brought += 1
    let last = carried[id] ?? 0
    if contents.indices.contains(content.number), !isPart(last, of: content.number) {
      breach("lost: tick \(last) of \(id) was carried, \(machine) got \(content.number)")
    }
  }

  /// A machine says that it has something later than what its successor took.
  mutating func forked(_ tick: Int, from id: String, on machine: String) {
    counts.forked += 1
    guard let head = heads[id], isPart(tick, of: head) else { return }
    breach("false: \(machine) forked tick \(tick) of \(id), which the cluster has")
  }

  /// After everything arrived: what was written is somewhere.
  mutating func end() {
    let present = Array(heads.values)
    for tick in lastTicks where !discarded.contains(tick) {
      if !present.contains(tick) { breach("lost: tick \(tick) is in no scene of the cluster") }
    }
  }
}
