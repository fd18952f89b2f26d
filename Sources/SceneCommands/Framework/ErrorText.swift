import SceneState
import SceneScenarios

/// The one place where failures of the tool itself become text.
enum ErrorText {
  static func lines(_ failure: CommandFailure, paint: Paint) -> String {
    var text = paint.bad("error:") + " \(SafeText.escaped(failure.message)) [\(failure.code)]\n"
    if let hint = failure.hint { text += "  hint   \(SafeText.escaped(hint))\n" }
    if let next = failure.next { text += "  next   \(SafeText.escaped(next))\n" }
    return text
  }

  /// `did you mean a, b?`, or nil if nothing is near.
  static func suggestion(for word: String, among words: [String]) -> String? {
    let near = near(word, among: words)
    return near.isEmpty ? nil : "did you mean \(near.joined(separator: ", "))?"
  }

  /// The words that a word may be meant as, the nearest first.
  static func near(_ word: String, among words: [String]) -> [String] {
    var near = NearestName.suggestions(for: word, among: words)
    if near.isEmpty, word.count > 2 { near = Array(words.filter { $0.contains(word) }.prefix(3)) }
    // `not-expected` has all but one part of `not-as-expected`.
    let parts = Set(word.split(separator: "-"))
    if near.isEmpty, parts.count > 1 {
      near = Array(words.filter { parts.isSubset(of: $0.split(separator: "-")) }.prefix(3))
    }
    return near
  }

  /// The same, or all there are; for the few words that can stand at a place.
  static func choice(for word: String, among words: [String]) -> String {
    suggestion(for: word, among: words) ?? "there are \(words.joined(separator: ", "))"
  }

  /// A problem nobody foresaw is ours: it must not look like the caller's mistake.
  ///
  /// `log` is where everything about it was written, if that was possible.
  static func bug(_ error: any Error, log: String?) -> CommandFailure {
    let what = log.map { "the log \($0)" } ?? "this message, the command line"
    return CommandFailure(
      .bug, "this is a bug in scenesim: \(error)", code: "bug",
      hint:
        "it is not your fault; please report it to the authors, with \(what) and the input file",
      next: "scenesim version")
  }
}
