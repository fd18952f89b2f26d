/// The names in the folder of an environment.
struct StoreFolder: Sendable {
  let path: String

  var data: String { "\(path)/data.mdb" }
  /// The lock table of LMDB itself.
  ///
  /// NB: opening and closing it by hand while the environment is
  /// open drops this process's locks in it, so nothing but the opening ever does.
  var lockTable: String { "\(path)/lock.mdb" }
  /// Held alone while one process opens the store.
  var openLock: String { "\(path)/open.lock" }
  /// Shared by every process that has the store open.
  var useLock: String { "\(path)/use.lock" }
  /// Held alone around each write transaction.
  var writerLock: String { "\(path)/writer.lock" }
  /// Where a new store is built before it gets its name.
  var creation: String { "\(path)/create.tmp" }
  /// Where the data is built anew before it takes the place of the old.
  var rebuild: String { "\(path)/rebuild.tmp" }
  /// Damaged data files, kept for people to look at.
  var quarantine: String { "\(path)/quarantine" }

  /// Makes the path absolute, so that a later change of the working folder doesn't matter.
  init(_ path: String) throws(LMDBError) {
    let trimmed = withoutTrailingSlashes(path)
    if trimmed.hasPrefix("/") {
      self.path = trimmed
      return
    }
    self.path = "\(try workingFolder(for: path))/\(trimmed)"
  }

  /// Creates the folder and the missing ones above it, each with mode 0700.
  func createIfMissing() throws(LMDBError) {
    if try linkStatus(path) == nil { try Self.create(path) }
  }

  private static func create(_ path: String) throws(LMDBError) {
    let parent = parent(of: path)
    if try targetStatus(parent) == nil { try create(parent) }
    guard try makeFolder(path) else { return }
    let above = try FileDescriptor.folder(parent, followsLink: true)
    try above.synchronize()
  }

  /// The folder above, if everybody may put another folder in the place of this one.
  ///
  /// With the sticky bit, as `/tmp` has it, only who made a folder may move it away.
  func openParent() throws(LMDBError) -> String? {
    let parent = Self.parent(of: path)
    guard let status = try targetStatus(parent) else { return nil }
    return status.permissions & 0o002 != 0 && !status.isSticky ? parent : nil
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
