import SceneSimulator

/// How much one case may do: files that nobody has seen yet can be run without fear.
package struct RunLimits: Sendable {
  /// The steps that are executed, and the rounds of flow steps.
  package var steps = 1_000_000
  /// The windows that are not closed, on all devices together.
  package var windows = 10_000

  package init() {}
}

extension ScenarioRunner {
  /// Refuses the step that is one too many.
  func checkCount(before step: ParsedStep) throws(Stop) {
    guard executed >= limits.steps else { return }
    throw .failed(tooBig("a case runs at most \(limits.steps) steps", step))
  }

  /// Counts a round of a flow step; rounds without a step are bounded, too.
  func countRound(of step: ParsedStep) throws(Stop) {
    roundCount += 1
    guard roundCount > limits.steps else { return }
    throw .failed(
      tooBig("a case goes through at most \(limits.steps) rounds", step))
  }

  /// Refuses a step that has opened one window too many.
  func checkWindows(after step: ParsedStep, _ context: StepContext) throws(StepError) {
    let count = context.allDevices.reduce(0) { $0 + $1.sessionCount }
    guard count > limits.windows else { return }
    throw .mistake(
      tooBig("there are more than \(limits.windows) windows", step))
  }

  private func tooBig(_ message: String, _ step: ParsedStep) -> Diagnostic {
    Diagnostic(.tooBig, file: step.source.path, range: step.verb.range, message)
      .shown(in: step.source)
  }
}
