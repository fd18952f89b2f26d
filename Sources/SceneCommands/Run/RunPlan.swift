import SceneScenarios

/// Which cases of which files are to be played, in order; made before the first one is.
struct RunPlan {
  /// One line of the run.
  enum Entry {
    case playable(PlayableCase, of: SourceFile)
    /// A file with the mistakes that keep it from being played.
    case invalid(SourceFile, [Diagnostic])
  }

  private(set) var entries: [Entry] = []
  /// The scenario files, each with all files it is made of.
  private(set) var files: [(path: String, parts: [String])] = []

  init(
    _ paths: [String], _ filter: RunFilter, console: Console, loader: ScenarioLoader
  ) throws(CommandFailure) {
    var all: [PlayableCase] = []
    for path in paths {
      try console.checkInterruption()
      let source = try ScenarioFiles.read(path, console: console)
      switch try console.computing({ loader(source, console.surroundings.apps) }) {
      case .failure(let mistakes):
        // A file whose tags cannot be told may be one that is wanted.
        if LoadedScenario.tags(in: source).map(filter.matches(tags:)) ?? true {
          entries.append(.invalid(source, mistakes.diagnostics))
        }
        files.append((path, [path] + mistakes.diagnostics.compactMap(\.file)))
      case .success(let cases):
        all += cases
        entries += cases.filter(filter.matches).map { .playable($0, of: source) }
        files.append((path, [path] + cases.flatMap(\.files)))
      }
    }
    if entries.isEmpty, !paths.isEmpty { throw filter.nothing(of: all) }
  }

  /// How many cases will be played.
  var caseCount: Int {
    entries.count { if case .playable = $0 { true } else { false } }
  }

  /// The run as far as it is known before it is played.
  var outline: [CaseRun] {
    entries.map { entry in
      switch entry {
      case .playable(let playable, let source):
        CaseRun(
          file: source.path, number: playable.number, title: playable.title, outcome: .passed)
      case .invalid(let source, _):
        CaseRun(file: source.path, number: 0, title: nil, outcome: .invalid)
      }
    }
  }
}
