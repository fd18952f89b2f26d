import SceneLifecycle
import SceneReports
import SceneScenarios
import SceneSimulator

/// `scenesim explain route FILE`: where each thing from outside went, and why.
struct ExplainRoute {
  static let options: [CommandOption] = [
    .value("case", "N|TEXT", "route: only the case with this number, or with TEXT in its title"),
    .value("until", "STEP", "route: stop after the step with this number"),
  ]

  let invocation: Invocation
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    guard invocation.operands.count == 2, let path = invocation.operands.last else {
      throw .usage("explain route takes FILE", next: "scenesim help explain")
    }
    let source = try ScenarioFiles.read(path, console: console)
    let scenario: LoadedScenario
    do throws(MistakesFound) {
      scenario = try LoadedScenario(source, apps: console.surroundings.apps)
    } catch {
      console.complain(error.diagnostics, in: source)
      return .invalidInput
    }
    var options = ScenarioRun.Options(
      until: try invocation.number("until", least: 1, hint: RunSettings.numbers))
    options.keepsRoutes = true
    options.isStopped = console.surroundings.clock.isInterrupted
    let chosen = scenario.cases.filter { isWanted($0, of: scenario) }
    guard !chosen.isEmpty else {
      throw CommandFailure(
        .nothingToDo, "no case matches '\(invocation.value("case") ?? "")'",
        code: "nothing-to-do",
        hint: scenario.cases.count == 1
          ? "the only case is 1 '\(scenario.cases[0].title ?? scenario.title)'"
          : "a case is chosen by its number in the file or by a part of its title")
    }
    let outcomes = chosen.map {
      ScenarioRun.run(scenario, case: $0, options: options, apps: console.surroundings.apps)
    }
    guard outcomes.contains(where: { !$0.routes.isEmpty }) else {
      throw CommandFailure(
        .nothingToDo, "nothing comes from outside in '\(path)'", code: "nothing-to-do",
        hint: "what is aimed at a window, as with `to: A`, is not routed")
    }
    try write(outcomes)
    return .success
  }

  private func isWanted(_ selected: ScenarioCase, of scenario: LoadedScenario) -> Bool {
    guard let wanted = invocation.value("case") else { return true }
    if let number = Int(wanted) { return selected.number == number }
    return (selected.title ?? scenario.title).contains(wanted)
  }

  private func write(_ outcomes: [CaseRun]) throws(CommandFailure) {
    switch invocation.format {
    case .table, .plain:
      for outcome in outcomes {
        if let title = outcome.caseTitle { try console.write("# case \(title)\n\n") }
        try console.write(RouteText.text(of: outcome))
      }
    case .jsonl:
      for route in outcomes.flatMap(Self.json) { try console.write(route) }
    case .json:
      let routes = JSON.list(outcomes.flatMap(Self.json))
      try console.write(["schema": "scenesim.routes/1", "routes": routes])
    }
  }

  private static func json(_ outcome: CaseRun) -> [JSON] {
    outcome.routes.map { route in
      [
        "file": .string(outcome.file), "case": .string(outcome.title), "step": .int(route.step),
        "explanation": .string(route.decision.explanation),
      ]
    }
  }
}
