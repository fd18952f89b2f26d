import LMDB
import StoreFormat
import Synchronization

/// What a store is made of.
///
/// Cells hold it; the ``SceneStore`` in the user's hands shuts it down. Each of its parts has a state
/// of its own. What is here, in a file for each task, needs several parts at once, in an order that
/// the locks prescribe: gate, then cells and lists; commit lock, then connection.
@usableFromInline
final class StoreCore: Sendable {
  struct Pending {
    var cells: [any AnyCell] = []
    /// Counts how often cells were taken out or put back.
    var batch = 0
    var changes: [StoreChange] = []
    var notices = NoticeList()
    /// Cells that a commit changed: told when it is over.
    var commitNotices = NoticeList()
    var wantsFlush = false
    /// The store was released inside the tick that is under way.
    var wantsClose = false
    var isEmpty: Bool { cells.isEmpty && changes.isEmpty }
  }

  let options: SceneStore.Options
  let location: StoreLocation
  /// The folder; nil for a store in memory.
  var directory: String? { location.directory }
  let gate = TickGate()
  let problems = ProblemLog()
  let app = SceneHandle(id: nil, number: ValueAddress.appSession, isApp: true)
  let pending = Mutex(Pending())
  let scenes = Mutex(SceneTable())
  let connection: Connection
  /// The names of types that listings have met.
  let typeNames = Mutex(TypeNames())
  /// One commit at a time, whether of the committer or of a flush.
  let commitLock = TickGate()
  /// How many cells the commit under way has taken.
  let inCommit = Atomic<Int>(0)
  /// What was refused since the last flush that said so.
  let refusals = Mutex(Refusals())
  /// The process that opened it: after a fork the child has to open a store of its own.
  private let forkCount = ForkCount.current
  let committer: Committer
  let watch = OutsideWatch()
  let sessionNumbers = SessionNumbers()
  let claims = SessionClaims()
  let failure = StoreFailure()
  let modifies = RunningModifies()
  /// Scenes that could not be read when somebody asked; tried again at each commit.
  let unread = Mutex<[SceneHandle]>([])
  let commitLog = Mutex(CommitLog())
  let commitNews = NewsQueue<[CommitLogEntry]>()
  /// Hears what each commit changed.
  let commitObserver = Mutex<Callback<@Sendable ([CommitLogEntry]) -> Void>?>(nil)
  /// Hears that there was a commit, of this process or another one, or that somebody waited for all
  /// of them to be durable.
  let commitListener = Mutex<Callback<@Sendable (_ isFlush: Bool) -> Void>?>(nil)
  /// The names of the keys that somebody declared to belong to this machine.
  let deviceKeys = Mutex<Set<String>>([])
  let isClosed = Atomic<Bool>(false)
  /// nil for a store that makes no backups.
  let backupClock: BackupClock?
  /// How far the look through the file has come.
  let scrub: Scrub

  init(_ location: StoreLocation, options: SceneStore.Options) {
    self.location = location
    self.options = options
    connection = Connection(
      location, options: options, problems: problems, commitLock: commitLock)
    let worksByItself = options.commitsByItself && !location.isMemory
    let hasThread = worksByItself && !ForkCount.isChild
    committer = Committer(delay: options.commitDelay, isSilent: !hasThread)
    // A store that never works by itself is a simulated one, whose owner knows what he wants.
    let rule = worksByItself ? options.backups : nil
    scrub = Scrub(worksByItself ? options.scrub : nil, now: options.monotonicClock)
    backupClock = rule.map { BackupClock($0, now: options.monotonicClock) }
    let isOver = OpenStores.isOver.load(ordering: .acquiring)
    if location.keepsValues, options.commitsByItself,
      isOver || !hasThread || options.commitDelay <= .zero
    {
      failure.commitAtOnce()
    }
  }

  var isOfThisProcess: Bool { ForkCount.current == forkCount }

  var isUsable: Bool { connection.isOpen }

  /// Whether the store is open, no failure stands, and writes wait for the committer: two loads.
  var worksPlainly: Bool { connection.isOpen && failure.isUsual }

