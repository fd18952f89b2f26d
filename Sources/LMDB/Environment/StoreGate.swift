internal import Glibc

/// Judges the data file before LMDB maps it.
///
/// Called by the first and sole opener, which holds `open.lock` and `use.lock` alone, so the file
/// does not move. This is the place for the verifier: whatever LMDB must not be trusted with is
/// refused here, by reading, never by mapping.
///
/// - Throws: ``LMDBError/damaged(reason:)`` when LMDB must not see the file.
func verifyBeforeMapping(_ folder: StoreFolder) throws(LMDBError) {
  guard let status = try linkStatus(folder.data) else { return }
  // LMDB would silently make a new store of an empty file.
  guard status.st_size > 0 else { throw .damaged(reason: "the file is empty") }
}
