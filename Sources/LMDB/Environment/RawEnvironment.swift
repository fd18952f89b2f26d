internal import CLMDB

/// An open `MDB_env` and what was true of its files when it opened.
@safe struct RawEnvironment: Sendable {
  nonisolated(unsafe) let pointer: OpaquePointer
  let descriptor: Int32
  /// The data file once more, to ask for its size; -1 for memory, which needs none.
  ///
  /// Asking moves the position of a descriptor, and LMDB writes at the position of its own. It also
  /// keeps the file's identity from being another's.
  private let sizeDescriptor: Int32
  let dataFile: FileIdentity
  /// How large the data file was when it was opened.
  let openedBytes: Int
  /// nil in memory, which has none.
  let lockTable: FileIdentity?
  let mapSizeBytes: Int

  /// Opens the environment in a folder whose files have been checked, or in memory.
  static func open(
    _ folder: StoreFolder?, _ memory: MemoryFile?, _ options: Environment.Options
  ) throws(LMDBError) -> RawEnvironment {
    // An address space with a limit may not have room for the whole map.
    let sizes = [options.mapSizeBytes, 256 << 20, 64 << 20]
    for (index, size) in sizes.enumerated() where index == 0 || size < options.mapSizeBytes {
      let isLast = !sizes.dropFirst(index + 1).contains { $0 < options.mapSizeBytes }
      if let opened = try open(folder, memory, options, mapSizeBytes: size, mayLackRoom: !isLast) {
        return opened
      }
    }
    throw .system(
      errno: SystemCode.noMemory, operation: "mapping the store",
      path: folder?.data ?? MemoryFile.name)
  }

  private static func open(
    _ folder: StoreFolder?, _ memory: MemoryFile?, _ options: Environment.Options,
    mapSizeBytes: Int,
    mayLackRoom: Bool
  ) throws(LMDBError) -> RawEnvironment? {
    var created: OpaquePointer?
    try unsafe check(mdb_env_create(&created), "creating an environment")
    guard let pointer = unsafe created else { throw .closed }
    do throws(LMDBError) {
      try unsafe check(mdb_env_set_mapsize(pointer, mapSizeBytes), "setting the map size")
      try unsafe check(
        mdb_env_set_maxreaders(pointer, UInt32(options.maxReaders)), "setting the reader limit")
      try unsafe check(
        mdb_env_set_maxdbs(pointer, UInt32(options.databases.count)), "setting the database limit")
      let code =
        if let memory {
          unsafe mdb_env_open(
            pointer, memory.path, options.flags | Environment.Options.memoryFlags, 0o600)
        } else {
          unsafe mdb_env_open(pointer, folder?.path ?? "", options.flags, 0o600)
        }
      if code == SystemCode.noMemory, mayLackRoom {
        unsafe mdb_env_close(pointer)
        return nil
      }
      try check(code, "opening the environment")
      if let memory { return try unsafe RawEnvironment(pointer, memory) }
      guard let folder else { throw .closed }
      return try unsafe inspect(pointer, folder, clearsStaleReaders: options.clearsStaleReaders)
    } catch {
      unsafe mdb_env_close(pointer)
      throw error
    }
  }

  private static func inspect(
    _ pointer: OpaquePointer,
    _ folder: StoreFolder,
    clearsStaleReaders: Bool
  ) throws(LMDBError) -> RawEnvironment {
    let descriptor = try unsafe descriptor(of: pointer, folder.data)
    if clearsStaleReaders {
      var dead: Int32 = 0
      try unsafe check(mdb_reader_check(pointer, &dead), "checking the readers")
    }
    let info = try unsafe info(of: pointer)
    guard let lockTable = try linkStatus(folder.lockTable) else { throw .lockFileReplaced }
    let opened = try descriptorStatus(descriptor, folder.data)
    let dataFile = FileIdentity(opened)
    let sizeDescriptor = try FileDescriptor.rawReading(folder.data)
    // Of one that says nothing of itself it cannot be told that it is the file that was opened.
    guard let status = try? descriptorStatus(sizeDescriptor, folder.data),
      FileIdentity(status) == dataFile
    else {
      closeDescriptor(sizeDescriptor)
      throw .storeReplaced
    }
    return unsafe RawEnvironment(
      pointer: pointer,
      descriptor: descriptor,
      sizeDescriptor: sizeDescriptor,
      dataFile: dataFile,
      openedBytes: opened.byteCount,
      lockTable: FileIdentity(lockTable),
      mapSizeBytes: info.me_mapsize
    )
  }

