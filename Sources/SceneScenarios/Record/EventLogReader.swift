import FoundationEssentials
internal import SceneSimulator
import SceneState

struct LoggedEvent {
  let line: Int
  let fields: [String: JSONField]

  /// The name of the event; `header` for the first line of a process.
  var name: String { fields["schema"] != nil ? "header" : text("event") ?? "" }

  func text(_ name: String) -> String? {
    if case .text(let text)? = fields[name] { text } else { nil }
  }

  func int(_ name: String) -> Int? {
    if case .int(let number)? = fields[name] { Int(number) } else { nil }
  }

  func list(_ name: String) -> [JSONField] {
    if case .list(let list)? = fields[name] { list } else { [] }
  }

  func texts(_ name: String) -> [String] {
    list(name).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  func maps(_ name: String) -> [LoggedEvent] {
    list(name).compactMap { field in
      if case .map(let fields) = field { LoggedEvent(line: line, fields: fields) } else { nil }
    }
  }

  func map(_ name: String) -> LoggedEvent? {
    guard case .map(let fields)? = fields[name] else { return nil }
    return LoggedEvent(line: line, fields: fields)
  }

  /// When it happened, in seconds; nil if the line does not say.
  var moment: Double? {
    text("at").flatMap { DateText.date($0) }?.timeIntervalSinceReferenceDate
  }
}

struct EventLogReader {
  /// Events of this version of the log.
  static let known: Set<String> = [
    "header", "found", "launch", "open", "reconnect", "activate", "resign", "background",
    "foreground", "disconnect", "close", "undo-close", "quit", "drag", "continue", "url",
    "identify", "change-value", "refresh", "restore", "advertise", "set", "clear", "problem",
  ]
  private static let schema = "scenesim.events/"

  let source: SourceFile
  private(set) var events: [LoggedEvent] = []
  private(set) var mistakes = DiagnosticList()

  init(_ source: SourceFile) {
    self.source = source
    guard source.size <= ScenarioRecording.byteLimit else {
      mistakes.append(source.tooBig(ScenarioRecording.byteLimit, "an event log"))
      return
    }
    let bytes = source.bytes
    var (start, line) = (0, 1)
    // A file that does not begin as a log is none: of its other lines there is nothing to say.
    while start < bytes.count, !mistakes.isFull, !events.isEmpty || mistakes.isEmpty {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      read(Array(bytes[start..<end]), line, isWhole: end < bytes.count)
      (start, line) = (end + 1, line + 1)
    }
    if events.isEmpty, mistakes.isEmpty {
      mistakes.append(complaint(1, 1..<1, "an event log begins with a header, this is empty"))
    }
  }

  private mutating func read(_ bytes: [UInt8], _ line: Int, isWhole: Bool) {
    let length = bytes.count
    guard bytes.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
    guard case .map(let fields)? = JSONField(bytes: bytes) else {
      guard isWhole || events.isEmpty else {
        return warn(line, length, "the last line is cut short and left out, as after `kill -9`")
      }
      return mistakes.append(
        complaint(
          line, 1..<(length + 1), "this line is no event: it is no JSON object",
          hint: events.isEmpty
            ? "an event log begins with `{\"schema\":\"\(Self.schema)1\"…`" : nil))
    }
    let event = LoggedEvent(line: line, fields: fields)
    if event.name == "header" {
      let text = event.text("schema") ?? ""
      let version = text.hasPrefix(Self.schema) ? text.dropFirst(Self.schema.count) : ""
      guard version == "1" || version.hasPrefix("1.") else {
        return mistakes.append(
          complaint(
            line, 1..<(length + 1), "`\(text)` is no version of an event log that is known here",
            hint: text.hasPrefix(Self.schema)
              ? "a newer scenesim may know it" : "its `schema` is `\(Self.schema)1`"))
      }
    } else if events.isEmpty {
      return mistakes.append(
        complaint(
          line, 1..<(length + 1), "an event log begins with a header",
          hint: "its `schema` is `scenesim.events/1`; look for the beginning of the log"))
    } else if !Self.known.contains(event.name) {
      warn(line, length, "the event `\(event.name)` is not known here and becomes a comment")
    }
    events.append(event)
  }

  private mutating func warn(_ line: Int, _ length: Int, _ message: String) {
    var warning = complaint(line, 1..<(length + 1), message)
    warning.severity = .warning
    mistakes.append(warning)
  }

  private func complaint(
    _ line: Int, _ columns: Range<Int>, _ message: String, hint: String? = nil
  ) -> Diagnostic {
    let range = SourceRange(
      start: SourcePosition(line: line, column: columns.lowerBound),
      end: SourcePosition(line: line, column: columns.upperBound))
    return source.diagnostic(.wrongKind, at: range, message, hint: hint)
  }
}
