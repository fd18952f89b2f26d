internal import CLMDB

extension Environment {
  /// Opens the environment in a folder, creating it when it is missing.
  ///
  /// A new store is built under another name and renamed when it is whole and on the disk, so a
  /// crash leaves either no store or an empty one. The folder gets mode 0700 and the files 0600.
  ///
  /// - Throws: ``LMDBError/alreadyOpen(path:)`` when this process has it open, by whatever path;
  ///   ``LMDBError/busy(pid:)`` when another process keeps opening it;
  ///   ``LMDBError/insecureLocation(path:reason:)`` when somebody else could change it.
  package static func open(
    _ directory: String,
    options: Options
  ) throws(LMDBError) -> Environment {
    let folder = try StoreFolder(directory)
    var found = try linkStatus(folder.path)
    if found == nil, !options.readOnly {
      try folder.createIfMissing()
      found = try linkStatus(folder.path)
    }
    guard let status = found else {
      throw .system(errno: SystemCode.noEntry, operation: "opening the folder", path: folder.path)
    }
    let data = try linkStatus(folder.data)
    var reserved: [FileIdentity] = []
    do throws(LMDBError) {
      var isFree = try reserve(status, folder.path, &reserved)
      if let data, isFree { isFree = try reserve(data, folder.data, &reserved) }
      guard isFree else { throw .alreadyOpen(path: directory) }
      let type = try requireSafe(folder, status, data, options)
      return try open(folder, type, options, &reserved)
    } catch {
      EnvironmentRegistry.release(reserved)
      throw error
    }
  }

  /// Reserves what a path leads to for this process; false if it is open already.
  private static func reserve(
    _ found: FileStatus, _ path: String, _ reserved: inout [FileIdentity]
  ) throws(LMDBError) -> Bool {
    guard let status = found.isLink ? try targetStatus(path) : found else { return true }
    let identity = FileIdentity(status)
    guard EnvironmentRegistry.reserve(identity) else { return false }
    reserved.append(identity)
    return true
  }

  private static func open(
    _ folder: StoreFolder,
    _ type: FileSystemType,
    _ options: Options,
    _ reserved: inout [FileIdentity]
  ) throws(LMDBError) -> Environment {
    let opening = try FileLock(path: folder.openLock)
    defer { opening.unlock() }
    try opening.exclusiveOnce(until: monotonicNow() + options.lockDeadline)
    let use = try FileLock(path: folder.useLock)
    let isAlone = try use.tryExclusive()
    var options = options
    if isAlone {
      do throws(LMDBError) { options.maxReaders = try prepareAlone(folder, options, use) } catch {
        // NB: closing is not enough: a program that another thread starts right now has the lock,
        // too, until it runs, and the next opening would find the store in use.
        use.unlock()
        throw error
      }
    }
    guard try use.tryShared() else { throw .busy(pid: nil) }
    if !isAlone, use.text != ProcessSpace.current { throw .sharedAcrossContainers }
    guard let status = try requireSafeFiles(folder) else { throw .storeReplaced }
    // The file may be another one than before the locks were had; what was there may be gone, and
    // its identity a new file's.
    let identity = FileIdentity(status)
    if !reserved.contains(identity) {
      guard EnvironmentRegistry.reserve(identity) else { throw .alreadyOpen(path: folder.path) }
      EnvironmentRegistry.release(Array(reserved.dropFirst()))
      reserved = reserved.prefix(1) + [identity]
    }
    if !isAlone { try requireNoSharedDamage(folder) }

    let raw = try RawEnvironment.open(folder, nil, options)
    do throws(LMDBError) {
      let files = StoreFiles(folder, use: use, writerLock: try FileLock(path: folder.writerLock))
      let handles = try openDatabases(raw, options, files.writerLock)
      let environment = try Environment(
        files: files, memory: nil, options: options, raw: raw, handles: handles,
        identities: reserved)
      if let name = type.layeredName {
        environment.remarkLog.add(.layeredFileSystem(path: folder.path, type: name))
      }
      if let parent = try folder.openParent() { environment.remarkLog.add(.openParent(parent)) }
      return environment
    } catch {
      raw.close()
      throw error
    }
  }

  /// What is done to the files while nobody else has them open.
  ///
  /// - Returns: How many readers the table of locks has room for.
  private static func prepareAlone(
    _ folder: StoreFolder, _ options: Options, _ use: borrowing FileLock
  ) throws(LMDBError) -> Int {
    if try !judge(folder, options) { try createStore(in: folder, options) }
    // A write costs more than all that was done so far.
    if use.text != ProcessSpace.current { try use.replaceText(ProcessSpace.current) }
    return try prepareLockTable(folder.lockTable, maxReaders: options.maxReaders)
  }

