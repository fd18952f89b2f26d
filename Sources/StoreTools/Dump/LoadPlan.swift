import LMDB
package import StoreFormat

/// How what a dump holds and what a store holds come together.
package enum LoadPolicy: Hashable, Sendable {
  /// The dump's values win; what only the store has stays.
  case merge
  /// The store's values win; only what it lacks is added.
  case keep
  /// The store holds what the dump holds, and nothing else.
  case replace
}

/// What a store will hold after a load, made in memory before anything is written.
///
/// In a new store everything is as it was dumped, sequences included. In one that exists, what is
/// unchanged stays as it is and what changes carries the number of the commit that changes it, so
/// that apps that run notice, and a repair never takes an older value for the newer one.
package struct LoadPlan: Sendable {
  /// How many of something there are in a plan.
  package struct Counts: Hashable, Sendable {
    package var added = 0
    package var changed = 0
    package var unchanged = 0
    package var removed = 0
    /// Values of the store that win over others in the dump.
    package var kept = 0
    /// What the dump hides, or what can't be told to belong to a session of the store.
    package var leftOut = 0
    package var sessionsAdded = 0
    package var sessionsRemoved = 0
  }

  /// What the store will hold.
  package private(set) var target: StoreContents
  package private(set) var counts = Counts()

  private let dump: StoreContents
  private let current: StoreContents
  private let policy: LoadPolicy
  private let sequence: UInt64

  /// Plans a load into a new store.
  package init(new dump: StoreContents) {
    self.init(dump, into: StoreContents(), .replace, sequence: dump.sequence)
    target = dump
    target.redactedKeys = []
    let hidden = Set(dump.redactedKeys)
    // A session whose record is hidden is there, with its initial state.
    target.values.removeAll { hidden.contains($0.key) }
    target.setAside.removeAll { hidden.contains($0.key) }
    giveNextNumber()
    counts.added = target.values.count
    counts.leftOut = dump.values.count - target.values.count
    counts.leftOut += dump.setAside.count - target.setAside.count
    counts.sessionsAdded = dump.sessionRecords.count { $0.kind == .live }
  }

  /// Plans a load into a store that exists.
  package init(
    _ dump: StoreContents, into current: StoreContents, _ policy: LoadPolicy, sequence: UInt64
  ) {
    (self.dump, self.current, self.policy) = (dump, current, policy)
    self.sequence = sequence
    target = StoreContents()
    guard !current.info.isEmpty else { return }
    target = merged()
    count()
  }

  /// The number of the next session is beyond all that were given, whatever the dump says.
  private mutating func giveNextNumber() {
    guard let highest = target.sessionRecords.map(\.number).max() else { return }
    let row = target.info.first { $0.key == InfoKey.nextSession }
    let next = row.flatMap { InfoKey.number($0.bytes, UInt32.self) } ?? 1
    guard next <= highest, highest < .max else { return }
    target.info.removeAll { $0.key == InfoKey.nextSession }
    target.info.append(.init(key: InfoKey.nextSession, bytes: InfoKey.bytes(highest + 1)))
    target.info.sort { $0.key.lexicographicallyPrecedes($1.key) }
  }

  /// Why no app could use a store with what the plan has, as a judge of its file would put it.
  ///
  /// Values that are damaged in the dump are damaged in the store, and nothing else is.
  package var fault: String? {
    let header = StoreFileHeader(target.info)
    if header.isNewer { return "it would be of a newer version" }
    let fault =
      header.fault
      ?? header.sessionFault(upTo: sequence) { body in
        _ = target.sessions.allSatisfy { body($0.key, $0.bytes) }
      }
    if let fault { return fault.words }
    let app = SessionRecord.key(number: ValueAddress.appSession)
    let known = Set(target.sessions.map(\.key) + [app])
    let keys = target.values.map(\.key).filter { $0.count >= app.count }
    if keys.contains(where: { !known.contains(Array($0.prefix(app.count))) }) {
      return "there are values of a session that does not exist"
    }
    guard header.nextSession ?? 1 <= SessionRecord.lastNumber + 1 else {
      return "no number is left for new sessions"
    }
    let isEarly = target.values.contains {
      Envelope(readable: $0.bytes, key: $0.key)?.sequence ?? 0 > sequence
    }
    return isEarly ? "a value is of a commit that has not been" : nil
  }

  // MARK: Merging

  /// The numbers that sessions of the dump get in the store.
  private struct Numbers {
    var byNumber: [UInt32: UInt32] = [ValueAddress.appSession: ValueAddress.appSession]
    /// Beyond the last number there is none; see ``LoadPlan/fault``.
    var next: UInt64
  }

  private mutating func merged() -> StoreContents {
    var rows = LoadedRows(policy == .replace ? StoreContents() : current)
    rows.info = mergedInfo
    let numbers = mergeSessions(into: &rows)
    rows.info[InfoKey.nextSession] = InfoKey.bytes(UInt32(clamping: numbers.next))
    mergeValues(into: &rows, numbers)
    mergeSetAside(into: &rows, numbers)
    if policy == .replace { buryOtherSessions(in: &rows) }
    return rows.contents
  }

  /// Facts of the store, types of both, and where its sessions are found.
  private var mergedInfo: [[UInt8]: [UInt8]] {
    let index = InfoKey.session("")
    var info: [[UInt8]: [UInt8]] = [:]
    for row in dump.info where InfoKey.typeNumber(of: row.key) != nil { info[row.key] = row.bytes }
    for row in current.info where policy != .replace || !row.key.starts(with: index) {
      info[row.key] = row.bytes
    }
    return info
  }

  private mutating func mergeSessions(into rows: inout LoadedRows) -> Numbers {
    let storedNext = [current, dump].compactMap { contents in
      contents.info.first { $0.key == InfoKey.nextSession }
        .flatMap { InfoKey.number($0.bytes, UInt32.self) }
    }
    let highest = (current.sessionRecords + dump.sessionRecords).map(\.number).max() ?? 0
    var numbers = Numbers(next: UInt64(max(storedNext.max() ?? 1, highest &+ 1)))
    let known = Dictionary(
      current.sessionRecords.filter { $0.kind == .live }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    let used = Set(current.sessionRecords.map(\.number))
    let hidden = Set(dump.redactedKeys)
    for record in dump.sessionRecords where record.kind == .live {
      var record = record
      let old = known[record.id]
      let free = UInt32(clamping: numbers.next)
      let number = old?.number ?? (used.contains(record.number) ? free : record.number)
      if number == free { numbers.next += 1 }
      numbers.byNumber[record.number] = number
      let isHidden = hidden.contains(record.key)
      record.number = number
      if let old, policy == .keep || isHidden {
        rows.sessions[old.key] = old.bytes()
      } else if let old, old.alias == record.alias, old.record == record.record {
        rows.sessions[old.key] = old.bytes()
      } else {
        record.sequence = sequence
        rows.sessions[record.key] = record.bytes()
      }
      if old == nil { counts.sessionsAdded += 1 }
      rows.info[InfoKey.session(record.id)] = InfoKey.bytes(number)
    }
    return numbers
  }

  private mutating func mergeValues(into rows: inout LoadedRows, _ numbers: Numbers) {
    let stored = Dictionary(
      current.values.map { ($0.key, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    let hidden = Set(dump.redactedKeys)
    for row in dump.values {
      guard let moved = Self.moved(row, numbers) else {
        counts.leftOut += 1
        continue
      }
      let old = stored[moved.key]
      if hidden.contains(row.key) {
        counts.leftOut += 1
        if let old { rows.values[moved.key] = old }
        continue
      }
      guard let old else {
        rows.values[moved.key] = moved.envelope.bytes(forKey: moved.key, at: sequence)
        continue
      }
      let readable = Envelope(readable: old, key: moved.key)
      if policy == .keep || readable.map({ $0.isSame(as: moved.envelope) }) == true {
        rows.values[moved.key] = old
        if policy == .keep, readable?.isSame(as: moved.envelope) != true { counts.kept += 1 }
        continue
      }
      // Bytes that can't be read are never overwritten.
      if readable == nil, policy == .merge { rows.setAside(old, of: moved.key, at: sequence) }
      rows.values[moved.key] = moved.envelope.bytes(forKey: moved.key, at: sequence)
    }
  }

  private mutating func mergeSetAside(into rows: inout LoadedRows, _ numbers: Numbers) {
    let hidden = Set(dump.redactedKeys)
    for row in dump.setAside {
      guard !hidden.contains(row.key), var record = SetAsideRecord(key: row.key, bytes: row.bytes),
        let key = Self.key(record.valueKey, numbers)
      else {
        counts.leftOut += 1
        continue
      }
      if key != record.valueKey, record.kind != .note {
        // A checksum covers the key: bytes that can't be read can't be taken elsewhere.
        guard let envelope = Envelope(readable: record.envelope, key: record.valueKey) else {
          counts.leftOut += 1
          continue
        }
        record.envelope = envelope.bytes(forKey: key)
      }
      record.valueKey = key
      // A note speaks of a value that could not be read; the app says it again if it is so.
      if record.kind == .note, policy != .replace || rows.values[key] == nil { continue }
      rows.setAside[record.key] = record.bytes
    }
  }

  /// Numbers of sessions that go stay used: a scan of a damaged file must not bring them back.
  private mutating func buryOtherSessions(in rows: inout LoadedRows) {
    for record in current.sessionRecords where rows.sessions[record.key] == nil {
      guard record.kind == .live else {
        rows.sessions[record.key] = record.bytes()
        continue
      }
      let tombstone = SessionRecord(
        number: record.number, kind: .tombstone, sequence: sequence, id: "")
      rows.sessions[tombstone.key] = tombstone.bytes()
      counts.sessionsRemoved += 1
    }
  }

  private mutating func count() {
    let before = Dictionary(
      current.values.map { ($0.key, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    for row in target.values {
      if let old = before[row.key] {
        if old == row.bytes { counts.unchanged += 1 } else { counts.changed += 1 }
      } else {
        counts.added += 1
      }
    }
    counts.removed = current.values.count - counts.unchanged - counts.changed
  }

  // MARK: Keys

  /// A value under the number that its session has in the store.
  private static func moved(
    _ row: StoreContents.Row, _ numbers: Numbers
  ) -> (key: [UInt8], envelope: Envelope)? {
    guard let envelope = Envelope(readable: row.bytes, key: row.key),
      let key = key(row.key, numbers)
    else { return nil }
    return (key, envelope)
  }

  private static func key(_ key: [UInt8], _ numbers: Numbers) -> [UInt8]? {
    var reader = ByteReader(key)
    guard let old = reader.number(UInt32.self), let number = numbers.byNumber[old] else {
      return nil
    }
    return InfoKey.bytes(number) + key.dropFirst(4)
  }
}

extension Envelope {
  fileprivate func bytes(forKey key: [UInt8], at sequence: UInt64) -> [UInt8] {
    var envelope = self
    envelope.sequence = sequence
    return envelope.bytes(forKey: key)
  }

  /// Whether two envelopes differ in nothing but when they were written.
  fileprivate func isSame(as other: Envelope) -> Bool {
    var other = other
    other.sequence = sequence
    return self == other
  }
}
