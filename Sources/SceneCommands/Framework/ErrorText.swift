import SceneScenarios
import SceneReports

/// The one place where failures of the tool itself become text.
enum ErrorText {
  static func lines(_ failure: CommandFailure, paint: Paint) -> String {
    var text = paint.bad("error:") + " \(VisibleText.escaped(failure.message)) [\(failure.code)]\n"
    if let hint = failure.hint { text += "  hint   \(VisibleText.escaped(hint))\n" }
    if let next = failure.next { text += "  next   \(VisibleText.escaped(next))\n" }
    return text
  }

  /// `did you mean a, b?`, or nil if nothing is near.
  static func suggestion(for word: String, among words: [String]) -> String? {
    let near = NearestName.suggestions(for: word, among: words)
    return near.isEmpty ? nil : "did you mean \(near.joined(separator: ", "))?"
  }

  /// A problem nobody foresaw is ours: it must not look like the caller's mistake.
  static func bug(_ error: any Error) -> CommandFailure {
    CommandFailure(
      .bug, "this is a bug in scenesim: \(error)", code: "bug",
      hint: "please report it with this message, the command line and the input file",
      next: "scenesim version")
  }
}
