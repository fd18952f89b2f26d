import FoundationEssentials
package import SceneSimulator

/// Runs scenarios: reads a file, then runs its cases one after another.
package enum ScenarioRun {
  package struct Options: Sendable {
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
    /// Whether traces tell details, whatever the app says.
    package var tracesDetail = false
    /// Whether a case that fails is played a second time, to tell when that was so which was
    /// expected.
    package var looksBack = true
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
    /// Where roaming devices carry to; nil is a cluster in memory.
    package var cluster: ScenarioCluster?
    /// Called at each moment at which a fault could strike.
    package var atFaultPoint: (@Sendable (Fault.Point) -> Void)?
    /// Whether more steps are to come, so that a problem nobody looked at is no failure yet.
    package var expectsMore = false
    /// The time since any moment; a scenario's `time-limit` is measured with it.
    package var clock: @Sendable () -> Duration = {
      ContinuousClock.Instant.now - processStart
    }

    private static let processStart = ContinuousClock.Instant.now

    package init(storeDirectory: String? = nil, keepsStore: Bool = false, until: Int? = nil) {
      self.storeDirectory = storeDirectory
      self.keepsStore = keepsStore
      self.until = until
    }
  }

  /// Reads the file at a path.
  ///
  /// - Throws: Everything that is wrong with the file, or that it cannot be read.
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
  ///
  /// - Parameters:
  ///   - scenario: What was read.
  ///   - selected: The case.
  ///   - options: How it is played.
  ///   - apps: The apps written in Swift that the file may name, or the one that takes the place
  ///     of its app.
  /// - Returns: The record of it.
  package static func run(
    _ scenario: LoadedScenario, case selected: ScenarioCase, options: Options = Options(),
    apps: KnownApps = KnownApps()
  ) -> CaseRun {
    ScenarioRunner(scenario, selected, options, apps).run()
  }
}
