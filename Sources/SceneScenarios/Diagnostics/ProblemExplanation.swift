/// What a code means, as `scenesim explain` and the reference page show it.
package struct ProblemExplanation: Sendable {
  /// When a code is met.
  package enum Kind: String, Sendable {
    /// A step cannot do what it says.
    case failure
    /// A step goes through and something is wrong.
    case problem
    /// A failure of a step, or a problem with what is stored.
    case failureOrProblem = "failure or problem"
    /// Found before the first step runs.
    case mistake
    /// A command cannot do what it is asked for.
    case command
  }

  package let code: ProblemCode
  package let kind: Kind
  /// One sentence, without a final stop.
  package let sentence: String
  /// What to do about it.
  package let hint: String
  /// The shortest text that gives the code: a scenario that runs, a file that cannot be read, or
  /// a piece of an app in Swift; of a command the lines that are typed.
  package let example: String

  /// Whether the example is a piece of an app in Swift.
  package var isInSwift: Bool {
    ["SceneStore", "RestorableNode"].contains { example.contains($0) }
  }

  package init(
    _ code: ProblemCode, _ kind: Kind, _ sentence: String, hint: String, example: String
  ) {
    self.code = code
    self.kind = kind
    self.sentence = sentence
    self.hint = hint
    self.example = example
  }

  /// All codes, sorted by name.
  package static let all = (failures + otherFailures + problems + stores + mistakes).sorted {
    $0.code.rawValue < $1.code.rawValue
  }
}

extension ProblemCode {
  /// The code's entry in the catalogue, or nil for a code that does not exist.
  package var explanation: ProblemExplanation? {
    ProblemExplanation.all.first { $0.code == self }
  }

  /// Whether an app can report this code as a problem.
  package var isProblem: Bool {
    explanation.map { $0.kind == .problem || $0.kind == .failureOrProblem } ?? false
  }
}
