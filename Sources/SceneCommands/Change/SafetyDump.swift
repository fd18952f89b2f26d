import SceneReports
import SceneScenarios
import SceneState
import StoreFormat
import StoreTools

/// A dump of a store, made before a verb destroys something of it.
enum SafetyDump {
  static let option = CommandOption.flag("no-backup", "do it without a dump of the store before")

  /// Writes it beside the store, readable for its owner alone, and says how to go back.
  static func make(
    of target: StoreTarget, _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) {
    if invocation.has("no-backup") || console.isDryRun { return }
    // A store that cannot be changed leaves no dump behind.
    try target.checkPermission()
    let (contents, _) = try target.whatIsLeft()
    var folder = Substring(target.directory)
    while folder.count > 1, folder.last == "/" { folder.removeLast() }
    let path = "\(folder).before-\(contents.sequence + 1).jsonl"
    do throws(CommandFailure) {
      try OutputFile.writePrivately(Array(DumpWriter(contents).text.utf8), to: path)
    } catch {
      throw CommandFailure(
        error.exit, error.message, code: error.code,
        hint: "nothing was changed; --no-backup does it without a dump before")
    }
    if console.isQuiet { return }
    let file = ShellText.word(path)
    console.complain(
      "what was there is in \(file)\n"
        + "  back   scenesim store load \(target.word) \(file) --replace\n")
  }
}