  /// See ``CellGroup/writePlainly(size:_:)``.
  func writePlainly(
    in handle: SceneHandle, size: Int, _ body: () -> PlainWrite
  ) -> PlainWrite {
    guard worksPlainly, size <= options.valueBudget, handle.takesPlainly(size, options.sceneBudget)
    else { return .unusual }
    return gate.enterFirst(body) ?? .unusual
  }

  // MARK: Scenes

  func handle(for id: SceneID) -> SceneHandle {
    let id = SceneID(rawValue: id.rawValue.normalFormC)
    return scenes.withLock { scenes in
      if let handle = scenes[id] { return handle }
      let handle = SceneHandle(id: id)
      scenes.set(handle, for: id)
      return handle
    }
  }

  var liveHandles: [SceneHandle] {
    [app] + scenes.withLock { $0.sortedHandles }
  }

  /// The same in no particular order, for looks that are made often.
  var unsortedHandles: [SceneHandle] {
    scenes.withLock { $0.handles } + [app]
  }

  // MARK: Cells

  /// The cell of a key, made at its first use; one in memory if another type lives there.
  func cell<Value>(for key: SceneKey<Value>, at place: SceneScope) -> ValueCell<Value> {
    let (cell, isNew) = anyCell(for: key, at: place)
    guard let typed = cell as? ValueCell<Value> else {
      let entry = SceneHandle.EntryKey(path: place.path, key: key.name)
      return memoryCell(for: key, in: place.handle, entry, .typeClash) {
        "\(key.coding.typeName) here, \(cell.declaration) first"
      }
    }
    if !isNew, typed.key !== key.declaration { reportOtherDefault(key, than: typed) }
    if isNew, key.name.isEmpty {
      SceneProblem.tellWhileDebugging(
        "the key declared at \(key.place) has no name: no tool can name its value")
    }
    return typed
  }

  private func anyCell<Value>(
    for key: SceneKey<Value>, at place: SceneScope
  ) -> (cell: any AnyCell, isNew: Bool) {
    let hash = EntryHash(ofPath: place.pathHash, ofKey: key.declaration.nameHash)
    return place.handle.state.withLock { state -> ((any AnyCell), Bool) in
      let row = state.table.row(place.path, key.name, hash)
      if let cell = row?.cell { return (cell, false) }
      let entry =
        row?.entry ?? SceneHandle.EntryKey(path: place.path, key: key.name, hash: hash)
      return (state.makeCell(self, place.handle, entry, key.declaration), true)
    }
  }

  /// The cell of a key that cannot be kept in its place: one for each entry and type.
  func memoryCell<Value>(
    for key: SceneKey<Value>, in handle: SceneHandle, _ entry: SceneHandle.EntryKey,
    _ code: SceneProblem.Code, detail: () -> String
  ) -> ValueCell<Value> {
    let id = SceneHandle.MemoryKey(entry: entry, type: ObjectIdentifier(Value.self))
    let known = handle.state.withLock { $0.memoryCells[id] }
    if let cell = known as? ValueCell<Value> { return cell }
    let problem = SceneProblem(
      code, address: Address.text(scene: handle.name, path: entry.path, key: entry.key),
      detail: detail(), declaredAt: key.place)
    let fresh = ValueCell.inMemory(self, handle, entry, key, because: problem)
    let cell = handle.state.withLock { state -> any AnyCell in
      if let other = state.memoryCells[id] { return other }
      if !state.isOver { state.memoryCells[id] = fresh }
      return fresh
    }
    problems.report(problem)
    problem.tellWhileDebugging()
    return cell as? ValueCell<Value> ?? fresh
  }

  private func reportOtherDefault<Value>(_ key: SceneKey<Value>, than cell: ValueCell<Value>) {
    guard case .different = key.coding.isSame(cell.key.defaultValue, key.defaultValue) else {
      return
    }
    let problem = SceneProblem(
      .defaultDiffers, address: cell.home.address,
      detail: cell.key.place == key.place
        ? "it is made anew each time, as `UUID()` or `Date()` is; the first one counts"
        : "the first one, at \(cell.key.place), counts",
      declaredAt: key.place)
    problems.report(problem)
    problem.tellWhileDebugging()
  }

