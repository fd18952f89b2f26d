/// How one text stands in a stored key: order-preserving, and never the beginning of another.
///
/// UTF-8 with the byte 00 written 00 FF, then 00 01. A text of more than 54 such bytes is
/// shortened to its first 38, 00 FE, 16 hash bytes, 00 01. Because every 00 is followed by a
/// byte that says what it is, the end of `a` is not the beginning of `a` + NUL.
struct StoredText {
  static let byteLimit = 54
  static let keptBytes = 38

  private static let end: UInt8 = 0x01
  private static let hashed: UInt8 = 0xFE
  private static let zero: UInt8 = 0xFF

  /// The text, or nil if the key has only its beginning and its hash.
  let text: String?

  static func append(_ text: String, to bytes: inout [UInt8]) {
    if isPlain(text) {
      bytes.append(contentsOf: text.utf8)
      bytes.append(0)
      bytes.append(end)
      return
    }
    let escaped = escaped(text)
    if escaped.count <= byteLimit {
      bytes.append(contentsOf: escaped)
    } else {
      // A pair 00 FF is kept whole or not at all.
      let kept = escaped[keptBytes - 1] == 0 ? keptBytes - 1 : keptBytes
      bytes.append(contentsOf: escaped[..<kept])
      bytes.append(contentsOf: [0, hashed])
      bytes.appendBigEndian(FNV.hash128(text.utf8))
    }
    bytes.append(contentsOf: [0, end])
  }

  static func isHashed(_ text: String) -> Bool {
    !isPlain(text) && (text.utf8.count > byteLimit || escaped(text).count > byteLimit)
  }

  /// Whether the text stands in a key as it is, as nearly all names do.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= byteLimit && !text.utf8.contains(0)
  }

  static func read(from reader: inout ByteReader) -> StoredText? {
    var utf8: [UInt8] = []
    var isHashed = false
    while let byte = reader.number(UInt8.self) {
      guard byte == 0 else {
        utf8.append(byte)
        continue
      }
      switch reader.number(UInt8.self) {
      case zero:
        utf8.append(0)
      case hashed:
        guard !isHashed, reader.take(16) != nil else { return nil }
        isHashed = true
      case end:
        if isHashed { return StoredText(text: nil) }
        return String(validating: utf8, as: UTF8.self).map { StoredText(text: $0) }
      default:
        return nil
      }
    }
    return nil
  }

  private static func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 2)
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == 0 { bytes.append(zero) }
    }
    return bytes
  }
}
