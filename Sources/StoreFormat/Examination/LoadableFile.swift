import LMDB

/// Files that `store load` makes a store of, known by their first bytes whatever their names are.
package enum LoadableFile {
  /// What each line of a dump begins with that is its first.
  static let dump = Array(#"{"schema":"scenesim.dump/"#.utf8)

  /// Whether a file is a backup, damaged or not.
  package static func isBackup(_ path: String) -> Bool {
    // What cannot be opened is said to be so by whoever reads it.
    (try? DataFile.open(path)).map(isBackup) ?? false
  }

  static func isBackup(_ file: DataFile) -> Bool {
    file.bytes(SnapshotFormat.mark.count, at: 0) == SnapshotFormat.mark
  }
}
