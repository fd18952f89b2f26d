package import LMDB
import StoreFormat

/// Everything a store held at one moment, undecoded, for inspection.
package struct StoreSnapshot: Sendable {
  /// Sorted by number.
  package var sessions: [StoredSession] = []
  /// Sessions that were destroyed, as far as their records are still there.
  package var tombstones: [StoredSession] = []
  /// In the order of their keys' bytes: app first, then scene by scene, tabs together.
  package var entries: [StoredEntry] = []
  /// Values that could not be read, older ones of a value first.
  package var setAside: [SetAsideEntry] = []
  /// Which process has a session open, as it named itself; it may have ended without a word.
  package var owners: [SceneID: String] = [:]
  /// Entries that are not even an address; damaged values are among `entries`.
  package var unreadableCount = 0
  /// The numbers of sessions whose records cannot be read, sorted.
  package var damagedSessions: [UInt32] = []
  /// The rows that name types and whose bytes are damaged.
  package private(set) var damagedTypes: [String] = []
  /// What this version does not know, one sentence each.
  package var notUnderstood: [String] = []
  package var fileBytes = 0
  package var limitBytes = 0
  /// The number of the last commit.
  package var lastTransaction: UInt64 = 0
  /// What is worth knowing about the place of the store.
  package var remarks: [StoreRemark] = []

  /// What the rows of whole tables show, or of one scene in each of them.
  ///
  /// - Parameters:
  ///   - types: The rows of `info` that name types.
  ///   - sessions: The records of the sessions.
  ///   - values: The values.
  ///   - setAside: What could not be read.
  ///   - owners: The rows of `info` that say who has a session open.
  package init(
    types: CopiedRows, sessions: CopiedRows, values: CopiedRows, setAside: CopiedRows,
    owners: CopiedRows = CopiedRows()
  ) {
    add(types: types)
    add(sessions: sessions)
    entries = StoredEntries(values: values, of: scenes, types: TypeNames(types)).all
    unreadableCount = values.count - entries.count
    add(setAside: setAside)
    add(owners: owners)
  }

  /// What tables show for a scene: its alias, or the identifier if there is none.
  package func label(of scene: SceneID) -> String {
    let alias =
      (isSmall ? sessions.last { $0.id == scene }?.alias : aliases[scene]) ?? ""
    return alias.isEmpty ? scene.rawValue : alias
  }

  /// Whether a table costs more than looking through the sessions.
  private var isSmall: Bool { sessions.count <= 8 }

  /// Kept beside the sessions, since every row of a table asks; empty for a few.
  private var aliases: [SceneID: String] = [:]

  /// The identifiers of the live sessions by their numbers.
  private var scenes: EntryListing.Scenes {
    isSmall ? .few(sessions.map { ($0.number, $0.id) }) : .many(sessionIDs)
  }

  private var sessionIDs: [UInt32: SceneID] {
    Dictionary(sessions.map { ($0.number, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  /// A type's number is made of its name, so each is the checksum of the other.
  private mutating func add(types rows: CopiedRows) {
    // A dump has all rows of `info` there.
    for index in 0..<rows.count where rows.key(index).starts(with: InfoKey.typePrefix) {
      let (key, name) = (rows.key(index), String(validating: rows.value(index), as: UTF8.self))
      if let name, InfoKey.type(TypeName.number(of: name)) == key { continue }
      damagedTypes.append(String(decoding: key, as: UTF8.self))
    }
  }

  private mutating func add(sessions rows: CopiedRows) {
    for index in 0..<rows.count {
      guard let record = SessionRecord(readable: rows.value(index), key: rows.key(index))
      else {
        if let number = InfoKey.number(rows.key(index), UInt32.self) {
          damagedSessions.append(number)
        }
        continue
      }
      let session = StoredSession(
        number: record.number, id: SceneID(rawValue: record.id), alias: record.alias,
        record: record.record)
      switch record.kind {
      case .live:
        sessions.append(session)
      case .tombstone: tombstones.append(session)
      }
    }
    if isSmall { return }
    for session in sessions { aliases[session.id] = session.alias }
  }

  private mutating func add(setAside rows: CopiedRows) {
    guard !rows.isEmpty else { return }
    let ids = sessionIDs
    setAside = (0..<rows.count).compactMap { index in
      SetAsideEntry(rows, index, entries: entries) { number in
        number == ValueAddress.appSession
          ? nil : ids[number] ?? SceneID(rawValue: "#\(number)")
      }
    }
  }

  private mutating func add(owners rows: CopiedRows) {
    for index in 0..<rows.count {
      owners[InfoKey.ownedScene(of: rows.key(index))] =
        String(decoding: rows.value(index), as: UTF8.self)
    }
  }
}
