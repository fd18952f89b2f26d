import SceneReports
import SceneScenarios
import SceneSimulator

/// Plays the cases of real scenario files in the simulator.
enum ScenarioPlayer {
  static let load: ScenarioLoader = { source, apps in
    do throws(MistakesFound) {
      let scenario = try LoadedScenario(source, apps: apps)
      return .success(
        scenario.cases.map { selected in
          PlayableCase(number: selected.number, title: selected.title ?? scenario.title) {
            play(scenario, selected, $0, apps)
          }
        })
    } catch {
      return .failure(error)
    }
  }

  private static func play(
    _ scenario: LoadedScenario, _ selected: ScenarioCase, _ options: PlayableCase.Options,
    _ apps: KnownApps
  ) -> PlayableCase.Result {
    var run = ScenarioRun.Options(storeDirectory: options.storeDirectory, until: options.until)
    run.apps = apps
    let outcome = ScenarioRun.run(scenario, case: selected, options: run)
    let result: RunRow.Outcome =
      switch outcome.outcome {
      case .passed: .passed
      case .failed: .failed
      case .skipped: .skipped
      }
    return PlayableCase.Result(
      outcome: result, steps: outcome.steps, total: outcome.of,
      diagnostics: outcome.diagnostics, trace: outcome.trace.description)
  }
}
