/// What an app does without being asked: when a window changes its phase, at its start and its end,
/// and as time passes.
package struct OwnSteps: Sendable {
  /// Steps that run again and again while the app runs and a window of it is on the screen.
  struct Timer: Sendable {
    /// nil for a time of each day.
    let period: Duration?
    /// That time.
    let dayTime: DayTime
    /// The key of the app under which it stands: `every`, or `on-idle`, whose time begins anew with
    /// whatever its user does.
    let key: String
    /// Where its time is written.
    let range: SourceRange
    fileprivate(set) var steps: [ParsedStep]
  }

  /// Why the app takes steps, with the key of the app, or of `on-phase`, under which they stand.
  package enum Cause: String, CaseIterable, Sendable {
    /// Once in each process, in the first window that connects.
    case launch = "on-launch"
    case inactive, active
    /// A window comes to the front.
    case front
    case background
    /// Its user quits the app: in the front window.
    case quit = "on-quit"
    /// The window is about to be closed.
    case close = "on-close"
    /// The window shows another tab than before a step.
    case select = "on-select"
    /// The window is about to lose a tab, `${payload.tab}`.
    case tabClose = "on-tab-close"

    fileprivate static let phases: [Cause] = [.inactive, .active, .front, .background]

    fileprivate var isPhase: Bool { Self.phases.contains(self) }
  }

  private var lists: [Cause: [ParsedStep]] = [:]
  private(set) var timers: [Timer] = []
  /// What the app does in each of its windows when rows of a table are other ones.
  private(set) var data: [(table: PlacedName, steps: [ParsedStep])] = []

  package subscript(cause: Cause) -> [ParsedStep] { lists[cause] ?? [] }

  package var all: [ParsedStep] { withoutPayload + self[.tabClose] }

  /// Those that are given nothing.
  package var withoutPayload: [ParsedStep] {
    Cause.allCases.filter { $0 != .tabClose }.flatMap { self[$0] } + timers.flatMap(\.steps)
      + data.flatMap(\.steps)
  }

  /// The key of steps that run again and again.
  static let again = "every"
  /// The keys of an app under which its own steps stand.
  static let keys = Set(Cause.allCases.filter { !$0.isPhase }.map(\.rawValue)).union([
    "handlers", "actions", "on-phase", "on-data", again, Idleness.key,
  ])

  init() {}

  /// Reads what stands under the keys of an app's own steps, but for handlers and actions.
  init(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    let source = map.source
    for cause in Cause.allCases where !cause.isPhase { read(cause, map, &mistakes) }
    if let node = map.optional("on-phase"),
      let phases = mistakes.map(
        node, in: source, of: "`on-phase`", known: ScenarioLanguage.phaseSteps.names)
    {
      for cause in Cause.phases { read(cause, phases, &mistakes) }
    }
    Closing.check(self[.close], &mistakes)
    if let node = map.optional(Closing.ofTab) { Closing.checkTabs(map, node, &mistakes) }
    for entry in mistakes.names(map, "on-data", "a table") {
      let table = entry.key
      let steps = InsideSteps.read(
        entry.value, for: "`\(table.name)`", in: source, &mistakes)
      data.append((table, steps))
    }
    for key in [Self.again, Idleness.key] { readTimers(key, map, &mistakes) }
  }

  private mutating func read(_ cause: Cause, _ map: NodeMap, _ mistakes: inout DiagnosticList) {
    guard let node = map.optional(cause.rawValue) else { return }
    lists[cause] = InsideSteps.read(
      node, for: "`\(cause.rawValue)`", in: map.source, &mistakes)
  }

  /// Puts other steps in the place of each list.
  mutating func replaceSteps(_ new: ([ParsedStep]) -> [ParsedStep]) {
    lists = lists.mapValues(new)
    for index in timers.indices { timers[index].steps = new(timers[index].steps) }
    for index in data.indices { data[index].steps = new(data[index].steps) }
  }

  private mutating func readTimers(
    _ name: String, _ map: NodeMap, _ mistakes: inout DiagnosticList
  ) {
    for entry in mistakes.names(map, name, "a time") {
      let time = Node(.text(entry.key.name), range: entry.key.range)
      let dayTime = name == Self.again ? DayTime(entry.key.name) : nil
      let period = mistakes.read { () throws(Diagnostic) in
        dayTime == nil ? try Self.period(time, of: name, in: map.source) : nil
      }
      let steps = InsideSteps.read(
        entry.value, for: "`\(entry.key.name)`", in: map.source, &mistakes)
      guard dayTime != nil || period != nil else { continue }
      timers.append(
        Timer(
          period: period, dayTime: dayTime ?? .midnight, key: name, range: entry.key.range,
          steps: steps))
    }
  }

  private static func period(
    _ node: Node, of name: String, in source: SourceFile
  ) throws(Diagnostic) -> Duration {
    let text = node.text ?? ""
    let isMidnightMeant = !NearestName.suggestions(for: text, among: [DayTime.word]).isEmpty
    if isMidnightMeant || text.contains(":"), name == again {
      throw source.diagnostic(
        .wrongValue, at: node.range, "`\(text)` is no time of `every`",
        hint: isMidnightMeant
          ? "did you mean `\(DayTime.word)`?"
          : "a time of the day, in UTC, is written as 4:00 or 16:30")
    }
    let period = try WaitStep.duration(node, for: "`\(name)`", in: source)
    guard period >= .seconds(1) else {
      throw source.diagnostic(
        .wrongValue, at: node.range, "`\(name)` has times from one second",
        hint: "write `1s`, or more")
    }
    return period
  }

  /// The key of the app under which one of the steps stands, for messages; nil for one of an action.
  func key(ofLine line: Int, in file: String) -> String? {
    func has(_ steps: [ParsedStep]) -> Bool { steps.hasStep(ofLine: line, in: file) }
    if let cause = Cause.allCases.first(where: { has(self[$0]) }) {
      return (cause.isPhase ? "on-phase: " : "") + cause.rawValue
    }
    if data.contains(where: { has($0.steps) }) { return "on-data" }
    return timers.first { has($0.steps) }?.key
  }

  /// When the steps under a key of the app run, and in which window, as a part of a sentence.
  static func cause(of key: String) -> String? {
    switch key {
    case "on-launch": "once in each process, in its first window"
    case "on-quit": "when the user quits the app, in the window in front"
    case "on-close": "before a window is closed, in that one"
    case Closing.ofTab: "before a tab is closed"
    case "on-select": "when a window shows another tab than before a step"
    case "on-data":
      "when a step of the scenario changes rows of its table, in windows that are there"
    case Idleness.key:
      "when nobody has done anything in the app for so long, with a window on the screen"
    case again: "each time that so long has passed since the launch, with a window on the screen"
    default: nil
    }
  }
}

extension [ParsedStep] {
  /// Whether one of them, or of those inside them, stands in a line; what an action does stands there.
  func hasStep(ofLine line: Int, in file: String) -> Bool {
    contains { step in
      step.verb.range.start.line == line && step.source.path == file
        || !(step.kind is ActStep.Type) && step.body.hasStep(ofLine: line, in: file)
    }
  }
}
