/// Writes JSON byte for byte as the platform's encoder does, keys sorted and without blanks.
///
/// A window's record is written at every change of its state; the encoder, which asks each value
/// for its type, took most of the time of such a change.
package struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  /// The value as bytes; nil if there is a number in it that JSON has no word for.
  static func document(_ value: JSONField) -> [UInt8]? {
    var writer = JSONWriter()
    writer.bytes.reserveCapacity(512)
    return writer.append(value) ? writer.bytes : nil
  }

  /// An object as bytes, its fields in the order in which they are given; nil as above.
  package static func object(_ fields: [(key: String, value: JSONField)]) -> [UInt8]? {
    var writer = JSONWriter()
    writer.bytes.reserveCapacity(512)
    return writer.append(fields) ? writer.bytes : nil
  }

  private mutating func append(_ value: JSONField) -> Bool {
    switch value {
    case .null: append("null")
    case .bool(let bool): append(bool ? "true" : "false")
    case .int(let int): bytes.append(contentsOf: int.description.utf8)
    case .unsigned(let unsigned): bytes.append(contentsOf: unsigned.description.utf8)
    case .double(let double):
      guard double.isFinite else { return false }
      let text = double.description
      // A whole number has no fraction in JSON.
      bytes.append(contentsOf: text.utf8.dropLast(text.hasSuffix(".0") ? 2 : 0))
    case .text(let text): append(text: text)
    case .list(let list):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in list.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        guard append(item) else { return false }
      }
      bytes.append(UInt8(ascii: "]"))
    case .map(let map): return append(map.sorted { $0.key < $1.key })
    }
    return true
  }

  private mutating func append(_ fields: [(key: String, value: JSONField)]) -> Bool {
    bytes.append(UInt8(ascii: "{"))
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(text: field.key)
      bytes.append(UInt8(ascii: ":"))
      guard append(field.value) else { return false }
    }
    bytes.append(UInt8(ascii: "}"))
    return true
  }

  private mutating func append(_ word: StaticString) {
    word.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func append(text: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    // Most texts have nothing in them that needs another spelling.
    guard text.utf8.contains(where: Self.isEscaped) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0C: append("\\f")
      case 0x0D: append("\\r")
      case 0..<0x20:
        append("\\u00")
        bytes += [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
