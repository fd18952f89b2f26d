import SceneReports
import SceneScenarios
import SceneSimulator

/// `scenesim diagram lifecycle|routes|places APP`.
enum DiagramCommand {
  private static let kinds = ["lifecycle", "routes", "places"]

  static let command = Command(
    "diagram", abstract: "draw the states, routes or places of an app",
    operands: "KIND APP", operandCount: .range(2...2),
    options: [
      .value(
        "as", "FORM", "mermaid, dot or svg; mermaid", choices: Diagram.Form.allCases.map(\.rawValue)
      ),
      .value("case", "N", "the case of the scenario whose variables the app gets; 1"),
    ],
    operandValues: .files,
    examples: [
      .init(
        "scenesim diagram lifecycle scenarios/01-shared-key.scene.yaml",
        "what leads from state to state; bold is what its steps have seen"),
      .init(
        "scenesim diagram routes drag.scene.yaml --as dot", "who takes which activity, for dot"),
      .init(
        "scenesim diagram places links.scene.yaml --as svg -o places.svg", "where URLs lead"),
    ]
  ) { invocation, console in
    let (kind, path) = (invocation.operands[0], invocation.operands[1])
    guard kinds.contains(kind) else {
      throw CommandFailure.usage(
        "there is no diagram '\(kind)': there are \(kinds.joined(separator: ", "))",
        hint: ErrorText.suggestion(for: kind, among: kinds), next: "scenesim help diagram")
    }
    let form = invocation.value("as").flatMap(Diagram.Form.init(rawValue:)) ?? .mermaid
    let number = try invocation.number("case", least: 1) ?? 1
    let declaration = try declaration(of: path, case: number, console)
    let name = declaration.name.isEmpty ? RunRow.stem(of: path) : declaration.name
    let diagram =
      switch kind {
      case "lifecycle":
        AppDiagram.lifecycle(name, seenIn: traces(of: path, console))
      case "routes": AppDiagram.routes(name, declaration)
      default: AppDiagram.places(name, declaration)
      }
    if diagram.boxes.isEmpty {
      throw CommandFailure(
        .nothingToDo, "the app of '\(path)' has no \(kind)", code: "nothing-to-do")
    }
    try console.write(diagram.text(as: form))
    return .success
  }

  /// The app of a scenario, or of a file that holds only an app.
  private static func declaration(
    of path: String, case number: Int, _ console: Console
  ) throws -> AppDeclaration {
    let apps = console.surroundings.apps
    if apps.factory(path) == nil, path != "-",
      let source = try? ScenarioFiles.read(path, console: console),
      let scenario = try? LoadedScenario(source, apps: apps),
      scenario.cases.indices.contains(number - 1),
      let found = try? scenario.declaration(for: scenario.cases[number - 1], apps: apps)
    {
      return found
    }
    let app = try TryApp(path, case: number, console: console)
    let text = (["scenesim: 1", "scenario: \(RunRow.stem(of: path))"] + app.lines + ["steps: []"])
      .joined(separator: "\n")
    let source = SourceFile(path: path, text: text + "\n")
    do {
      let scenario = try LoadedScenario(source, apps: apps)
      // A file without cases is one case.
      return try scenario.declaration(for: scenario.cases[0], apps: apps)
    } catch {
      let found = (error as? MistakesFound)?.diagnostics ?? (error as? Diagnostic).map { [$0] }
      for mistake in found ?? [] where mistake.severity == .error {
        console.complain(
          DiagnosticRenderer.text(mistake, source: source, color: console.errorPaint.isOn))
      }
      throw CommandFailure(
        .invalidInput, "the app of '\(path)' cannot be drawn", code: "not-valid")
    }
  }

  /// What happened in all cases; nothing for a file that is no scenario.
  private static func traces(of path: String, _ console: Console) -> [Trace] {
    guard let source = try? ScenarioFiles.read(path, console: console),
      let scenario = try? LoadedScenario(source, apps: console.surroundings.apps)
    else { return [] }
    var options = ScenarioRun.Options()
    options.apps = console.surroundings.apps
    options.isStopped = console.surroundings.clock.isInterrupted
    return scenario.cases.map { ScenarioRun.run(scenario, case: $0, options: options).trace }
  }
}
