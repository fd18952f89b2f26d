import SceneReports
import SceneScenarios
import SceneState
import StoreFormat
import StoreTools

enum StoreLoadCommand {
  private static let policies: [(name: String, policy: LoadPolicy)] = [
    ("merge", .merge), ("keep", .keep), ("replace", .replace),
  ]

  static let command = Command(
    "store", "load", abstract: "bring a dump into a store, in one transaction",
    operands: "[STORE] FILE", operandCount: .range(1...2),
    options: [
      .flag("merge", "the values of the dump win, others stay"),
      .flag("keep", "the values of the store win, only what it lacks is added"),
      .flag("replace", "the store holds what the dump holds, and nothing else"),
      StoreTarget.force, SafetyDump.option, StoreSource.option,
    ]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 1)
    let policy = try policy(of: invocation)
    if OutputFile.exists(target.directory), !OutputFile.isFolder(target.directory),
      !OutputFile.exists(target.operands[0])
    {
      let words = [target.operands[0], target.directory].map(ShellText.word)
      throw CommandFailure.usage(
        "'\(target.directory)' is a file, and stands before '\(target.operands[0])'",
        hint: "the store comes first",
        next: "scenesim store load \(words.joined(separator: " "))")
    }
    if !target.exists,
      let failure = DumpFile.storeInstead(target.operands[0], into: target.directory)
    {
      throw failure
    }
    if BackupFile.isOne(target.operands[0]) {
      return try restore(target, policy, invocation, console)
    }
    let dump = try DumpFile.contents(target.operands[0], console)
    let load = Load(target: target, dump: dump, invocation: invocation, console: console)
    if target.exists {
      guard let policy else {
        throw CommandFailure.usage(
          "'\(target.directory)' has something in it", hint: "say --merge, --keep or --replace",
          next: "scenesim help store load")
      }
      return try load.into(policy)
    }
    return try load.anew()
  }

  /// Makes a store of what `backup` wrote into one file.
  private static func restore(
    _ target: StoreTarget, _ policy: LoadPolicy?, _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    guard !target.exists, policy == nil else {
      throw .usage(
        "a backup becomes a new store, and nothing else", hint: "load it into another folder",
        next: "scenesim store load NEW-FOLDER \(ShellText.word(target.operands[0]))")
    }
    if console.isDryRun {
      console.tellWould("make", target.directory)
      return .success
    }
    let wasThere = OutputFile.exists(target.directory)
    do throws(SceneProblem) {
      try StoreEditor.restore(target.operands[0], toFolder: target.directory)
    } catch {
      if !wasThere { OutputFile.removeFolder(target.directory) }
      if error.isOfFullDisk {
        throw target.failure(
          error, writing: target.directory,
          elsewhere: "scenesim store load ANOTHER-PLACE \(ShellText.word(target.operands[0]))")
      }
      let isBad = error.code == .backupNotReadable && OutputFile.exists(target.operands[0])
      throw CommandFailure(
        isBad ? .invalidInput : .unusable, error.detail, code: error.code.rawValue,
        hint: isBad
          ? "a backup is loaded whole or not at all; an older one beside it, or a dump, may be whole"
          : nil)
    }
    let load = Load(
      target: target, dump: try target.contents(), invocation: invocation, console: console)
    return try load.report(LoadPlan(new: load.dump).counts, isNew: true)
  }

  private static func policy(of invocation: Invocation) throws(CommandFailure) -> LoadPolicy? {
    let given = policies.filter { invocation.has($0.name) }
    guard given.count <= 1 else {
      throw .usage("\(given.map { "--\($0.name)" }.joined(separator: " and ")) exclude each other")
    }
    return given.first?.policy
  }
}

/// One load, after the file was read.
private struct Load {
  let target: StoreTarget
  let dump: StoreContents
  let invocation: Invocation
  let console: Console

  /// Makes the store; a folder that was not there goes again if that fails.
  func anew() throws(CommandFailure) -> ExitCode {
    let wasThere = OutputFile.exists(target.directory)
    guard !console.isDryRun else {
      return try report(LoadPlan(new: dump).counts, isNew: true)
    }
    do throws(CommandFailure) {
      return try report(try load(.replace, isNew: true), isNew: true)
    } catch {
      let room = target.room
      if !wasThere { OutputFile.removeFolder(target.directory) }
      throw error.next == room ? error.with(hint: error.hint, next: target.room) : error
    }
  }

