internal import CLMDB
internal import Synchronization

/// An LMDB environment: a memory-mapped data file, in a folder with its locks or without a name.
///
/// Reads and writes are synchronous closures; neither a transaction nor a pointer leaves them.
/// All methods may be called from any thread.
///
/// It is large, in many files: opening, access, writing, reopening and rebuilding all turn on one
/// state (``EnvironmentState``), and each takes and leaves it as a whole; what needs no such state
/// (the raw environment, folders, locks, the quarantine, verifying) has types of its own.
@safe package final class Environment: Sendable {
  /// The absolute path of the folder; what stands for it in messages about one in memory.
  package let path: String

  /// Where the data is: exactly one of the two.
  let files: StoreFiles?
  let memory: MemoryFile?
  let options: Options
  let processID: Int32
  /// The same as a number that costs nothing to ask for.
  private let forkCount = ForkCount.current
  let handles: [String: MDB_dbi]
  /// How large the pages of the file are; it never changes.
  private let pageBytes: Int
  let state: Monitor<EnvironmentState>
  /// The identity of the folder, or of the memory, which is nobody else's while it is open.
  package let folderIdentity: FileIdentity
  /// The largest size `data.mdb` was seen with; it never shrinks, unless it is built anew.
  let knownBytes: Atomic<Int>
  let reserve = RoomReserve()
  let remarkLog: RemarkLog
  private let syncing = Monitor(())
  let watching = Mutex(FileWatching.off)

  init(
    files: StoreFiles?,
    memory: MemoryFile?,
    options: Options,
    raw: RawEnvironment,
    handles: [String: MDB_dbi],
    identities: [FileIdentity]
  ) throws(LMDBError) {
    folderIdentity = identities[0]
    path = files?.folder.path ?? MemoryFile.name
    (self.files, self.memory) = (files, memory)
    self.options = options
    processID = processNumber()
    var status = MDB_stat()
    try unsafe check(mdb_env_stat(raw.pointer, &status), "asking for the page size")
    pageBytes = Int(status.ms_psize)
    self.handles = handles
    state = Monitor(
      EnvironmentState(
        raw: raw, readerLimit: max(options.maxReaders - 2, 1), fileBytes: raw.openedBytes,
        identities: identities, writesAlone: memory != nil))
    knownBytes = Atomic(raw.openedBytes)
    remarkLog = RemarkLog(options.onRemark)
  }

  deinit {
    close()
  }

  /// A database that was named when the environment was opened.
  ///
  /// - Returns: `nil` when it was not named, or when a read-only environment doesn't have it.
  package func database(_ name: String) -> Database? {
    guard let handle = handles[name] else { return nil }
    return Database(
      handle: handle, environment: ObjectIdentifier(self),
      tails: name == CutValue.database ? handles[CutValue.tails] : nil, pageBytes: pageBytes,
      holdsValues: name == CutValue.database)
  }

  /// The number of the data file, which no copy of it has; 0 for one in memory.
  package var fileNumber: UInt64 {
    files == nil ? 0 : UInt64(state.withLock { $0.dataFile.inode })
  }

  /// Makes every commit so far survive a power cut (`mdb_env_sync`).
  ///
  /// Costs one flush, or none when nothing was committed since the last one.
  package func sync() throws(LMDBError) {
    // Memory is as durable as it gets.
    if memory != nil { return }
    let lease = try enterRead()
    defer { leaveRead(lease) }
    // One at a time: whoever finds nothing left to sync must not return before the flush that is
    // under way has ended.
    try syncing.withLock { (_) throws(LMDBError) in
      guard state.withLock({ $0.takeUnsynced() }) else { return }
      let code = unsafe mdb_env_sync(lease.raw.pointer, 1)
      if code != 0 { state.withLock { $0.isUnsynced = true } }
      try check(code, "syncing")
    }
  }

  /// Closes the environment after the running reads and the running write have ended.
  ///
  /// Called inside a read or write of the same thread, it takes effect when that ends. Calling it
  /// again does nothing; neither does calling it in a process forked from the one that opened it.
  package func close() {
    guard processNumber() == processID else { return }
    let me = currentThreadID()
    _ = state.wait(until: nil) { (state: inout EnvironmentState) -> Bool? in
      state.isClosing = true
      state.dismissDeadWriter()
      guard state.isIdle else {
        // Waiting for this thread itself would never end.
        return state.readers.contains(me) || state.writer == me ? true : nil
      }
      finishClosing(&state)
      return true
    }
  }

  /// Closes for good; the caller holds the state, which is idle.
  func finishClosing(_ state: inout EnvironmentState) {
    guard !state.isClosed else { return }
    state.isClosed = true
    state.dropIdleTransactions()
    let raw = state.raw
    state.raw = nil
    if let memory {
      return memory.end(raw.map { .init($0, handles, options) })
    }
    defer { raw?.letGoOfFile() }
    if let raw {
      if state.isUnsynced { _ = unsafe mdb_env_sync(raw.pointer, 1) }
      raw.closeEnvironment()
    }
    files?.letGo()
    if files != nil { EnvironmentRegistry.release(state.identities) }
  }

  /// Refuses the use of an environment that came through a fork: its locks are not valid here.
  @inline(__always)
  func requireSameProcess() throws(LMDBError) {
    guard ForkCount.current == forkCount else { throw .usedAfterFork }
  }
}

package struct Database: Sendable, Hashable {
  let handle: MDB_dbi
  let environment: ObjectIdentifier
  /// Where the ends of long values are, see ``CutValue``; who reads and writes never sees them.
  var tails: MDB_dbi?
  var pageBytes = 4096
  /// Whether it is the one whose rows are values, which ``RowSums`` counts in their own way.
  var holdsValues = false
}
