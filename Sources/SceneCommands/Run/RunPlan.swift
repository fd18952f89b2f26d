import SceneReports
import SceneScenarios

/// Which cases of which files are to be played; made before the first one is.
struct RunPlan {
  /// A file with its chosen cases, or with the mistakes that keep it from being played.
  struct File {
    let source: SourceFile
    let content: Result<[PlayableCase], MistakesFound>
  }

  private(set) var files: [File] = []

  init(
    _ invocation: Invocation, console: Console, loader: ScenarioLoader
  ) throws(CommandFailure) {
    let paths = try ScenarioFiles.find(invocation.operands)
    guard !paths.isEmpty else {
      throw CommandFailure(
        .nothingToDo, "no scenario found: no file ends in '\(ScenarioFiles.ending)'",
        code: "nothing-to-do", next: "scenesim help run")
    }
    for path in paths {
      try console.checkInterruption()
      let source = try ScenarioFiles.read(path, console: console)
      var content = loader(source, console.surroundings.apps)
      if let wanted = invocation.value("case") {
        content = content.map { $0.filter { Self.matches($0, wanted) } }
      }
      if case .success(let cases) = content, cases.isEmpty { continue }
      files.append(File(source: source, content: content))
    }
    if files.isEmpty {
      throw CommandFailure(
        .nothingToDo, "no case matches '\(invocation.value("case") ?? "")'",
        code: "nothing-to-do",
        hint: "a case is chosen by its number in the file or by a part of its title")
    }
  }

  /// How many cases will be played.
  var caseCount: Int {
    files.reduce(0) { count, file in
      if case .success(let cases) = file.content { count + cases.count } else { count }
    }
  }

  /// The titles of all lines that are going to be printed.
  func titles(_ symbols: Symbols) -> [String] {
    files.flatMap { file -> [String] in
      let path = file.source.path
      switch file.content {
      case .success(let cases):
        return cases.map {
          ConsoleRunReporter.title(file: path, title: $0.title, symbols: symbols)
        }
      case .failure:
        return [ConsoleRunReporter.title(file: path, title: "", symbols: symbols)]
      }
    }
  }

  /// A number is a case's place in its file, everything else a part of its title.
  private static func matches(_ playable: PlayableCase, _ wanted: String) -> Bool {
    if let number = Int(wanted) { return playable.number == number }
    return playable.title.contains(wanted)
  }
}
