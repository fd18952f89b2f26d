/// Which steps of a file had their turn in the cases that were played: one that never had may be
/// wrong, and nobody would know.
package struct StepTurns: Sendable {
  private struct Place: Hashable {
    let file: String
    let line, column: Int
  }

  private var places: Set<Place> = []
  /// How many cases were played to their end.
  private var caseCount = 0

  package init() {}

  /// Takes what was played of a case.
  package mutating func add(_ run: CaseRun) {
    guard run.outcome == .passed else { return }
    caseCount += 1
    add(run.played)
  }

  mutating func add(_ played: [PlayedStep]) {
    for step in played {
      places.insert(Place(file: step.file, line: step.line, column: step.column))
    }
  }

  /// What had its turn in none of the cases, and the variables that nothing uses, if all of them were
  /// played to their end.
  package func notes(in scenario: LoadedScenario) -> [Diagnostic] {
    guard caseCount == scenario.cases.count else { return [] }
    let unused = ScenarioCheck.unused(in: scenario).map { warning in
      var note = warning
      note.severity = .note
      return note
    }
    return caseCount > 1 ? unused + notes(in: scenario, ending: " in any case") : unused
  }

  /// What had no turn; what is included is made for several scenarios.
  ///
  /// A step that is not taken takes with it those below it: one of them is told, a check before
  /// others. What is switched off is told only if it is a check.
  func notes(in scenario: LoadedScenario, ending: String) -> [Diagnostic] {
    let look = DeadStepLook(scenario)
    var notes: [Diagnostic] = []
    func walk(_ steps: [ParsedStep]) {
      for step in steps where step.source.path == scenario.source.path {
        guard !hadTurn(step) else {
          walk(step.body)
          continue
        }
        let told = look.firstCheck(in: [step])
        let reason = look.reason(for: step)
        guard told != nil || !isSwitchedOff(step, reason) else { continue }
        var message = "`\((told ?? step).verb.name)` had no turn\(ending)"
        if let reason { message += ": \(look.text(reason))" }
        notes.append(
          scenario.source.warning(
            at: (told ?? step).verb.range, message, hint: reason.flatMap(look.hint), as: .note))
      }
    }
    walk(scenario.allSteps)
    return notes
  }

  private func hadTurn(_ step: ParsedStep) -> Bool {
    let start = step.verb.range.start
    let place = Place(file: step.source.path, line: start.line, column: start.column)
    return places.contains(place) || step.body.contains(where: hadTurn)
      || step.isFlow && step.body.isEmpty
  }

  private func isSwitchedOff(_ step: ParsedStep, _ reason: DeadStepLook.Reason?) -> Bool {
    switch reason {
    case .never(_, _, let isSwitch): isSwitch
    case .sentence: step.condition != nil
    case nil: false
    }
  }
}
