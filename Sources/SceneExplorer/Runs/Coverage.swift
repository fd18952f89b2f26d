import SceneScenarios

/// What was reached.
package struct Coverage: Sendable, Codable {
  /// How often a step could not be done, and why last.
  package struct Refusal: Sendable, Codable {
    package var count: Int
    package var code: String
  }

  /// How often each step went through.
  package private(set) var done: [String: Int] = [:]
  /// How often each step was refused, and with which code last.
  package private(set) var refused: [String: Refusal] = [:]
  /// The hashes of the states that were met.
  var states: Set<UInt64> = []
  package private(set) var mostWindows = 0
  package private(set) var deepestPath = 0

  /// The most states that are remembered.
  private static let stateLimit = 1_000_000

  package var stateCount: Int { states.count }

  mutating func note(_ action: Action, _ after: StageLook) {
    count(action, after)
    if states.count < Self.stateLimit { states.insert(StateHash.of(after)) }
  }

  /// Counts a step; whether its state is new, others know.
  mutating func count(_ action: Action, _ after: StageLook) {
    done[action.verb, default: 0] += 1
    mostWindows = max(mostWindows, after.windows.count)
    for window in after.windows {
      for path in window.paths { deepestPath = max(deepestPath, path.count) }
    }
  }

  mutating func refused(_ action: Action, _ code: String) {
    refused[action.verb, default: Refusal(count: 0, code: code)].count += 1
    refused[action.verb]?.code = code
  }

  mutating func merge(_ other: Coverage) {
    done.merge(other.done, uniquingKeysWith: +)
    refused.merge(other.refused) { Refusal(count: $0.count + $1.count, code: $1.code) }
    if states.count < Self.stateLimit { states.formUnion(other.states) }
    mostWindows = max(mostWindows, other.mostWindows)
    deepestPath = max(deepestPath, other.deepestPath)
  }
}

/// What tells states apart: what is to be seen, without names of sessions and times.
///
/// NB: numbers of `Hasher` differ from process to process; these are put together from several.
struct StateHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  static func of(_ look: StageLook) -> UInt64 {
    var hash = StateHash()
    hash.add(look)
    return hash.value
  }

  /// With what is not to be seen: what is stored, and what windows that are away have handed over.
  static func of(_ play: Play) -> UInt64 {
    var hash = StateHash()
    hash.add(play.look)
    for line in play.stage.stored.lines { hash.add(line) }
    for (name, asleep) in play.history.asleep.sorted(by: { $0.key < $1.key }) {
      hash.add(name)
      hash.add(asleep.shown)
      if let window = asleep.handedOver { hash.add(window) }
    }
    hash.add(play.history.lastActivated ?? "")
    return hash.value
  }

  private mutating func add(_ look: StageLook) {
    add(look.isRunning ? "running" : "")
    add(look.front ?? "")
    look.away.forEach { add($0) }
    look.windows.forEach { add($0) }
  }

  private mutating func add(_ window: StageLook.Window) {
    add(window.name)
    add("\(window.phase)")
    window.tabs.forEach { add($0) }
    add(window.tab ?? "")
    add(window.place ?? "")
    add(window.identity ?? "")
    for path in window.paths {
      path.forEach { add($0) }
      add("/")
    }
    for list in window.lists { add("\(list.topRow) \(list.picked?.name ?? "")") }
    for values in window.values { for value in values { add(value) } }
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { mix(UInt64(byte)) }
    mix(0xFF)
  }

  private mutating func mix(_ number: UInt64) { value = (value ^ number) &* 0x100_0000_01B3 }

  private mutating func add(_ value: ScenarioValue) {
    switch value {
    case .null: mix(0)
    case .bool(let bool): mix(bool ? 1 : 2)
    case .int(let int): mix(UInt64(bitPattern: Int64(int)))
    case .text(let text), .url(let text): add(text)
    case .list(let list): for value in list { add(value) }
    default: add(value.json())
    }
  }
}
