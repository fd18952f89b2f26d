internal import EmbeddedFiles
package import SceneScenarios
internal import SceneState

/// What the codes of commands mean: those that no scenario, no check and no app gives.
///
/// A command that fails with a new code has an entry in `commands.md`; a test looks for codes
/// without one. The examples are played by a test in a folder with a scenario, `notes.scene.yaml`,
/// and the store that it left, `demo.store`.
package enum CommandCodes {
  /// All codes there are, sorted by name.
  package static let everyCode = (ProblemExplanation.all + all).sorted {
    $0.code.rawValue < $1.code.rawValue
  }

  package static let all = unsafe ProblemExplanation.read(
    String(cString: explanations_commands()))
}
