import SceneReports
import SceneScenarios
import SceneSimulator

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
    onlyAnswer: "a drawing",
    operandValues: .files
  ) { invocation, console in
    let (kind, path) = (invocation.operands[0], invocation.operands[1])
    guard kinds.contains(kind) else {
      if kinds.contains(path) {
        throw CommandFailure.usage(
          "there is no diagram '\(kind)'", hint: "the kind comes first",
          next: "scenesim diagram \(path) \(ShellText.word(kind))")
      }
      throw CommandFailure.usage(
        "there is no diagram '\(kind)': there are \(kinds.joined(separator: ", "))",
        hint: ErrorText.suggestion(for: kind, among: kinds), next: "scenesim help diagram")
    }
    let form = invocation.value("as").flatMap(Diagram.Form.init(rawValue:)) ?? .mermaid
    let number = try invocation.number("case", least: 1) ?? 1
    let declaration = try declaration(of: path, case: number, console)
    let name = declaration.name.isEmpty ? CaseRun.stem(of: path) : declaration.name
    let diagram =
      switch kind {
      case "lifecycle":
        AppDiagram.lifecycle(name, seenIn: try traces(of: path, console))
      case "routes": AppDiagram.routes(name, declaration)
      default: AppDiagram.places(name, declaration)
      }
    if diagram.boxes.isEmpty {
      throw CommandFailure(
        .nothingToDo, "the app of '\(path)' has no navigator", code: "nothing-to-do",
        hint: "places are where its URLs lead: `navigator: { places: … }`")
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
      // What is no scenario without mistakes is read as an app below, and that tells them.
      let scenario = try? LoadedScenario(ScenarioFiles.read(path, console: console), apps: apps),
      scenario.cases.indices.contains(number - 1),
      // The same holds for an app that cannot be made of it.
      let found = try? scenario.declaration(for: scenario.cases[number - 1], apps: apps)
    {
      return found
    }
    let app = try TryApp(path, case: number, console: console)
    let text = (["scenesim: 1", "scenario: \(CaseRun.stem(of: path))"] + app.lines + ["steps: []"])
      .joined(separator: "\n")
    let source = SourceFile(path: path, text: text + "\n")
    do {
      let scenario = try LoadedScenario(source, apps: apps)
      // A file without cases is one case.
      return try scenario.declaration(for: scenario.cases[0], apps: apps)
    } catch {
      let found = (error as? MistakesFound)?.diagnostics ?? (error as? Diagnostic).map { [$0] }
      TryApp.tell(found ?? [], in: source, of: path, console)
      throw CommandFailure(
        .invalidInput, "the app of '\(path)' cannot be drawn", code: "not-valid")
    }
  }

  /// What happened in all cases; nothing for a file that holds only an app.
  private static func traces(of path: String, _ console: Console) throws -> [Trace] {
    if console.surroundings.apps.factory(path) != nil || path == "-" { return [] }
    let source = try ScenarioFiles.read(path, console: console)
    // The app could be read, so that what is wrong is in the steps.
    guard try ScenarioReader.read(source)["steps"] != nil else { return [] }
    let scenario: LoadedScenario
    do throws(MistakesFound) {
      scenario = try LoadedScenario(source, apps: console.surroundings.apps)
    } catch {
      TryApp.tell(error.diagnostics, in: source, of: path, console)
      throw CommandFailure(
        .invalidInput, "the steps of '\(path)' cannot be played", code: "not-valid")
    }
    var options = ScenarioRun.Options()
    options.isStopped = console.surroundings.clock.isInterrupted
    return scenario.cases.map {
      ScenarioRun.run(scenario, case: $0, options: options, apps: console.surroundings.apps).trace
    }
  }
}
