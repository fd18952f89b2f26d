import LMDB
import StoreFormat

/// The backups that a store keeps beside its data: `backup/001.snap` and so on.
struct BackupFolder: Sendable {
  private static let suffix = ".snap"
  /// Files of higher numbers are somebody else's.
  private static let numberLimit = 1_000_000_000
  private let folder: PrivateFolder
  private let isOnlyRead: Bool

  /// - Parameters:
  ///   - directory: The folder of the store.
  ///   - isOnlyRead: Whether it may belong to anybody, because nothing is written into it.
  init(ofStore directory: String, isOnlyRead: Bool = false) {
    folder = PrivateFolder("\(directory)/backup")
    self.isOnlyRead = isOnlyRead
  }

  /// The paths of all backups, the newest first; what others put there is none.
  var paths: [String] {
    numbers.filter { isOnlyRead || folder.isOwn(name(of: $0)) }.sorted(by: >).map { path(of: $0) }
  }

  /// Closes the folder to others; a remark if they could write to it until now.
  func closeToOthers() throws(LMDBError) -> StoreRemark? {
    guard try folder.closeToOthers() else { return nil }
    return StoreRemark(
      code: .insecureFolder,
      description: "others could write to '\(folder.path)'; now only its owner can")
  }

  /// Writes one backup and removes those that are too many.
  ///
  /// - Returns: Its path; nil if another process is just making one.
  func add(
    _ open: Connection.Open, keeping kept: Int, at milliseconds: UInt64
  ) throws(LMDBError) -> String? {
    try folder.create()
    return try folder.alone { () throws(LMDBError) in
      _ = SnapshotWriter.removeLeftovers(in: folder.path)
      let path = path(of: (numbers.max() ?? 0) + 1)
      try SnapshotWriter.write(
        open.environment, epoch: { open.epoch }, to: path, in: folder.path, at: milliseconds)
      for old in numbers.sorted().dropLast(kept) { folder.remove(name(of: old)) }
      return path
    }
  }

  /// Removes every backup: what they hold is to be forgotten.
  func removeAll() throws(LMDBError) {
    _ = SnapshotWriter.removeLeftovers(in: folder.path)
    for number in numbers { folder.remove(name(of: number)) }
    if try !folder.names().isEmpty || !paths.isEmpty { try synchronizeFolder(folder.path) }
  }

  /// Whether the newest backup that is whole has more than what is said of a store.
  var holdAnything: Bool {
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
