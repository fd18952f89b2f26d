import SceneScenarios

/// What is to be said of a file below its cases: which steps had no turn in any of them, and, below
/// the first that fails, what `check` takes for hardly meant.
struct FileNotes {
  private var path = ""
  private var turns = StepTurns()
  private var hasFailed = false

  /// Takes a case in its turn.
  ///
  /// - Returns: The notes that stand below it.
  mutating func add(_ run: CaseRun, of playable: PlayableCase) -> [Diagnostic] {
    if run.file != path { self = FileNotes(path: run.file) }
    turns.add(run)
    guard run.outcome == .failed else { return playable.notes.ofTurns(turns) }
    defer { hasFailed = true }
    return hasFailed ? [] : playable.notes.ofFile()
  }

  init(path: String = "") { self.path = path }
}