  // MARK: Ticks

  /// The gate is held.
  func markDirty(_ cell: any AnyCell) {
    // A store that keeps nothing, or is closed, has nothing to wait for.
    guard location.keepsValues else { return }
    guard !isClosed.load(ordering: .relaxed) else {
      return SceneProblem(
        .storeNotUsable, address: cell.home.address, detail: "the store was closed before",
        declaredAt: cell.place
      ).tellWhileDebugging()
    }
    let wasEmpty = pending.withLock { pending -> Bool in
      defer { pending.cells.append(cell) }
      return pending.isEmpty
    }
    if wasEmpty || failure.text != nil { committer.wake() }
  }

  /// The gate is held.
  func enqueue(_ change: StoreChange) {
    guard location.keepsValues, !isClosed.load(ordering: .relaxed) else { return }
    if let handle = change.handle {
      if handle.livesInMemory { return }
      // The end of a scene is its last change; what was put in before it still counts.
      if case .destroy = change {} else if handle.isDestroyed.load(ordering: .relaxed) { return }
    }
    let wasEmpty = pending.withLock { pending -> Bool in
      defer { pending.changes.append(change) }
      return pending.isEmpty
    }
    if wasEmpty || failure.text != nil { committer.wake() }
  }

  /// The gate is held: the observers are told when the tick is over.
  func notice(_ noticed: any Noticed) {
    pending.withLock { $0.notices.add(noticed) }
  }

  /// Tells observers now, or at the end of the tick that is under way on this thread.
  func tellNow(_ noticed: any Noticed) {
    if gate.isHeld { notice(noticed) } else { noticed.notify() }
  }

  /// What is stored changed under the cell: its observers are told when tick or commit is over.
  func noticeLater(_ cell: any AnyCell) {
    if gate.isHeld { return notice(cell) }
    pending.withLock { $0.commitNotices.add(cell) }
  }

  /// Tells what a commit has to say, with none of the store's locks held.
  func deliverNews() {
    for cell in pending.withLock({ $0.commitNotices.take() }) { cell.notify() }
    connection.remarks.tell()
    commitNews.tell { entries in commitObserver.withLock { $0 }?.call(entries) }
  }

  /// Runs a body whose writes are one transaction, then tells observers.
  func tick<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    guard !gate.isHeld else { return try body() }
    var end = TickEnd()
    defer { finish(end) }
    try gate.enter { () throws(Failure) in
      // Taken while the gate is held: the next tick's notices are not this one's.
      defer { end = takeTickEnd() }
      try body()
    }
  }

  /// What is left to do when the gate is free again.
  struct TickEnd {
    var notices: [any Noticed] = []
    var wantsFlush = false
    var wantsClose = false
  }

  /// The gate is held.
  func takeTickEnd() -> TickEnd {
    pending.withLock { pending in
      defer { (pending.wantsFlush, pending.wantsClose) = (false, false) }
      return TickEnd(
        notices: pending.notices.take(), wantsFlush: pending.wantsFlush,
        wantsClose: pending.wantsClose)
    }
  }

  func finish(_ end: TickEnd) {
    // Told before the commit, which tells anew what it refuses.
    for noticed in end.notices { noticed.notify() }
    if end.wantsFlush {
      // The caller of the flush inside the tick was told that it happens here.
      do { try commit(durable: true) } catch { problems.report(error) }
    }
    commitIfAtOnce()
    if end.wantsClose { shutDown(committing: true) }
  }

  /// Commits what was just written, if the store does not leave that to its committer.
  ///
  /// What a commit's own callbacks write is the next one's.
  func commitIfAtOnce() {
    guard failure.commitsAtOnce, !gate.isHeld, !isClosed.load(ordering: .relaxed) else { return }
    // What fails is reported there, and waits.
    try? commit(durable: false)
  }
}
