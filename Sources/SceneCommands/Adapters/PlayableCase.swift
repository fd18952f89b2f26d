package import SceneReports
package import SceneScenarios

/// One case of a scenario file, ready to be played.
package struct PlayableCase {
  /// How a case is played.
  package struct Options: Sendable, Hashable {
    /// Where the store is left; nil = a temporary one that is removed.
    package var storeDirectory: String?
    /// The number of the last step to play.
    package var until: Int?
  }

  /// What came of it.
  package struct Result {
    package var outcome: RunRow.Outcome
    package var steps: Int
    package var total: Int?
    package var diagnostics: [Diagnostic]
    /// The trace as text, with its first line.
    package var trace: String

    package init(
      outcome: RunRow.Outcome, steps: Int, total: Int?, diagnostics: [Diagnostic], trace: String
    ) {
      self.outcome = outcome
      self.steps = steps
      self.total = total
      self.diagnostics = diagnostics
      self.trace = trace
    }
  }

  /// From 1, within its file.
  package let number: Int
  package let title: String
  package let play: (Options) throws -> Result

  package init(number: Int, title: String, play: @escaping (Options) throws -> Result) {
    self.number = number
    self.title = title
    self.play = play
  }
}

/// Reads a scenario, or says everything that is wrong with it.
package typealias ScenarioLoader =
  @Sendable (SourceFile, KnownApps) -> Result<[PlayableCase], MistakesFound>
