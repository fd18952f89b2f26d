import SceneScenarios

/// What is to be said of a file below its cases: which steps had no turn in any of them, and, below
/// the first and the first that fails, what `check` takes for hardly meant.
struct FileNotes {
  private var path = ""
  private var turns = StepTurns()
  private var hasFailed = false
  private var doubts: [Diagnostic]?

  /// Takes a case in its turn, and gives it what is to be said below it.
  mutating func add(_ run: inout CaseRun, of playable: PlayableCase) {
    if run.file != path { self = FileNotes(path: run.file) }
    turns.add(run)
    if doubts == nil || run.outcome == .failed && !hasFailed {
      let told = doubts ?? []
      run.doubts = playable.notes.doubts().filter { !told.contains($0) }
      doubts = told + run.doubts
    }
    guard run.outcome == .failed else { return run.notes += playable.notes.ofTurns(turns) }
    hasFailed = true
  }

  init(path: String = "") { self.path = path }
}
