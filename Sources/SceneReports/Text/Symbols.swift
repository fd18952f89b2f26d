import SceneScenarios

/// The marks human output uses, with plain twins for terminals that cannot show them.
package struct Symbols: Sendable, Hashable {
  package let passed: String
  package let failed: String
  package let skipped: String
  package let dot: String
  package let dash: String
  package let ellipsis: String
  package let isASCII: Bool

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
