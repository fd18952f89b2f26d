/// How long one case of a scenario may run, by a real clock.
package struct TimeLimit: Sendable {
  /// What counts where neither the file nor the command line says anything.
  package static let usual = TimeLimit(duration: .seconds(60), text: "60s", range: nil)

  package let duration: Duration
  private let text: String
  /// Where the file says it; nil if it does not.
  private let range: SourceRange?

  private init(duration: Duration, text: String, range: SourceRange?) {
    (self.duration, self.text, self.range) = (duration, text, range)
  }

  /// What a person writes: `90s`; nil for a text that is no time.
  package init?(_ text: String) {
    guard let duration = WaitStep.duration(text) else { return nil }
    self.init(duration: duration, text: text, range: nil)
  }

  init(_ node: Node, in source: SourceFile) throws(Diagnostic) {
    let text = try source.text(node, for: "`time-limit`")
    guard let duration = WaitStep.duration(text) else {
      throw source.diagnostic(
        .wrongValue, at: node.range, "`\(text)` is no time",
        hint: "a time is written like 250ms, 90s, 5m or 1h30m")
    }
    self.init(duration: duration, text: text, range: node.range)
  }

  /// That the time is over before a step, told where the file sets the limit, or else at the step.
  func passed(at step: ParsedStep, number: Int, in source: SourceFile) -> Diagnostic {
    let place = range ?? step.verb.range
    let file = range == nil ? step.source : source
    return Diagnostic(
      .timeLimit, file: file.path, range: place,
      "the case has run for more than \(text) before step \(number)",
      hint: range == nil
        ? "`time-limit: 5m` in the file gives it more time, or `--time-limit 5m`"
        : "give it more time, or fewer steps"
    ).shown(in: file)
  }
}
