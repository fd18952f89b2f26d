import LMDB

/// A value as it stands in the store, undecoded.
struct StoredValue: Sendable {
  /// Where the bytes are.
  enum Place: Sendable {
    /// Among the rows that one scan copied; all values of a scene share them.
    case row(ScannedRows, Int)
    /// In the store, under this key: a cell has the value and nobody needed the bytes since.
    case store(key: [UInt8])
  }

  let payloadCount: Int
  /// The commit that wrote it, by which a newer one is known; 0 for bytes without a readable one.
  let sequence: UInt64
  let place: Place

  /// The envelope, or why it is bad; nil when it must be read from the store again.
  var result: Result<Envelope, EnvelopeError>? {
    guard case .row(let scanned, let index) = place else { return nil }
    return Result { () throws(EnvelopeError) in
      try Envelope.decode(scanned.rows.value(index), key: scanned.rows.key(index))
    }
  }
}

/// What one scan of a scene's range copied.
final class ScannedRows: Sendable {
  let rows: CopiedRows

  init(_ rows: CopiedRows) { self.rows = rows }
}

extension SceneHandle.Stored {
  /// Adds the rows of a scan; of each only what tells it from the others is taken out.
  ///
  /// - Returns: The rows that are damaged or have a damaged name.
  @discardableResult
  mutating func add(_ rows: CopiedRows) -> [StrayRow] {
    var strays: [StrayRow] = []
    let scanned = ScannedRows(rows)
    values.reserveCapacity(rows.count)
    var last: (bytes: Range<Int>, path: ScopePath)?
    for index in 0..<rows.count {
      let facts = Envelope.Facts(rows, index)
      let entry: SceneHandle.EntryKey
      if let facts, let last, let known = StoredKey.plainKey(of: rows, index, below: last.bytes) {
        entry = SceneHandle.EntryKey(path: last.path, key: known)
        add(entry, facts, .row(scanned, index))
        continue
      }
      let key = rows.key(index)
      // With names in it, or damaged.
      let result =
        facts == nil
        ? Result { () throws(EnvelopeError) in
          try Envelope.decode(rows.value(index), key: key)
        } : nil
      let envelope = try? result?.get()
      let found = StoredKey.address(of: key, names: envelope?.names)
      if let result {
        if let stray = StrayRow(key, found, result) { strays.append(stray) }
      } else if found == nil {
        strays.append(StrayRow(key: key, entry: nil))
      }
      guard let address = found else { continue }
      entry = SceneHandle.EntryKey(path: address.path, key: address.key)
      if facts != nil {
        // The rows of a scope stand together, and nearly all differ in the key's name only.
        last = StoredKey.scope(of: rows, index, key: address.key).map { ($0, address.path) }
      }
      let known =
        facts
        ?? Envelope.Facts(
          sequence: envelope?.sequence ?? 0,
          payloadCount: envelope?.payload.count ?? rows.valueRange(index).count)
      add(entry, known, .row(scanned, index))
    }
    return strays
  }

  private mutating func add(
    _ entry: SceneHandle.EntryKey, _ facts: Envelope.Facts, _ place: StoredValue.Place
  ) {
    if !entry.path.components.isEmpty { keysBelow.insert(entry.key) }
    values[entry] = StoredValue(
      payloadCount: facts.payloadCount, sequence: facts.sequence, place: place)
  }
}

extension StoredKey {
  /// The bytes of the scope in a row's key, if its name is written in the key as it is.
  fileprivate static func scope(
    of rows: CopiedRows, _ index: Int, key name: String
  ) -> Range<Int>? {
    let range = rows.keyRange(index)
    // The tag, the name, and the two bytes at its end.
    let end = range.upperBound - 3 - name.utf8.count
    guard end >= range.lowerBound + 4, rows.bytes[end] == 1 else { return nil }
    return range.lowerBound..<end
  }

  /// The name of a key of the same scope, if it is ASCII; nil for anything else.
  fileprivate static func plainKey(
    of rows: CopiedRows, _ index: Int, below scope: Range<Int>
  ) -> String? {
    let range = rows.keyRange(index)
    let start = range.lowerBound + scope.count + 1
    let end = range.upperBound - 2
    guard start <= end, end - start <= StoredText.byteLimit, rows.bytes[start - 1] == 1,
      rows.bytes[end] == 0, rows.bytes[end + 1] == 1,
      rows.bytes[range.lowerBound..<start - 1].elementsEqual(rows.bytes[scope]),
      rows.bytes[start..<end].allSatisfy({ (1..<0x80).contains($0) })
    else { return nil }
    return String(decoding: rows.bytes[start..<end], as: UTF8.self)
  }
}
