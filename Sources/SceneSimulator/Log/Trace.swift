/// Everything that happened in a simulation, in order.
public struct Trace: Sendable, Hashable {
  package var events: [TraceEvent] = []

  package init() {}
}

extension Trace: CustomStringConvertible {
  /// The trace as text: no times, no random names, equal for equal runs.
  public var description: String {
    var text = "# scenesim trace 1\n"
    for event in events { text += Self.trimmed(Self.line(of: event)) + "\n" }
    return text
  }

  private static func line(of event: TraceEvent) -> String {
    switch event.kind {
    case .scenarioCase(let title): "# case \(OneLine.text(title))"
    case .group(let title): "--- \(OneLine.text(title))"
    case .step(let text): "\(number(event.step)) \(OneLine.text(text))"
    case .app(let app): detail("app", app.text, app.detail)
    case .window(let name, let window): detail(name, window.text, window.detail)
    case .storePut(let place, let json): detail("store", "put", "\(place) = \(json)")
    case .storeGone(let place): detail("store", "gone \(place)")
    case .storeAside(let place): detail("store", "aside \(place)")
    case .storeBack(let place): detail("store", "back \(place)")
    case .refused(let code): detail("refused", " \(code)")
    case .problem(let code, let window):
      detail("problem", " \(code)", window.isEmpty ? nil : window)
    }
  }

  /// A text at the end of a line may be empty or end in blanks; lines do not.
  private static func trimmed(_ line: String) -> String {
    var scalars = line.unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  private static func number(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  private static func detail(_ name: String, _ text: String, _ detail: String? = nil) -> String {
    let padding = String(repeating: " ", count: max(0, 5 - name.unicodeScalars.count))
    let tail = detail.map { "  \($0)" } ?? ""
    return "      \(name)\(padding) \(text)\(tail)"
  }
}
