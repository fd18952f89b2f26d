import FoundationEssentials
public import SceneLifecycle
import SceneScenarios
import SceneState

/// The whole command line of `scenesim`, for an executable that knows your app.
///
/// A scenario names such an app instead of declaring one: `app: HawkNotes`. Its tabs, keys,
/// activities and places come from its manifest; everything else works as with the `scenesim` of
/// this package, and scenarios that declare their app run, too.
///
/// ```swift
/// // Sources/hawksim/main.swift
/// import HawkNotesApp
/// import SceneCommands
///
/// await ScenarioTool.main(apps: ["HawkNotes": { HawkNotes() }])
/// ```
public enum ScenarioTool {
  /// Runs the command line of this process and ends it with the command's exit code.
  ///
  /// The code is 0 for success, 1 if a scenario failed, 2 for a mistake in the command line, 3 for
  /// a file that is no scenario; `scenesim help exit-codes` lists them all.
  ///
  /// - Parameter apps: The apps that scenarios may name, by these names. A factory is called for
  ///   each process that a scenario starts, and now and then only to read the app's manifest.
  public static func main(apps: [String: () -> any SceneApp] = [:]) async -> Never {
    ProcessEdge.prepareSignals()
    // What goes wrong in a simulated store is part of the scenario's outcome.
    SceneProblem.tellsOnStandardError = false
    let errors = ExploreChild.prepareProcess(ProcessEdge.environment)
    let console = ProcessEdge.makeConsole(apps: KnownApps(apps), errors: errors)
    ProcessEdge.leave(Tool().run(Array(CommandLine.arguments.dropFirst()), console: console))
  }
}
