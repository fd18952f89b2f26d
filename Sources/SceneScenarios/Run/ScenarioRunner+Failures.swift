import SceneSimulator

/// Why a step or a case failed: the message, with where the run was and how to get there again.
extension ScenarioRunner {
  func described(
    _ error: StepError, _ step: ParsedStep, _ windows: [String] = []
  ) -> (String, Diagnostic) {
    switch error {
    case .mistake(let diagnostic): return (diagnostic.code.rawValue, diagnostic)
    case .refused(let failure, let range):
      var diagnostic = Diagnostic(
        ProblemCode(rawValue: failure.code), file: step.source.path,
        range: range ?? step.verb.range,
        "`\(step.verb.name)`: \(failure.message)", hint: failure.hint)
      diagnostic.frame = nil
      // All windows are named in the message; the hint is for a slip of the pen.
      if let range, failure.code == "no-such-window", failure.hint == nil {
        let name = step.source.text(in: range)
        let isNear = !NearestName.suggestions(for: name, among: windows).isEmpty
        diagnostic.hint = isNear ? SourceFile.choice(for: name, among: windows) : nil
      }
      return (failure.code, diagnostic)
    }
  }

  func didNotFail(_ step: ParsedStep, _ fails: Node) -> Diagnostic {
    Diagnostic(
      .notAsExpected, file: step.source.path, range: fails.range,
      "`\(step.verb.name)` went through, but was to fail with `\(fails.text ?? "")`")
  }

  func wrongCode(
    _ code: String, _ step: ParsedStep, _ fails: Node, _ found: Diagnostic
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .notAsExpected, file: step.source.path, range: fails.range,
      "expected `\(fails.text ?? "")`, but the step failed with `\(code)`")
    diagnostic.notes = [found.message]
    return diagnostic
  }

  func stop(_ diagnostic: Diagnostic, _ step: ParsedStep) throws(Stop) {
    guard step.isSoft else { throw .failed(diagnostic) }
    diagnostics.append(diagnostic)
  }

  /// Adds to a failed check where the run was and how to get there again.
  func located(_ diagnostic: Diagnostic, _ step: ParsedStep) -> Diagnostic {
    guard diagnostic.expected != nil || order != nil else {
      return diagnostic.shown(in: step.source)
    }
    var result = diagnostic.shown(in: step.source)
    var parts: [String] = []
    if let title = selected.title { parts.append("case \(ScenarioValue.quoted(title))") }
    var place = "step \(executed)" + (total.map { " of \($0)" } ?? "")
    for title in titles { place += " · group \(ScenarioValue.quoted(title))" }
    parts.append(place)
    if let order {
      parts.append("order: \(order)")
      let number = order.prefix { $0 != "/" }
      result.hint = result.hint ?? "`order: \(number)` in `parallel` runs only this order"
    }
    for (name, value) in loops {
      parts.append("\(name) = \(value.text ?? FailureReport.text(value))")
    }
    result.context = parts.joined(separator: "   ")
    let picked = selected.title == nil ? "" : " --case \(selected.number)"
    result.next = "scenesim run \(source.path)\(picked) --until \(executed)"
    return result
  }

  func checkLastProblems(_ context: StepContext) throws(Stop) {
    let unseen = context.log.problems.dropFirst(context.problemMark)
    guard let first = unseen.first else { return }
    var diagnostic = ProblemCheck.unexpected(
      first, at: SourceRange(at: .start), in: source)
    diagnostic.frame = nil
    throw .failed(diagnostic)
  }
}
