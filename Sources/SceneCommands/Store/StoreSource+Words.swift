import FoundationEssentials
import SceneScenarios
import StoreFormat
import StoreTools

/// Why a folder is not looked at as a store, in words, and what helps.
extension StoreSource {
  /// The stores in a folder that is none itself, in order: one for each device of a run, or of what
  /// was packed with the folders around it.
  private static func inner(_ path: String, depth: Int = 3) -> [String] {
    // A folder that cannot be read has none to name.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let places = names.sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    let found = places.filter { OutputFile.exists($0 + "/data.mdb") }
    guard found.isEmpty, depth > 1 else { return found }
    return places.filter { OutputFile.isFolder($0) && ProcessEdge.kind(of: $0) != .link }
      .flatMap { inner($0, depth: depth - 1) }
  }

  static func repairLine(_ path: String) -> String {
    "scenesim store repair \(ShellText.word(path)) -o repaired-"
      + ShellText.word(URL(filePath: path).lastPathComponent)
  }

  /// The newest dump that a command has left beside a store before it changed it.
  private static func dump(beside path: String) -> String? {
    let url = URL(filePath: path)
    let beginning = url.lastPathComponent + SafetyDump.mark
    let folder = url.deletingLastPathComponent().path(percentEncoded: false)
    // A folder that cannot be read has none to name.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let found = names.filter { $0.hasPrefix(beginning) && $0.hasSuffix(".jsonl") }
    let newest = found.max { ($0.count, $0) < ($1.count, $1) }
    return newest.map { path.contains("/") ? folder + $0 : $0 }
  }

  /// Whether the data file is a symbolic link that leads nowhere.
  private static func isDeadLink(_ path: String) -> Bool {
    ProcessEdge.kind(of: path + "/data.mdb") == .link && !OutputFile.exists(path + "/data.mdb")
  }

  private static func deadLink(
    _ path: String, _ failure: StoreInspector.Failure
  ) -> CommandFailure {
    // What was a link a moment ago may be gone.
    let goal = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "?"
    let isItself = URL(filePath: path).lastPathComponent == goal || path == goal
    return CommandFailure(
      .unusable,
      "'\(path)' is a symbolic link to "
        + (isItself ? "itself" : "'\(goal)', where nothing is"),
      code: failure == .missing ? "no-such-store" : "not-a-store",
      hint: "this shows what stands there", next: "ls -la \(ShellText.word(path))")
  }

  static func words(
    for failure: StoreInspector.Failure, _ path: String
  ) -> CommandFailure {
    switch failure {
    case .missing where ProcessEdge.kind(of: path) == .link, .notAStore where isDeadLink(path):
      deadLink(ProcessEdge.kind(of: path) == .link ? path : path + "/data.mdb", failure)
    case .missing:
      CommandFailure(
        .unusable, "there is no store at '\(path)'", code: "no-such-store",
        hint: near(path).map { "did you mean \($0)?" } ?? notUTF8(path)?.hint
          ?? "a scenario run can leave one there",
        next: near(path).map { "scenesim store ls \(ShellText.word($0))" } ?? notUTF8(path)?.next
          ?? "scenesim run FILE --case 1 --store \(path)")
    case .gone(let backup):
      CommandFailure(
        .unusable, "'\(path)' has no data.mdb, but \(backup)", code: "store-damaged",
        hint: "a repair makes a new store of the newest backup that is whole",
        next: repairLine(path))
    case .loadable(let file):
      CommandFailure(
        .unusable, "'\(path)': data.mdb is \(file.words), and no store", code: "store-damaged",
        hint: StrayFile(path + "/data.mdb")?.hint, next: StrayFile(path + "/data.mdb")?.next)
    case .nothingLeft(let words):
      beside("'\(path)': \(words): nothing can be saved", path)
        ?? nothing("'\(path)': \(words): nothing can be saved", path)
    case .notAStore: noStore(path)
    case .foreign(let words):
      CommandFailure(
        .unusable, "'\(path)': \(words)", code: "not-a-store",
        hint: unpacking(path) == nil
          ? "nothing is changed in a file of somebody else's"
          : "unpack it: what comes out may be a store's data.mdb, a dump or a backup",
        next: unpacking(path))
    case .damaged(let reason):
      beside("'\(path)': \(reason)", path)
        ?? CommandFailure(
          .unusable, "'\(path)': \(reason)", code: "store-damaged",
          hint: "a repair makes a new store of what can be saved; the old one stays as it is",
          next: repairLine(path))
    case .busy(let reason):
      CommandFailure(
        .unusable, reason, code: "store-not-usable", hint: later, next: holders(path))
    case .unusable where ProcessEdge.isReadOnly([path]): readOnly(path)
    case .unusable(let reason):
      CommandFailure(
        .unusable, reason, code: "store-not-usable", hint: UnsafePlace(path).hint,
        next: UnsafePlace(path).next)
    }
  }

