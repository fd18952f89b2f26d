import SceneState

/// A scenario made of the event log of an app.
package struct ScenarioRecording: Sendable {
  /// The scenario in its canonical layout.
  package let bytes: [UInt8]
  /// What in the log did not count.
  package let warnings: [Diagnostic]

  /// The longest log that is read.
  package static let byteLimit = 64 << 20

  /// Reads a log.
  ///
  /// - Throws: Every line that is no event; then there is no scenario.
  package init(_ log: SourceFile) throws(MistakesFound) {
    let reader = EventLogReader(log)
    let found = reader.mistakes.sorted
    guard !reader.mistakes.hasErrors, let header = reader.events.first else {
      throw MistakesFound(diagnostics: found)
    }
    warnings = found
    let app = RecordedApp(header, reader.events)
    var steps = RecordedSteps(app)
    steps.play(all: reader.events)
    steps.look()
    let text = Self.text(app, steps.lines)
    let source = SourceFile(path: log.path, text: text)
    do throws(ScenarioLayout.Failure) {
      bytes = try ScenarioLayout.canonical(source)
    } catch {
      // The check of the text says what is wrong with it.
      bytes = source.bytes
    }
  }

  private static func text(_ app: RecordedApp, _ steps: [String]) -> String {
    let name = app.header.text("name") ?? app.header.text("app") ?? "an app"
    let title = FlowText.scalar("What happened in \(name)")
    var lines = ["scenesim: 1", "scenario: \(title)", ""]
    lines += app.remarks.map { "# \($0)" } + ["app:"] + app.lines() + [""]
    lines += steps.isEmpty ? ["steps: []"] : ["steps:"] + steps
    return lines.joined(separator: "\n") + "\n"
  }
}

extension RecordedSteps {
  /// Plays all events of a log in order.
  mutating func play(all events: [LoggedEvent]) {
    var index = 0
    while index < events.count {
      let event = events[index]
      switch event.name {
      case "header":
        let found = events[(index + 1)...].prefix { $0.name == "found" }
        begin(event, Array(found))
        index += 1 + found.count
      case "set", "clear":
        // One commit has one moment and writes a place once.
        var places: Set<[String?]> = []
        let batch = events[index...].prefix { other in
          let place = [other.text("scene"), other.text("tab"), other.text("key")]
          return ["set", "clear"].contains(other.name) && other.text("at") == event.text("at")
            && places.insert(place).inserted
        }
        play(values: Array(batch))
        index += batch.count
      case "found": index += 1
      default:
        play(event)
        index += 1
      }
    }
  }

  /// A process begins: what it finds shows what the log has missed, and how the last one ended.
  private mutating func begin(_ header: LoggedEvent, _ found: [LoggedEvent]) {
    let sessions = header.maps("sessions").compactMap { $0.text("scene") }
    let isFirst = !isRunning && windows.isEmpty
    if isFirst, !sessions.isEmpty {
      comment("what was there when the log began")
      isRunning = true
      for (index, id) in sessions.enumerated() {
        step((index == 0 ? "launch: " : "open: ") + add(id))
        windows.move(id, to: "active")
        front = id
      }
    }
    let missed = found.filter { isNews($0) }
    if isRunning, !missed.isEmpty { play(values: missed) }
    end()
    pass(to: header)
    update(to: header)
  }

  /// A process of another version of the app: what it declares more stands in the app already.
  private mutating func update(to header: LoggedEvent) {
    defer { version = header.int("version") ?? version }
    guard let new = header.int("version"), new > 0, let version, version != new else { return }
    step("update: { version: \(new) }")
  }

  /// Whether a stored value is another one than the log has shown.
  private func isNews(_ event: LoggedEvent) -> Bool {
    guard let key = event.text("key") else { return false }
    let seen: Seen?
    if let id = event.text("scene") {
      guard let window = windows[id], window.isConnected else { return false }
      let isNested = app.keys[key]?.path.isEmpty == false
      seen = window.values[isNested ? "" : event.text("tab") ?? ""]?[key]
    } else {
      seen = appValues[key]
    }
    if event.fields["redacted"] == .bool(true) { return seen == nil }
    return seen?.field != event.fields["value"]
  }
}
