import FoundationEssentials
import SceneRoaming
import SceneScenarios
import SceneState
import StoreFormat
import StoreTools

/// Finds out which store and which address a `store` command is about.
struct StoreSource {
  static let option = CommandOption.value("store", "DIR", "the folder of the store")

  let directory: String
  /// The operand that is not the store.
  let address: String?
  /// What is looked at instead of a folder, if the store is a user's scenes in a cluster.
  let cluster: ClusterLook?

  /// One operand alone is a store, unless a store is given otherwise.
  init(
    _ invocation: Invocation, console: Console, needsAddress: Bool
  ) throws(CommandFailure) {
    var operands = invocation.operands[...]
    let standing = console.variable("SCENESIM_STORE")
    let isStore = operands.count == 2 || (standing == nil && !(needsAddress && operands.count == 1))
    if let chosen = invocation.value("store") {
      directory = chosen
      let isStore = operands.first.map { OutputFile.exists($0 + "/data.mdb") } ?? false
      guard operands.count <= 1, !isStore else {
        throw .usage("two stores given: '\(chosen)' and '\(operands[0])'")
      }
    } else if isStore, let first = operands.popFirst() {
      try Self.checkOrder(invocation)
      directory = first
    } else if let first = operands.first, !needsAddress,
      FileManager.default.fileExists(atPath: first + "/data.mdb") || ClusterPlace.isOne(first)
    {
      directory = first
      operands.removeFirst()
    } else if let standing {
      try Self.checkStanding(standing)
      directory = standing
    } else {
      throw Self.incomplete(invocation)
    }
    address = operands.first
    cluster =
      ClusterPlace.isOne(directory)
      ? try ClusterPlace(directory).look(invocation, console) : nil
    if needsAddress, address == nil {
      throw .usage("no address given", next: "scenesim help addresses")
    }
  }

  /// Says where the name of a store comes from that nobody has typed, if nothing is there.
  static func checkStanding(_ store: String) throws(CommandFailure) {
    guard !OutputFile.exists(store), !ClusterPlace.isOne(store),
      ProcessEdge.kind(of: store) != .link
    else { return }
    let failure = words(for: .missing, store)
    throw CommandFailure(
      failure.exit, failure.message, code: failure.code,
      hint: "SCENESIM_STORE names it, as no other store is given"
        + (near(store).map { "; did you mean \($0)?" } ?? ""), next: failure.next)
  }

  /// Too few operands: the store is missing, or what should stand behind it.
  static func incomplete(_ invocation: Invocation) -> CommandFailure {
    if let first = invocation.operands.first, !OutputFile.exists(first),
      invocation.command.operands.hasSuffix(" FILE")
    {
      return .usage(
        "behind the store '\(first)' FILE is missing", hint: "`-` reads standard input",
        next: "scenesim \(invocation.command.name) \(ShellText.word(first)) -")
    }
    guard let first = invocation.operands.first, OutputFile.exists(first + "/data.mdb") else {
      return .usage(
        "no store given", hint: "name its folder, or set SCENESIM_STORE",
        next: "scenesim help \(invocation.command.name)")
    }
    let wanted = invocation.command.operands.split(separator: " ")
      .dropFirst(invocation.operands.count).joined(separator: " ")
    guard wanted == "ADDR" else {
      return .usage(
        "'\(first)' is a store; behind it \(wanted) is missing",
        hint: invocation.command.examples.first.map { "such as: \($0.line)" },
        next: "scenesim help \(invocation.command.name)")
    }
    return .usage(
      "'\(first)' is a store; no address given", hint: "say which of its values",
      next: "scenesim store ls \(ShellText.word(first)) --keys")
  }

  /// Says that the store stands last, if it does: another one would be looked for in vain.
  static func checkOrder(_ invocation: Invocation) throws(CommandFailure) {
    let given = invocation.operands
    guard given.count > 1, let last = given.last, OutputFile.exists(last + "/data.mdb"),
      !OutputFile.isFolder(given[0])
    else { return }
    let words = ([last] + given.dropLast()).map(ShellText.word).joined(separator: " ")
    throw .usage(
      "'\(last)' is a store, and stands behind '\(given[0])'", hint: "the store comes first",
      next: "scenesim \(invocation.command.name) \(words)")
  }

  /// A source that was found by other means.
  init(directory: String, address: String? = nil, cluster: ClusterLook? = nil) {
    (self.directory, self.address, self.cluster) = (directory, address, cluster)
  }

