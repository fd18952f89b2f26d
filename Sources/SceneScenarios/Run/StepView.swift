import SceneLifecycle
import SceneSimulator
internal import SceneState
import StoreFormat

/// Looks at what can be seen after each step, if a report wants it.
struct StepView {
  private struct Described {
    let value: EncodedValue
    let json: String
  }

  /// Values are described once, and again when they change.
  private var described: [String: [StoredPlace: Described]] = [:]
  private var checks: [PlayedStep.Check] = []
  /// How many decisions were told with the steps before.
  private var routeCount = 0

  mutating func begin() { checks = [] }

  /// Takes what an `expect` says, its variables replaced.
  mutating func expect(_ node: Node?) {
    checks = (node?.map ?? []).flatMap { Self.checks($0, in: "") }
  }

  private static func checks(_ entry: Entry, in subject: String) -> [PlayedStep.Check] {
    let name = subject.isEmpty ? entry.key.name : "\(subject).\(entry.key.name)"
    let isMatcher = entry.value.map?.contains { $0.key.name.hasPrefix("$") } ?? false
    guard let inner = entry.value.map, !inner.isEmpty, !isMatcher, isOpened(name) else {
      return [PlayedStep.Check(name, StepText.flow(entry.value, hasQuotes: true))]
    }
    return inner.flatMap { checks($0, in: name) }
  }

  /// Whether a map under this subject is many checks, and not one value.
  private static func isOpened(_ subject: String) -> Bool {
    let parts = subject.split(separator: ".").map(String.init)
    let isWindow = parts.first.map(Names.isWindow) ?? false
    switch parts.count {
    case 1: return isWindow || ["store", "events", "data"].contains(parts[0])
    case 2: return isWindow && ["values", "tabs", "lists", "why"].contains(parts[1])
    case 3: return isWindow && ["tabs", "lists"].contains(parts[1])
    default: return isWindow && parts[1] == "tabs" && parts[3] == "values" && parts.count == 4
    }
  }

  /// Ends a step: what there is to see goes into its record.
  ///
  /// What was found wrong is nil if it went through.
  mutating func end(_ step: inout PlayedStep, found: Diagnostic?, in context: StepContext) {
    step.version = context.declaration.version
    step.screens = context.screens
    step.drag = context.course.drag
    step.drag?.isRefused = step.outcome != .passed
    let unread = unread(in: context)
    for simulation in context.allDevices { step.stored += stored(in: simulation, unread, context) }
    step.checks = judged(found)
    let number = step.number
    step.events = context.log.trace.events.reversed().prefix { $0.step == number }.reversed()
      .compactMap(PlayedStep.Event.init)
    let routes = context.log.routes
    step.routes = routes.dropFirst(routeCount).map(\.decision.explanation)
    routeCount = routes.count
  }

  /// All checks are compared, also after the first that differs.
  private func judged(_ found: Diagnostic?) -> [PlayedStep.Check] {
    guard let found else { return checks }
    let all = [found] + found.others
    // What cannot be compared says nothing of the checks beside it.
    let isSure = all.allSatisfy { $0.comparison != nil }
    return checks.map { check in
      var check = check
      let failure = all.first {
        let subject = $0.comparison?.lookedAt ?? ""
        return subject == check.subject || subject.hasPrefix(check.subject + ".")
      }
      check.outcome = failure != nil ? .failed : isSure ? .passed : .unknown
      // The same words as in the message: both values can be laid side by side.
      guard let same = failure?.comparison else { return check }
      // A part of a value that differs is named on both sides.
      let part = same.lookedAt.dropFirst(check.subject.count).drop { $0 == "." }
      let name = part.isEmpty ? "" : "\(part): "
      check.expected = name + same.expected.text
      check.actual = name + same.actual.text
      return check
    }
  }

  /// When a value could last not be read, by its address.
  private func unread(in context: StepContext) -> [String: Int] {
    let found = context.log.problems.filter { $0.code == .valueNotReadable }
      .compactMap { problem in problem.address.map { ($0, problem.step) } }
    return Dictionary(found, uniquingKeysWith: max)
  }

  private mutating func stored(
    in simulation: Simulation, _ unread: [String: Int], _ context: StepContext
  ) -> [PlayedStep.Stored] {
    let before = described[simulation.name] ?? [:]
    var now: [StoredPlace: Described] = [:]
    let rows = simulation.stored.sorted { $0.key < $1.key }.map { place, value in
      let old = before[place].flatMap { $0.value == value ? $0 : nil }
      let new = old ?? Described(value: value, json: simulation.describeValue(place, value))
      now[place] = new
      let address = "\(place)"
      let isUnreadable = unread[address].map { step in
        // What was written since is another value.
        let story = context.fates.story(of: ValueName(place, on: simulation.name))
        return step >= story.origin(in: place.session)?.mark.step ?? 0
      }
      return PlayedStep.Stored(
        device: simulation.name, address: address, json: new.json,
        isUnreadable: isUnreadable ?? false)
    }
    described[simulation.name] = now
    return rows
  }
}
