import SceneScenarios

/// Plays the cases of real scenario files in the simulator.
enum ScenarioPlayer {
  static let load: ScenarioLoader = { source, apps in
    do throws(MistakesFound) {
      let scenario = try ScenarioCheck.load(source, apps: apps)
      return .success(scenario.cases.map { playable($0, of: scenario, apps) })
    } catch {
      return .failure(error)
    }
  }

  private static func playable(
    _ selected: ScenarioCase, of scenario: LoadedScenario, _ apps: KnownApps
  ) -> PlayableCase {
    let player: PlayableCase.Player =
      scenario.hasSwiftApp
      ? .here { play(scenario, selected, $0, apps) }
      : .anywhere { play(scenario, selected, $0, KnownApps()) }
    var playable = PlayableCase(
      number: selected.number, title: selected.title ?? scenario.title, player: player)
    playable.tags = scenario.tags
    playable.files = scenario.files
    playable.caseTitles = scenario.cases.map(\.title)
    playable.notes.ofTurns = { $0.notes(in: scenario) }
    playable.notes.doubts = { ScenarioCheck.hardlyMeant(in: scenario, selected, apps: apps) }
    return playable
  }

  private static func play(
    _ scenario: LoadedScenario, _ selected: ScenarioCase, _ options: ScenarioRun.Options,
    _ apps: KnownApps
  ) -> CaseRun {
    guard let directory = options.storeDirectory else {
      return ScenarioRun.run(scenario, case: selected, options: options, apps: apps)
    }
    let marks = StepMarks(directory)
    var marked = options
    marked.afterStep = { step, trace, folder in
      marks.add(step)
      options.afterStep?(step, trace, folder)
    }
    let run = ScenarioRun.run(scenario, case: selected, options: marked, apps: apps)
    marks.write(run.played)
    return run
  }
}
