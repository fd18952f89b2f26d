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

  package var inactive: [ParsedStep] = []
  package var active: [ParsedStep] = []
  package var background: [ParsedStep] = []
  /// What the app does in a window that comes to the front.
  package private(set) var front: [ParsedStep] = []
  /// What the app does once in each process, in the first window that connects.
  package var launch: [ParsedStep] = []
  /// What the app does in its front window when its user quits it.
  package private(set) var quit: [ParsedStep] = []
  /// What the app does in a window that is about to be closed.
  package private(set) var close: [ParsedStep] = []
  /// What the app does in a window that is about to lose a tab, `${payload.tab}`.
  package private(set) var tabClose: [ParsedStep] = []
  private(set) var timers: [Timer] = []
  /// What the app does in a window that shows another tab than before a step.
  package private(set) var select: [ParsedStep] = []
  /// What the app does in each of its windows when rows of a table are other ones.
  private(set) var data: [(table: PlacedName, steps: [ParsedStep])] = []

  package var all: [ParsedStep] { withoutPayload + tabClose }

  /// What it does when rows are other ones, whatever the table.
  package var ofData: [ParsedStep] { data.flatMap(\.steps) }

  /// Those that are given nothing.
  package var withoutPayload: [ParsedStep] {
    launch + inactive + active + front + background + quit + close + select
      + timers.flatMap(\.steps) + ofData
  }

  /// The key of steps that run again and again.
  static let again = "every"
  /// The keys of an app under which its own steps stand.
  static let keys: Set<String> = [
    "handlers", "actions", "on-launch", "on-phase", "on-quit", "on-close", Closing.ofTab,
    "on-select", "on-data", again, Idleness.key,
  ]

  init() {}

  /// Reads what stands under the keys of an app's own steps, but for handlers and actions.
  init(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    let source = map.source
    if let node = map.optional("on-phase") { readPhases(node, in: source, &mistakes) }
    if let node = map.optional("on-launch") {
      launch = InsideSteps.read(node, for: "`on-launch`", in: source, &mistakes)
    }
    if let node = map.optional("on-quit") {
      quit = InsideSteps.read(node, for: "`on-quit`", in: source, &mistakes)
    }
    readClosing(map, &mistakes)
    if let node = map.optional("on-select") {
      select = InsideSteps.read(node, for: "`on-select`", in: source, &mistakes)
    }
    for entry in mistakes.names(map, "on-data", "a table") {
      let table = entry.key
      let steps = InsideSteps.read(
        entry.value, for: "`\(table.name)`", in: source, &mistakes)
      data.append((table, steps))
    }
    for key in [Self.again, Idleness.key] { readTimers(key, map, &mistakes) }
  }

  /// Puts other steps in the place of each list.
  mutating func replaceSteps(_ new: ([ParsedStep]) -> [ParsedStep]) {
    (launch, quit, close) = (new(launch), new(quit), new(close))
    (inactive, active, background) = (new(inactive), new(active), new(background))
    (front, select, tabClose) = (new(front), new(select), new(tabClose))
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

  private mutating func readClosing(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    if let node = map.optional("on-close") {
      close = InsideSteps.read(node, for: "`on-close`", in: map.source, &mistakes)
      Closing.check(close, &mistakes)
    }
    if let node = map.optional(Closing.ofTab) {
      tabClose = InsideSteps.read(node, for: "`\(Closing.ofTab)`", in: map.source, &mistakes)
      Closing.checkTabs(map, node, &mistakes)
    }
  }

  private mutating func readPhases(
    _ node: Node, in source: SourceFile, _ mistakes: inout DiagnosticList
  ) {
    let known = ScenarioLanguage.phaseSteps.names
    guard let map = mistakes.map(node, in: source, of: "`on-phase`", known: known) else { return }
    for key in known {
      guard let body = map.optional(key) else { continue }
      let steps = InsideSteps.read(body, for: "`\(key)`", in: source, &mistakes)
      switch key {
      case "active": active = steps
      case "background": background = steps
      case "front": front = steps
      default: inactive = steps
      }
    }
  }

  /// The key of the app under which one of the steps stands, for messages; nil for one of an action.
  func key(ofLine line: Int, in file: String) -> String? {
    func has(_ steps: [ParsedStep]) -> Bool { steps.hasStep(ofLine: line, in: file) }
    if has(launch) { return "on-launch" }
    if has(quit) { return "on-quit" }
    if has(close) { return "on-close" }
    if has(tabClose) { return Closing.ofTab }
    if has(select) { return "on-select" }
    if data.contains(where: { has($0.steps) }) { return "on-data" }
    if let timer = timers.first(where: { has($0.steps) }) { return timer.key }
    let phases = [("inactive", inactive), ("active", active), ("front", front)]
    return (phases + [("background", background)]).first { has($0.1) }.map { "on-phase: \($0.0)" }
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
