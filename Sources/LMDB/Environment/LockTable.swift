internal import CLMDB

/// Makes `lock.mdb` ready before LMDB maps it.
///
/// LMDB creates it sparse and writes to the map: on a full disk that ends the process with SIGBUS.
/// So its blocks are reserved here, by the system call itself and not the emulation of libc, which
/// would write to a file others may use. Only the first and sole opener may call this: a larger
/// table would lead other processes beyond the end of their maps.
///
/// - Returns: For how many readers there is room: on a full disk an older table has to do.
func prepareLockTable(_ path: String, maxReaders: Int) throws(LMDBError) -> Int {
  do throws(LMDBError) { try reserveLockTable(path, maxReaders: maxReaders) } catch {
    guard error == .diskFull, maxReaders > fewReaders else { throw error }
    try reserveLockTable(path, maxReaders: fewReaders)
    return fewReaders
  }
  return maxReaders
}

/// What a table of two pages has room for, the least that LMDB makes.
private let fewReaders = 126

private func reserveLockTable(_ path: String, maxReaders: Int) throws(LMDBError) {
  let bytes = lockTableBytes(maxReaders: maxReaders)
  func isReady(_ status: FileStatus) -> Bool {
    status.byteCount >= bytes && status.reservedBytes >= bytes
  }
  if let status = try linkStatus(path), isReady(status), status.permissions == 0o600 {
    return try requireSafeFile(status, path)
  }
  let file = try FileDescriptor.privateFile(path)
  if isReady(try descriptorStatus(file.raw, path)) { return }
  // Not every file system can promise reserved blocks (btrfs with quotas), so keep a reserve.
  try requireFreeSpace(1 << 20, at: path)
  try file.reserve(bytes)
}

/// The size LMDB gives the table: 64 bytes a reader and one block of its own, in whole pages.
func lockTableBytes(maxReaders: Int) -> Int {
  let needed = max((maxReaders - 1) * 64 + 192, 8192)
  return (needed + 4095) / 4096 * 4096
}
