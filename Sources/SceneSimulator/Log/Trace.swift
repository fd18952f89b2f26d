import SceneState

/// Everything that happened in a simulation, in order.
public struct Trace: Sendable, Hashable {
  package var events: [TraceEvent] = []

  package init() {}
}

extension Trace: CustomStringConvertible {
  /// The trace as text: no times, no random names, equal for equal runs.
  public var description: String {
    var lines = TraceLines()
    for event in events { lines.append(event) }
    return String(decoding: lines.bytes, as: UTF8.self)
  }
}

/// The text of a trace in the making, as bytes: a line costs no text of its own.
private struct TraceLines {
  private(set) var bytes = Array("# scenesim trace 1\n".utf8)

  mutating func append(_ event: TraceEvent) {
    let start = bytes.count
    switch event.kind {
    case .scenarioCase(let title):
      add("# case ")
      add(title)
    case .group(let title):
      add("--- ")
      add(title)
    case .step(let text):
      addNumber(event.step)
      add(" ")
      add(text)
    case .app(let app): addDetail("app", app.text, app.detail)
    case .window(let name, let window): addDetail(name, window.text, window.detail)
    case .valueIsShown(let name): addDetail(name, TraceEvent.Kind.valueIsShownText)
    case .moved(let name, let display): addDetail(name, "on display \(display)")
    case .device(let name, let text): addDetail(name, text)
    case .storePut(let place, let json):
      addStored("put  ", place)
      add(" = ")
      add(json)
    case .storeGone(let place): addStored("gone ", place)
    case .storeAside(let place): addStored("aside ", place)
    case .storeBack(let place): addStored("back ", place)
    case .refused(let code): addDetail("refused", " ", nil, code)
    case .problem(let code, let window):
      addDetail("problem", " ", window.isEmpty ? nil : window, code)
    }
    endLine(from: start)
  }

  private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func addNumber(_ number: Int) {
    if number < 100 { add(number < 10 ? "00" : "0") }
    add(String(number))
  }

  /// Who was told, in a column of five characters, and what.
  private mutating func addDetail(
    _ name: String, _ text: String, _ detail: String? = nil, _ more: String = ""
  ) {
    add("      ")
    add(name)
    for _ in 0..<max(0, 5 - name.unicodeScalars.count) { add(" ") }
    add(" ")
    add(text)
    add(more)
    guard let detail else { return }
    add("  ")
    add(detail)
  }

  private mutating func addStored(_ what: String, _ place: StoredPlace) {
    addDetail("store", what)
    add(place.description)
  }

  /// A text at the end of a line may be empty or end in blanks; lines do not.
  ///
  /// What a terminal would obey stands as an escape, wherever in the line.
  private mutating func endLine(from start: Int) {
    while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    if !bytes[start...].allSatisfy({ 0x20..<0x7F ~= $0 }) {
      let line = SafeText.line(String(decoding: bytes[start...], as: UTF8.self))
      bytes.replaceSubrange(start..., with: line.utf8)
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
