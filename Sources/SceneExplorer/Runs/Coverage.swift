import SceneScenarios
import SceneSimulator

package struct Coverage: Sendable, Codable {
  /// What the window is in that a step is about; of a step that is about none, the front one.
  package enum State: Int, CaseIterable, Sendable {
    /// The app does not run.
    case ended
    /// The window is not connected.
    case away
    case background, inactive, active
  }

  /// How often a step could not be done, and why last.
  package struct Refusal: Sendable, Codable {
    package var count: Int
    package var code: String
  }

  /// How often each step went through, for each state in which it came.
  private var counts: [String: [Int]] = [:]
  /// How often each step was refused, and with which code last.
  package private(set) var refused: [String: Refusal] = [:]
  /// How often each action of the app went through, and was refused.
  package private(set) var acts: [String: Int] = [:]
  package private(set) var refusedActs: [String: Refusal] = [:]
  /// How often the handler of each activity's type ran, or of each pattern of links.
  package private(set) var handled: [String: Int] = [:]
  /// Where what comes from outside went: to the front window, another one, or a new one.
  package private(set) var routes: [String: Int] = [:]
  /// How often each fault was planned, as `before-write kill`.
  package private(set) var faults: [String: Int] = [:]
  /// The hashes of the states that were met.
  var states: Set<UInt64> = []
  package private(set) var mostWindows = 0
  package private(set) var deepestPath = 0

  /// The most states that are remembered.
  private static let stateLimit = 1_000_000

  package var stateCount: Int { states.count }

  /// How often each step went through.
  package var done: [String: Int] { counts.mapValues { $0.reduce(0, +) } }

  /// The states in which a step went through, with how often it did.
  package func states(of verb: String) -> [(state: State, count: Int)] {
    let counts = counts[verb] ?? []
    return State.allCases.filter { counts.indices.contains($0.rawValue) && counts[$0.rawValue] > 0 }
      .map { ($0, counts[$0.rawValue]) }
  }

  /// How many pairs of a step and a state there were.
  package var pairCount: Int {
    counts.values.reduce(0) { $0 + $1.count { $0 > 0 } }
  }

  /// What was reached, as words that two runs can be compared by.
  var marks: Set<String> {
    var marks = Set(handled.keys.map { "continue \($0)" })
    for (verb, counts) in counts {
      for state in State.allCases where counts[state.rawValue] > 0 {
        marks.insert("\(verb) \(state)")
      }
    }
    marks.formUnion(routes.keys.map { "route \($0)" })
    marks.formUnion(faults.keys.map { "fault \($0)" })
    marks.formUnion((0...mostWindows).map { "windows \($0)" })
    return marks.union((0...deepestPath).map { "path \($0)" })
  }

  mutating func note(_ moment: ExploredStep) {
    count(moment)
    if states.count < Self.stateLimit { states.insert(StateHash.of(moment.after)) }
  }

  /// Counts a step; whether its state is new, others know.
  mutating func count(_ moment: ExploredStep) {
    let state = Self.state(of: moment)
    counts[moment.action.verb, default: State.allCases.map { _ in 0 }][state.rawValue] += 1
    mostWindows = max(mostWindows, moment.after.windows.count)
    for window in moment.after.windows {
      for path in window.paths { deepestPath = max(deepestPath, path.count) }
    }
    if let act = moment.action.actName { acts[act, default: 0] += 1 }
    if let fault = moment.action.plannedFault {
      faults[
        [moment.action.argument?["at"]?.text, fault].compactMap(\.self).joined(separator: " "),
        default: 0] += 1
    }
    guard moment.action.isDelivery || moment.action.verb == "open-url" else { return }
    for event in moment.heard where event.word == "continue" {
      handled[String(event.text.dropFirst("continue ".count)), default: 0] += 1
    }
    if moment.handledType == "link", let link = moment.handlers.first {
      handled[link.activity, default: 0] += 1
    }
    for taker in moment.takers {
      let isFront = moment.before.front == taker
      let route =
        isFront ? "front" : moment.before.window(taker) == nil ? "new" : "other"
      routes[route, default: 0] += 1
    }
  }

  private static func state(of moment: ExploredStep) -> State {
    let (action, look) = (moment.action, moment.before)
    guard look.isRunning else { return .ended }
    let isNamed = Action.namingWindows.contains(action.verb) && action.verb != "open"
    let named = isNamed ? action.argument?.text : nil
    guard let name = action.window ?? named ?? look.front ?? look.windows.first?.name,
      let window = look.window(name)
    else { return .away }
    return switch window.phase {
    case .active: .active
    case .inactive: .inactive
    case .background: .background
    default: .away
    }
  }

  mutating func refused(_ action: Action, _ code: String) {
    // That we cannot take it back is no refusal of the app.
    if code == Play.noSnapshot { return }
    func count(in refused: inout [String: Refusal], _ name: String) {
      refused[name] = Refusal(count: (refused[name]?.count ?? 0) + 1, code: code)
    }
    count(in: &refused, action.verb)
    if let act = action.actName { count(in: &refusedActs, act) }
  }

  mutating func merge(_ other: Coverage) {
    counts.merge(other.counts) { zip($0, $1).map(+) }
    let sum = { (one: Refusal, two: Refusal) in
      Refusal(count: one.count + two.count, code: two.code)
    }
    refused.merge(other.refused, uniquingKeysWith: sum)
    refusedActs.merge(other.refusedActs, uniquingKeysWith: sum)
    acts.merge(other.acts, uniquingKeysWith: +)
    handled.merge(other.handled, uniquingKeysWith: +)
    routes.merge(other.routes, uniquingKeysWith: +)
    faults.merge(other.faults, uniquingKeysWith: +)
    if states.count < Self.stateLimit {
      // All the room at once: each time that it doubles there are two of it for a moment.
      if states.count > Self.stateLimit / 10 { states.reserveCapacity(Self.stateLimit) }
      states.formUnion(other.states)
    }
    mostWindows = max(mostWindows, other.mostWindows)
    deepestPath = max(deepestPath, other.deepestPath)
  }
}
