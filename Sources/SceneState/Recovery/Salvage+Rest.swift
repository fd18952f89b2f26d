import StoreFormat

extension Salvage {
  func resolveAside() -> [Resolved] {
    keys(of: .setAside).compactMap { key in
      let choice = choose(key, in: .setAside) { SetAsideRecord(key: key, bytes: $0) != nil }
      return choice.bytes == nil ? nil : (key, choice)
    }
  }

  mutating func keepAside(_ aside: [Resolved], of sessions: Set<UInt32>) {
    for (key, choice) in aside {
      guard let bytes = choice.bytes, let number = Self.session(of: key),
        sessions.contains(number)
      else { continue }
      records.append(SnapshotRecord(.setAside, key, bytes))
    }
  }

  /// What is said of the whole store; the index of sessions is made anew.
  mutating func keepInfo(_ sessions: Set<UInt32>) {
    var rows: [[UInt8]: [UInt8]] = pages.all.types
    for view in views.reversed() { rows.merge(view[.info].rows) { _, newer in newer } }
    rows = rows.filter { row in
      !InfoKey.isOfThisFile(row.key) && !row.key.starts(with: InfoKey.session(""))
    }
    // What an earlier recovery did is still to be read.
    for (key, bytes) in views.first?[.info].rows ?? [:] where key.starts(with: InfoKey.reportPrefix)
    {
      rows[key] = bytes
    }
    var right = InfoRows(rows)
    for record in records where record.table == .values {
      if let envelope = Envelope(readable: record.value, key: record.key) {
        right.name(type: envelope.typeNumber)
      }
    }
    (rows, leftOut) = (right.rows, right.leftOut)
    rows[InfoKey.format] = InfoKey.bytes(StoreVersion.format)
    for (number, id) in ids { rows[InfoKey.session(id)] = InfoKey.bytes(number) }
    let known = rows[InfoKey.nextSession].flatMap { InfoKey.number($0, UInt32.self) } ?? 1
    let met = records.compactMap { $0.table == .sessions ? Self.session(of: $0.key) : nil }
    let highest = max(met.max() ?? 0, pages.all.highestSession)
    rows[InfoKey.nextSession] = InfoKey.bytes(max(known, highest &+ 1))
    for (key, bytes) in rows { records.append(SnapshotRecord(.info, key, bytes)) }
  }

  /// What the newest source that can tell has a key for, in a window that lives, and nobody a value.
  ///
  /// Where no source is left, what any page leads to counts, unless it was removed.
  func keysWithoutValue(besides known: Set<[UInt8]>) -> [[UInt8]] {
    func lives(_ key: [UInt8]) -> Bool {
      let number = Self.session(of: key)
      return number == ValueAddress.appSession || number.flatMap { ids[$0] } != nil
    }
    if views.isEmpty {
      return pages.all.unread.filter {
        !known.contains($0) && lives($0) && StoredKey.address(of: $0, names: nil) != nil
          && !isRemoved($0, .values, 0, after: 0)
      }
    }
    let keys = views.reduce(into: Set<[UInt8]>()) { $0.formUnion($1[.values].lost) }
    return keys.filter { key in
      let view = views.first { view in
        view[.values].lost.contains(key) || !view[.values].gaps.contains(key)
      }
      guard let view, view[.values].lost.contains(key), !known.contains(key) else { return false }
      return lives(key) && !isRemoved(key, .values, view.sequence, after: 0)
    }
  }
}