  /// Everything in the store.
  func snapshot() throws(CommandFailure) -> StoreSnapshot { try contents(of: .everything) }

  /// What an address can mean, and no more: one scene of many costs what that scene holds.
  ///
  /// A scene that is not in the store makes it everything, so that messages can say what is there.
  func contents(of pattern: AddressPattern) throws(CommandFailure) -> StoreSnapshot {
    if let cluster { return try Self.snapshot(of: cluster) }
    if pattern.isNarrow,
      let quick = StoreInspector.quickSnapshot(
        directory,
        { (look) throws(StoreInspector.Failure) in try pattern.selection(in: look) })
    {
      return quick
    }
    return try look { (look) throws(StoreInspector.Failure) in
      try look.snapshot(of: try pattern.selection(in: look))
    }
  }

  /// Scenes in a cluster as a store would show them.
  static func snapshot(of cluster: ClusterLook) throws(CommandFailure) -> StoreSnapshot {
    let (contents, unreadable) = try ClusterPlace.tell(cluster.contents)
    var snapshot = StoreSnapshot(contents)
    snapshot.remarks = unreadable.map { StoreRemark(code: .damaged, description: $0.whatHappened) }
    return snapshot
  }

  /// Asks the store something, and lets go of it.
  func look<Answer>(
    _ body: (StoreLook) throws(StoreInspector.Failure) -> Answer
  ) throws(CommandFailure) -> Answer {
    try ask { (directory) throws(StoreInspector.Failure) in
      let look = try StoreInspector.lookAtWhatIsLeft(directory)
      defer { look.close() }
      return try body(look)
    }
  }

  /// Does something with the folder, and says in words what went wrong.
  func ask<Answer>(
    _ body: (String) throws(StoreInspector.Failure) -> Answer
  ) throws(CommandFailure) -> Answer {
    guard cluster == nil else { throw ClusterPlace.needsFolder(directory) }
    do throws(StoreInspector.Failure) { return try body(directory) } catch {
      throw Self.failure(error, directory)
    }
  }

  /// Says that a store is another user's, if it is: every other answer would be a guess.
  static func checkPermission(_ path: String) throws(CommandFailure) {
    guard let closed = ProcessEdge.closedPlace(of: [path, path + "/data.mdb"]) else { return }
    if ProcessEdge.isOwn(closed.path) { throw ownClosed(closed.path, "read", of: path) }
    throw CommandFailure(
      .noPermission, "'\(closed.path)' belongs to \(closed.owner), and you may not read it",
      code: "no-permission",
      hint: "a store is closed to everybody else; run the command as \(closed.owner), "
        + "or ask for a dump",
      next: "sudo -u \(ShellText.word(closed.owner)) scenesim store dump "
        + ShellText.word(path))
  }

  /// A place of one's own whose permissions keep oneself out.
  static func ownClosed(_ place: String, _ verb: String, of store: String) -> CommandFailure {
    CommandFailure(
      .noPermission, "the permissions of '\(place)' do not let you \(verb) it",
      code: "no-permission", hint: "it is yours: you may change them",
      next: "chmod -R u+rwX \(ShellText.word(store))")
  }

  static func failure(_ failure: StoreInspector.Failure, _ path: String) -> CommandFailure {
    do throws(CommandFailure) { try checkPermission(path) } catch { return error }
    return words(for: failure, path)
  }

  /// The stores in a folder that is none itself: one for each device of a run, in order.
  private static func inner(_ path: String) -> [String] {
    // A folder that cannot be read has none to name.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
      .filter { OutputFile.exists($0 + "/data.mdb") }
  }

  /// How to come to a store from a file of another kind.
  private static func storeOf(_ path: String) -> String {
    let word = ShellText.word(path)
    if DumpFile.hasItsName(path) || BackupFile.isOne(path) {
      return "scenesim store load NEW-FOLDER \(word)"
    }
    let isScenario = path.hasSuffix(ScenarioFiles.ending)
    return "scenesim run \(isScenario ? word : "FILE") --case 1 --store NEW-FOLDER"
  }

