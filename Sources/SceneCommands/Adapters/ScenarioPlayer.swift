import SceneReports
import SceneScenarios
import SceneSimulator

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
    playable.scenario = scenario.title
    playable.line = selected.line
    playable.tags = scenario.tags
    playable.skipReason = scenario.skip
    playable.files = scenario.files
    playable.caseTitles = scenario.cases.map(\.title)
    return playable
  }

  private static func play(
    _ scenario: LoadedScenario, _ selected: ScenarioCase, _ options: PlayableCase.Options,
    _ apps: KnownApps
  ) -> PlayableCase.Result {
    var run = ScenarioRun.Options(storeDirectory: options.storeDirectory, until: options.until)
    run.apps = apps
    run.seed = options.seed
    (run.timeLimit, run.usualTimeLimit) = (options.timeLimit, options.usualTimeLimit)
    run.fillsExpectations = options.fillsExpectations
    run.keepsMoments = options.keepsMoments
    run.isStopped = options.isStopped
    let marks = options.storeDirectory.map { StepMarks($0) }
    run.afterStep = { step, _, _ in
      marks?.add(step)
      options.afterStep?(step)
    }
    let outcome = ScenarioRun.run(scenario, case: selected, options: run)
    marks?.write(outcome.played)
    let result: RunRow.Outcome =
      switch outcome.outcome {
      case .passed: .passed
      case .failed: .failed
      case .skipped: .skipped
      }
    var played = PlayableCase.Result(
      outcome: result, steps: outcome.steps, total: outcome.of,
      diagnostics: outcome.diagnostics, trace: outcome.trace, played: outcome.played)
    played.notRun = outcome.notRun
    played.filled = outcome.filled
    (played.pictures, played.seed) = (outcome.pictures, outcome.seed)
    return played
  }
}
