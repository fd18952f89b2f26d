import SceneReports

/// The lines of a trace's text, for programs and for joining.
struct TraceLines {
  private static let header = "# scenesim trace 1"
  private let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n") }

  /// Several traces as one, with one header.
  static func joined(_ traces: [String]) -> String {
    let lines = traces.flatMap { TraceLines($0).lines.filter { $0 != Self.header } }
    return ([Self.header[...]] + lines).map { $0 + "\n" }.joined()
  }

  /// Each step and detail as an event: `step`, `store`, or `event` with who and what.
  var events: [JSON] {
    var step = 0
    var events: [JSON] = []
    for line in lines where !line.hasPrefix("#") && !line.hasPrefix("---") {
      if !line.hasPrefix(" ") {
        let words = line.split(separator: " ", maxSplits: 1)
        step = words.first.flatMap { Int($0) } ?? step
        let text = words.count > 1 ? String(words[1]) : ""
        events.append(JSONRunReporter.event("step", step: step, [.init("text", .string(text))]))
        continue
      }
      let words = line.split(separator: " ", maxSplits: 1)
      let who = words.first.map(String.init) ?? ""
      let text = words.count > 1 ? String(words[1].drop { $0 == " " }) : ""
      switch who {
      case "store":
        events.append(JSONRunReporter.event("store", step: step, [.init("text", .string(text))]))
      default:
        events.append(
          JSONRunReporter.event(
            "event", step: step, [.init("who", .string(who)), .init("text", .string(text))]))
      }
    }
    return events
  }
}
