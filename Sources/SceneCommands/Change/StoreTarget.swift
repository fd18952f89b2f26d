import FoundationEssentials
import SceneRoaming
import SceneScenarios
import SceneState
import StoreFormat
import StoreTools

/// The store that a writing verb is about, and its other operands.
struct StoreTarget {
  static let force = CommandOption.flag("force", "do it without a question")

  let directory: String
  /// What stands behind the store.
  let operands: [String]
  /// Where is said what the opening for a change does on its way.
  private let console: Console?

  /// So many operands stand behind the store; where it is only read, scenes in a cluster will do.
  init(
    _ invocation: Invocation, _ console: Console, operands count: Int, reads: Bool = false
  ) throws(CommandFailure) {
    let given = invocation.operands
    self.console = console
    operands = Array(given.suffix(count))
    if let chosen = invocation.value("store") {
      guard given.count == count else {
        throw .usage("two stores given: '\(chosen)' and '\(given[0])'")
      }
      directory = chosen
    } else if given.count > count {
      try StoreSource.checkOrder(invocation)
      directory = given[0]
    } else if let standing = console.variable("SCENESIM_STORE") {
      try StoreSource.checkStanding(standing)
      directory = standing
    } else {
      throw StoreSource.incomplete(invocation)
    }
    if ClusterPlace.isOne(directory), !reads { throw ClusterPlace.needsFolder(directory) }
  }

  /// A store that a command made itself.
  init(directory: String) { (self.directory, operands, console) = (directory, [], nil) }

  /// The store as messages name it.
  var word: String { ShellText.word(directory) }

  /// The last part of the folder's path, which a person types to agree.
  var name: String {
    directory.split(separator: "/").last.map(String.init) ?? directory
  }

  var exists: Bool { OutputFile.exists(directory + "/data.mdb") }

  /// The same store for those who only look.
  var source: StoreSource { StoreSource(directory: directory) }

  /// Everything in it, row by row.
  func contents() throws(CommandFailure) -> StoreContents {
    try source.ask(StoreInspector.contents)
  }

  /// Everything in it that can be read, row by row, and what cannot.
  func whatIsLeft() throws(CommandFailure) -> (StoreContents, Shortfall) {
    let (contents, remarks) = try source.ask(StoreInspector.contentsOfWhatIsLeft)
    var snapshot = StoreSnapshot(contents)
    snapshot.remarks = remarks
    return (contents, Shortfall(snapshot, snapshot.entries))
  }

  /// The same of scenes in a cluster.
  static func contents(of cluster: ClusterLook) throws(CommandFailure) -> (StoreContents, Shortfall)
  {
    let snapshot = try StoreSource.snapshot(of: cluster)
    let contents = try ClusterPlace.tell(cluster.contents).0
    return (contents, Shortfall(snapshot, snapshot.entries))
  }

  /// Opens a store that exists for changes, and closes it afterwards.
  ///
  /// The first commit has at least the number `firstSequence`. A body that writes another place,
  /// the goal, fails with `elsewhere`, the command line for one more; a copy leaves the store alone.
  func edit<Answer>(
    firstSequence: UInt64 = 0, writing goal: String? = nil, elsewhere: String? = nil,
    isCopy: Bool = false, _ body: (StoreEditor) throws(SceneProblem) -> Answer
  ) throws(CommandFailure) -> Answer {
    var place: String?
    do throws(SceneProblem) {
      let editor =
        isCopy
        ? try StoreEditor(copying: directory)
        : try StoreEditor(directory, firstSequence: firstSequence)
      for remark in editor.remarks where remark.code == .olderThanBackup {
        let words = SafeText.escaped(remark.description)
        console?.complain("note: \(words) [\(remark.code)]\n")
      }
      let answer: Answer
      do throws(SceneProblem) { answer = try body(editor) } catch {
        place = goal
        // The first failure is the one to tell.
        try? editor.close()
        throw error
      }
      try editor.close()
      return answer
    } catch {
      throw failure(error, writing: place, elsewhere: place == nil ? nil : elsewhere)
    }
  }

  /// Nothing if the store may be written, as far as the permissions of its files tell.
  ///
  /// - Parameter goal: The place of a copy that is all that is wanted: a repair makes one of a store
  ///   that can only be read.
  /// - Throws: Why it may not be written.
  func checkPermission(copyingTo goal: String? = nil) throws(CommandFailure) {
    guard OutputFile.exists(directory + "/data.mdb"), let refusal else { return }
    // Who may not read it cannot copy it either.
    try StoreSource.checkPermission(directory)
    guard let goal, !goal.hasSuffix(BackupFile.ending) else { throw refusal }
    throw refusal.with(
      hint: "nothing was changed; a repair only reads it, and makes a store of your own",
      next: "scenesim store repair \(word) -o \(ShellText.word(goal))")
  }

  /// Nothing if the store can be written: what a dry run says is what happens without it.
  ///
  /// It is only looked at: to open it for a change would already be one.
  func requireUse() throws(CommandFailure) {
    if let refusal { throw refusal }
    // A damaged value keeps nobody from writing another one.
    let reason = try source.ask(StoreInspector.examine).findings.first {
      $0.repair == .showFolder || $0.severity == .damage && $0.area == .structure
    }
    guard let reason else { return }
    throw CommandFailure(
      .unusable, "'\(directory)' cannot be written: \(reason.words)",
      code: (reason.repair == .showFolder
        ? SceneProblem.Code.insecureLocation : .storeNotUsable).rawValue,
      hint: reason.repair == .showFolder ? UnsafePlace(directory).hint : "nothing was changed",
      next: reason.repair == .showFolder
        ? UnsafePlace(directory).next : "scenesim store check \(word)")
  }

