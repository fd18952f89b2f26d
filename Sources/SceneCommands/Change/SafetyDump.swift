import SceneScenarios
import StoreFormat
import StoreTools

/// A dump of a store, made before a verb destroys something of it.
enum SafetyDump {
  static let option = CommandOption.flag("no-backup", "do it without a dump of the store before")

  /// Between the name of a store and the number of the commit that would be next.
  static let mark = ".before-"

  /// Writes it beside the store, readable for its owner alone, does something, and says how to go
  /// back; if nothing was done there is no dump either.
  static func around<Answer>(
    _ target: StoreTarget, _ invocation: Invocation, _ console: Console,
    _ body: () throws(CommandFailure) -> Answer
  ) throws(CommandFailure) -> Answer {
    if console.isDryRun { try target.requireUse() }
    if invocation.has("no-backup") || console.isDryRun { return try body() }
    // A store that cannot be changed leaves no dump behind.
    try target.checkPermission()
    let (contents, _) = try target.whatIsLeft()
    var folder = Substring(target.directory)
    while folder.count > 1, folder.last == "/" { folder.removeLast() }
    let path = "\(folder)\(mark)\(contents.sequence + 1).jsonl"
    do throws(CommandFailure) {
      try OutputFile.writePrivately(Array(DumpWriter(contents).text.utf8), to: path)
    } catch {
      throw error.with(hint: "nothing was changed; --no-backup does it without a dump before")
    }
    let answer: Answer
    do throws(CommandFailure) { answer = try body() } catch {
      OutputFile.removeFolder(path)
      throw error
    }
    if console.isQuiet { return answer }
    let file = ShellText.word(path)
    let force = console.surroundings.inputIsTerminal ? "" : " --force"
    console.complain(
      "what was there is in \(file)\n"
        + "  back   scenesim store load \(target.word) \(file) --replace\(force)\n")
    return answer
  }
}
