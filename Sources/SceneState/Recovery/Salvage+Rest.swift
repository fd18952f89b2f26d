import LMDB

extension Salvage {
  mutating func keepAside(of sessions: Set<UInt32>) {
    for key in keys(of: .setAside) {
      let choice = choose(key, in: .setAside) { SetAsideRecord(key: key, bytes: $0) != nil }
      guard let bytes = choice.bytes, let number = Self.session(of: key),
        sessions.contains(number)
      else { continue }
      records.append(SnapshotRecord(.setAside, key, bytes))
    }
  }

  /// What is said of the whole store; the index of sessions is made anew.
  mutating func keepInfo(_ sessions: Set<UInt32>) {
    var rows: [[UInt8]: [UInt8]] = found.types
    for view in views.reversed() { rows.merge(view[.info].rows) { _, newer in newer } }
    let made = [InfoKey.ownerPrefix, InfoKey.session("")]
    rows = rows.filter { row in !made.contains { row.key.starts(with: $0) } }
    var right = InfoRows(rows)
    for record in records where record.table == .values {
      if let envelope = try? Envelope.decode(record.value, key: record.key) {
        right.name(type: envelope.typeNumber)
      }
    }
    (rows, leftOut) = (right.rows, right.leftOut)
    rows[InfoKey.commit] = nil
    rows[InfoKey.recentSessions] = nil
    rows[InfoKey.format] = InfoKey.bytes(StoreHeader.format)
    for (number, id) in ids { rows[InfoKey.session(id)] = InfoKey.bytes(number) }
    let known = rows[InfoKey.nextSession].flatMap { InfoKey.number($0, UInt32.self) } ?? 1
    let met = records.compactMap { $0.table == .sessions ? Self.session(of: $0.key) : nil }
    let highest = max(met.max() ?? 0, found.highestSession)
    rows[InfoKey.nextSession] = InfoKey.bytes(max(known, highest &+ 1))
    for (key, bytes) in rows { records.append(SnapshotRecord(.info, key, bytes)) }
  }

  /// The identifier of a session whose record is lost.
  ///
  /// It stands in the index, which has no checksum: it is proved if two pages give the same one.
  /// A name that is not proved is used all the same, because most often it is right, and told;
  /// but it takes no other session's place.
  mutating func name(of number: UInt32, besides taken: Set<String>) -> String {
    let prefix = InfoKey.session("")
    var pages: [String: Int] = [:]
    func add(_ key: [UInt8], _ count: Int) {
      let name = String(validating: key.dropFirst(prefix.count), as: UTF8.self)
      if let name, !name.isEmpty { pages[name] = max(pages[name] ?? 0, count) }
    }
    for view in views {
      let rows = view[.info].rows.filter { $0.value == InfoKey.bytes(number) }
      for key in rows.keys where key.starts(with: prefix) { add(key, 1) }
    }
    for (key, numbers) in found.names { numbers[number].map { add(key, $0) } }
    guard let best = pages.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
      return "recovered-\(number)"
    }
    guard best.value < 2 else { return best.key }
    guard !taken.contains(best.key) else { return "recovered-\(number)" }
    unproved.insert(number)
    return best.key
  }
}
