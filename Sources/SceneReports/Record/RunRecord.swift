package import SceneScenarios

/// A run as pictures and pages show it: facts only, so that it can be saved and read again.
package struct RunRecord: Sendable, Hashable {
  package var cases: [CaseRecord]

  package init(_ cases: [CaseRecord] = []) { self.cases = cases }
}

/// One case of a run.
package struct CaseRecord: Sendable, Hashable {
  /// A message about the case, as a terminal shows it.
  package struct Message: Sendable, Hashable, Codable {
    /// The step it is about; nil if it is about the whole.
    package var step: Int?
    package var text: String
  }

  /// A moment of which the scenario wants a picture.
  package struct Picture: Sendable, Hashable, Codable {
    package var name: String
    package var step: Int
  }

  /// A file of which steps are made.
  package struct Source: Sendable, Hashable, Codable {
    package var path: String
    package var text: String
  }

  package var head: Head
  package var sources: [Source] = []
  package var steps: [StepRecord] = []

  /// Everything but the steps and the files.
  package struct Head: Sendable, Hashable, Codable {
    package var file: String
    package var number: Int
    /// The title of the scenario; empty for a file that is not valid.
    package var scenario: String
    /// The title of the case; nil for a scenario without cases.
    package var title: String?
    package var line: Int
    package var outcome: RunRow.Outcome
    package var steps: Int
    package var total: Int?
    package var seed: Int
    package var tags: [String]
    package var skipReason: String?
    package var messages: [Message]
    package var pictures: [Picture]
    /// The version of the tool.
    package var tool: String
  }

  /// `one key per scene (the bug)`, or the scenario's title.
  package var name: String { head.title ?? head.scenario }
}

/// A step that was played, with what there was to see after it.
package struct StepRecord: Sendable, Hashable {
  /// Something that was told to the app or a window, or noticed.
  package struct Event: Sendable, Hashable, Codable {
    package var who: String
    package var text: String
    package var detail: String?
  }

  package var head: Head
  package var screens: [ScreenState] = []
  package var stored: [StepMoment.Stored] = []

  /// Everything but what is seen and stored.
  package struct Head: Sendable, Hashable, Codable {
    package var number: Int
    package var verb: String
    /// The step in words: verb and argument.
    package var text: String
    package var file: String
    package var line: Int
    package var endLine: Int
    package var outcome: Outcome
    /// The code with which it was refused, as it should be.
    package var code: String?
    package var isCheck: Bool
    package var groups: [String]
    package var rounds: String
    package var version: Int
    package var events: [Event]
    package var checks: [StepMoment.Check]
    package var drag: StepMoment.Drag?
    package var routes: [String]
  }

  package enum Outcome: String, Sendable, Hashable, Codable { case passed, failed, refused }
}
