import SceneScenarios
import StoreFormat
import StoreTools

/// A dump in a file, or on standard input.
enum DumpFile {
  /// More bytes than the dump of the largest store has.
  private static let limit = 1 << 30

  /// Says that a store stands where a dump should, nil if none does; with a goal, where nothing is,
  /// a copy was meant.
  static func storeInstead(_ path: String, into goal: String? = nil) -> CommandFailure? {
    guard OutputFile.exists(path + "/data.mdb") else { return nil }
    return CommandFailure(
      .unusable, "'\(path)' is a store, and no dump", code: "not-read",
      hint: "a dump of it can be loaded; `store backup` makes a copy of a store",
      next: goal.map { "scenesim store backup \(ShellText.word(path)) \(ShellText.word($0))" }
        ?? "scenesim store dump \(ShellText.word(path)) -o dump.jsonl")
  }

  /// What the dump says; all of it is read and looked at before anything is done with it.
  ///
  /// - Throws: An invalid input, with file, line and column.
  static func contents(
    _ path: String, _ console: Console
  ) throws(CommandFailure) -> StoreContents {
    if BackupFile.isOne(path) {
      let file = ShellText.word(path)
      throw CommandFailure(
        .usage, "'\(path)' is a backup of a store, and no dump", code: "usage",
        hint: "make a store of it first", next: "scenesim store load NEW-FOLDER \(file)")
    }
    if let failure = storeInstead(path) { throw failure }
    let bytes =
      path == "-"
      ? console.surroundings.readInput(limit + 1) : try OutputFile.read(path, limit: limit + 1)
    try console.checkInterruption()
    guard bytes.count <= limit else {
      throw CommandFailure(
        .invalidInput, "'\(path)' is larger than \(limit >> 20) MiB", code: "bad-dump",
        hint: "a dump of one store is smaller: load a part of it")
    }
    let result = try console.computing {
      Result { () throws(DumpMistake) in try DumpReader.contents(bytes) }
    }
    do throws(DumpMistake) { return try result.get() } catch {
      throw failure(error, path, bytes)
    }
  }

  /// What is wrong with what was read: what it is instead of a dump, or where the dump is wrong.
  private static func failure(
    _ mistake: DumpMistake, _ path: String, _ bytes: [UInt8]
  ) -> CommandFailure {
    let name = path == "-" ? "(standard input)" : path
    if path.hasSuffix("/data.mdb"), OutputFile.exists(path.dropLast("data.mdb".count) + "use.lock")
    {
      return CommandFailure(
        .invalidInput, "'\(path)' is a file of a store, and no dump", code: "bad-dump",
        hint: "the store is the folder it lies in; a dump of it can be loaded",
        next: "scenesim store dump \(ShellText.word(String(path.dropLast("/data.mdb".count)))) "
          + "-o dump.jsonl")
    }
    if path.hasSuffix(".yaml") {
      return CommandFailure(
        .invalidInput, "\(name):1:1: this is no dump of a store", code: "bad-dump",
        hint: "`diff` takes a save point of a scenario, \(path)#NAME; `scenesim run "
          + "\(ShellText.word(path)) --case 1 --store NEW-FOLDER` leaves a store")
    }
    let stray = path == "-" || ProcessEdge.isDescriptor(path) ? nil : StrayFile(path)
    let file = stray?.file ?? LoneFile(bytes)
    let hint = stray?.hint ?? StrayFile.way(from: file, "FILE").hint
    let isWritten = [.dump(.whole), .dump(.cut)].contains(file)
    // Lines of objects that another program wrote are nearly one.
    if isWritten || file == .text && bytes.first == UInt8(ascii: "{") {
      return CommandFailure(
        .invalidInput, "\(name):\(mistake.line):\(mistake.column): \(mistake.message)",
        code: "bad-dump", hint: file == .dump(.cut) ? hint : mistake.hint)
    }
    return CommandFailure(
      .invalidInput,
      "\(name):1:1: this is \(file.isDump ? "" : "no dump of a store, but ")"
        + (stray?.words ?? file.words),
      code: "bad-dump", hint: hint, next: stray?.next)
  }

  /// Whether the name of a file says that it is a dump.
  static func hasItsName(_ path: String) -> Bool {
    path.hasSuffix(".jsonl") || path.hasSuffix(".dump")
  }

  /// Whether a path is more likely a dump than the folder of a store.
  static func isDump(_ path: String) -> Bool {
    path == "-" || OutputFile.exists(path) && !OutputFile.isFolder(path)
  }
}
