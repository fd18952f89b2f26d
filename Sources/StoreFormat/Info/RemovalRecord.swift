import LMDB

/// A row of `info` that remembers that values were removed, and when.
///
/// Old pages of the file keep removed values until they are used again. When a page is lost and all
/// pages are searched for what stood there, such a row keeps the removed values from coming back.
package struct RemovalRecord: Hashable, Sendable {
  /// What begins the keys: then the sequence and a number inside the commit.
  package static let keyPrefix = Array("removed/".utf8)
  /// How many of the newest ones are kept.
  package static let limit = 128

  private static let mark = UInt8(ascii: "D")

  package var sequence: UInt64
  package var number: UInt16
  /// The stored key, or what the stored keys begin with.
  package var place: [UInt8]
  /// Whether everything below the place was removed, and not only one value.
  package var isPrefix: Bool

  package init(sequence: UInt64, number: UInt16, place: [UInt8], isPrefix: Bool) {
    (self.sequence, self.number) = (sequence, number)
    (self.place, self.isPrefix) = (place, isPrefix)
  }

  package var key: [UInt8] {
    var key = Self.keyPrefix
    key.appendBigEndian(sequence)
    key.appendBigEndian(number)
    return key
  }

  /// A mark, whether it is a prefix, the place, and a checksum over key and bytes.
  package var bytes: [UInt8] {
    var bytes = [Self.mark, isPrefix ? 1 : 0] + place
    bytes.appendBigEndian(crc32c(bytes, seed: crc32c(key)))
    return bytes
  }

  /// Nil if the row is none, or not as it was written.
  package init?(key: [UInt8], bytes: [UInt8]) {
    guard key.starts(with: Self.keyPrefix), key.count == Self.keyPrefix.count + 10,
      bytes.count > 6, bytes[0] == Self.mark
    else { return nil }
    var reader = ByteReader(key, from: Self.keyPrefix.count)
    guard let sequence = reader.number(UInt64.self), let number = reader.number(UInt16.self)
    else { return nil }
    self.init(
      sequence: sequence, number: number, place: Array(bytes[2..<bytes.count - 4]),
      isPrefix: bytes[1] == 1)
    guard self.bytes == bytes else { return nil }
  }

  /// Whether it speaks of a value: one that was written before.
  package func covers(_ key: [UInt8], writtenAt sequence: UInt64) -> Bool {
    guard sequence < self.sequence else { return false }
    return isPrefix ? key.starts(with: place) : key == place
  }

  /// What a leaf scan may find them by.
  package static let marks = [mark]
}
