import SceneState
import SceneScenarios
import SceneSimulator

/// What happened to the windows of a case, as a Mermaid sequence diagram.
struct MermaidSequence {
  /// More steps than these are no picture any more; the last ones tell most.
  private static let stepLimit = 40

  private let row: CaseRun
  private let events: [TraceEvent]
  /// The app, then the windows as they appear.
  private let names: [String]
  private let isCut: Bool

  init(_ row: CaseRun) {
    self.row = row
    let trace = row.quotedTrace
    let steps = row.played.map(\.number) + trace.events.map(\.step)
    let first = (steps.max() ?? 0) - Self.stepLimit + 1
    isCut = first > 1 && trace.events.contains { $0.step < first && $0.step > 0 }
    events = trace.events.filter { $0.step >= first }
    var names = ["app"]
    for case .window(let name, _) in events.map(\.kind) where !names.contains(name) {
      names.append(name)
    }
    self.names = names
  }

  /// The diagram; nil if nothing happened.
  var text: String? {
    guard !events.isEmpty else { return nil }
    var lines = ["sequenceDiagram", "participant system"]
    for (index, name) in names.enumerated() {
      lines.append("participant w\(index) as \(Self.escaped(name))")
    }
    if isCut { lines.append(note("…")) }
    for event in events { if let line = line(event) { lines.append(line) } }
    if let failed = row.played.last, failed.outcome == .failed {
      lines.append(note("\(Symbols.unicode.failed) \(failed.number) \(failed.words)"))
    }
    return lines.enumerated().map { ($0.offset == 0 ? "" : "  ") + $0.element + "\n" }.joined()
  }

  private func line(_ event: TraceEvent) -> String? {
    switch event.kind {
    case .scenarioCase: nil
    case .group(let title): note("– \(title) –")
    case .step(let text): note("\(event.step) \(text)")
    case .app(let app): message("system", "w0", app.text)
    case .window(let name, let window): message("system", id(name), window.text)
    case .valueIsShown(let name): message("system", id(name), TraceEvent.Kind.valueIsShownText)
    case .moved(let name, let display): message("system", id(name), "on display \(display)")
    case .device(let name, let text): note("\(name) \(text)")
    case .refused(let code): note("refused: \(code)")
    case .problem(let code, let window): note("problem: \(code) \(window)")
    case .storePut(let place, let json): stored(place, "= \(json)")
    case .storeGone(let place): stored(place, "gone")
    case .storeAside(let place): stored(place, "set aside")
    case .storeBack(let place): stored(place, "back")
    }
  }

  private func stored(_ place: StoredPlace, _ text: String) -> String {
    let owner = names.contains(place.window) ? id(place.window) : "w0"
    return message(owner, owner, "\(place) \(text)")
  }

  private func id(_ name: String) -> String { "w\(names.firstIndex(of: name) ?? 0)" }

  private func message(_ from: String, _ to: String, _ text: String) -> String {
    "\(from)->>\(to): \(Self.escaped(text))"
  }

  private func note(_ text: String) -> String {
    "Note over system,w\(names.count - 1): \(Self.escaped(text))"
  }

  /// Mermaid ends a line at `;`, begins a code at `#` and takes tags for HTML.
  private static func escaped(_ text: String) -> String {
    let result = SafeText.escaped(text).replacingScalars {
      "#;<>&`\"%".unicodeScalars.contains($0) ? "#\($0.value);" : nil
    }
    return result.isEmpty ? " " : result
  }
}
