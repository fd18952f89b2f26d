import LMDB

/// The backups that a store keeps beside its data: `backup/001.snap` and so on.
struct BackupFolder: Sendable {
  private static let suffix = ".snap"
  private let folder: PrivateFolder

  init(ofStore directory: String) { folder = PrivateFolder("\(directory)/backup") }

  /// The paths of all backups, the newest first.
  var paths: [String] {
    numbers.sorted(by: >).map { path(of: $0) }
  }

  /// Writes one backup and removes those that are too many.
  ///
  /// - Returns: Its path; nil if another process is just making one.
  func add(
    _ open: Connection.Open, keeping kept: Int, at milliseconds: UInt64
  ) throws(LMDBError) -> String? {
    try folder.create()
    return try folder.alone { () throws(LMDBError) in
      removeLeftovers()
      let path = path(of: (numbers.max() ?? 0) + 1)
      _ = try SnapshotWriter.write(open, to: path, in: folder.path, at: milliseconds)
      for old in numbers.sorted().dropLast(kept) { folder.remove(name(of: old)) }
      return path
    }
  }

  /// Removes every backup: what they hold is to be forgotten.
  func removeAll() throws(LMDBError) {
    removeLeftovers()
    for number in numbers { folder.remove(name(of: number)) }
    if try !folder.names().isEmpty || !paths.isEmpty { try synchronizeFolder(folder.path) }
  }

  /// What the death of a process left behind in the middle of writing.
  private func removeLeftovers() {
    for name in (try? folder.names()) ?? [] where name.hasPrefix(NewFile.prefix) {
      folder.remove(name)
    }
  }

  private var numbers: [Int] {
    // A folder that cannot be read has no backup to offer.
    ((try? folder.names()) ?? []).compactMap { name in
      name.hasSuffix(Self.suffix) ? Int(name.dropLast(Self.suffix.count)) : nil
    }
    .filter { $0 > 0 }
  }

  private func name(of number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits + Self.suffix
  }

  private func path(of number: Int) -> String { "\(folder.path)/\(name(of: number))" }
}
