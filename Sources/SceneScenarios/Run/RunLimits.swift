import SceneSimulator

/// How much one case may do: files that nobody has seen yet can be run without fear.
package struct RunLimits: Sendable {
  /// The steps that are executed, and the rounds of flow steps.
  package var steps = 1_000_000
  /// The windows that are not closed, on all devices together.
  package var windows = 10_000
  /// The steps in the lanes of a `parallel`; all its orders together hold 400 times as many.
  package var laneSteps = 10_000
  /// The bytes that a case keeps to its end: trace, events, save points, and what reports show.
  package var keptBytes = 128 << 20

  package init() {}
}

extension ScenarioRunner {
  /// Looks before each step and each round whether the run goes on.
  func checkGoesOn(at step: ParsedStep) throws(Stop) {
    if options.isStopped?() == true { throw .limitReached }
    guard let limit = timeLimit, options.clock() - start > limit.duration else { return }
    throw .failed(limit.passed(at: step, number: executed + 1, in: source))
  }

  /// Refuses the step that is one too many.
  func checkCount(before step: ParsedStep) throws(Stop) {
    guard executed >= limits.steps else { return }
    throw .failed(tooBig("a case runs at most \(limits.steps) steps", step))
  }

  /// Counts a round of a flow step; rounds without a step are bounded, too.
  func countRound(of step: ParsedStep) throws(Stop) {
    try checkGoesOn(at: step)
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

  /// Refuses the step with which the case keeps too much.
  func checkKept(after step: ParsedStep, _ context: StepContext) throws(Stop) {
    let bytes = keptBytes + context.log.keptBytes + context.memory.byteCount
    guard bytes > limits.keptBytes else { return }
    var mistake = tooBig(
      "a case keeps at most \(limits.keptBytes >> 20) MiB of what happened in it", step)
    mistake.hint =
      "save points, traces and reports hold everything: fewer rounds, or shorter values"
    throw .failed(mistake)
  }

  func tooBig(_ message: String, _ step: ParsedStep) -> Diagnostic {
    step.source.diagnostic(.tooBig, at: step.verb.range, message)
      .shown(in: step.source)
  }
}
