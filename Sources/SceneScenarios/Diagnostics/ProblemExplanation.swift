internal import EmbeddedFiles
internal import SceneState

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
    /// What `scenesim explore` looks at after each step does not hold.
    case property
  }

  package let code: ProblemCode
  package let kind: Kind
  /// One sentence, without a final stop.
  package let sentence: String
  /// What to do about it.
  package let hint: String
  /// The shortest text that gives the code: a scenario that runs, a file that cannot be read, or
  /// a piece of an app in Swift; of a command the lines that are typed; empty of a property.
  package let example: String

  /// Whether the example is a piece of an app in Swift.
  package var isInSwift: Bool {
    ["SceneStore", "RestorableNode"].contains { example.contains($0) }
  }

  /// All codes but those of commands, sorted by name.
  package static let all = unsafe [
    explanations_failures(), explanations_mistakes(), explanations_problems(),
    explanations_stores(),
  ].flatMap { unsafe read(String(cString: $0)) }.sorted { $0.code.rawValue < $1.code.rawValue }

  /// The properties, in the order in which they are looked at.
  package static let properties = unsafe read(String(cString: explanations_properties()))

  /// The entries of a text: each is a heading with the code, the kind with the sentence, the hint,
  /// and the example between two fences, if there is one.
  package static func read(_ text: String) -> [ProblemExplanation] {
    text.split(separator: "\n## ").dropFirst().compactMap { entry in
      let entry = entry.last == "\n" ? entry.dropLast() : entry
      let parts = entry.split(separator: "\n\n", maxSplits: 3)
      guard parts.count > 2, let colon = parts[1].firstRange(of: ": "),
        let kind = Kind(rawValue: String(parts[1][..<colon.lowerBound]))
      else { return nil }
      let example = parts.dropFirst(3).first.flatMap {
        $0.trimmingPrefix("```\n").split(separator: "\n```").first
      }
      return ProblemExplanation(
        code: ProblemCode(rawValue: String(parts[0])), kind: kind,
        sentence: String(parts[1][colon.upperBound...]),
        hint: String(parts[2].trimmingPrefix("hint: ")),
        example: example.map { String($0) } ?? "")
    }
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