  private static func repairLine(_ path: String) -> String {
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

  private static func words(
    for failure: StoreInspector.Failure, _ path: String
  ) -> CommandFailure {
    switch failure {
    case .missing where ProcessEdge.kind(of: path) == .link, .notAStore where isDeadLink(path):
      deadLink(ProcessEdge.kind(of: path) == .link ? path : path + "/data.mdb", failure)
    case .missing:
      CommandFailure(
        .unusable, "there is no store at '\(path)'", code: "no-such-store",
        hint: near(path).map { "did you mean \($0)?" } ?? "a scenario run can leave one there",
        next: near(path).map { "scenesim store ls \(ShellText.word($0))" }
          ?? "scenesim run FILE --case 1 --store \(path)")
    case .gone(let backup):
      CommandFailure(
        .unusable, "'\(path)' has no data.mdb, but \(backup)", code: "store-damaged",
        hint: "a repair makes a new store of the newest backup that is whole",
        next: repairLine(path))
    case .loadable(let words):
      CommandFailure(
        .unusable, "'\(path)': data.mdb is \(words), and no store", code: "store-damaged",
        hint: "loaded into another folder it becomes a store",
        next: "scenesim store load NEW-FOLDER \(ShellText.word(path + "/data.mdb"))")
    case .nothingLeft(let words):
      nothing("'\(path)': \(words): nothing can be saved", path)
    case .notAStore: noStore(path)
    case .foreign(let words) where words.contains("compressed"):
      CommandFailure(
        .unusable, "'\(path)': \(words)", code: "not-a-store",
        hint: "unpack it: what comes out may be a store's data.mdb, a dump or a backup",
        next: "ls -la \(ShellText.word(path))")
    case .foreign(let words):
      CommandFailure(
        .unusable, "'\(path)': \(words)", code: "not-a-store",
        hint: "nothing is changed in a file of somebody else's",
        next: "scenesim run FILE --case 1 --store NEW-FOLDER")
    case .damaged(let reason):
      CommandFailure(
        .unusable, "'\(path)': \(reason)", code: "store-damaged",
        hint: "a repair makes a new store of what can be saved; the old one stays as it is",
        next: repairLine(path))
    case .unusable(let reason):
      CommandFailure(
        .unusable, reason, code: "store-not-usable",
        hint: "nothing was changed; this shows what stands there",
        next: "ls -la \(ShellText.word(path))")
    }
  }
  /// The store in the same folder whose name is almost that of a path.
  private static func near(_ path: String) -> String? {
    if OutputFile.exists(path + ".store/data.mdb") { return path + ".store" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let stores = inner(folder.isEmpty ? "." : folder).compactMap { $0.split(separator: "/").last }
      .map(String.init)
    let near = NearestName.suggestions(for: String(parts.last ?? ""), among: stores).first
    return near.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
  }

  /// What a place without a store is, and what helps.
  private static func noStore(_ path: String) -> CommandFailure {
    if path.hasSuffix("/data.mdb") {
      return CommandFailure(
        .unusable, "'\(path)' is a file of a store, and no store", code: "not-a-store",
        hint: "the store is the folder it lies in",
        next: "scenesim store ls \(ShellText.word(String(path.dropLast("/data.mdb".count))))")
    }
    if let first = inner(path).first {
      return CommandFailure(
        .unusable, "'\(path)' is not a scene store, but a folder with stores in it",
        code: "not-a-store", hint: "there: \(inner(path).joined(separator: ", "))",
        next: "scenesim store ls \(ShellText.word(first))")
    }
    if OutputFile.exists(path + "/use.lock") {
      if let name = dataFile(underAnotherNameIn: path) { return renamed(name, path) }
      return nothing("'\(path)' was a store: its data.mdb is gone, and there is no backup", path)
    }
    return CommandFailure(
      .unusable,
      "'\(path)' is not a scene store"
        + (FileSignature.words(ofFile: path).map { ", but \($0)" } ?? ""),
      code: "not-a-store", hint: "a store is a folder with data.mdb in it", next: storeOf(path))
  }

  /// A file beside the place of `data.mdb` that may be it, packed or moved away.
  private static func dataFile(underAnotherNameIn path: String) -> String? {
    // A folder that cannot be read has none to name.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().first { $0.hasPrefix("data.mdb") }
  }

  private static func renamed(_ name: String, _ path: String) -> CommandFailure {
    let packed = FileSignature.words(ofFile: "\(path)/\(name)")
    let (old, new) = (ShellText.word("\(path)/\(name)"), ShellText.word("\(path)/data.mdb"))
    return CommandFailure(
      .unusable,
      "'\(path)' was a store: its data.mdb is gone, but '\(name)'"
        + (packed.map { ", \($0)," } ?? "") + " lies there",
      code: "store-damaged",
      hint: packed == nil
        ? "if that is what it was, the store needs it under its name"
        : "unpacked as data.mdb it may be the store again",
      next: packed == nil ? "cp -p \(old) \(new)" : nil)
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
