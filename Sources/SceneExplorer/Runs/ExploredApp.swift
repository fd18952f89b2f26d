package import SceneScenarios
internal import SceneSimulator

/// What is explored: an app, and the steps that lead to where it begins.
package struct ExploredApp: Sendable {
  package let scenario: LoadedScenario
  package let selected: ScenarioCase
  /// The lines of a scenario that say which app it plays.
  package let appLines: [String]
  /// The lines of the steps that are played first, without `steps:`.
  package let stepLines: [String]
  /// The steps of the file, from which more is known of the app; all of them, also where a finding
  /// needs only some.
  private(set) var knownSteps: [ParsedStep]

  package init(
    _ scenario: LoadedScenario, case selected: ScenarioCase, appLines: [String],
    stepLines: [String] = []
  ) {
    (self.scenario, self.selected) = (scenario, selected)
    (self.appLines, self.stepLines) = (appLines, stepLines)
    knownSteps = scenario.allSteps
  }

  /// Makes one of the lines of a scenario.
  ///
  /// - Parameters:
  ///   - path: The file that mistakes are told of.
  ///   - title: The title of the scenario.
  ///   - appLines: The lines that say which app it plays.
  ///   - stepLines: The lines of its steps, without `steps:`.
  ///   - apps: The apps in Swift that it may name.
  /// - Throws: What is wrong with the lines.
  package init(
    path: String, title: String = "explored", appLines: [String], stepLines: [String] = [],
    apps: KnownApps = KnownApps()
  ) throws(MistakesFound) {
    let source = Self.source(path, title, appLines, stepLines)
    let scenario = try LoadedScenario(source, apps: apps)
    // A scenario without `cases` is one case.
    self.init(scenario, case: scenario.cases[0], appLines: appLines, stepLines: stepLines)
  }

  /// The same file with other lines of its app, or of the steps that are played first.
  ///
  /// - Throws: What is wrong with the lines.
  func with(
    appLines: [String]? = nil, stepLines: [String]? = nil, _ apps: KnownApps
  ) throws(MistakesFound) -> ExploredApp {
    var other = try ExploredApp(
      path: scenario.source.path, appLines: appLines ?? self.appLines,
      stepLines: stepLines ?? self.stepLines, apps: apps)
    other.knownSteps = knownSteps
    return other
  }

  /// The scenario of an app as a file.
  package static func source(
    _ path: String, _ title: String, _ appLines: [String], _ stepLines: [String],
    comment: String? = nil
  ) -> SourceFile {
    let body = stepLines.isEmpty ? ["steps: []"] : ["steps:"] + stepLines
    let head = ["scenesim: 1", "scenario: \(ScenarioValue.quoted(title))"]
    var parts = [head, appLines, body]
    // What people read is apart.
    if let comment { parts = [["# \(comment)"] + head, [""], appLines, [""], body] }
    return SourceFile(path: path, text: parts.joined().joined(separator: "\n") + "\n")
  }

  /// The app as it is declared; an empty one if it cannot be read, which a run tells.
  package var declaration: AppDeclaration {
    var none = DiagnosticList()
    // Why it cannot be read is told by the run.
    let found = try? scenario.declaration(for: selected)
    var app = found ?? AppDeclaration(nil, in: scenario.source, mistakes: &none)
    app.explore = scenario.explore ?? app.explore
    return app
  }

  /// Whether steps are played before anything is drawn.
  package var hasBeginning: Bool { !stepLines.isEmpty && !scenario.allSteps.isEmpty }

  /// Sets a fresh stage: a device on which nothing but the steps of the file has happened.
  ///
  /// This is the one place that says what a run is played on.
  ///
  /// - Parameters:
  ///   - apps: The apps in Swift that the file may name.
  ///   - storeFolder: Where the store lies; nil for one in memory.
  /// - Throws: What is wrong with the app, or the step that fails.
  /// - Returns: The stage.
  func stage(
    _ apps: KnownApps, storeFolder: String? = nil
  ) throws(Diagnostic) -> ScenarioStage {
    var options = ScenarioRun.Options(storeDirectory: storeFolder)
    options.usualTimeLimit = nil
    let stage = try ScenarioStage(scenario, case: selected, options: options, apps: apps)
    stage.simulation.log.keepsTrace = false
    if hasBeginning, let mistake = stage.playFile() { throw mistake }
    return stage
  }
}
