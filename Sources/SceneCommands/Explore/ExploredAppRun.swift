import SceneExplorer
import SceneReports
import SceneScenarios

/// Plays the steps of an explored scenario, as they stand in its file or with others.
struct ExploredAppRun {
  let file: ExploreFile
  let console: Console

  /// Plays all steps of the file.
  ///
  /// - Parameters:
  ///   - options: How they are played.
  ///   - beginStep: Called before each step that is not part of another.
  /// - Throws: The step that fails.
  func play(
    _ options: ScenarioRun.Options, _ beginStep: (Int) -> Void
  ) throws(CommandFailure) {
    let app = file.app
    let mistake: Diagnostic?
    do throws(Diagnostic) {
      let stage = try ScenarioStage(
        app.scenario, case: app.selected, options: options, apps: console.surroundings.apps)
      mistake = stage.playFile(beginStep)
    } catch {
      mistake = error
    }
    if let mistake { throw failure(mistake) }
  }

  /// Says what is wrong with the file itself.
  func failure(_ mistake: Diagnostic) -> CommandFailure {
    let written = file.app.scenario.source
    let (mistake, source) = asWritten ?? (mistake, written)
    console.complain(
      DiagnosticRenderer.text(mistake, source: source, color: console.errorPaint.isOn))
    return CommandFailure(
      .invalidInput, "the steps of '\(source.path)' fail before anything is tried",
      code: "not-valid", next: "scenesim run \(ShellText.word(source.path))")
  }

  /// What fails in the file itself, at the lines that its author wrote: what is explored has them in
  /// others.
  private var asWritten: (Diagnostic, SourceFile)? {
    let apps = console.surroundings.apps
    // What cannot be read was told before.
    guard
      let source = try? ScenarioFiles.read(file.app.scenario.source.path, console: console),
      let scenario = try? LoadedScenario(source, apps: apps),
      let selected = scenario.cases.first(where: { $0.number == file.number })
    else { return nil }
    return ScenarioRun.run(scenario, case: selected, apps: apps).failure.map { ($0, source) }
  }

  /// A scenario of some of its steps, and the message with which it fails; nil if it does not.
  func scenario(
    title: String, comment: String, steps: [String]
  ) -> (bytes: [UInt8], message: String)? {
    let lines =
      ["# \(comment)", "scenesim: 1", "scenario: \(JSON.quoted(title))", ""]
      + file.app.appLines + ["", "steps:"] + steps
    let source = SourceFile(
      path: "finding.scene.yaml", text: lines.joined(separator: "\n") + "\n")
    // What cannot be laid out, read or played to its last step shows nothing.
    guard let bytes = try? ScenarioLayout.canonical(source),
      let scenario = try? LoadedScenario(
        SourceFile(path: source.path, bytes: bytes), apps: console.surroundings.apps)
    else { return nil }
    let run = ScenarioRun.run(
      scenario, case: scenario.cases[0], apps: console.surroundings.apps)
    guard run.outcome == .failed, run.played.last?.isCheck == true, let failure = run.failure
    else { return nil }
    return (bytes, failure.message)
  }
}
