internal import CLMDB
internal import Synchronization

/// What must be true of the files when a transaction begins.
extension Environment {
  /// Refuses a file that shrank: touching the map beyond its end would end the process.
  @inline(__always)
  func requireWholeFile(_ raw: RawEnvironment) throws(LMDBError) {
    // NB: what is known is read before the file is asked. The other way round another thread's
    // commit could grow both in between, and a sound file would look cut short.
    let known = knownBytes.load(ordering: .acquiring)
    guard let files else { return }
    try noteSize(try raw.fileBytes(files.folder.data), atLeast: known)
  }

  /// Refuses to write into files that lost their names: what is acknowledged there would be lost.
  func requireSameFiles(_ raw: RawEnvironment) throws(LMDBError) {
    guard let folder = files?.folder else { return }
    let known = knownBytes.load(ordering: .acquiring)
    let opened = try descriptorStatus(raw.descriptor, folder.data)
    guard opened.names > 0, let named = try linkStatus(folder.data),
      FileIdentity(named) == raw.dataFile
    else { throw .storeReplaced }
    guard let named = try linkStatus(folder.lockTable),
      FileIdentity(named) == raw.lockTable
    else { throw .lockFileReplaced }
    try noteSize(opened.byteCount, atLeast: known)
  }

  /// Notes how far the data reaches after a commit.
  func noteCommittedSize(_ raw: RawEnvironment) {
    // The commit stands: a file cut short right now is reported by the next transaction.
    guard let memory else { return (try? requireWholeFile(raw)) ?? () }
    // A size that cannot be asked for now is asked for again by the next transaction.
    if let size = try? memory.status().byteCount { knownBytes.max(size, ordering: .relaxed) }
  }

  @inline(__always)
  private func noteSize(_ size: Int, atLeast known: Int) throws(LMDBError) {
    guard size >= known else { throw .damagedWhileOpen }
    if size > known { knownBytes.max(size, ordering: .relaxed) }
  }
}
