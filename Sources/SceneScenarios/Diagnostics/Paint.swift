/// Colours text, or leaves it alone; what is said never depends on it.
package struct Paint: Sendable, Hashable {
  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func good(_ text: String) -> String { wrapped(text, "32") }
  package func bad(_ text: String) -> String { wrapped(text, "31") }
  package func faint(_ text: String) -> String { wrapped(text, "2") }
  package func strong(_ text: String) -> String { wrapped(text, "1") }

  func caret(_ text: String) -> String { wrapped(text, "1;32") }

  func severity(_ text: String, _ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: wrapped(text, "1;31")
    case .warning: wrapped(text, "1;33")
    case .note: wrapped(text, "1;36")
    }
  }

  /// The text without colours, to measure it.
  package static func removed(from text: String) -> String {
    var result = ""
    var isEscape = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isEscape = true }
      if !isEscape { result.unicodeScalars.append(scalar) }
      if isEscape, scalar == "m" { isEscape = false }
    }
    return result
  }

  private func wrapped(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
