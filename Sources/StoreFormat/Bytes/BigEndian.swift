import LMDB

extension [UInt8] {
  /// Appends the number's bytes, most significant first.
  package mutating func appendBigEndian<T: FixedWidthInteger>(_ number: T) {
    var shift = T.bitWidth - 8
    while shift >= 0 {
      append(UInt8(truncatingIfNeeded: number >> shift))
      shift -= 8
    }
  }

  /// As the general one, in one piece: byte by byte each looks anew for room.
  package mutating func appendBigEndian(_ number: UInt64) {
    AppendedBytes.append(number, to: &self)
  }

  /// The number in four bytes, which must be there.
  package func bigEndianWord(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset <= count - 4, "The bytes do not have the four asked for.")
    return unsafe withUnsafeBytes {
      UInt32(bigEndian: unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
  }

  /// Appends a text as its UTF-8 length (two bytes) and its UTF-8.
  ///
  /// A text of more than 65,535 bytes is cut at that length: callers refuse such texts first.
  mutating func appendShortText(_ text: String) {
    let utf8 = text.utf8.prefix(Int(UInt16.max))
    appendBigEndian(UInt16(utf8.count))
    append(contentsOf: utf8)
  }
}

/// Reads numbers, texts and bytes from the front; nil once the bytes do not reach.
package struct ByteReader {
  private let bytes: [UInt8]
  private(set) var offset: Int

  package init(_ bytes: [UInt8], from offset: Int = 0) {
    (self.bytes, self.offset) = (bytes, offset)
  }

  package var remaining: Int { bytes.count - offset }

  package mutating func number<T: FixedWidthInteger>(_: T.Type) -> T? { read() }

  // NB: other modules call a generic function as it is; these are made for one type each.
  package mutating func number(_: UInt32.Type) -> UInt32? { read() }
  package mutating func number(_: UInt64.Type) -> UInt64? { read() }

  private mutating func read<T: FixedWidthInteger>() -> T? {
    let size = T.bitWidth / 8
    guard remaining >= size else { return nil }
    var value: T = 0
    for index in offset..<offset + size {
      value = (value << 8) | T(truncatingIfNeeded: bytes[index])
    }
    offset += size
    return value
  }

  package mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, remaining >= count else { return nil }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  mutating func shortText() -> String? {
    guard let count = number(UInt16.self), let utf8 = take(Int(count)) else { return nil }
    return String(validating: utf8, as: UTF8.self)
  }
}
