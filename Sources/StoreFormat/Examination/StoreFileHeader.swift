package import LMDB

/// What the database `info` of a file says of the store as a whole, read without LMDB.
package struct StoreFileHeader: Hashable, Sendable {
  static let database = "info"

  /// Whether there is nothing in it, or no such database: a store that was never opened, or none.
  package private(set) var isEmpty = true
  /// The number of the format; nil if there is none or it is no number.
  package private(set) var format: UInt32?
  /// Bits of features without which a version must not open the store.
  package private(set) var incompatibleFeatures: UInt64 = 0
  /// The first row that tells of a newer version, whose rules are not known here.
  private(set) var newerRow: StoreContents.Row?
  /// The bytes of the commit record.
  package private(set) var commit: [UInt8]?
  /// What the last commit wrote down that all rows come to.
  package private(set) var digest: [UInt8]?
  /// The number that the next new session gets; nil means 1.
  package private(set) var nextSession: UInt32?
  /// The numbers of the live sessions by their identifiers.
  package private(set) var sessions: [String: UInt32] = [:]
  /// The first row that contradicts itself.
  package private(set) var fault: DataFileFinding.Fault?

  /// Whether a newer version wrote the store, as far as its header says.
  package var isNewer: Bool { newerRow != nil }

  /// The highest sequence that anything in the snapshot can have.
  package var lastSequence: UInt64 {
    guard let record = commit.flatMap(CommitRecord.init) else { return .max }
    return record.transaction &+ record.epoch
  }

  /// Reads what an unsound page does not hide.
  package init(_ file: DataFile, _ snapshot: DataFile.Snapshot) {
    file.forEachEntry(in: Self.database, of: snapshot) { key, value in
      add(key, value)
      return true
    }
    // Each store has this row from its first commit on; without it the header would be made anew,
    // over a store that is full.
    if !isEmpty, format == nil { found(InfoKey.format) }
  }

  /// Takes rows that are to become a store's.
  package init(_ rows: [StoreContents.Row]) {
    for row in rows { add(row.key, row.bytes) }
    if format == nil { found(InfoKey.format) }
  }

  /// How the index of the sessions contradicts their records.
  ///
  /// The index has no checksum of its own: a damaged row would give one window's values to another.
  ///
  /// - Parameters:
  ///   - last: The highest sequence that anything can have.
  ///   - forEach: Gives each record, until its body says that it is enough.
  /// - Returns: The first contradiction; nil if there is none.
  package func sessionFault(
    upTo last: UInt64, _ forEach: (_ body: ([UInt8], [UInt8]) -> Bool) -> Void
  ) -> DataFileFinding.Fault? {
    var missing = sessions
    var fault: DataFileFinding.Fault?
    forEach { key, value in
      // A record that cannot be read contradicts nothing; its checksum is compared when it is used.
      guard let record = SessionRecord(readable: value, key: key) else {
        let number = InfoKey.number(key, UInt32.self)
        missing = missing.filter { $0.value != number }
        return true
      }
      if record.number >= nextSession ?? 1 { fault = .headerRow("next-session") }
      if record.sequence > last { fault = .headerRow("!commit") }
      guard record.kind == .live else { return fault == nil }
      if missing.removeValue(forKey: record.id) != record.number {
        fault = .sessionIndex(record.id)
      }
      return fault == nil
    }
    return fault ?? missing.keys.min().map { .sessionIndex($0) }
  }

  private static let sessionPrefix = InfoKey.session("")

  private mutating func add(_ key: [UInt8], _ value: [UInt8]) {
    isEmpty = false
    if newerRow == nil, StoreVersion.newerFormat(key, value) != nil {
      newerRow = StoreContents.Row(key: key, bytes: value)
    }
    switch key {
    case InfoKey.commit: commit = value
    case InfoKey.digest: digest = value
    case InfoKey.format: format = number(value, key)
    case InfoKey.incompatibleFeatures: incompatibleFeatures = number(value, key) ?? 0
    case InfoKey.readOnlyFeatures: let _: UInt64? = number(value, key)
    case InfoKey.nextSession: nextSession = number(value, key)
    default:
      if key.starts(with: Self.sessionPrefix) {
        let id = String(validating: key.dropFirst(Self.sessionPrefix.count), as: UTF8.self)
        guard let id, let number: UInt32 = number(value, key) else { return found(key) }
        sessions[id] = number
      } else if key.starts(with: InfoKey.typePrefix) {
        // A type's number is made of its name, so each is the checksum of the other.
        let name = String(validating: value, as: UTF8.self)
        guard let name, InfoKey.type(TypeName.number(of: name)) == key else { return found(key) }
      }
    }
  }

  private mutating func number<N: FixedWidthInteger>(_ value: [UInt8], _ key: [UInt8]) -> N? {
    guard let number = InfoKey.number(value, N.self) else {
      found(key)
      return nil
    }
    return number
  }

  private mutating func found(_ key: [UInt8]) {
    if fault == nil { fault = .headerRow(String(decoding: key, as: UTF8.self)) }
  }
}
