import LMDB

/// Files that `store load` makes a store of, known by their first bytes whatever their names are.
package enum LoadableFile {
  /// What each line of a dump begins with that is its first.
  private static let dump = Array(#"{"schema":"scenesim.dump/"#.utf8)

  /// Whether a file is a backup, damaged or not.
  package static func isBackup(_ path: String) -> Bool {
    // What cannot be opened is said to be so by whoever reads it.
    (try? DataFile.open(path)).map { begins($0, with: SnapshotFormat.mark) } ?? false
  }

  /// `a backup of a store`; nil for anything else.
  static func words(of file: DataFile) -> String? {
    if begins(file, with: SnapshotFormat.mark) { return "a backup of a store" }
    return begins(file, with: dump) ? "the dump of a store" : nil
  }

  private static func begins(_ file: DataFile, with bytes: [UInt8]) -> Bool {
    file.byteCount >= bytes.count && file.bytes(bytes.count, at: 0) == bytes
  }
}
