import LMDB
import Synchronization

/// What a store is made of.
///
/// Cells hold it; the ``SceneStore`` in the user's hands shuts it down.
@usableFromInline
final class StoreCore: Sendable {
  struct Pending {
    var cells: [any AnyCell] = []
    var changes: [StoreChange] = []
    var notices: [any AnyCell] = []
    /// Cells that a commit changed: told when it is over.
    var commitNotices: [any AnyCell] = []
    var wantsFlush = false
    var isEmpty: Bool { cells.isEmpty && changes.isEmpty }
  }

  struct Handles {
    var byID: [SceneID: SceneHandle] = [:]
  }

  let options: SceneStore.Options
  /// nil for a store that lives in memory only.
  let directory: String?
  let gate = TickGate()
  let problems = ProblemLog()
  let app = SceneHandle(id: nil, number: ValueAddress.appSession, isApp: true)
  let pending = Mutex(Pending())
  let handles = Mutex(Handles())
  let connection: Connection
  /// One commit at a time, whether of the committer or of a flush.
  let commitLock = Mutex<Void>(())
  let committer: Committer
  let isClosed = Atomic<Bool>(false)

  init(directory: String?, options: SceneStore.Options) {
    self.directory = directory
    self.options = options
    connection = Connection(directory: directory, options: options)
    committer = Committer(delay: options.commitDelay)
  }

  var isUsable: Bool { connection.current != nil }

  // MARK: Scenes

  func handle(for id: SceneID) -> SceneHandle {
    let id = SceneID(rawValue: id.rawValue.normalFormC)
    return handles.withLock { handles in
      if let handle = handles.byID[id] { return handle }
      let handle = SceneHandle(id: id)
      handles.byID[id] = handle
      return handle
    }
  }

  var liveHandles: [SceneHandle] {
    let scenes = handles.withLock { handles in
      handles.byID.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    }
    return [app] + scenes
  }

  // MARK: Cells

  /// The cell of a key, made at its first use; nil if another type lives there.
  func cell<Value>(for key: SceneKey<Value>, in handle: SceneHandle, at path: ScopePath)
    -> ValueCell<Value>?
  {
    let entry = SceneHandle.EntryKey(path: path, key: key.name)
    let (cell, isNew) = anyCell(for: key, in: handle, entry)
    guard let typed = cell as? ValueCell<Value> else {
      reportClash(key, handle: handle, entry: entry, with: cell)
      return nil
    }
    if !isNew { reportOtherDefault(key, than: typed) }
    return typed
  }

  /// The cell without a look at other declarations; those are compared at the first access.
  func cellForNow<Value>(for key: SceneKey<Value>, in handle: SceneHandle, at path: ScopePath)
    -> ValueCell<Value>?
  {
    let entry = SceneHandle.EntryKey(path: path, key: key.name)
    return anyCell(for: key, in: handle, entry).cell as? ValueCell<Value>
  }

  private func anyCell<Value>(
    for key: SceneKey<Value>, in handle: SceneHandle, _ entry: SceneHandle.EntryKey
  ) -> (cell: any AnyCell, isNew: Bool) {
    handle.state.withLock { state -> ((any AnyCell), Bool) in
      if let cell = state.cells[entry] { return (cell, false) }
      let cell = ValueCell(home: CellHome(core: self, handle: handle, entry: entry), key: key)
      state.cells[entry] = cell
      return (cell, true)
    }
  }

  private func reportClash<Value>(
    _ key: SceneKey<Value>, handle: SceneHandle, entry: SceneHandle.EntryKey,
    with cell: any AnyCell
  ) {
    problems.report(
      SceneProblem(
        .typeClash,
        address: Address.text(scene: handle.name, path: entry.path, key: entry.key),
        detail: "\(key.coding.typeName) here, \(cell.declaration) first", declaredAt: key.place))
  }

  private func reportOtherDefault<Value>(_ key: SceneKey<Value>, than cell: ValueCell<Value>) {
    guard case .different = key.coding.isSame(cell.key.defaultValue, key.defaultValue) else {
      return
    }
    problems.report(
      SceneProblem(
        .defaultDiffers, address: cell.home.address,
        detail: "the first one, at \(cell.key.place), counts", declaredAt: key.place))
  }

  // MARK: Ticks

  /// The gate is held.
  func markDirty(_ cell: any AnyCell) {
    // A store that is memory only, or closed, has nothing to wait for.
    guard directory != nil, !isClosed.load(ordering: .relaxed) else { return }
    let wasEmpty = pending.withLock { pending -> Bool in
      defer { pending.cells.append(cell) }
      return pending.isEmpty
    }
    if wasEmpty { committer.wake() }
  }

  /// The gate is held.
  func enqueue(_ change: StoreChange) {
    guard directory != nil, !isClosed.load(ordering: .relaxed) else { return }
    if let handle = change.handle, handle.hasLongID { return }
    let wasEmpty = pending.withLock { pending -> Bool in
      defer { pending.changes.append(change) }
      return pending.isEmpty
    }
    if wasEmpty { committer.wake() }
  }

  /// The gate is held: the cell's observers are told when the tick is over.
  func notice(_ cell: any AnyCell) {
    pending.withLock { pending in
      if !pending.notices.contains(where: { $0 === cell }) { pending.notices.append(cell) }
    }
  }

  /// What is stored changed under the cell: its observers are told when tick or commit is over.
  func noticeLater(_ cell: any AnyCell) {
    if gate.isHeld { return notice(cell) }
    pending.withLock { pending in
      if !pending.commitNotices.contains(where: { $0 === cell }) {
        pending.commitNotices.append(cell)
      }
    }
  }

  func deliverCommitNotices() {
    let cells = pending.withLock { pending in
      defer { pending.commitNotices = [] }
      return pending.commitNotices
    }
    for cell in cells { cell.notify() }
  }

  /// Runs a body whose writes are one transaction, then tells observers.
  func tick<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    guard !gate.isHeld else { return try body() }
    var notices: [any AnyCell] = []
    var wantsFlush = false
    defer { finishTick(notices, wantsFlush) }
    try gate.enter { () throws(Failure) in
      // Taken while the gate is held: the next tick's notices are not this one's.
      defer {
        (notices, wantsFlush) = pending.withLock { pending in
          defer { (pending.notices, pending.wantsFlush) = ([], false) }
          return (pending.notices, pending.wantsFlush)
        }
      }
      try body()
    }
  }

  private func finishTick(_ notices: [any AnyCell], _ wantsFlush: Bool) {
    if wantsFlush {
      // The caller of the flush inside the tick was told that it happens here.
      do { try commit(durable: true) } catch { problems.report(error) }
    }
    for cell in notices { cell.notify() }
  }
}
