/// How long one case of a scenario may run, by a real clock.
struct TimeLimit: Sendable {
  let duration: Duration
  private let text: String
  private let range: SourceRange

  init(_ node: Node, in source: SourceFile) throws(Diagnostic) {
    text = try source.text(node, for: "`time-limit`")
    range = node.range
    guard let duration = WaitStep.duration(text) else {
      throw Diagnostic(
        .wrongValue, file: source.path, range: node.range, "`\(text)` is no time",
        hint: "a time is written like 250ms, 90s, 5m or 1h30m")
    }
    self.duration = duration
  }

  func passed(before step: Int, in source: SourceFile) -> Diagnostic {
    Diagnostic(
      .timeLimit, file: source.path, range: range,
      "the case has run for more than \(text) before step \(step)",
      hint: "give it more time, or fewer steps")
  }
}
