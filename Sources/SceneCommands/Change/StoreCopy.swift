import SceneReports
import SceneState
import StoreTools

/// The files that backups are.
enum BackupFile {
  static let ending = ".snap"
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
    // Says what is there, and what is wrong with it, before anything is made.
    _ = try target.contents()
    if let goal, OutputFile.exists(result) || OutputFile.exists(goal) && !OutputFile.isFolder(goal)
    {
      throw CommandFailure(
        .unusable, "there is something at '\(goal)' already", code: "file-exists",
        hint: "copies never replace anything; choose another name")
    }
    let before = ProcessEdge.size(of: target.directory + "/data.mdb")
    if console.isDryRun {
      try report(before, nil)
      return .success
    }
    let wasThere = goal.map(OutputFile.exists) ?? true
    do throws(CommandFailure) {
      let name = invocation.command.name
      let option = invocation.value("output") == nil ? "" : " -o"
      try target.edit(
        writing: goal,
        elsewhere: goal.map { _ in "scenesim \(name) \(target.word)\(option) ANOTHER-PLACE" },
        body)
    } catch {
      if let goal, !wasThere { OutputFile.removeFolder(goal) }
      throw error
    }
    try report(before, ProcessEdge.size(of: result))
    return .success
  }

  private func report(_ before: Int?, _ after: Int?) throws(CommandFailure) {
    func number(_ size: Int?) -> JSON { size.map { .int($0) } ?? .null }
    switch invocation.format {
    case .json, .jsonl:
      let object = JSON.object([
        .init("schema", .string("scenesim.store.copy/1")),
        .init("store", .string(target.directory)),
        .init("to", goal.map { .string($0) } ?? .null),
        .init("dryRun", .bool(console.isDryRun)),
        .init("beforeBytes", number(before)), .init("afterBytes", number(after)),
      ])
      try console.write(object.line + "\n")
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
