package import SceneReports
package import SceneScenarios
package import SceneSimulator

/// One case of a scenario file, ready to be played.
package struct PlayableCase {
  /// How a case is played.
  package struct Options: Sendable {
    /// Where the store is left; nil = a temporary one that is removed.
    package var storeDirectory: String?
    /// The number of the last step to play.
    package var until: Int?
    /// Where random choices start, whatever the file says.
    package var seed: Int?
    /// How long it may run, whatever the file says.
    package var timeLimit: TimeLimit?
    /// How long it may run if nobody says so; nil is for ever.
    package var usualTimeLimit: TimeLimit? = .usual
    /// Whether every `expect: "?"` is answered instead of failing.
    package var fillsExpectations = false
    /// Whether each played step tells what there was to see after it.
    package var keepsMoments = false
    /// Called after each step with its number.
    package var afterStep: (@Sendable (Int) -> Void)?
    /// Looked at before each step: whether to stop.
    package var isStopped: (@Sendable () -> Bool)?

    package init() {}
  }

  /// What came of it.
  package struct Result: Sendable {
    package var outcome: RunRow.Outcome
    package var steps: Int
    package var total: Int?
    package var diagnostics: [Diagnostic]
    package var trace: Trace
    package var played: [PlayedStep]
    /// The answers to every `expect: "?"`.
    package var filled: [FilledExpectation] = []
    /// Which steps a failure kept from running, as a sentence.
    package var notRun: String?
    /// The moments of which the scenario wants a picture.
    package var pictures: [PictureMark] = []
    /// Where random choices started.
    package var seed = 0
    /// How long it took, by the clock on the wall.
    package var duration = Duration.zero

    package init(
      outcome: RunRow.Outcome, steps: Int, total: Int?, diagnostics: [Diagnostic], trace: Trace,
      played: [PlayedStep] = []
    ) {
      self.outcome = outcome
      self.steps = steps
      self.total = total
      self.diagnostics = diagnostics
      self.trace = trace
      self.played = played
    }
  }

  /// Where a case may be played.
  package enum Player {
    /// On any thread, beside others.
    case anywhere(@Sendable (Options) throws -> Result)
    /// Only where the tool began: an app written in Swift may need the main thread.
    case here((Options) throws -> Result)
  }

  /// From 1, within its file.
  package let number: Int
  package let title: String
  /// The title of the scenario.
  package var scenario = ""
  /// The line in which the case stands.
  package var line = 1
  package var tags: [String] = []
  /// Why it is skipped; nil if it is played.
  package var skipReason: String?
  /// The files it is made of: the scenario, its app's, those it includes.
  package var files: [String] = []
  /// The titles of all cases of the file; one nil for a file without cases.
  package var caseTitles: [String?] = [nil]
  package let player: Player

  package init(number: Int, title: String, player: Player) {
    self.number = number
    self.title = title
    self.player = player
  }
}

/// Reads a scenario, or says everything that is wrong with it.
package typealias ScenarioLoader =
  @Sendable (SourceFile, KnownApps) -> Result<[PlayableCase], MistakesFound>