  /// Opens the databases, and creates those that are missing if that is wanted.
  ///
  /// Only the second needs a write, which a stuck writer must not hold up beyond the deadline.
  private static func openDatabases(
    _ raw: RawEnvironment,
    _ options: Options,
    _ writing: borrowing FileLock
  ) throws(LMDBError) -> [String: MDB_dbi] {
    let present = try raw.openDatabases(options.databases, creating: false)
    if options.readOnly || !options.addsDatabases || present.count == options.databases.count {
      return present
    }
    try writing.exclusive(until: monotonicNow() + options.lockDeadline)
    defer { writing.unlock() }
    return try raw.openDatabases(options.databases, creating: true)
  }

  private static func requireSafe(
    _ folder: StoreFolder,
    _ status: FileStatus,
    _ data: FileStatus?,
    _ options: Options
  ) throws(LMDBError) -> FileSystemType {
    try requireSafeFolder(status, folder.path)
    let opened = try FileDescriptor.folder(folder.path)
    let type: FileSystemType
    if let known = options.fileSystemType {
      type = known
    } else {
      type = try FileSystemType(of: opened)
    }
    if !options.allowsAnyFileSystem, let name = type.refusedName {
      throw .unsupportedFileSystem(path: folder.path, type: name)
    }
    try requireSafeFile(data, in: folder)
    try requireSafeLockTable(folder)
    // Looking at a folder without a store must not leave lock files in it.
    if options.readOnly, data == nil {
      throw .system(errno: SystemCode.noEntry, operation: "opening the store", path: folder.data)
    }
    return type
  }

  /// Looks whether the data file is sound, and has it repaired if it is not.
  ///
  /// Nobody else is here: the locks are held.
  ///
  /// - Returns: Whether there is a file now.
  private static func judge(
    _ folder: StoreFolder, _ options: Options
  ) throws(LMDBError) -> Bool {
    let place = StorePlace(folder: folder, options: options)
    if !options.readOnly { place.removeLeftovers() }
    let recover = options.readOnly ? nil : options.recover
    guard let status = try linkStatus(folder.data) else {
      try recover?(place, .damaged(reason: "the file is missing"))
      return try linkStatus(folder.data) != nil
    }
    do throws(LMDBError) { try options.verify(folder.data) } catch {
      guard error.isDamage, let recover else { throw error }
      // A read that failed once is no damage: a second look tells.
      if (try? options.verify(folder.data)) == nil {
        try recover(place, error)
        return true
      }
    }
    // A recovery was cut short because of an error that is over.
    if status.names > 1 { Quarantine(of: folder).release(FileIdentity(status)) }
    return true
  }

  /// Refuses a file that LMDB must not see, although others have it open.
  ///
  /// They write while this looks, but never what tells an LMDB file and its page size.
  private static func requireNoSharedDamage(_ folder: StoreFolder) throws(LMDBError) {
    let file = try DataFile.open(folder.data)
    guard file.findings.contains(where: \.fault.isLasting) else { return }
    throw .damagedInUse(pids: lockHolders(folder.useLock))
  }
}

/// Builds an empty store beside its place, then renames it in.
private func createStore(
  in folder: StoreFolder,
  _ options: Environment.Options
) throws(LMDBError) {
  guard !options.readOnly else {
    throw .system(errno: SystemCode.noEntry, operation: "opening the store", path: folder.data)
  }
  try requireFreeSpace(1 << 20, at: folder.path)
  defer { removeDirectory(folder.creation) }
  let building = try StoreFolder(folder.creation)
  try building.createIfMissing()
  var options = options
  options.maxReaders = try prepareLockTable(building.lockTable, maxReaders: options.maxReaders)
  do {
    // Made here so that its mode does not depend on the umask.
    let data = try FileDescriptor.privateFile(building.data)
    _ = data.raw
  }
  let raw = try RawEnvironment.open(building, nil, options)
  do throws(LMDBError) {
    _ = try raw.openDatabases(options.databases, creating: true)
    try unsafe check(mdb_env_sync(raw.pointer, 1), "syncing the new store")
  } catch {
    raw.close()
    throw error
  }
  raw.close()
  let data = try FileDescriptor.privateFile(building.data)
  try data.synchronize()
  try renameFile(building.data, to: folder.data)
  let place = try FileDescriptor.folder(folder.path)
  try place.synchronize()
}

extension DataFileFinding.Fault {
  /// Whether it is about bytes that LMDB writes once and never again.
  fileprivate var isLasting: Bool {
    switch self {
    case .tooShort, .otherByteOrder, .notFirstPage, .version, .pageSize, .pageSizesDiffer: true
    default: false
    }
  }
}
