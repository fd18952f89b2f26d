import SceneState

enum CompletionCommand {
  static let command = Command(
    "completion", abstract: "write the script that completes words in your shell",
    operands: "bash|zsh|fish", operandCount: .atLeast(1),
    options: [.flag("words", "print what can stand at the last operand; the scripts call it")],
    onlyAnswer: "a script",
    operandValues: .words(CompletionScript.allCases.map(\.rawValue))
  ) { invocation, console in
    if invocation.has("words") {
      try answer(invocation.operands, console)
      return .success
    }
    let shells = CompletionScript.allCases.map(\.rawValue)
    guard let name = invocation.operands.first, invocation.operands.count == 1 else {
      throw CommandFailure.usage(
        "completion takes one shell, got \(invocation.operands.count)",
        next: "scenesim help completion")
    }
    guard let script = CompletionScript(rawValue: name) else {
      throw CommandFailure.usage(
        "no completions for '\(name)'",
        hint: ErrorText.choice(for: name, among: shells),
        next: "scenesim help completion")
    }
    try console.write(script.text)
    return .success
  }

  /// A line per candidate, its meaning after a tab; a first line `:files` or `:folders`.
  private static func answer(_ words: [String], _ console: Console) throws(CommandFailure) {
    var completer = Completer(commands: CommandCatalogue.all) { path in
      // Whoever runs the command will hear of it.
      guard path != "-", let source = try? ScenarioFiles.read(path, console: console) else {
        return []
      }
      // A file with mistakes has no cases to choose from.
      let cases = try? ScenarioPlayer.load(source, console.surroundings.apps).get()
      return (cases ?? []).map(\.title)
    }
    completer.stores.standing = console.variable("SCENESIM_STORE")
    let answer = completer.answer(for: words)
    if answer.takesFiles { try console.write(":files\n") }
    if answer.takesFolders { try console.write(":folders\n") }
    for candidate in answer.candidates {
      let meaning = candidate.summary.isEmpty ? "" : "\t\(candidate.summary)"
      try console.write(SafeText.escaped(candidate.word) + meaning + "\n")
    }
  }
}
