import LMDB

/// What a file is that lies somewhere without the folder of a store, told by what is in it.
package enum LoneFile: Hashable, Sendable {
  /// The data file of a store, sound or not.
  case dataFile
  /// LMDB's, and no scene store.
  case foreign
  case backup
  case dump(Dump)
  /// What `store export` writes.
  case export
  case empty, zeros, text
  /// Nothing that is known here.
  case other

  package enum Dump: Sendable {
    /// As it was written.
    case whole
    /// Its beginning, as a copy leaves it that was broken off.
    case cut
    /// For `mdb_load`, as `dump --mdb` writes it.
    case forTool
    /// Behind a byte order mark.
    case marked
    /// In two bytes a character.
    case utf16
    /// Each line as an element of one array.
    case array
    /// Among other lines or behind marks, as in a mail.
    case amongOthers
  }

  /// What it is, for a sentence; the dumps and backups are those that a store can be made of.
  package var words: String {
    switch self {
    case .dataFile: "the data.mdb of a store, alone"
    case .foreign: "an LMDB file of another program"
    case .backup: "a backup of a store"
    case .dump(.whole): "the dump of a store"
    case .dump(.cut): "the dump of a store, cut short"
    case .dump(.forTool): "a dump for mdb_load"
    case .dump(.marked): "the dump of a store, behind a byte order mark"
    case .dump(.utf16): "the dump of a store, in UTF-16"
    case .dump(.array): "the dump of a store, as one array"
    case .dump(.amongOthers): "a text with the dump of a store in it"
    case .export: "an export for people, which becomes no store again"
    case .empty: "an empty file"
    case .zeros: "a file of zeros"
    case .text: "a text"
    case .other: "a file without any page of a store"
    }
  }

  /// Whether `store load` or `mdb_load` makes a store of it, as it is or after a change of its form.
  package var becomesStore: Bool {
    switch self {
    case .backup, .dump(.whole), .dump(.forTool), .dump(.marked), .dump(.utf16), .dump(.array),
      .dump(.amongOthers):
      true
    case .dump(.cut), .dataFile, .foreign, .export, .empty, .zeros, .text, .other: false
    }
  }

  /// Whether it is a dump in some form.
  package var isDump: Bool {
    if case .dump = self { return true }
    return false
  }

  /// Looks into a file; nil for what cannot be opened as one, such as a folder.
  package init?(_ path: String) {
    // What cannot be opened is said to be so by whoever reads it.
    guard let file = try? DataFile.open(path) else { return nil }
    self.init(file)
  }

  /// Looks into what was read of one.
  package init(_ bytes: [UInt8]) { self.init(DataFile(bytes: bytes)) }

  init(_ file: DataFile) {
    let bytes = file.bytes(min(file.byteCount, 1 << 16), at: 0) ?? []
    self =
      if file.byteCount == 0 {
        .empty
      } else if Self.commit(of: file) != nil {
        .dataFile
      } else if !file.snapshots.isEmpty, case .foreign = StoreJudgement(file).kind {
        .foreign
      } else if LoadableFile.isBackup(file) {
        .backup
      } else if let dump = Self.dump(bytes) {
        .dump(dump == .whole && Self.isCut(file) ? .cut : dump)
      } else if Self.isExport(bytes) {
        .export
      } else if bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || 9...13 ~= $0 }) {
        .text
      } else if FoundRows.areOfStore(FoundRows.aligned(file)) {
        .dataFile
      } else {
        bytes.allSatisfy { $0 == 0 } ? .zeros : .other
      }
  }

  /// The number of the last commit of a store's data file, from its head alone; nil for all else.
  package static func commit(ofDataFile path: String) -> UInt64? {
    // What cannot be opened is no data file.
    (try? DataFile.open(path)).flatMap(commit)
  }

  private static func commit(of file: DataFile) -> UInt64? {
    file.snapshots.first { snapshot in
      let databases = file.databases(of: snapshot)
      return StoreTable.allCases.allSatisfy { databases.contains($0.rawValue) }
    }?.transaction
  }

  /// Whether a dump ends within a line; the last one may be without its line feed.
  private static func isCut(_ file: DataFile) -> Bool {
    let end = file.bytes(1, at: file.byteCount - 1)?.first
    return end != UInt8(ascii: "\n") && end != UInt8(ascii: "}")
  }

  private static func isExport(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "scene,tab,key,type,bytes,txn,version".utf8)
      || bytes.prefix(100).firstRange(of: Array(#""scenesim.store.export/"#.utf8)) != nil
  }

  private static func dump(_ bytes: [UInt8]) -> Dump? {
    let beginning = LoadableFile.dump
    if bytes.starts(with: beginning) { return .whole }
    if bytes.starts(with: "VERSION=3\n".utf8) { return .forTool }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF] + beginning) { return .marked }
    let wide = bytes.prefix(2 + 2 * beginning.count).filter { $0 != 0 && $0 < 0xFE }
    if bytes.contains(0) { return wide == beginning ? .utf16 : nil }
    guard bytes.firstRange(of: beginning) != nil else { return nil }
    return bytes.first == UInt8(ascii: "[") ? .array : .amongOthers
  }
}
