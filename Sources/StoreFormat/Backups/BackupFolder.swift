package import LMDB

/// The backups that a store keeps beside its data: `backup/001.snap` and so on.
package struct BackupFolder: Sendable {
  private static let suffix = ".snap"
  /// Files of higher numbers are somebody else's.
  private static let numberLimit = 1_000_000_000
  private let folder: PrivateFolder
  private let isOnlyRead: Bool

  /// - Parameters:
  ///   - directory: The folder of the store.
  ///   - isOnlyRead: Whether it may belong to anybody, because nothing is written into it.
  package init(ofStore directory: String, isOnlyRead: Bool = false) {
    folder = PrivateFolder("\(directory)/backup")
    self.isOnlyRead = isOnlyRead
  }

  /// The paths of all backups, the newest first; what others put there is none.
  package var paths: [String] {
    numbers.filter { isOnlyRead || folder.isOwn(name(of: $0)) }.sorted(by: >).map { path(of: $0) }
  }

  /// Where they are.
  package var path: String { folder.path }

  /// Closes the folder to others; answers whether they could write to it until now.
  package func closeToOthers() throws(LMDBError) -> Bool { try folder.closeToOthers() }

  /// Writes one backup and removes those that are too many.
  ///
  /// - Parameters:
  ///   - environment: The store.
  ///   - epoch: What is added to transaction numbers, asked inside the transaction.
  ///   - kept: How many there are to be.
  ///   - milliseconds: The time, since 1970.
  /// - Throws: What LMDB and the system report.
  /// - Returns: Its path; nil if another process is just making one.
  @discardableResult
  package func add(
    _ environment: Environment, epoch: () -> UInt64, keeping kept: Int, at milliseconds: UInt64
  ) throws(LMDBError) -> String? {
    try folder.create()
    return try folder.alone { () throws(LMDBError) in
      _ = SnapshotWriter.removeLeftovers(in: folder.path)
      let path = path(of: (numbers.max() ?? 0) + 1)
      try SnapshotWriter.write(
        environment, epoch: epoch, to: path, in: folder.path, at: milliseconds)
      for old in numbers.sorted().dropLast(kept) { folder.remove(name(of: old)) }
      return path
    }
  }

  /// Removes every backup: what they hold is to be forgotten.
  package func removeAll() throws(LMDBError) {
    _ = SnapshotWriter.removeLeftovers(in: folder.path)
    for number in numbers { folder.remove(name(of: number)) }
    if try !folder.names().isEmpty || !paths.isEmpty { try synchronizeFolder(folder.path) }
  }

  /// Whether the newest backup that is whole has more than what is said of a store.
  package var holdAnything: Bool {
    for path in paths {
      var count = 0
      guard
        // One that cannot be read says nothing.
        (try? SnapshotFile(path).forEach { count += $0.table == .info ? 0 : 1 }) != nil
      else { continue }
      return count > 0
    }
    return false
  }

  private var numbers: [Int] {
    // A folder that cannot be read has no backup to offer.
    ((try? folder.names(ofAnybody: isOnlyRead)) ?? []).compactMap { name in
      name.hasSuffix(Self.suffix) ? Int(name.dropLast(Self.suffix.count)) : nil
    }
    .filter { $0 > 0 && $0 < Self.numberLimit }
  }

  private func name(of number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits + Self.suffix
  }

  private func path(of number: Int) -> String { "\(folder.path)/\(name(of: number))" }
}
