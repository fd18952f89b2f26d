import StoreFormat

extension Salvage {
  /// Finds out which sessions live, and keeps their records.
  ///
  /// A session that was destroyed stays so: its number is never used again. One without a record
  /// lives if a sound value of it is there, or one that was set aside, and nobody knows that it is
  /// gone. Of bytes that nobody can read it lives only if some page has its name: most often a row of
  /// something else stands there.
  mutating func resolveSessions(of values: [Resolved]) -> Set<UInt32> {
    var live: [UInt32: SessionRecord] = [:]
    for key in keys(of: .sessions) {
      let choice = choose(key, in: .sessions) { SessionRecord(readable: $0, key: key) != nil }
      guard let bytes = choice.bytes, let record = SessionRecord(readable: bytes, key: key)
      else { continue }
      if record.kind == .tombstone || pages.known.tombstones[record.number] != nil {
        keepTombstone(of: record)
      } else {
        live[record.number] = record
        if !isNewest(key, choice, in: .sessions) { olderRecords.insert(record.number) }
      }
    }
    var taken = Set(live.values.map(\.id))
    let names = SessionNames(views, pages.all)
    // A page of another store gives its own names to numbers of this one.
    for number in olderRecords where live[number].map({ names.contradict($0) }) == true {
      unproved.insert(number)
    }
    for (key, choice) in values {
      guard let number = Self.session(of: key), number != ValueAddress.appSession,
        live[number] == nil, !isGone(number, choice),
        choice.bytes != nil || names.know(number)
      else { continue }
      let (id, isProved) = names.name(of: number, besides: taken)
      if !isProved { unproved.insert(number) }
      taken.insert(id)
      lost.insert(number)
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

  /// Whether a session of which there is a value, and no record, was destroyed or never was.
  ///
  /// An old page may have values of a session long after its end; a source that can tell of the
  /// session, and has none, knows of it if the value is not newer.
  private func isGone(_ number: UInt32, _ choice: Choice) -> Bool {
    // No store gives a number behind which there is no other.
    if isForgotten(number) || number == .max { return true }
    guard choice.source == .leafScan, choice.damaged == nil else { return false }
    let key = SessionRecord.key(number: number)
    guard let sure = views.first(where: { $0.covers(key, in: .sessions) }) else { return false }
    return sure[.sessions].rows[key] == nil && choice.written <= sure.sequence
  }

  func isForgotten(_ number: UInt32) -> Bool {
    pages.known.tombstones[number] != nil || buried.contains(number)
  }

  private mutating func keepTombstone(of record: SessionRecord) {
    let tombstone = SessionRecord(
      number: record.number, kind: .tombstone,
      sequence: max(record.sequence, pages.known.tombstones[record.number] ?? 0), id: "")
    records.append(SnapshotRecord(.sessions, tombstone.key, tombstone.bytes()))
    buried.insert(record.number)
  }
}

/// The identifiers of sessions whose record is lost.
///
/// They stand in the index, which has no checksum: one is proved if two pages give the same. A name
/// that is not proved is used all the same, because most often it is right, and told; but it takes
/// no other session's place.
private struct SessionNames {
  /// On how many pages each name of a number stands.
  private var pages: [UInt32: [String: Int]] = [:]

  init(_ views: [StoreView], _ found: FoundRows) {
    let prefix = InfoKey.session("")
    for view in views {
      for (key, bytes) in view[.info].rows where key.starts(with: prefix) {
        if let number = InfoKey.number(bytes, UInt32.self) { add(key, number, 1) }
      }
    }
    for (key, numbers) in found.names {
      for (number, count) in numbers { add(key, number, count) }
    }
  }

  private mutating func add(_ key: [UInt8], _ number: UInt32, _ count: Int) {
    let name = String(validating: key.dropFirst(InfoKey.session("").count), as: UTF8.self)
    guard let name, !name.isEmpty else { return }
    pages[number, default: [:]][name] = max(pages[number]?[name] ?? 0, count)
  }

  func know(_ number: UInt32) -> Bool { pages[number] != nil }

  /// Whether the index has names for the number of a record, and none of them is the record's.
  func contradict(_ record: SessionRecord) -> Bool {
    pages[record.number].map { $0[record.id] == nil } ?? false
  }

  func name(of number: UInt32, besides taken: Set<String>) -> (id: String, isProved: Bool) {
    let best = pages[number]?.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let best, best.value > 1 || !taken.contains(best.key) else {
      return ("recovered-\(number)", true)
    }
    return (best.key, best.value > 1)
  }
}
