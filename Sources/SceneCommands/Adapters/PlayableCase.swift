package import SceneScenarios

/// One case of a scenario file, ready to be played.
package struct PlayableCase {
  /// Where a case may be played.
  package enum Player {
    /// On any thread, beside others.
    case anywhere(@Sendable (ScenarioRun.Options) throws -> CaseRun)
    /// Only where the tool began: an app written in Swift may need the main thread.
    case here((ScenarioRun.Options) throws -> CaseRun)
  }

  /// What there is to be noted of its file.
  package struct Notes {
    /// Which steps had no turn, of all that was played.
    package var ofTurns: (StepTurns) -> [Diagnostic] = { _ in [] }
    /// What `check` takes for hardly meant in the case.
    package var doubts: () -> [Diagnostic] = { [] }
  }

  /// From 1, within its file.
  package let number: Int
  package let title: String
  package var tags: [String] = []
  /// The files it is made of: the scenario, its app's, those it includes.
  package var files: [String] = []
  /// The titles of all cases of the file; one nil for a file without cases.
  package var caseTitles: [String?] = [nil]
  package var notes = Notes()
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
