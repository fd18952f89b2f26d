/// Judges the structure of a data file before LMDB maps it, by reading it.
///
/// Called by the first and sole opener, which holds `open.lock` and `use.lock` alone, so the file
/// does not move; called again before the environment is opened anew after an error. What LMDB does
/// with a file that is not sound is anything: end the process, run for ever, lose entries.
///
/// - Throws: ``LMDBError/unsound(_:)`` when LMDB must not see the file.
@Sendable
package func verifyDataFile(_ path: String) throws(LMDBError) {
  let verdict = try DataFile.open(path).verdict()
  guard verdict.isSound else { throw .unsound(verdict) }
}
