import StoreFormat

/// What changed of a scene from one carried commit to another, or all of it.
///
/// Keys are those of session 0, and values carry sequence 0: numbers of sessions and commits are a
/// store's own. Of set-aside values the commit stays in the key, for their order.
struct SceneStep: Hashable, Sendable {
  enum Table: UInt8, Sendable { case value = 1, setAside, record, type }

  struct Row: Hashable, Sendable {
    var table: Table
    var key: [UInt8]
    /// nil for a row that went.
    var bytes: [UInt8]?
  }

  var isSnapshot: Bool
  var rows: [Row]

  private static let mark = UInt32(0x5352_0001)

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian(Self.mark)
    bytes.append(isSnapshot ? 1 : 0)
    bytes.appendBigEndian(UInt32(rows.count))
    for row in rows {
      bytes.append(row.table.rawValue)
      bytes.append(row.bytes == nil ? 0 : 1)
      bytes.appendBigEndian(UInt32(row.key.count))
      bytes += row.key
      guard let content = row.bytes else { continue }
      bytes.appendBigEndian(UInt32(content.count))
      bytes += content
    }
    return bytes
  }

  init(isSnapshot: Bool, rows: [Row]) { (self.isSnapshot, self.rows) = (isSnapshot, rows) }

  /// Reads a step; nil for bytes that are none.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard reader.number(UInt32.self) == Self.mark, let flag = reader.number(UInt8.self), flag < 2,
      let count = reader.number(UInt32.self)
    else { return nil }
    var rows: [Row] = []
    for _ in 0..<count {
      guard let table = reader.number(UInt8.self).flatMap(Table.init),
        let hasBytes = reader.number(UInt8.self), hasBytes < 2,
        let keyCount = reader.number(UInt32.self), let key = reader.take(Int(keyCount))
      else { return nil }
      var content: [UInt8]?
      if hasBytes == 1 {
        guard let size = reader.number(UInt32.self), let read = reader.take(Int(size))
        else { return nil }
        content = read
      }
      rows.append(Row(table: table, key: key, bytes: content))
    }
    guard reader.remaining == 0 else { return nil }
    self.init(isSnapshot: flag == 1, rows: rows)
  }

  /// What one row adds to the digest of a scene.
  ///
  /// Set-aside values count without the commit in their key, which is another one in each store.
  static func digest(_ table: Table, _ key: [UInt8], _ bytes: [UInt8]) -> UInt128 {
    guard table != .type else { return 0 }
    let count = key.count - (table == .setAside ? 8 : 0)
    var digest = FNV.Digest128()
    digest.update([table.rawValue] + key.prefix(count) + [0])
    digest.update(bytes)
    return digest.value
  }

  /// The step in pieces that one request can carry.
  static func pieces(_ bytes: [UInt8], ofBytes size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map { start in
      Array(bytes[start..<min(bytes.count, start + size)])
    }
  }
}
