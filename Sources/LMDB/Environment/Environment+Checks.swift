internal import CLMDB
internal import Glibc
internal import Synchronization

/// What must be true of the files when a transaction begins.
extension Environment {
  /// Refuses a file that shrank: touching the map beyond its end would end the process.
  @inline(__always)
  func requireWholeFile(_ raw: RawEnvironment) throws(LMDBError) {
    try noteSize(try descriptorStatus(raw.descriptor, folder.data))
  }

  /// Refuses to write into files that lost their names: what is acknowledged there would be lost.
  func requireSameFiles(_ raw: RawEnvironment) throws(LMDBError) {
    let opened = try descriptorStatus(raw.descriptor, folder.data)
    guard opened.st_nlink > 0, let named = try linkStatus(folder.data),
      FileIdentity(named) == dataFile
    else { throw .storeReplaced }
    guard let named = try linkStatus(folder.lockTable),
      FileIdentity(named) == lockTable
    else { throw .lockFileReplaced }
    try noteSize(opened)
  }

  private func noteSize(_ status: stat) throws(LMDBError) {
    let known = knownBytes.load(ordering: .relaxed)
    guard status.st_size >= known else { throw .damagedWhileOpen }
    if status.st_size > known { knownBytes.max(status.st_size, ordering: .relaxed) }
  }
}
