import SceneReports
import SceneScenarios

enum StepsCommand {
  static let command = Command(
    "steps", abstract: "list the steps of the scenario language",
    operands: "[NAME]", operandCount: .range(0...1), operandValues: .steps
  ) { invocation, console in
    var steps = StepCatalogue.all
    if let name = invocation.operands.first {
      steps = steps.filter { $0.name == name }
      if steps.isEmpty { throw unknown(name) }
    }
    if let step = steps.first, invocation.operands.count == 1, invocation.format == .table {
      try console.writeWords(StepPage(step: step).terminal)
      return .success
    }
    try console.answer(
      invocation, "steps", rows: "steps", steps.map { StepPage(step: $0).json },
      plain: steps.map { ASCIIText.of("\($0.name)\t\($0.syntax)\t\($0.summary)") },
      table: table(steps, console))
    return .success
  }

  private static func table(
    _ steps: [any ScenarioStep.Type], _ console: Console
  ) -> [String] {
    var table = TextTable([.init("STEP"), .init("WRITTEN", cutWidth: 24), .init("DOES")])
    for step in steps { table.add([step.name, step.syntax, step.summary]) }
    let widest = ScenarioLanguage.modifiers.map(\.name.count).max() ?? 0
    return console.lines(of: table, isFull: true)
      + ["", "beside any of them, such as { in: B, set: {draft: x} }"]
      + ScenarioLanguage.modifiers.map {
        "  \(DisplayWidth.padded($0.name, to: widest))  \($0.summary)"
      }
  }

  private static func unknown(_ name: String) -> CommandFailure {
    .usage(
      "there is no step '\(name)'",
      hint: ForeignWords.hint(for: name) ?? ErrorText.suggestion(
        for: name, among: StepCatalogue.all.map { $0.name })
        ?? "`scenesim steps` lists all of them",
      next: "scenesim steps")
  }
}
