import SceneExplorer
import SceneScenarios
import SceneState

/// Reads what is to be explored: an app, or a scenario after whose steps it begins.
struct ExploreFile {
  let app: ExploredApp
  let number: Int
  /// The names of the cases that a scenario has.
  private let cases: [String]

  init(_ path: String, case number: Int, console: Console) throws(CommandFailure) {
    self.number = number
    let apps = console.surroundings.apps
    var lines = try TryApp(path, case: number, console: console).lines
    var steps: [String] = []
    var cases: [String] = []
    if apps.factory(path) == nil {
      let source = try ScenarioFiles.read(path, console: console)
      // The app could be read, and so can the file.
      if let root = try? ScenarioReader.read(source), root["app"] != nil {
        let parts = (root["before"]?.list ?? []) + (root["steps"]?.list ?? [])
        steps = parts.map { "  - \($0.written)" }
        if root["devices"] != nil {
          throw CommandFailure(
            .invalidInput, "'\(path)' has several devices", code: "not-valid",
            hint: "`explore` plays one: put the app in a file of its own, `app: FILE.yaml`, "
              + "and explore that")
        }
        cases = (root["cases"]?.list ?? []).map { $0["case"]?.text ?? "" }
        if let explore = root["explore"] { lines.append("explore: \(explore.written)") }
      }
    }
    self.cases = cases
    let written = ExploredApp.source(path, CaseRun.stem(of: path), lines, steps)
    do throws(MistakesFound) {
      // Some of it is read late, such as another version, and would only be refused each time.
      _ = try ScenarioCheck.load(written, apps: apps)
      app = try ExploredApp(
        path: path, title: CaseRun.stem(of: path), appLines: lines, stepLines: steps, apps: apps)
    } catch {
      TryApp.tell(error.diagnostics, in: written, of: path, console)
      throw CommandFailure(
        .invalidInput, "'\(path)' cannot be explored", code: "not-valid",
        next: "scenesim check \(ShellText.word(path))")
    }
    // It was read before.
    let root = try? ScenarioReader.read(written)
    guard let key = Self.keyOfTabsInPlaces(root?["app"]) else { return }
    throw CommandFailure(
      .invalidInput, "the tabs of '\(path)' are those of places", code: "not-valid",
      hint: "`explore` plays apps whose tabs are those of each window, or of the app: leave "
        + "`scope` out at `\(key)`, or write `scope: app`")
  }

  /// Says which of several cases is explored.
  func tellCase(_ console: Console) {
    guard cases.count > 1, !console.isQuiet else { return }
    let name = cases[number - 1].isEmpty ? "" : ", `\(SafeText.escaped(cases[number - 1]))`,"
    console.complain(
      "note: case \(number) of \(cases.count)\(name) is explored; --case takes another one\n")
  }

  /// Plays all steps of the file.
  ///
  /// - Parameters:
  ///   - options: How they are played.
  ///   - console: Where mistakes are told.
  ///   - beginStep: Called before each step that is not part of another.
  /// - Throws: The step that fails.
  func play(
    _ options: ScenarioRun.Options, _ console: Console, _ beginStep: (Int) -> Void
  ) throws(CommandFailure) {
    let mistake: Diagnostic?
    do throws(Diagnostic) {
      let stage = try ScenarioStage(
        app.scenario, case: app.selected, options: options, apps: console.surroundings.apps)
      mistake = stage.playFile(beginStep)
    } catch {
      mistake = error
    }
    if let mistake { throw failure(mistake, console) }
  }

  /// How many steps the file has, each round counted.
  func stepCount(_ console: Console) -> Int {
    // It was played before each run.
    let stage = try? ScenarioStage(
      app.scenario, case: app.selected, options: ScenarioRun.Options(),
      apps: console.surroundings.apps)
    guard let stage, !app.scenario.allSteps.isEmpty, stage.playFile() == nil else { return 0 }
    return stage.stepCount
  }

  /// Says what is wrong with the file itself.
  func failure(_ mistake: Diagnostic, _ console: Console) -> CommandFailure {
    let (mistake, source) = asWritten(console) ?? (mistake, app.scenario.source)
    console.complain(
      DiagnosticRenderer.text(mistake, source: source, color: console.errorPaint.isOn))
    return CommandFailure(
      .invalidInput, "the steps of '\(source.path)' fail before anything is tried",
      code: "not-valid", next: "scenesim run \(ShellText.word(source.path))")
  }

  /// What fails in the file itself, at the lines that its author wrote: what is explored has them in
  /// others.
  private func asWritten(_ console: Console) -> (Diagnostic, SourceFile)? {
    let apps = console.surroundings.apps
    guard
      // What cannot be read was told before.
      let source = try? ScenarioFiles.read(app.scenario.source.path, console: console),
      // And so was what cannot be checked.
      let scenario = try? LoadedScenario(source, apps: apps),
      let selected = scenario.cases.first(where: { $0.number == number })
    else { return nil }
    return ScenarioRun.run(scenario, case: selected, apps: apps).failure.map { ($0, source) }
  }

  /// The key of open tabs that are those of a place.
  private static func keyOfTabsInPlaces(_ app: Node?) -> String? {
    guard let key = app?["tabs"]?["$from"]?.text,
      let scope = app?["storage"]?[key]?["scope"], !["scene", "app"].contains(scope.text)
    else { return nil }
    return key
  }
}
