import FoundationEssentials
package import SceneLifecycle
package import SceneSimulator

/// What came out of one case of a scenario.
package struct ScenarioOutcome: Sendable {
  package enum Result: String, Sendable, Hashable { case passed, failed, skipped }

  /// The path of the file as the user gave it.
  package let file: String
  package let title: String
  /// The title of the case; nil for a scenario without cases.
  package let caseTitle: String?
  /// The number of the case, from 1.
  package let caseNumber: Int
  package let outcome: Result
  /// How many steps were executed; the failing one counts.
  package let steps: Int
  /// How many steps there are, if that can be told before running.
  package let of: Int?
  package let diagnostics: [Diagnostic]
  /// Which steps a failure kept from running, as a sentence; nil if it was the last or none.
  package let notRun: String?
  package let trace: Trace
  /// The steps in the order they were executed, those that only look included.
  package let played: [PlayedStep]
  /// The moments of which the scenario asks for a picture.
  package let pictures: [PictureMark]
  /// What each `expect: "?"` is to be replaced with, if the run was to fill them in.
  package let filled: [FilledExpectation]
  /// Where things from outside went, and why, if the run was to tell.
  package let routes: [RoutedStep]
  /// Where random choices started.
  package let seed: Int
  /// Where the store was kept, if it was.
  package let storeDirectory: String?
}

extension ScenarioOutcome {
  /// All messages of the case for people, each ending with a line end; the same in a terminal,
  /// a test log and a report.
  package func messages(
    source: SourceFile?, layout: DiagnosticRenderer.Layout = DiagnosticRenderer.Layout()
  ) -> [String] {
    let texts = diagnostics.map {
      DiagnosticRenderer.text($0, source: source, layout: layout)
    }
    return texts + (notRun.map { ["\($0)\n"] } ?? [])
  }
}

/// Runs scenarios: reads a file, then runs its cases one after another.
package enum ScenarioRun {
  package struct Options {
    /// The folder of the store; nil is a temporary one.
    package var storeDirectory: String?
    /// Whether a temporary store is left behind.
    package var keepsStore = false
    /// Whether `expect: "?"` is answered in `filled` of the outcome; else it fails.
    package var fillsExpectations = false
    /// How much one case may do.
    package var limits = RunLimits()
    /// Whether `routes` of the outcome tells where things from outside went.
    package var keepsRoutes = false
    /// Whether each played step tells what there was to see after it.
    package var keepsMoments = false
    /// The last step to run; nil runs all.
    package var until: Int?
    /// How long the case may run, whatever the file says; nil leaves it to the file.
    package var timeLimit: TimeLimit?
    /// How long it may run if nobody says so; nil is for ever.
    package var usualTimeLimit: TimeLimit? = .usual
    /// Where random choices start, whatever the file says; nil leaves it to the file.
    package var seed: Int?
    /// Looked at before each step: whether whoever runs the case has lost interest.
    package var isStopped: (@Sendable () -> Bool)?
    /// Runs after each step with its number, the trace so far and the store's folder.
    package var afterStep: (@Sendable (Int, Trace, String?) -> Void)?
    /// Whether more steps are to come, so that a problem nobody looked at is no failure yet.
    package var expectsMore = false
    /// Gets what the devices show after each step, with the step's number.
    package var showsScreens: ((Int, [ScreenState]) -> Void)?

    /// The time since any moment; a scenario's `time-limit` is measured with it.
    package var clock: @Sendable () -> Duration = {
      ContinuousClock.Instant.now - processStart
    }

    private static let processStart = ContinuousClock.Instant.now

    /// Makes the app of each process; nil is the app that the file declares.
    package var app: (() -> any SceneApp)?
    /// The apps written in Swift that the file may name.
    package var apps = KnownApps()

    package init(storeDirectory: String? = nil, keepsStore: Bool = false, until: Int? = nil) {
      self.storeDirectory = storeDirectory
      self.keepsStore = keepsStore
      self.until = until
    }
  }

  /// Reads the file at a path.
  ///
  /// - Parameters:
  ///   - path: Where the file lies.
  ///   - apps: The apps written in Swift that it may name.
  /// - Throws: Everything that is wrong with the file, or that it cannot be read.
  /// - Returns: The scenario.
  package static func load(
    path: String, apps: KnownApps = KnownApps()
  ) throws(MistakesFound) -> LoadedScenario {
    let source: SourceFile
    do {
      source = try SourceFile(readingFileAt: path)
    } catch {
      throw MistakesFound(diagnostics: [
        Diagnostic(
          .notReadable, file: path, range: SourceRange(at: .start), "the file cannot be read")
      ])
    }
    return try LoadedScenario(source, apps: apps)
  }

  /// Runs one case on a fresh simulated device.
  package static func run(
    _ scenario: LoadedScenario, case selected: ScenarioCase, options: Options = Options()
  ) -> ScenarioOutcome {
    ScenarioRunner(scenario, selected, options).run()
  }
}
