internal import CLMDB
internal import Glibc

/// What the system says of a file or folder.
struct FileStatus: Sendable {
  let identity: FileIdentity
  let byteCount: Int
  /// How much room it has on the disk.
  let reservedBytes: Int
  let names: UInt
  /// The number of the user to whom it belongs.
  let owner: UInt32
  /// Whether it belongs to the user of this process.
  let isOwn: Bool
  private let mode: UInt32

  fileprivate init(_ status: stat) {
    identity = FileIdentity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    byteCount = Int(status.st_size)
    reservedBytes = Int(status.st_blocks) * 512
    names = UInt(status.st_nlink)
    owner = status.st_uid
    isOwn = status.st_uid == geteuid()
    mode = status.st_mode
  }

  var isFolder: Bool { mode & S_IFMT == S_IFDIR }
  var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
  var isLink: Bool { mode & S_IFMT == S_IFLNK }
  /// Who may read and write it, as `chmod` takes it.
  var permissions: UInt32 { mode & 0o777 }
  /// Whether only who made a file in the folder may move it away.
  var isSticky: Bool { mode & S_ISVTX != 0 }
}

/// Reads the status of a path without following a link at its end; `nil` when nothing is there.
func linkStatus(_ path: String) throws(LMDBError) -> FileStatus? {
  var status = stat()
  if unsafe lstat(path, &status) == 0 { return FileStatus(status) }
  guard errno == ENOENT else { throw .lastSystemError("lstat", path) }
  return nil
}

/// Reads the status of what a path leads to, links followed; `nil` when nothing is there.
func targetStatus(_ path: String) throws(LMDBError) -> FileStatus? {
  var status = stat()
  if unsafe stat(path, &status) == 0 { return FileStatus(status) }
  guard errno == ENOENT else { throw .lastSystemError("stat", path) }
  return nil
}

func descriptorStatus(_ descriptor: Int32, _ path: String) throws(LMDBError) -> FileStatus {
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw .lastSystemError("fstat", path) }
  return FileStatus(status)
}

/// Refuses a folder that somebody else could change.
func requireSafeFolder(_ status: FileStatus, _ path: String) throws(LMDBError) {
  if status.isLink { throw .insecureLocation(path: path, reason: "it is a symbolic link") }
  guard status.isFolder else {
    throw .system(errno: ENOTDIR, operation: "opening the folder", path: path)
  }
  try requireOwnership(status, path)
}

/// Refuses a file that somebody else could change, or that has more names than expected.
func requireSafeFile(_ status: FileStatus, _ path: String, names: UInt = 1) throws(LMDBError) {
  if status.isLink { throw .insecureLocation(path: path, reason: "it is a symbolic link") }
  guard status.isRegularFile else {
    throw .insecureLocation(path: path, reason: "it is not a regular file")
  }
  try requireOwnership(status, path)
  guard status.names <= names else {
    throw .insecureLocation(path: path, reason: "it has more than one hard link")
  }
}

private func requireOwnership(_ status: FileStatus, _ path: String) throws(LMDBError) {
  guard status.isOwn else {
    throw .insecureLocation(path: path, reason: LMDBError.otherOwner)
  }
  guard status.permissions & 0o022 == 0 else {
    throw .insecureLocation(path: path, reason: "its group or everybody may write to it")
  }
}
