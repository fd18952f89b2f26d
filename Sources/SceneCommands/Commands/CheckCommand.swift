import SceneReports
import SceneScenarios

/// `scenesim check PATH…`.
enum CheckCommand {
  static let command = Command(
    "check", abstract: "find the mistakes in scenario files, run nothing",
    operands: "PATH…", operandCount: .atLeast(1),
    examples: [
      .init("scenesim check scenarios", "every *.scene.yaml below a folder"),
      .init("scenesim check - < my.scene.yaml", "standard input"),
      .init("scenesim check scenarios --json", "all findings with their places, for editors"),
    ]
  ) { invocation, console in
    let paths = try ScenarioFiles.find(invocation.operands)
    guard !paths.isEmpty else {
      throw CommandFailure(
        .nothingToDo, "no scenario found: no file ends in '\(ScenarioFiles.ending)'",
        code: "nothing-to-do", next: "scenesim help check")
    }
    let report = CheckReport(invocation, console: console)
    for path in paths {
      try console.checkInterruption()
      let source = try ScenarioFiles.read(path, console: console)
      let findings = ScenarioCheck.diagnostics(of: source, apps: console.surroundings.apps)
      try report.add(findings, of: source)
    }
    return try report.finish()
  }
}
