package import LMDB

/// What is left in a store's folder whose data file is not sound, or gone.
///
/// For whoever says what helps: a repair makes nothing of nothing.
package enum FileRemains: Hashable, Sendable {
  /// Pages of a store, or a backup beside them: a repair saves something.
  case something
  /// Nothing of a store is in the file, and no backup is whole: both in words.
  case nothing(String)
  /// No store, but something that becomes one when it is loaded, as a backup or a dump.
  case loadable(LoneFile)
  /// There is no data file any more, but backups of it: the place of the newest one.
  case backup(String)
  /// There is no data file, and no backup.
  case noStore

  package init(ofStore directory: String) {
    let backups = BackupFolder(ofStore: directory, isOnlyRead: true).all
    let backup = backups.first(where: \.isWhole)
    let damaged = backups.first.map { "\($0.place) is damaged" }
    do throws(LMDBError) {
      let file = try DataFile.open(directory + "/data.mdb")
      if backup != nil || FoundRows.areOfStore(FoundRows.aligned(file)) {
        self = .something
      } else {
        let found = LoneFile(file)
        self =
          found.becomesStore
          ? .loadable(found)
          : .nothing(
            "data.mdb is \(Self.words(for: file, found)), and \(damaged ?? "there is no backup")")
      }
    } catch {
      // Of what cannot be opened nobody knows what is in it.
      if case .system(SystemCode.noEntry, _, _) = error {
        self =
          backup.map { .backup($0.place) }
          ?? damaged.map { .nothing("data.mdb is gone, and \($0)") } ?? .noStore
      } else {
        self = .something
      }
    }
  }

  private static func words(for file: DataFile, _ found: LoneFile) -> String {
    if let change = changeAsText(of: file) {
      return "a store that was copied as text, which \(change) (copy it again as it is)"
    }
    if !file.snapshots.isEmpty { return "the beginning of a store, without any of its values" }
    return found.words
  }

  /// What was done to a store's file by whoever took it for a text, if somebody did.
  package static func changeAsText(of file: DataFile) -> String? {
    if isConverted(file) { return "makes two bytes of each line end" }
    return isReencoded(file) ? "makes other bytes of those above 127" : nil
  }

  /// Whether LMDB's mark is there as UTF-8 has it that was made of single bytes, or of no text.
  private static func isReencoded(_ file: DataFile) -> Bool {
    // A first page has number 0, a flag, and then the mark.
    let beginning: [UInt8] = Array(repeating: 0, count: 10) + [8, 0, 0, 0, 0, 0]
    let marks: [[UInt8]] = [
      [0xC3, 0x9E, 0xC3, 0x80, 0xC3, 0xAF, 0xC2, 0xBE],
      [0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD],
    ]
    let bytes = file.bytes(min(file.byteCount, 24), at: 0) ?? []
    return marks.contains { bytes.starts(with: beginning + $0) }
  }

  /// Whether each line feed has a carriage return before it, which in a store is chance.
  private static func isConverted(_ file: DataFile) -> Bool {
    let bytes = file.bytes(min(file.byteCount, 1 << 20), at: 0) ?? []
    // What LMDB marks its files with survives, as it has no line end in it.
    let mark: [UInt8] = [0xDE, 0xC0, 0xEF, 0xBE]
    guard (0..<64).contains(where: { bytes.dropFirst($0).starts(with: mark) }) else { return false }
    var feeds = 0
    var last: UInt8 = 13
    // The first one without ends it, which in a store comes soon.
    for byte in bytes {
      if byte == 10 {
        guard last == 13 else { return false }
        feeds += 1
      }
      last = byte
    }
    return feeds >= 4 && bytes.contains(0)
  }
}