  func into(_ policy: LoadPolicy) throws(CommandFailure) -> ExitCode {
    let current = try target.contents()
    let plan = LoadPlan(dump, into: current, policy, sequence: current.sequence + 1).counts
    let lost = plan.changed + plan.removed
    let next = nextLine(policy)
    let isAgreed =
      switch policy {
      case .replace:
        try console.agrees(
          to: .named(target.name), "replace everything in \(target.directory)",
          isForced: invocation.has("force"), next: next)
      case .merge, .keep:
        try console.agrees(
          to: lost > 1 ? .several : .one, "change \(Amount.count(lost, "value"))",
          isForced: invocation.has("force"), next: next)
      }
    guard isAgreed else { return .no }
    if console.isDryRun {
      try target.requireUse()
      return try report(plan, isNew: false)
    }
    guard case .replace = policy else {
      return try report(try load(policy, isNew: false), isNew: false)
    }
    let counts = try SafetyDump.around(target, invocation, console) { () throws(CommandFailure) in
      try load(policy, isNew: false)
    }
    return try report(counts, isNew: false)
  }

  private func load(
    _ policy: LoadPolicy, isNew: Bool
  ) throws(CommandFailure) -> LoadPlan.Counts {
    let outcome = try target.edit(firstSequence: dump.sequence) { (editor) throws(SceneProblem) in
      try editor.load(dump, policy, isNew: isNew)
    }
    switch outcome {
    case .loaded(let counts): return counts
    case .inUse(let uses):
      throw StoreTarget.inUse(
        uses, hint: "close these windows first, or load with --merge")
    case .refused(let reason):
      let file = target.operands[0]
      throw CommandFailure(
        .invalidInput, "no app could use the store that '\(file)' would make: \(reason)",
        code: "not-valid")
    }
  }

  private func nextLine(_ policy: LoadPolicy) -> String {
    let flag =
      switch policy {
      case .merge: "--merge"
      case .keep: "--keep"
      case .replace: "--replace"
      }
    let file = ShellText.word(target.operands[0])
    return "scenesim store load \(target.word) \(file) \(flag) --force"
  }

  func report(_ counts: LoadPlan.Counts, isNew: Bool) throws(CommandFailure) -> ExitCode {
    let members: [(String, Int)] = [
      ("added", counts.added), ("changed", counts.changed), ("removed", counts.removed),
      ("unchanged", counts.unchanged), ("kept", counts.kept), ("leftOut", counts.leftOut),
      ("scenesAdded", counts.sessionsAdded), ("scenesRemoved", counts.sessionsRemoved),
    ]
    switch invocation.format {
    case .json, .jsonl:
      let facts: [JSON.Member] = [
        .init("schema", .string("scenesim.store.load/1")),
        .init("store", .string(target.directory)),
        .init("new", .bool(isNew)), .init("dryRun", .bool(console.isDryRun)),
      ]
      let object = JSON.object(facts + members.map { .init($0.0, .int($0.1)) })
      try console.write(object)
    case .plain:
      for (name, count) in members { try console.write("\(name)\t\(count)\n") }
    case .table:
      if !invocation.has("quiet") { try console.write(sentence(counts, isNew: isNew) + "\n") }
    }
    return .success
  }

  /// `4 values added, 1 changed, 1 scene added`; nothing that is 0 is said.
  private func sentence(_ counts: LoadPlan.Counts, isNew: Bool) -> String {
    var parts: [String] = []
    func add(_ count: Int, _ noun: String, _ verb: String) {
      if count > 0 { parts.append("\(Amount.count(count, noun)) \(verb)") }
    }
    add(counts.added, "value", "added")
    add(counts.changed, "value", "changed")
    add(counts.removed, "value", "removed")
    add(counts.kept, "value", "kept as in the store")
    add(counts.unchanged, "value", "as before")
    add(counts.leftOut, "value", "left out")
    add(counts.sessionsAdded, "scene", "added")
    add(counts.sessionsRemoved, "scene", "removed")
    let what = parts.isEmpty ? "nothing to load" : parts.joined(separator: ", ")
    let place = SafeText.escaped(target.directory)
    if console.isDryRun { return "would load into \(place): \(what)" }
    return isNew ? "made \(place): \(what)" : "\(place): \(what)"
  }
}
