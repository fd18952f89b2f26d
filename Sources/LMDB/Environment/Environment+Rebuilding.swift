internal import CLMDB
internal import Synchronization

extension Environment {
  /// Builds the data file anew while it is open, so that nothing that was deleted is left in it.
  ///
  /// Reads and writes of this process wait meanwhile. Whatever fails, or if the process dies,
  /// either the old file or the whole new one is in its place.
  ///
  /// - Parameter copy: Fills the new environment from a view of the old one.
  /// - Throws: ``LMDBError/inUse(pids:)`` if another process has the store open,
  ///   ``LMDBError/nestedWrite`` inside a read or write of this thread.
  package func rebuild(
    _ copy: (borrowing ReadTransaction, Environment) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    try requireSameProcess()
    guard !options.readOnly else {
      throw .system(errno: SystemCode.readOnly, operation: "writing", path: path)
    }
    let me = currentThreadID()
    guard state.withLock({ $0.writer != me }) else { throw .nestedWrite }
    try stopEverybody(unlessNewerThan: nil, or: .nestedWrite) { (state) throws(LMDBError) in
      guard let files else { return try rebuildMemory(&state, copy) }
      let opening = try FileLock(path: files.folder.openLock)
      defer { opening.unlock() }
      try opening.exclusiveOnce(until: monotonicNow() + options.lockDeadline)
      // Trying for the exclusive lock may cost the shared one; nobody else takes it meanwhile.
      let isAlone = try files.use.tryExclusive()
      // Nobody can be in the way while the open lock is held, so this one is to be had again.
      defer { _ = try? files.use.tryShared() }
      guard isAlone else { throw .inUse(pids: lockHolders(files.folder.useLock)) }
      try rebuild(files.folder, &state, copy)
    }
    watchNewFile()
  }

  /// The same with everybody stopped and the locks held.
  private func rebuild(
    _ folder: StoreFolder, _ state: inout EnvironmentState,
    _ copy: (borrowing ReadTransaction, Environment) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    guard let old = state.raw else { throw .closed }
    let place = place(in: folder)
    try place.build { (environment) throws(LMDBError) in
      try self.copy(old, into: environment, copy)
    }
    old.closeEnvironment()
    defer { old.letGoOfFile() }
    state.raw = nil
    state.generation += 1
    state.isUnsynced = false
    do throws(LMDBError) { try place.install() } catch {
      // The next use opens whichever file has the name now.
      try? adopt(folder, &state)
      throw error
    }
    try adopt(folder, &state)
    let raw = try opened(alone: true)
    (state.raw, state.lockTable) = (raw, raw.lockTable)
  }

  /// The same in memory: what is built takes the place of the old bytes.
  private func rebuildMemory(
    _ state: inout EnvironmentState,
    _ copy: (borrowing ReadTransaction, Environment) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    guard let old = state.raw, let memory else { throw .closed }
    let fresh = MemoryFile()
    let built = try Environment.open(fresh, options: optionsOfBuilding)
    do throws(LMDBError) { try self.copy(old, into: built, copy) } catch {
      built.close()
      throw error
    }
    built.close()
    old.close()
    state.raw = nil
    state.generation += 1
    state.forgetCommits()
    try memory.replace(with: fresh.copy())
    state.raw = try opened()
    knownBytes.store(try memory.status().byteCount, ordering: .releasing)
  }

  /// Hands over a view of an open environment, outside of who is counted in.
  private func copy(
    _ old: RawEnvironment, into new: Environment,
    _ copy: (borrowing ReadTransaction, Environment) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    var begun: OpaquePointer?
    try unsafe check(
      mdb_txn_begin(old.pointer, nil, UInt32(MDB_RDONLY), &begun), "beginning a read")
    guard let pointer = unsafe begun else { throw .closed }
    defer { unsafe mdb_txn_abort(pointer) }
    let reader = unsafe Reader(transaction: pointer, environment: ObjectIdentifier(self))
    try copy(ReadTransaction(reader: reader), new)
  }

  /// Where a file is built that this environment is to open.
  func place(in folder: StoreFolder) -> StorePlace {
    StorePlace(folder: folder, options: optionsOfBuilding)
  }

  /// With the databases that it has.
  private var optionsOfBuilding: Options {
    var options = options
    options.databases = handles.sorted { $0.value < $1.value }.map(\.key)
    return options
  }

  /// Takes the file that has the name now for the store's own.
  func adopt(
    _ folder: StoreFolder, _ state: inout EnvironmentState
  ) throws(LMDBError) {
    guard let status = try linkStatus(folder.data) else { throw .storeReplaced }
    let identity = FileIdentity(status)
    if identity != state.dataFile {
      EnvironmentRegistry.release([state.dataFile])
      _ = EnvironmentRegistry.reserve(identity)
      state.identities = state.identities.filter { $0 != state.dataFile } + [identity]
      state.lockTable = nil
      state.forgetCommits()
    }
    state.dataFile = identity
    knownBytes.store(status.byteCount, ordering: .releasing)
  }
}
