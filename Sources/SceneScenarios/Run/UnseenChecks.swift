/// Which `expect` had its turn: one that never had may be wrong, and nobody would know.
struct UnseenChecks {
  /// Where those stand that were looked at; one in another file may stand at the same place.
  private var seen: Set<SourcePosition> = []

  mutating func see(_ step: ParsedStep) {
    if step.kind is ExpectStep.Type { seen.insert(step.verb.range.start) }
  }

  /// Notes those that never had their turn.
  ///
  /// With several cases each has its own; what is included is made for several scenarios.
  func note(in scenario: LoadedScenario, _ context: StepContext) {
    guard scenario.cases.count == 1 else { return }
    for step in FurtherLook.all(scenario.allSteps)
    where step.kind is ExpectStep.Type && step.source.path == scenario.source.path
      && !seen.contains(step.verb.range.start)
    {
      context.note(
        "this `expect` was never looked at", at: step.verb.range, in: step.source)
    }
  }
}
