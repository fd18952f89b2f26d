import SceneReports
import SceneScenarios
import SceneState
import StoreFormat
import StoreTools

/// The files that backups are.
enum BackupFile {
  static let ending = ".snap"

  /// Whether a file is meant as one, by its name, or is one.
  static func isOne(_ path: String) -> Bool {
    // NB: whoever opens a pipe and closes it ends the writer.
    path.hasSuffix(ending) || ProcessEdge.kind(of: path) != .device && LoadableFile.isBackup(path)
  }
}

/// One copy of a store, or a new file in its place, with the sizes before and after.
struct StoreCopy {
  let target: StoreTarget
  /// Where the copy goes; nil for the store itself.
  let goal: String?
  let invocation: Invocation
  let console: Console

  func run(
    _ result: String, _ body: (StoreEditor) throws(SceneProblem) -> Void
  ) throws(CommandFailure) -> ExitCode {
    try target.checkPermission(copyingTo: goal)
    let shortfall = try look()
    if let goal, !OutputFile.isEmptyOrMissing(goal) {
      throw .taken(
        "something at '\(goal)'", hint: "copies never replace anything; choose another name")
    }
    if let goal, goal.hasSuffix(BackupFile.ending) || !OutputFile.isFolder(goal) {
      try OutputFile.checkFolder(of: goal)
    }
    let before = ProcessEdge.size(of: target.directory + "/data.mdb")
    if console.isDryRun {
      try report(before, nil, shortfall)
      return shortfall.code
    }
    let wasThere = goal.map(OutputFile.exists) ?? true
    let option = invocation.value("output") == nil ? "" : " -o"
    let elsewhere = "scenesim \(invocation.command.name) \(target.word)\(option) ANOTHER-PLACE"
    if let goal, !wasThere, !goal.hasSuffix(BackupFile.ending) {
      try StoreTarget.makeFolder(goal, elsewhere: elsewhere)
    }
    do throws(CommandFailure) {
      try target.edit(
        writing: goal, elsewhere: goal.map { _ in elsewhere }, isCopy: goal != nil, body)
    } catch {
      if let goal, !wasThere { OutputFile.removeFolder(goal) }
      throw error
    }
    try report(before, ProcessEdge.size(of: result), shortfall)
    return shortfall.code
  }

  /// Says what is there, and what is wrong with it, before anything is made.
  ///
  /// - Throws: Why the store cannot be read, or, if the old file is to go, that a value is damaged
  ///   of which an old page or a backup may have the only whole version.
  @discardableResult
  func look() throws(CommandFailure) -> Shortfall {
    let snapshot = StoreSnapshot(try target.contents())
    let damaged = snapshot.entries.filter { $0.fault == .damaged }
    guard goal == nil, let first = damaged.first else {
      return Shortfall(snapshot, snapshot.entries)
    }
    let count = Amount.count(damaged.count, "value")
    throw CommandFailure(
      .unusable,
      "'\(target.directory)': \(count) \(damaged.count == 1 ? "is" : "are") damaged, the first at "
        + "\(snapshot.addressText(of: first)), and what would go may have the only whole version",
      code: "store-damaged",
      hint:
        "`store check` lists what is damaged; a repair takes it from old pages and backups, and "
        + "`store rm` removes what nobody needs",
      next: "scenesim store repair \(target.word) -o repaired-\(ShellText.word(target.name))")
  }

  private func report(
    _ before: Int?, _ after: Int?, _ shortfall: Shortfall
  ) throws(CommandFailure) {
    shortfall.tell(of: target.directory, console)
    switch invocation.format {
    case .json, .jsonl:
      let object = JSON.object(
        [
          .init("schema", .string("scenesim.store.copy/1")),
          .init("store", .string(target.directory)), .init("to", .text(goal)),
          .init("dryRun", .bool(console.isDryRun)),
          .init("beforeBytes", .number(before)), .init("afterBytes", .number(after)),
        ] + shortfall.members)
      try console.write(object)
    case .plain:
      try console.write("before\t\(before ?? 0)\n")
      if let after { try console.write("after\t\(after)\n") }
    case .table:
      guard !invocation.has("quiet") else { return }
      let arrow = console.symbols.isASCII ? "->" : "→"
      let store = SafeText.escaped(target.directory)
      let from = "\(store)  \(Amount.bytes(before ?? 0))"
      guard let after else {
        return try console.write("\(from) (dry run: nothing was changed)\n")
      }
      let to = goal.map { SafeText.escaped($0) + "  " } ?? ""
      try console.write("\(from) \(arrow) \(to)\(Amount.bytes(after))\n")
    }
  }
}
