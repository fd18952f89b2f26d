import FoundationEssentials
import SceneScenarios
import SceneState

enum StoreEditCommand {
  static let command = Command(
    "store", "edit", abstract: "change one value in your editor ($VISUAL, $EDITOR, else vi)",
    operands: "[STORE] ADDR", operandCount: .range(1...2),
    options: [
      .flag("force", "write a value with other fields, too"),
      .flag("full", "never cut a value"), StoreSource.option,
    ]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 1)
    let pattern = try AddressPattern(target.operands[0])
    guard pattern.isExact else {
      throw pattern.meansSeveral(target, "edit changes exactly one", of: "edit")
    }
    let editor = try editor(console)
    let snapshot = try target.source.snapshot()
    let found = try pattern.entries(in: snapshot)
    guard found.count == 1 else {
      throw NoValue(pattern: pattern, snapshot: snapshot).failure
    }
    let writing = try PlannedWriting(
      target, pattern, snapshot, stored: found[0], typeName: nil)
    guard let text = writing.text else { throw CommandFailure.damaged(at: pattern) }
    // What cannot be written is said before somebody types it.
    try target.edit { (_) throws(SceneProblem) in }
    let file = FileManager.default.temporaryDirectory
      .appending(path: "scenesim-\(UUID().uuidString).\(writing.isText ? "txt" : "json")")
      .path(percentEncoded: false)
    try OutputFile.writePrivately(Array((text + "\n").utf8), to: file)
    try run(editor, on: file, console)
    var bytes = try OutputFile.read(file, limit: 1 << 28)
    if bytes.last == 0x0A { bytes.removeLast() }
    let change: ListedChange?
    do throws(CommandFailure) {
      let encoded = try writing.value(of: bytes, isRaw: writing.isText)
      if !invocation.has("force") { try writing.check(encoded, for: nil) }
      change = try writing.write(encoded, isDryRun: console.isDryRun)
    } catch {
      throw error.with(
        hint: "what you wrote is in \(file)",
        next: "scenesim store set \(target.word) \(ShellText.word(pattern.text)) - < "
          + ShellText.word(file))
    }
    OutputFile.removeFolder(file)
    if change == nil { console.tellNothingChanged() }
    try ChangeReport(target: target, invocation: invocation, console: console)
      .write(change.map { [$0] } ?? [], summary: nil)
    return .success
  }

  /// Editors that need a terminal: without one they wait for ever.
  private static let inTerminals: Set<String> = [
    "vi", "vim", "nvim", "nano", "pico", "emacs", "micro", "hx", "joe", "mcedit",
  ]

  /// The editor's command line.
  private static func editor(_ console: Console) throws(CommandFailure) -> [String] {
    let editor = console.variable("VISUAL") ?? console.variable("EDITOR") ?? "vi"
    let words = editor.split(separator: " ").map(String.init)
    let name = words.first.map { URL(filePath: $0).lastPathComponent } ?? ""
    guard console.surroundings.inputIsTerminal || !inTerminals.contains(name) else {
      throw CommandFailure(
        .usage, "'\(name)' needs a terminal, and there is none", code: "not-confirmed",
        hint: "`store set` writes a value without an editor", next: "scenesim help store set")
    }
    return words
  }

  private static func run(
    _ editor: [String], on file: String, _ console: Console
  ) throws(CommandFailure) {
    let words = editor + [file]
    switch console.surroundings.runProgram(words, console.surroundings.environment) {
    case .exited(0): return
    case .exited(let code):
      OutputFile.removeFolder(file)
      throw CommandFailure(
        .no, "'\(words[0])' ended with code \(code): nothing was changed", code: "not-confirmed")
    case .failed(let code):
      OutputFile.removeFolder(file)
      throw CommandFailure(
        .unusable, "cannot run '\(words[0])': \(SystemText.reason(code))", code: "not-run",
        hint: "EDITOR says which editor to use")
    }
  }
}
