internal import CLMDB

/// A store's folder while its locks are held and nobody has the store open.
///
/// Everything here may be cut short at any point and done again: at each moment the folder has
/// either the old data file or the whole new one.
package struct StorePlace: Sendable {
  let folder: StoreFolder
  let options: Environment.Options

  package var directory: String { folder.path }
  package var dataFile: String { folder.data }

  /// Runs a body while no process has the store in a folder open.
  ///
  /// - Throws: ``LMDBError/alreadyOpen(path:)`` if this process has, ``LMDBError/inUse(pids:)`` if
  ///   another one has, and what makes a folder unfit for a store.
  package static func withClosedStore<Result>(
    in directory: String, options: Environment.Options,
    _ body: (StorePlace) throws(LMDBError) -> Result
  ) throws(LMDBError) -> Result {
    let folder = try StoreFolder(directory)
    try folder.createIfMissing()
    guard let status = try targetStatus(folder.path),
      EnvironmentRegistry.reserve(FileIdentity(status))
    else { throw .alreadyOpen(path: directory) }
    defer { EnvironmentRegistry.release([FileIdentity(status)]) }
    try requireSafeFolder(status, folder.path)
    let opening = try FileLock(path: folder.openLock)
    defer { opening.unlock() }
    try opening.exclusiveOnce(until: monotonicNow() + options.lockDeadline)
    let use = try FileLock(path: folder.useLock)
    defer { use.unlock() }
    guard try use.tryExclusive() else { throw .inUse(pids: lockHolders(folder.useLock)) }
    let place = StorePlace(folder: folder, options: options)
    try place.requireSafeData()
    return try body(place)
  }

  /// Whether there is a data file.
  package var hasData: Bool {
    get throws(LMDBError) { try linkStatus(folder.data) != nil }
  }

  /// Builds a data file from nothing and puts it in the place of the old one, if there is one.
  package func replace(
    _ build: (Environment) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    try self.build(build)
    try install()
  }

  /// Builds a data file beside the old one, whole and on the disk.
  func build(_ build: (Environment) throws(LMDBError) -> Void) throws(LMDBError) {
    removeDirectory(folder.rebuild)
    do throws(LMDBError) { try fill(build) } catch {
      // Nothing is left of it where there is no room, for example.
      removeDirectory(folder.rebuild)
      throw error
    }
  }

  private func fill(_ build: (Environment) throws(LMDBError) -> Void) throws(LMDBError) {
    var building = options
    building.recover = nil
    building.onRemark = nil
    building.readOnly = false
    building.quotaBytes = .max
    building.reserveBytes = 0
    building.addsDatabases = true
    let environment = try Environment.open(folder.rebuild, options: building)
    do throws(LMDBError) {
      try build(environment)
      try environment.sync()
    } catch {
      environment.close()
      throw error
    }
    environment.close()
    let built = try StoreFolder(folder.rebuild)
    try options.verify(built.data)
    let data = try FileDescriptor.privateFile(built.data)
    try data.synchronize()
  }

  /// Puts what was built in the place of the old data file.
  func install() throws(LMDBError) {
    let built = try StoreFolder(folder.rebuild)
    try renameFile(built.data, to: folder.data)
    try synchronizeFolder(folder.path)
    // It speaks of readers of the old file; whoever opens the store makes a new one.
    removeFile(folder.lockTable)
    removeDirectory(folder.rebuild)
  }

  /// What a crash may have left behind.
  func removeLeftovers() {
    removeDirectory(folder.creation)
    removeDirectory(folder.rebuild)
  }

  /// Refuses a data file that somebody else could change; a second name in quarantine is ours.
  func requireSafeData() throws(LMDBError) {
    _ = try requireSafeFiles(folder)
  }
}

/// Refuses data file and lock table if somebody else could change them.
///
/// A recovery gives a damaged file a second name in the quarantine before another takes its place;
/// whoever looks in between, or after a crash there, finds two names.
///
/// - Returns: The status of the data file; nil if there is none.
func requireSafeFiles(_ folder: StoreFolder) throws(LMDBError) -> FileStatus? {
  try requireSafeLockTable(folder)
  let data = try linkStatus(folder.data)
  try requireSafeFile(data, in: folder)
  return data
}

/// Refuses a lock table that somebody else could change.
func requireSafeLockTable(_ folder: StoreFolder) throws(LMDBError) {
  if let status = try linkStatus(folder.lockTable) {
    try requireSafeFile(status, folder.lockTable)
  }
}

/// Refuses a data file that somebody else could change.
func requireSafeFile(_ data: FileStatus?, in folder: StoreFolder) throws(LMDBError) {
  guard let data else { return }
  let isSecond =
    data.names == 2 && Quarantine(of: folder).name(of: FileIdentity(data)) != nil
  try requireSafeFile(data, folder.data, names: isSecond ? 2 : 1)
}
