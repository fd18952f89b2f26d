import LMDB
import StoreFormat

/// A value as it stands in the store: what tells it from another one in its place.
struct StoredValue: Sendable {
  let payloadCount: Int
  /// The commit that wrote it, by which a newer one is known; 0 for bytes without a readable one.
  let sequence: UInt64
}

enum StoredBytes {
  /// Where they are.
  enum Place {
    /// Among those that one scan copied, whose checksums it compared.
    case copied([UInt8], at: Int)
    case inStore
  }

  case copied([UInt8], at: Int)
  case fetched([UInt8], key: [UInt8])

  func envelope() throws(EnvelopeError) -> Envelope {
    switch self {
    case .copied(let bytes, let start): Envelope(verified: bytes, at: start)
    case .fetched(let bytes, let key): try Envelope.decode(bytes, key: key)
    }
  }
}

extension SceneHandle.Stored {
  /// Values up to this size are kept for their cells; larger ones are read when they are asked for.
  static let copiedBytes = 2048

  /// Adds the rows of a scan; of each only what tells it from the others is taken out.
  ///
  /// - Returns: The rows that are damaged or have a damaged name.
  @discardableResult
  mutating func add(_ rows: CopiedRows) -> [StrayRow] {
    var strays: [StrayRow] = []
    values.reserveCapacity(rows.count)
    let names = EntryNames.shared.names(of: rows.count, in: rows.bytes, rows.keyRange)
    var addresses = PlainAddresses()
    for index in 0..<rows.count {
      guard let facts = Envelope.Facts(rows, index) else {
        addUnusual(rows, index, &strays)
        continue
      }
      let entry: SceneHandle.EntryKey
      if let name = names[index] {
        entry = SceneHandle.EntryKey(name)
      } else if let address = addresses.address(rows, index) {
        entry = SceneHandle.EntryKey(address.path, address.key, storedAs: rows.key(index))
      } else if let address = StoredKey.address(of: rows.key(index), names: nil) {
        entry = SceneHandle.EntryKey(address.path, address.key, storedAs: rows.key(index))
      } else {
        strays.append(StrayRow(key: rows.key(index), entry: nil))
        continue
      }
      values.append(
        Value(
          entry: entry, sequence: facts.sequence, payloadCount: facts.payloadCount,
          place: Int32(truncatingIfNeeded: index)))
    }
    keep(rows)
    return strays
  }

  /// A row with names in its envelope, or a damaged one.
  private mutating func addUnusual(
    _ rows: CopiedRows, _ index: Int, _ strays: inout [StrayRow]
  ) {
    let key = rows.key(index)
    let result = Result { () throws(EnvelopeError) in
      try Envelope.decode(rows.value(index), key: key)
    }
    let envelope = try? result.get()  // the stray row has what is wrong
    let address = StoredKey.address(of: key, names: envelope?.names)
    if let stray = StrayRow(key, address, result) { strays.append(stray) }
    guard let address else { return }
    values.append(
      Value(
        entry: SceneHandle.EntryKey(path: address.path, key: address.key),
        sequence: envelope?.sequence ?? 0,
        payloadCount: envelope?.payload.count ?? rows.valueRange(index).count,
        place: ValueTable.Row.inStore))
  }

  /// Keeps the bytes of small values; so far the values have the numbers of their rows.
  private mutating func keep(_ rows: CopiedRows) {
    let limit = Int(Int32.max) - Self.copiedBytes - Envelope.headerSize
    let isAll =
      rows.bytes.count < limit && !values.contains { $0.payloadCount > Self.copiedBytes }
    bytes = isAll ? rows.bytes : []
    for position in values.indices where values[position].place >= 0 {
      let range = rows.valueRange(Int(values[position].place))
      if isAll {
        values[position].place = Int32(truncatingIfNeeded: range.lowerBound)
      } else if values[position].payloadCount <= Self.copiedBytes, bytes.count < limit {
        values[position].place = Int32(truncatingIfNeeded: bytes.count)
        bytes.append(contentsOf: rows.bytes[range])
      } else {
        values[position].place = ValueTable.Row.inStore
      }
    }
  }
}
