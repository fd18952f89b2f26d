package import LMDB

/// Reads the addresses of rows whose keys have all texts as they are, one row after the other.
///
/// Rows come in the order of their keys, so the scope is nearly always that of the row before.
package struct PlainAddresses {
  private var path = ScopePath.root
  /// Where the scope of the row before stands in its key.
  private var scope = 0..<0

  package init() {}

  /// The path and the key of a row; nil if its texts have to be looked at one by one.
  package mutating func address(_ rows: CopiedRows, _ index: Int) -> (path: ScopePath, key: String)?
  {
    guard let place = rows.lastText(index, StoredKey.plainShape) else { return nil }
    let (bytes, range) = (rows.bytes, rows.keyRange(index))
    let last = range.lowerBound + place
    let next = range.lowerBound + StoredKey.sessionBytes..<last - 1
    if bytes[next] != bytes[scope] { path = Self.path(bytes, next) }
    scope = next
    return (path, String(decoding: bytes[last..<range.upperBound - 2], as: UTF8.self))
  }

  /// The address of one plain key, whose last text begins at a place.
  static func address(_ key: [UInt8], _ place: Int) -> ValueAddress {
    ValueAddress(
      session: key.bigEndianWord(at: 0), path: path(key, StoredKey.sessionBytes..<place - 1),
      key: String(decoding: key[place..<key.count - 2], as: UTF8.self))
  }

  private static func path(_ bytes: [UInt8], _ range: Range<Int>) -> ScopePath {
    var components: [ScopePath.Component] = []
    var at = range.lowerBound
    func text() -> String {
      let end = bytes[at..<range.upperBound].firstIndex(of: 0) ?? range.upperBound
      defer { at = end + 2 }
      return String(decoding: bytes[at..<end], as: UTF8.self)
    }
    while at < range.upperBound {
      let tag = bytes[at]
      at += 1
      let name = text()
      components.append(tag == 2 ? .tab(name) : .nested(kind: name, id: text()))
    }
    return ScopePath(components)
  }
}
