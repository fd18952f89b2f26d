internal import CLMDB
internal import Glibc

/// A folder of the store's own beside its data: backups, quarantine.
package struct PrivateFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Makes the folder with mode 0700 if it is missing; refuses one that others could change.
  package func create() throws(LMDBError) {
    if try linkStatus(path) == nil { try StoreFolder(path).createIfMissing() }
    try requireSafe()
  }

  /// Closes the folder to others if it is this user's and they could write to it.
  ///
  /// - Returns: Whether they could.
  package func closeToOthers() throws(LMDBError) -> Bool {
    guard let status = try linkStatus(path), status.isFolder, status.isOwn,
      status.permissions & 0o022 != 0
    else { return false }
    let folder = try FileDescriptor.folder(path)
    guard fchmod(folder.raw, 0o700) == 0 else { throw .lastSystemError("chmod", path) }
    return true
  }

  /// Whether a file in it is this user's alone: others may have put theirs there.
  package func isOwn(_ name: String) -> Bool {
    let path = "\(path)/\(name)"
    // What cannot be looked at is not known to be: no, whatever the reason is.
    guard let status = try? linkStatus(path) else { return false }
    return (try? requireSafeFile(status, path)) != nil  // the error says only why not
  }

  /// The names in it, sorted; none if there is no such folder.
  ///
  /// - Parameter ofAnybody: Whether others may be able to change it, since it is only read.
  /// - Returns: The names, without their folder.
  /// - Throws: ``LMDBError/insecureLocation(path:reason:)`` if others could change it.
  package func names(ofAnybody: Bool = false) throws(LMDBError) -> [String] {
    guard try linkStatus(path) != nil else { return [] }
    if !ofAnybody { try requireSafe() }
    return try folderNames(path)
  }

  package func has(_ name: String) -> Bool {
    // What cannot be looked at is as good as not there.
    (try? linkStatus("\(path)/\(name)")) != nil
  }

  /// The number of bytes of a file in it; 0 if it is not there.
  package func size(of name: String) -> Int {
    // The caller adds up what is there; one that cannot be looked at it can remove no better.
    (try? linkStatus("\(path)/\(name)"))?.byteCount ?? 0
  }

  /// Removes a file; one that is gone is no error.
  package func remove(_ name: String) { removeFile("\(path)/\(name)") }

  /// Gives a file in it another name, on the disk.
  package func rename(_ name: String, to other: String) throws(LMDBError) {
    try renameFile("\(path)/\(name)", to: "\(path)/\(other)")
    try synchronizeFolder(path)
  }

  /// Runs a body while no other process or thread does the same in this folder.
  ///
  /// - Returns: nil, without running it, if somebody does.
  package func alone<Result>(
    _ body: () throws(LMDBError) -> Result
  ) throws(LMDBError) -> Result? {
    let folder = try FileDescriptor.folder(path)
    guard flock(folder.raw, LOCK_EX | LOCK_NB) == 0 else { return nil }
    defer { flock(folder.raw, LOCK_UN) }
    return try body()
  }

  private func requireSafe() throws(LMDBError) {
    guard let status = try linkStatus(path) else { return }
    try requireSafeFolder(status, path)
  }
}

/// The names in a folder, sorted.
func folderNames(_ path: String) throws(LMDBError) -> [String] {
  guard let stream = unsafe opendir(path) else { throw .lastSystemError("opendir", path) }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// Removes a file; one that is gone is no error.
func removeFile(_ path: String) {
  _ = unsafe unlink(path)
}
