import SceneReports
import SceneScenarios

/// `scenesim steps [NAME]`.
enum StepsCommand {
  static let command = Command(
    "steps", abstract: "list the steps of the scenario language",
    operands: "[NAME]", operandCount: .range(0...1), operandValues: .steps,
    examples: [
      .init("scenesim steps", "all steps this version runs"),
      .init("scenesim steps set", "one step, its keys and an example that runs"),
      .init("scenesim steps --json", "the same for programs"),
    ]
  ) { invocation, console in
    var steps = StepCatalogue.all
    if let name = invocation.operands.first {
      steps = steps.filter { $0.name == name }
      if steps.isEmpty { throw unknown(name) }
    }
    if let step = steps.first, invocation.operands.count == 1, invocation.format == .table {
      try console.write(StepPage(step: step).terminal)
      return .success
    }
    switch invocation.format {
    case .table:
      var table = TextTable([.init("STEP"), .init("WRITTEN", cutWidth: 24), .init("DOES")])
      for step in steps { table.add([step.name, step.syntax, step.summary]) }
      let lines = table.lines(
        width: nil, ellipsis: console.symbols.ellipsis, paint: console.paint)
      for line in lines { try console.write(line + "\n") }
      try console.write("\nbeside any of them, such as { in: B, set: {draft: x} }\n")
      let widest = ScenarioLanguage.modifiers.map(\.name.count).max() ?? 0
      for field in ScenarioLanguage.modifiers {
        try console.write(
          "  \(DisplayWidth.padded(field.name, to: widest))  \(field.summary)\n")
      }
    case .plain:
      for step in steps { try console.write("\(step.name)\t\(step.syntax)\t\(step.summary)\n") }
    case .jsonl:
      for step in steps { try console.write(StepPage(step: step).json.line + "\n") }
    case .json:
      let members = [
        JSON.Member("schema", .string("scenesim.steps/1")),
        .init("steps", .list(steps.map { StepPage(step: $0).json })),
      ]
      try console.write(JSON.object(members).line + "\n")
    }
    return .success
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
