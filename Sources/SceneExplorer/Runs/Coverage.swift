import SceneScenarios

/// What was reached.
package struct Coverage: Sendable {
  /// How often each step went through.
  package private(set) var done: [String: Int] = [:]
  /// How often each step was refused, and with which code last.
  package private(set) var refused: [String: (count: Int, code: String)] = [:]
  /// The hashes of the states that were met.
  private(set) var states: Set<Int> = []
  package private(set) var mostWindows = 0
  package private(set) var deepestPath = 0

  /// The most states that are remembered.
  private static let stateLimit = 1_000_000

  package var stateCount: Int { states.count }

  mutating func note(_ action: Action, before: StageLook, after: StageLook) {
    done[action.verb, default: 0] += 1
    mostWindows = max(mostWindows, after.windows.count)
    for window in after.windows {
      for path in window.paths { deepestPath = max(deepestPath, path.count) }
    }
    if states.count < Self.stateLimit { states.insert(StateHash.of(after)) }
  }

  mutating func refused(_ action: Action, _ code: String) {
    refused[action.verb, default: (0, code)].count += 1
    refused[action.verb]?.code = code
  }

  mutating func merge(_ other: Coverage) {
    done.merge(other.done, uniquingKeysWith: +)
    refused.merge(other.refused) { ($0.count + $1.count, $1.code) }
    if states.count < Self.stateLimit { states.formUnion(other.states) }
    mostWindows = max(mostWindows, other.mostWindows)
    deepestPath = max(deepestPath, other.deepestPath)
  }
}

/// What tells states apart: what is to be seen, without names of sessions and times.
private enum StateHash {
  static func of(_ look: StageLook) -> Int {
    var hasher = Hasher()
    hasher.combine(look.isRunning)
    hasher.combine(look.front)
    hasher.combine(look.away)
    for window in look.windows {
      hasher.combine(window.name)
      hasher.combine(window.phase)
      hasher.combine(window.tab)
      hasher.combine(window.identity)
      hasher.combine(window.paths)
      hasher.combine(window.lists)
      for values in window.values { for value in values { add(value, to: &hasher) } }
    }
    return hasher.finalize()
  }

  private static func add(_ value: ScenarioValue, to hasher: inout Hasher) {
    switch value {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .int(let int): hasher.combine(int)
    case .text(let text), .url(let text): hasher.combine(text)
    case .list(let list): for value in list { add(value, to: &hasher) }
    default: hasher.combine(value.json())
    }
  }
}