  /// The same, as it is now that another environment goes on with it.
  func again(_ memory: MemoryFile) throws(LMDBError) -> RawEnvironment {
    try unsafe RawEnvironment(pointer, memory)
  }

  /// What is true of an environment in memory.
  private init(_ pointer: OpaquePointer, _ memory: MemoryFile) throws(LMDBError) {
    let info = try unsafe Self.info(of: pointer)
    unsafe self.pointer = unsafe pointer
    descriptor = try unsafe Self.descriptor(of: pointer, MemoryFile.name)
    sizeDescriptor = -1
    let status = try memory.status()
    (dataFile, openedBytes) = (FileIdentity(status), status.byteCount)
    lockTable = nil
    mapSizeBytes = unsafe info.me_mapsize
  }

  private init(
    pointer: OpaquePointer, descriptor: Int32, sizeDescriptor: Int32, dataFile: FileIdentity,
    openedBytes: Int, lockTable: FileIdentity, mapSizeBytes: Int
  ) {
    unsafe self.pointer = unsafe pointer
    (self.descriptor, self.sizeDescriptor) = (descriptor, sizeDescriptor)
    (self.dataFile, self.lockTable) = (dataFile, lockTable)
    (self.openedBytes, self.mapSizeBytes) = (openedBytes, mapSizeBytes)
  }

  private static func descriptor(
    of pointer: OpaquePointer, _ path: @autoclosure () -> String
  ) throws(LMDBError) -> Int32 {
    var descriptor: Int32 = -1
    try unsafe check(mdb_env_get_fd(pointer, &descriptor), "asking for the descriptor")
    // LMDB 0.9.24 leaves this descriptor open in child processes.
    try closeAtExec(descriptor, path())
    return descriptor
  }

  private static func info(of pointer: OpaquePointer) throws(LMDBError) -> MDB_envinfo {
    var info = unsafe MDB_envinfo()
    try unsafe check(mdb_env_info(pointer, &info), "asking for the map size")
    return unsafe info
  }

  /// The size of the data file now; the cheapest way there is to ask, since each read does.
  @inline(__always)
  func fileBytes(_ path: @autoclosure () -> String) throws(LMDBError) -> Int {
    try descriptorBytes(sizeDescriptor, path())
  }

  /// Opens the named databases in one transaction that commits.
  ///
  /// A handle of a transaction that aborts is dead.
  func openDatabases(
    _ names: [String], creating: Bool
  ) throws(LMDBError) -> [String: MDB_dbi] {
    // Even that takes a slot among the readers, which may all be taken.
    if names.isEmpty { return [:] }
    var begun: OpaquePointer?
    try unsafe check(
      mdb_txn_begin(pointer, nil, creating ? 0 : UInt32(MDB_RDONLY), &begun),
      "opening the databases")
    guard let transaction = unsafe begun else { throw .closed }
    var handles: [String: MDB_dbi] = [:]
    for name in names {
      var handle: MDB_dbi = 0
      let code = unsafe mdb_dbi_open(
        transaction, name, creating ? UInt32(MDB_CREATE) : 0, &handle)
      if code == MDB_NOTFOUND { continue }
      guard code == 0 else {
        unsafe mdb_txn_abort(transaction)
        throw .from(code, "opening the database '\(name)'")
      }
      handles[name] = handle
    }
    try unsafe check(mdb_txn_commit(transaction), "opening the databases")
    return handles
  }

  func close() {
    closeEnvironment()
    letGoOfFile()
  }

  /// Closes all but the data file, whose identity no new file gets until ``letGoOfFile()``.
  ///
  /// Without that a file that is made just after the store's own was removed could be taken for it,
  /// as long as ``EnvironmentRegistry`` has its identity.
  func closeEnvironment() { unsafe mdb_env_close(pointer) }

  /// Hears of writes to the data file.
  func makeWatch(_ path: String) throws(LMDBError) -> FileWatch {
    try FileWatch(sizeDescriptor, dataFile, path)
  }

  /// Has the data file heard of by a watch that heard of another one.
  func watch(with watch: FileWatch) throws(LMDBError) {
    try watch.follow(sizeDescriptor, dataFile)
  }

  func letGoOfFile() { if sizeDescriptor >= 0 { closeDescriptor(sizeDescriptor) } }
}

extension Environment.Options {
  /// Reads don't belong to threads; no read-ahead; one flush a commit instead of two.
  var flags: UInt32 {
    UInt32(MDB_NOTLS | MDB_NORDAHEAD | MDB_NOMETASYNC | (readOnly ? MDB_RDONLY : 0))
  }
}