  /// Why the user may not write the store; nil if nothing keeps them from it.
  private var refusal: CommandFailure? {
    // What a link leads to is nobody's business here: the link itself is refused.
    let files = UnsafePlace.files(of: directory).filter {
      $0 == directory || ProcessEdge.kind(of: $0) != .link
    }
    // Root may write anything; but what it writes is no longer its owner's.
    guard
      let locked = ProcessEdge.lockedPlace(of: files) ?? ProcessEdge.foreignPlace(of: files)
    else { return nil }
    if ProcessEdge.isOwn(locked.path) {
      return StoreSource.ownClosed(locked.path, "write", of: directory)
    }
    return CommandFailure(
      .noPermission, "'\(locked.path)' belongs to \(locked.owner), and you may not write it",
      code: "no-permission",
      hint: "nothing was changed; a copy of your own can be: `store dump`, then `store load`",
      next: "scenesim store dump \(word) -o copy.jsonl")
  }

  /// A problem of the store as a failure of the command.
  ///
  /// A full disk is that of the goal, the place that was written if it is not the store itself;
  /// `elsewhere` is a command line that writes another one.
  func failure(
    _ problem: SceneProblem, writing goal: String? = nil, elsewhere: String? = nil
  ) -> CommandFailure {
    if problem.isOfFullDisk {
      return CommandFailure(
        .unusable,
        goal.map { "no room for '\($0)'" } ?? "no room in '\(directory)': the disk is full",
        code: problem.code.rawValue,
        hint: goal == nil
          ? "nothing was changed; make room on its disk"
          : "the source is untouched; make room, or name another place",
        next: elsewhere ?? room)
    }
    if problem.code == .storeNotUsable, let goal, let locked = Self.locked(goal, elsewhere) {
      return locked
    }
    if [.storeNotUsable, .insecureLocation].contains(problem.code), goal == nil, let refusal {
      return refusal
    }
    if let known = known(problem, isOfGoal: goal != nil) { return known }
    let unsafe = problem.code == .insecureLocation ? UnsafePlace(directory) : nil
    return CommandFailure(
      .unusable, problem.detail.isEmpty ? problem.description : problem.detail,
      code: problem.code.rawValue,
      hint: unsafe?.hint,
      next: unsafe?.next
        ?? (problem.code == .storeNotUsable && goal == nil ? "scenesim store check \(word)" : nil))
  }

  /// The command that shows how much room there is for the store.
  var room: String { "df -h \(ShellText.word(Self.standing(directory)))" }

  /// The folder in which a store was to be made that is gone again, or the store's.
  private static func standing(_ path: String) -> String {
    if OutputFile.exists(path) { return path }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts == [""] ? "/" : standing(parts.joined(separator: "/"))
  }

  /// A problem of which it is known what helps.
  private func known(_ problem: SceneProblem, isOfGoal: Bool) -> CommandFailure? {
    let code = problem.code.rawValue
    if problem.code == .storeFromNewerVersion {
      return CommandFailure(
        .unusable, problem.detail, code: code,
        hint: "nothing was changed; a scenesim of the version that wrote it can change it",
        next: "scenesim version")
    }
    if problem.code == .storeInUse {
      return CommandFailure(
        .unusable, problem.detail, code: code, hint: "nothing was changed; close it there first",
        next: "scenesim store readers \(word)")
    }
    if problem.isOfBusyStore {
      return CommandFailure(
        .unusable, problem.detail, code: code, hint: StoreSource.later,
        next: StoreSource.holders(directory))
    }
    let isReadOnly =
      problem.code == .storeNotUsable && !isOfGoal && ProcessEdge.isReadOnly([directory])
    return isReadOnly ? StoreSource.readOnly(directory) : nil
  }

  /// Makes the folder that something is to be written to; says if it cannot be made, and what else
  /// helps.
  static func makeFolder(_ goal: String, elsewhere: String) throws(CommandFailure) {
    if let locked = locked(goal, elsewhere) { throw locked }
    do throws(CommandFailure) { try OutputFile.makeFolder(goal) } catch {
      throw error.with(hint: "the source is untouched; name another place", next: elsewhere)
    }
  }

  private static func locked(_ goal: String, _ elsewhere: String?) -> CommandFailure? {
    let folder = URL(filePath: goal).deletingLastPathComponent().path(percentEncoded: false)
    return ProcessEdge.lockedPlace(of: [folder, goal]).map {
      CommandFailure(
        .noPermission, "'\(goal)' cannot be written: '\($0.path)' belongs to \($0.owner)",
        code: "no-permission", hint: "the source is untouched; name another place",
        next: elsewhere)
    }
  }

  /// Who has a session open, and that nothing was done because of it.
  static func inUse(_ uses: [SessionUse], hint: String) -> CommandFailure {
    let texts = uses.prefix(3).map { use in
      "'\(use.id.rawValue)' in \(use.name ?? "process") \(use.process)"
    }
    let more = uses.count > 3 ? " and \(uses.count - 3) more" : ""
    return CommandFailure(
      .unusable, "open now: \(texts.joined(separator: ", "))\(more)", code: "session-in-use",
      hint: hint)
  }
}
