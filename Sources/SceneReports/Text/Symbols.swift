import SceneScenarios
import SceneState

/// The marks human output uses, with plain twins for terminals that cannot show them.
package struct Symbols: Sendable, Hashable {
  package let passed: String
  package let failed: String
  package let skipped: String
  package let dot: String
  package let dash: String
  package let ellipsis: String
  package let isASCII: Bool

  /// A text in which nothing hides or reorders anything, and which the terminal can show.
  package func visible(_ text: String) -> String { SafeText.escaped(text, asciiOnly: isASCII) }

  /// The same of JSON, which stays JSON.
  package func visibleJSON(_ json: String) -> String {
    SafeText.escapedJSON(json, asciiOnly: isASCII)
  }

  package static let unicode = Symbols(
    passed: "✓", failed: "✗", skipped: "–", dot: "·", dash: "–", ellipsis: "…", isASCII: false)
  package static let plain = Symbols(
    passed: "ok", failed: "FAIL", skipped: "skip", dot: "-", dash: "-", ellipsis: "...",
    isASCII: true)

  /// Columns of the widest outcome mark, so that what follows it lines up.
  package var outcomeWidth: Int {
    max(DisplayWidth.of(passed), DisplayWidth.of(failed), DisplayWidth.of(skipped))
  }
}
