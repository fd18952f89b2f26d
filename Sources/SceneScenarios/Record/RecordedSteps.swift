import SceneState

/// Turns the events of a log into steps, and keeps book of what they lead to.
///
/// Long, since each kind of event becomes other steps and changes the same book: a file for each
/// kind.
struct RecordedSteps {
  /// A value that was written; nil if the log does not show which.
  struct Seen {
    let value: ScenarioValue?
    let field: JSONField?
  }

  let app: RecordedApp
  private(set) var lines: [String] = []
  /// The windows that are not closed, by the identifiers of the app.
  var windows = RecordedWindows()
  /// The last closed window of each identifier.
  private(set) var closed: [String: RecordedWindows.Window] = [:]
  /// The values of the app itself.
  var appValues: [String: Seen] = [:]
  var front: String?
  /// The version of the app whose process ran last.
  var version: Int?
  var isRunning = false
  /// The app has said that it quits; the step follows when nothing more is written.
  var isQuitting = false
  private var named = 0
  /// The name that the next new window gets.
  var nextName: String { Self.name(named) }
  private var last: Double?

  init(_ app: RecordedApp) { self.app = app }

  // MARK: Lines

  mutating func step(_ text: String) { lines.append("  - \(text)") }

  /// A line of a step that has several.
  mutating func append(line: String) { lines.append(line) }

  mutating func comment(_ text: String) {
    lines.append("  # " + text.replacing("\n", with: " ").replacing("\r", with: " "))
  }

  /// A step inside a window, which is named if there are others.
  mutating func step(_ text: String, in id: String) {
    guard !windows.isOnlyConnected(id), let name = windows[id]?.name else {
      return step(text)
    }
    step("{ in: \(name), \(text) }")
  }

  /// Says how much time has passed, if a person would notice.
  mutating func pass(to event: LoggedEvent) {
    guard let moment = event.moment else { return }
    if let last, moment - last >= 1 { comment(Self.distance(moment - last) + " later") }
    last = moment
  }

  static func distance(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9))
    let units = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
    var (rest, parts) = (whole, [String]())
    for (name, size) in units where rest >= size && parts.count < 2 {
      parts.append("\(rest / size) \(name)")
      rest %= size
    }
    return parts.joined(separator: " ")
  }

  // MARK: Windows

  /// A new window, which gets the next letter.
  @discardableResult
  mutating func add(_ id: String) -> String {
    let name = Self.name(named)
    named += 1
    windows.add(.init(id: id, name: name, tab: app.firstTab))
    return name
  }

  /// `A` to `Z`, then `A2` to `Z2`.
  static func name(_ index: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
    return index < 26 ? letter : letter + String(index / 26 + 1)
  }

  mutating func forget(_ id: String) {
    closed[id] = windows.remove(id)
    if front == id { front = nil }
  }

  /// Takes over what a call left.
  mutating func settle(_ event: LoggedEvent) {
    for (id, phase) in event.map("phases")?.fields ?? [:] {
      if case .text(let word) = phase { windows.move(id, to: word) }
    }
    front = event.text("front")
  }

  func fields(of activity: LoggedEvent) -> [String] {
    var fields = ["activity: \(FlowText.scalar(activity.text("type") ?? ""))"]
    if let payload = activity.fields["payload"] {
      fields.append("payload: \(ScenarioValue(logged: payload).written)")
    }
    if let target = activity.text("target") { fields.append("target: \(Self.text(target))") }
    if let page = activity.text("webpage") { fields.append("webpage: \(Self.text(page))") }
    return fields
  }

  static func text(_ text: String) -> String { ScenarioValue.text(text).written }
}