  /// A store on a medium that cannot be written, which some questions need, too.
  static func readOnly(_ path: String) -> CommandFailure {
    CommandFailure(
      .unusable, "'\(path)' cannot be written: \(SystemText.readOnly)", code: "store-not-usable",
      hint: "nothing was changed; a store elsewhere that holds the same can be",
      next: "scenesim store repair \(ShellText.word(path)) -o NEW-FOLDER")
  }

  /// What helps where a name came whose bytes are no UTF-8, which Swift has replaced.
  private static func notUTF8(_ path: String) -> (hint: String, next: String)? {
    guard path.contains("\u{FFFD}") else { return nil }
    let pattern = path.split(separator: "\u{FFFD}", omittingEmptySubsequences: false)
    return (
      "its name has bytes that are no UTF-8; under another name it can be read",
      "mv \(pattern.map { ShellText.word(String($0)) }.joined(separator: "*")) NEW-NAME"
    )
  }

  /// What helps where another process has what is needed.
  static let later = "nothing was changed; try again when that process is done"

  /// A command that shows who has a store's locks.
  static func holders(_ path: String) -> String {
    "fuser -v \(ShellText.word(path + "/open.lock")) \(ShellText.word(path + "/writer.lock"))"
  }

  /// How the packed file is unpacked that lies in the place of a store's; nil if it is none.
  private static func unpacking(_ path: String) -> String? {
    let file = path + "/data.mdb"
    return FileSignature(ofFile: file)?.packing == nil ? nil : StrayFile(file)?.next
  }

