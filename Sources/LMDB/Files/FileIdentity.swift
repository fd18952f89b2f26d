internal import Glibc

/// What makes a file or folder the same one, whatever path leads to it.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt
  let inode: UInt

  /// The identity of what a path leads to; nil if nothing is there or it cannot be looked at.
  package init?(of path: String) {
    // What cannot be looked at is no known folder either.
    guard let status = try? targetStatus(path) else { return nil }
    self.init(status)
  }

  /// The identity in the result of a `stat` call.
  init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// Reads the status of a path without following a link at its end; `nil` when nothing is there.
func linkStatus(_ path: String) throws(LMDBError) -> stat? {
  var status = stat()
  if unsafe lstat(path, &status) == 0 { return status }
  guard errno == ENOENT else { throw .lastSystemError("lstat", path) }
  return nil
}

/// Reads the status of what a path leads to, links followed; `nil` when nothing is there.
func targetStatus(_ path: String) throws(LMDBError) -> stat? {
  var status = stat()
  if unsafe stat(path, &status) == 0 { return status }
  guard errno == ENOENT else { throw .lastSystemError("stat", path) }
  return nil
}

/// Reads the status of an open file.
func descriptorStatus(_ descriptor: Int32, _ path: String) throws(LMDBError) -> stat {
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw .lastSystemError("fstat", path) }
  return status
}

extension stat {
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

/// Refuses a folder that somebody else could change.
func requireSafeFolder(_ status: stat, _ path: String) throws(LMDBError) {
  if status.isLink { throw .insecureLocation(path: path, reason: "it is a symbolic link") }
  guard status.isFolder else {
    throw .system(errno: ENOTDIR, operation: "opening the folder", path: path)
  }
  try requireOwnership(status, path)
}

/// Refuses a file that somebody else could change, or that has more names than expected.
func requireSafeFile(_ status: stat, _ path: String, names: UInt = 1) throws(LMDBError) {
  if status.isLink { throw .insecureLocation(path: path, reason: "it is a symbolic link") }
  guard status.isRegularFile else {
    throw .insecureLocation(path: path, reason: "it is not a regular file")
  }
  try requireOwnership(status, path)
  guard status.st_nlink <= names else {
    throw .insecureLocation(path: path, reason: "it has more than one hard link")
  }
}

private func requireOwnership(_ status: stat, _ path: String) throws(LMDBError) {
  guard status.st_uid == geteuid() else {
    throw .insecureLocation(path: path, reason: "it belongs to another user")
  }
  guard status.st_mode & 0o022 == 0 else {
    throw .insecureLocation(path: path, reason: "its group or everybody may write to it")
  }
}
