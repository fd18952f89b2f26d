internal import CLMDB

/// A read transaction that is reset and waits to be renewed.
@safe struct IdleTransaction: Sendable {
  nonisolated(unsafe) let pointer: OpaquePointer
}

/// What may be used between entering and leaving an environment.
struct Lease: Sendable {
  let raw: RawEnvironment
  let generation: Int
  var idle: IdleTransaction?
}

/// Who uses an environment; guarded by its monitor.
struct EnvironmentState: Sendable {
  /// `nil` when it is closed, or when opening it again after an error failed.
  var raw: RawEnvironment?
  /// Counts the openings, so that threads that saw the same failure open it again only once.
  var generation = 0
  /// The threads of the running reads, one entry a read.
  var readers: [UInt] = []
  /// The thread of the running write.
  var writer: UInt?
  /// The same thread as the system numbers it, which tells whether it still runs.
  private var writerNumber: Int32 = 0
  var idle: [IdleTransaction] = []
  /// Set while one thread changes the map or opens the environment again.
  var isPaused = false
  var isClosing = false
  var isClosed = false
  var isUnsynced = false
  /// The newest transaction that this process committed to the file.
  private(set) var lastCommitted: UInt64 = 0
  private var commitsSinceCheck = 0
  private var bytesAtCheck: Int
  let readerLimit: Int
  /// The files that an opening after an error must find again.
  var dataFile: FileIdentity
  /// nil for the next one that is made.
  var lockTable: FileIdentity?
  /// Whether a write waits for the reads of other threads, and they for it.
  private let writesAlone: Bool
  /// What nobody else in this process may open.
  var identities: [FileIdentity]

  init(
    raw: RawEnvironment, readerLimit: Int, fileBytes: Int, identities: [FileIdentity],
    writesAlone: Bool
  ) {
    self.writesAlone = writesAlone
    self.raw = raw
    dataFile = raw.dataFile
    lockTable = raw.lockTable
    self.identities = identities
    bytesAtCheck = fileBytes
    self.readerLimit = readerLimit
  }

  var isIdle: Bool { readers.isEmpty && writer == nil && !isPaused }

  enum Admission: Sendable {
    case granted(Lease)
    case mustReopen(generation: Int)
  }

  /// Lets a read in; `nil` means to wait.
  mutating func admitReader(_ thread: UInt) throws(LMDBError) -> Admission? {
    if isClosing { throw .closed }
    // A read inside a read or a write must not wait for a pause that waits for the outer one.
    let mustWait = isPaused || writesAlone && writer != nil
    if mustWait, writer != thread, !readers.contains(thread) { return nil }
    guard let raw else { return .mustReopen(generation: generation) }
    guard readers.count < readerLimit else { return nil }
    readers.append(thread)
    return .granted(Lease(raw: raw, generation: generation, idle: idle.popLast()))
  }

  /// Lets a read out; `true` means that somebody may wait for it.
  mutating func dismissReader(_ thread: UInt, keeping transaction: IdleTransaction?) -> Bool {
    let wasFull = readers.count >= readerLimit
    if let index = readers.lastIndex(of: thread) { readers.swapAt(index, readers.count - 1) }
    readers.removeLast()
    if let transaction { idle.append(transaction) }
    return wasFull || isPaused || isClosing || writesAlone
  }

  /// Lets a write in; `nil` means to wait.
  mutating func admitWriter(_ thread: UInt) throws(LMDBError) -> Admission? {
    if writer == thread { throw .nestedWrite }
    if isClosing { throw .closed }
    dismissDeadWriter()
    if isPaused || writer != nil { return nil }
    if writesAlone, readers.contains(where: { $0 != thread }) { return nil }
    guard let raw else { return .mustReopen(generation: generation) }
    writer = thread
    writerNumber = scene_thread_number()
    return .granted(Lease(raw: raw, generation: generation, idle: nil))
  }

  /// Forgets a write whose thread ended inside it, which `pthread_exit` can do.
  ///
  /// LMDB then answers `MDB_PANIC` to the next one, and the environment is opened again.
  mutating func dismissDeadWriter() {
    if writer != nil, scene_thread_exists(writerNumber) == 0 { writer = nil }
  }

  /// Counts a commit; `true` means that it is time to look for dead readers.
  ///
  /// A file that grows may do so because of one, so growth counts as well as commits.
  mutating func noteCommit(_ transaction: UInt64, fileBytes: Int) -> Bool {
    isUnsynced = true
    lastCommitted = max(lastCommitted, transaction)
    commitsSinceCheck += 1
    guard commitsSinceCheck >= 64 || fileBytes - bytesAtCheck >= 256 << 10 else { return false }
    commitsSinceCheck = 0
    bytesAtCheck = fileBytes
    return true
  }

  /// The file is another one, whose transactions count from the beginning.
  mutating func forgetCommits() { lastCommitted = 0 }

  mutating func takeUnsynced() -> Bool {
    defer { isUnsynced = false }
    return isUnsynced
  }

  mutating func dropIdleTransactions() {
    for transaction in idle { unsafe mdb_txn_abort(transaction.pointer) }
    idle.removeAll()
  }
}
