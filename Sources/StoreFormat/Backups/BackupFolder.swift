package import LMDB

/// The backups that a store keeps beside its data: `backup/001.snap` and so on.
package struct BackupFolder: Sendable {
  private static let suffix = ".snap"
  /// Before the suffix of one that has commits which the data file does not have.
  private static let keptMark = ".newer"
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

  /// A backup, and how far it goes.
  package struct Backup: Hashable, Sendable {
    package let path: String
    /// The number that the newest values in it have at most.
    package let sequence: UInt64
    /// Whether it was newer than the data file once: so many commits it may have that nobody has
    /// who goes on from an older file.
    package let isKept: Bool
    fileprivate let name: String

    /// Where it lies in the store, as messages say it.
    package var place: String { "backup/\(name)" }

    /// Whether all of it can be read: of a damaged one nothing is taken.
    package var isWhole: Bool {
      // Why it cannot be is told by whoever needs it.
      (try? SnapshotFile(path).check()) != nil
    }

    /// The app whose store it is a backup of, as the store's row has it; nil if it names none.
    ///
    /// All of it is read: of a damaged one nothing is believed.
    private var app: [UInt8]? {
      var app: [UInt8]?
      // One that cannot be read names no app.
      _ = try? SnapshotFile(path).forEach { record in
        if record.table == .info, record.key == InfoKey.app { app = record.value }
      }
      return app
    }

    /// Whether it is known to be a backup of another app's store: somebody has put it here, and
    /// what it has is none of this store's.
    package func isOfAnotherApp(than own: KnownApp) -> Bool { own.excludes(app) }

    /// Whose backup it is instead, as part of a sentence.
    package var wordsOfOtherApp: String {
      let name = app.map { String(decoding: $0, as: UTF8.self) } ?? ""
      return "\(place) is a backup of another app, '\(name)': it is none of this store's"
    }

    /// Whether it has what a data file does not have that ends at a commit.
    package func isNewer(than last: UInt64) -> Bool { isKept || sequence > last }

    /// A sentence for one that is.
    package func words(for last: UInt64) -> String {
      sequence > last
        ? "data.mdb ends at txn \(last), \(place) at txn \(sequence): an older file was put here"
        : "\(place) has what data.mdb lacks since an older file was put here"
    }
  }

  /// All backups of which the beginning can be read, those that are kept among them, the newest
  /// first.
  ///
  /// Who compares them with the data file reads them first: what is committed meanwhile makes no
  /// store older.
  package var all: [Backup] {
    names.filter { isOnlyRead || folder.isOwn($0) }.compactMap { name in
      let path = "\(folder.path)/\(name)"
      // One that is damaged says nothing.
      guard let sequence = try? SnapshotFile(path).sequence else { return nil }
      return Backup(
        path: path, sequence: sequence, isKept: isKept(name), name: name)
    }
    .sorted { $0.sequence > $1.sequence }
  }

  /// Takes a backup out of the turn in which old ones go: whoever knows which of two pasts is
  /// wanted removes it.
  ///
  /// - Returns: The same under its new name.
  package func keep(_ backup: Backup) throws(LMDBError) -> Backup {
    if backup.isKept { return backup }
    let name = backup.name.dropLast(Self.suffix.count) + Self.keptMark + Self.suffix
    let isDone: Void? = try folder.alone { () throws(LMDBError) in
      try folder.rename(backup.name, to: String(name))
    }
    guard isDone != nil else { throw .busy(pid: nil) }
    return Backup(
      path: "\(folder.path)/\(name)", sequence: backup.sequence, isKept: true, name: String(name))
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
      let path = path(of: (names.compactMap(number).max() ?? 0) + 1)
      try SnapshotWriter.write(
        environment, epoch: epoch, to: path, in: folder.path, at: milliseconds)
      for old in numbers.sorted().dropLast(kept) { folder.remove(name(of: old)) }
      return path
    }
  }

  /// Removes every backup: what they hold is to be forgotten.
  package func removeAll() throws(LMDBError) {
    _ = SnapshotWriter.removeLeftovers(in: folder.path)
    for name in names { folder.remove(name) }
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

  /// Why no app writes a backup here; nil if nothing keeps it from that, or if it is another user's
  /// store.
  package var refusal: String? {
    do throws(LMDBError) { _ = try folder.names() } catch {
      if case .insecureLocation(_, LMDBError.otherOwner) = error { return nil }
      if case .system(SystemCode.notFolder, _, _) = error {
        return "where its folder belongs there is a file, '\(path)': move it away"
      }
      return error.description
    }
    return nil
  }

  /// Reads every backup to its end.
  ///
  /// - Returns: How many are whole, and what is wrong with each of the others.
  package func look() -> (whole: Int, damaged: [(place: String, words: String)]) {
    var (whole, damaged) = (0, [(String, String)]())
    for name in names {
      let path = "\(folder.path)/\(name)"
      do throws(SnapshotError) {
        _ = try SnapshotFile(path).check()
        whole += 1
      } catch {
        // An app that makes a new one removes an old one meanwhile.
        if folder.has(name) { damaged.append(("backup/\(name)", error.description)) }
      }
    }
    return (whole, damaged)
  }

  /// The files that are backups by their names.
  private var names: [String] {
    // A folder that cannot be read has no backup to offer.
    ((try? folder.names(ofAnybody: isOnlyRead)) ?? []).filter { number(of: $0) != nil }
  }

  /// The numbers of those that take their turn.
  private var numbers: [Int] { names.filter { !isKept($0) }.compactMap(number) }

  private func number(of name: String) -> Int? {
    guard name.hasSuffix(Self.suffix) else { return nil }
    var digits = name.dropLast(Self.suffix.count)
    if digits.hasSuffix(Self.keptMark) { digits = digits.dropLast(Self.keptMark.count) }
    return Int(digits).flatMap { $0 > 0 && $0 < Self.numberLimit ? $0 : nil }
  }

  private func isKept(_ name: String) -> Bool { name.hasSuffix(Self.keptMark + Self.suffix) }

  private func name(of number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits + Self.suffix
  }

  private func path(of number: Int) -> String { "\(folder.path)/\(name(of: number))" }
}
