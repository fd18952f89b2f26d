import LMDB

/// Puts a store together from what several sources know of it.
///
/// For each key the newest source that covers it says what was there as of its commit, a value or
/// none; only what a later commit wrote, found by the look at all pages, is newer. So a value that
/// was removed does not come back because an old page still has it.
package struct Salvage {
  /// What is known of one key.
  struct Choice {
    var bytes: [UInt8]?
    var source: RecoveryReport.Source?
    /// Bytes of the newest source that are damaged.
    var damaged: [UInt8]?
    /// The commit up to which the sources are sure.
    var floor: UInt64 = 0
  }

  let views: [StoreView]
  let found: FoundRows
  package var records: [SnapshotRecord] = []
  private(set) var counts: [RecoveryReport.Source: Int] = [:]
  package private(set) var older: [[UInt8]] = []
  package private(set) var setAside: [[UInt8]] = []
  package private(set) var dropped = 0
  /// Keys of rows about the whole store that contradict themselves.
  package var leftOut: [[UInt8]] = []
  private(set) var valueCount = 0
  /// The highest sequence that anything has; the epoch of the new store.
  let epoch: UInt64
  /// Identifiers of the sessions that live, for addresses.
  private(set) var ids: [UInt32: String] = [:]
  /// Sessions whose name stands on one page only, without a checksum.
  var unproved: Set<UInt32> = []
  /// What was removed, as far as it is remembered.
  private let removals: Removals
  /// Sessions of which values stand in a source that is sure of them.
  private var lasting: Set<UInt32> = []

  /// - Parameters:
  ///   - views: The sources, the newest first.
  ///   - found: What the look at all pages found.
  package init(_ views: [StoreView], _ found: FoundRows) {
    self.views = views
    self.found = found
    removals = Removals(views, found)
    epoch = max(views.map(\.sequence).max() ?? 0, found.highest)
    let values = resolveValues()
    let sessions = resolveSessions(of: values)
    keepValues(values, of: sessions)
    keepAside(of: sessions)
    keepInfo(sessions)
  }

  // MARK: Choosing

  func keys(of table: StoreTable) -> [[UInt8]] {
    var keys: Set<[UInt8]> = Set(found[table].keys)
    for view in views { keys.formUnion(view[table].rows.keys) }
    return keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  func choose(
    _ key: [UInt8], in table: StoreTable, isSound: ([UInt8]) -> Bool
  ) -> Choice {
    var choice = Choice()
    var isSure = false
    for view in views where view[table].covers(key) {
      if !isSure {
        (choice.floor, isSure) = (view.sequence, true)
        guard let bytes = view[table].rows[key] else { break }
        // What the newest one does not know may have been removed since.
        if table == .values, view.source != views.first?.source,
          removals.cover(key, writtenAt: Self.sequence(of: bytes))
        {
          break
        }
        if isSound(bytes) {
          (choice.bytes, choice.source) = (bytes, view.source)
          break
        }
        choice.damaged = bytes
      } else if let bytes = view[table].rows[key], isSound(bytes) {
        // The newest bytes are damaged: an older version is better than none.
        (choice.bytes, choice.source) = (bytes, view.source)
        break
      }
    }
    guard let row = found[table][key], isSure ? newer(row, than: choice) : true,
      table != .values || !removals.cover(key, writtenAt: row.sequence)
    else { return choice }
    (choice.bytes, choice.source) = (row.bytes, .leafScan)
    return choice
  }

  private func newer(_ row: FoundRows.Row, than choice: Choice) -> Bool {
    if row.sequence > choice.floor { return true }
    // Under damaged bytes any version will do, the newest best.
    guard choice.damaged != nil else { return false }
    guard let bytes = choice.bytes else { return true }
    return row.sequence > Self.sequence(of: bytes)
  }

  private static func sequence(of envelope: [UInt8]) -> UInt64 {
    var reader = ByteReader(envelope, from: 8)
    return reader.number(UInt64.self) ?? 0
  }

  // MARK: Values

  private func resolveValues() -> [(key: [UInt8], choice: Choice)] {
    keys(of: .values).compactMap { key in
      let choice = choose(key, in: .values) { Self.isSoundValue($0, key) }
      return choice.bytes == nil && choice.damaged == nil ? nil : (key, choice)
    }
  }

  /// Whether the bytes are what was written; those of a newer version are not ours to judge.
  private static func isSoundValue(_ bytes: [UInt8], _ key: [UInt8]) -> Bool {
    do throws(EnvelopeError) {
      _ = try Envelope.decode(bytes, key: key)
      return true
    } catch {
      if case .newerFormat = error { return true }
      return false
    }
  }

  private mutating func keepValues(
    _ values: [(key: [UInt8], choice: Choice)], of sessions: Set<UInt32>
  ) {
    for (key, choice) in values {
      guard let number = Self.session(of: key), sessions.contains(number) else {
        dropped += 1
        continue
      }
      if let damaged = choice.damaged {
        setAside.append(key)
        let record = SetAsideRecord(
          valueKey: key, sequence: epoch, reason: .damaged, kind: .moved,
          reasonText: "the bytes were damaged in the file", envelope: damaged)
        records.append(SnapshotRecord(.setAside, record.key, record.bytes))
      }
      guard let bytes = choice.bytes, let source = choice.source else { continue }
      records.append(SnapshotRecord(.values, key, bytes))
      counts[source, default: 0] += 1
      valueCount += 1
      if choice.damaged != nil || source != .leafScan && source != views.first?.source {
        older.append(key)
      }
    }
  }

  static func session(of key: [UInt8]) -> UInt32? {
    var reader = ByteReader(key)
    return reader.number(UInt32.self)
  }

  // MARK: Sessions

  /// Finds out which sessions live, and keeps their records.
  ///
  /// A session that was destroyed stays so: its number is never used again. One without a record
  /// lives if its values stand where a removal would have removed them.
  private mutating func resolveSessions(
    of values: [(key: [UInt8], choice: Choice)]
  ) -> Set<UInt32> {
    var live: [UInt32: SessionRecord] = [:]
    for key in keys(of: .sessions) {
      let choice = choose(key, in: .sessions) { (try? SessionRecord.decode($0, key: key)) != nil }
      guard let bytes = choice.bytes, let record = try? SessionRecord.decode(bytes, key: key)
      else { continue }
      if record.kind == .tombstone || found.tombstones[record.number] != nil {
        keepTombstone(of: record)
      } else {
        live[record.number] = record
      }
    }
    let taken = Set(live.values.map(\.id))
    for (key, choice) in values {
      guard let number = Self.session(of: key), number != ValueAddress.appSession,
        live[number] == nil, found.tombstones[number] == nil, !buried.contains(number),
        choice.source != .leafScan || choice.damaged != nil
      else { continue }
      let id = name(of: number, besides: taken)
      live[number] = SessionRecord(number: number, sequence: epoch, id: id)
    }
    // Of two that bear one name the older one must have been destroyed.
    var numbers: [String: UInt32] = [:]
    for number in live.keys.sorted() {
      guard let id = live[number]?.id else { continue }
      if let older = numbers[id] { live[older] = nil }
      numbers[id] = number
    }
    for record in live.values.sorted(by: { $0.number < $1.number }) {
      records.append(SnapshotRecord(.sessions, record.key, record.bytes()))
      ids[record.number] = record.id
    }
    return Set(live.keys).union([ValueAddress.appSession])
  }

  private var buried: Set<UInt32> {
    Set(
      records.compactMap { record in
        record.table == .sessions ? Self.session(of: record.key) : nil
      })
  }

  private mutating func keepTombstone(of record: SessionRecord) {
    let tombstone = SessionRecord(
      number: record.number, kind: .tombstone,
      sequence: max(record.sequence, found.tombstones[record.number] ?? 0), id: "")
    records.append(SnapshotRecord(.sessions, tombstone.key, tombstone.bytes()))
  }
}