  /// The store in the same folder whose name is almost that of a path.
  static func near(_ path: String) -> String? {
    if OutputFile.exists(path + ".store/data.mdb") { return path + ".store" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let stores = inner(folder.isEmpty ? "." : folder, depth: 1).compactMap {
      $0.split(separator: "/").last
    }
    .map(String.init)
    let near = NearestName.suggestions(for: String(parts.last ?? ""), among: stores).first
    return near.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
  }

  /// What a place without a store is, and what helps.
  private static func noStore(_ path: String) -> CommandFailure {
    let name = URL(filePath: path).lastPathComponent
    let folder = path.contains("/") ? String(path.dropLast(name.count + 1)) : "."
    if name == "data.mdb", OutputFile.exists(folder + "/use.lock") {
      return CommandFailure(
        .unusable, "'\(path)' is a file of a store, and no store", code: "not-a-store",
        hint: "the store is the folder it lies in",
        next: "scenesim store ls \(ShellText.word(folder))")
    }
    if let stray = StrayFile(path) { return noStore(path, stray) }
    if let first = inner(path).first {
      return CommandFailure(
        .unusable, "'\(path)' is not a scene store, but a folder with stores in it",
        code: "not-a-store", hint: "there: \(inner(path).joined(separator: ", "))",
        next: "scenesim store ls \(ShellText.word(first))")
    }
    let wasStore = OutputFile.exists(path + "/use.lock")
    if let name = dataFile(underAnotherNameIn: path, wasStore: wasStore) {
      return renamed(name, path)
    }
    if wasStore {
      return nothing("'\(path)' was a store: its data.mdb is gone, and there is no backup", path)
    }
    return CommandFailure(
      .unusable,
      "'\(path)' is not a scene store, but "
        + (OutputFile.isEmptyOrMissing(path) ? "an empty folder" : "a folder without data.mdb"),
      code: "not-a-store", hint: "a store is a folder with data.mdb in it")
  }

  private static func noStore(_ path: String, _ stray: StrayFile) -> CommandFailure {
    let isDataFile = stray.file == .dataFile
    return CommandFailure(
      .unusable,
      isDataFile
        ? "'\(path)' is \(stray.words)" : "'\(path)' is not a scene store, but \(stray.words)",
      code: "not-a-store", hint: stray.hint, next: stray.next)
  }

  /// A file beside the place of `data.mdb` that may be it: known by its head, moved away or packed,
  /// or, as rsync leaves it where a copy is cut short, a part of it.
  private static func dataFile(
    underAnotherNameIn path: String, wasStore: Bool
  ) -> String? {
    if let newest = OtherDataFiles(in: path).files.first { return newest.name }
    // A folder that cannot be read has none to name.
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    let packed = names.first { name in
      (wasStore || name.contains("data")) && StrayFile.unpacking(name, in: path) != nil
    }
    let moved = wasStore ? names.first { $0.hasPrefix("data.mdb") } : nil
    return packed ?? moved ?? names.first(where: isPart)
  }

  /// `.data.mdb.Xk2PqR`.
  private static func isPart(_ name: String) -> Bool {
    name.hasPrefix(".data.mdb.") && name.count == ".data.mdb.".count + 6
  }

  private static func renamed(_ name: String, _ path: String) -> CommandFailure {
    let packed = FileSignature(ofFile: "\(path)/\(name)")
    let (old, new) = (ShellText.word("\(path)/\(name)"), ShellText.word("\(path)/data.mdb"))
    if isPart(name) {
      return CommandFailure(
        .unusable,
        "'\(path)' has no data.mdb, but '\(name)': what a copy by rsync leaves that was cut short",
        code: "store-damaged",
        hint: "copy the store again; where that cannot be, a repair shows what has arrived",
        next: "cp -p \(old) \(new)")
    }
    let isKnown = LoneFile.commit(ofDataFile: "\(path)/\(name)") != nil
    return CommandFailure(
      .unusable,
      OutputFile.exists(path + "/use.lock")
        ? "'\(path)' was a store: its data.mdb is gone, but '\(name)'"
          + (packed.map { ", \($0.words)," } ?? "") + " lies there"
        : "'\(path)' has no data.mdb, but '\(name)'" + (packed.map { ", \($0.words)" } ?? ""),
      code: "store-damaged",
      hint: packed != nil
        ? "unpacked as data.mdb it may be the store again"
        : isKnown
          ? "it is the file of a store, which needs it under its name"
          : "if that is what it was, the store needs it under its name",
      next: packed == nil ? "cp -p \(old) \(new)" : StrayFile.unpacking(name, in: path))
  }

  /// A damaged file beside which lies another one of a store, which may be whole.
  private static func beside(_ message: String, _ path: String) -> CommandFailure? {
    OtherDataFiles(in: path).files.first.map { other in
      CommandFailure(
        .unusable, message, code: "store-damaged",
        hint: "beside it lies '\(other.name)', the file of a store at transaction \(other.commit)",
        next: StrayFile("\(path)/\(other.name)")?.next)
    }
  }

  /// Nothing is left of a store in its folder; perhaps a dump lies beside it.
  private static func nothing(_ message: String, _ path: String) -> CommandFailure {
    let dump = dump(beside: path)
    let hasBackups = !BackupFolder(ofStore: path, isOnlyRead: true).paths.isEmpty
    let hint =
      hasBackups
      ? wholeBackups
      : "a dump or a backup of it that lies elsewhere becomes a new store with `store load`"
    return CommandFailure(
      .unusable, message, code: "store-damaged",
      hint: dump == nil ? hint : "a dump was made before a command changed the store",
      next: dump.map { "scenesim store load NEW-FOLDER \(ShellText.word($0))" })
  }

  /// Why nothing is taken from a damaged backup, and what else there may be.
  static let wholeBackups =
    "a backup counts as a whole or not at all: what is left of one may belong to different commits; "
    + "a dump or another backup becomes a store with `store load`"
}
