import LMDB

/// One session in the `sessions` database: its identifier, its alias, and an opaque record.
///
/// The database key is the session's number. What the record's bytes mean is not the store's
/// business; a tombstone keeps the number of a destroyed session from being used again.
package struct SessionRecord: Hashable, Sendable {
  package static let format: UInt8 = 1

  /// The highest number that a session can have; behind it there is room for mistakes.
  package static let lastNumber = UInt32.max - 65_536

  private static let mark = UInt8(ascii: "R")
  private static let headerSize = 12

  package enum Kind: UInt8, Sendable {
    case live = 1
    case tombstone = 2
  }

  package var number: UInt32
  package var kind: Kind
  package var sequence: UInt64
  /// Identifier of the scene session, at most 65,535 bytes of UTF-8.
  package var id: String
  /// The short name a person sees for it, or empty.
  package var alias: String
  package var record: [UInt8]

  package init(
    number: UInt32,
    kind: Kind = .live,
    sequence: UInt64,
    id: String,
    alias: String = "",
    record: [UInt8] = []
  ) {
    self.number = number
    self.kind = kind
    self.sequence = sequence
    self.id = id
    self.alias = alias
    self.record = record
  }

  /// The key in the database `sessions`.
  package var key: [UInt8] { Self.key(number: number) }

  package static func key(number: UInt32) -> [UInt8] {
    var key: [UInt8] = []
    key.appendBigEndian(number)
    return key
  }

  package func bytes() -> [UInt8] {
    var bytes: [UInt8] = [Self.mark, Self.format, kind.rawValue, 0]
    bytes.appendBigEndian(sequence)
    bytes.appendShortText(id)
    bytes.appendShortText(alias)
    bytes.appendBigEndian(UInt32(truncatingIfNeeded: record.count))
    bytes.append(contentsOf: record)
    bytes.appendBigEndian(crc32c(bytes, seed: crc32c(key)))
    return bytes
  }

  package static func decode(
    _ bytes: [UInt8],
    key: [UInt8]
  ) throws(EnvelopeError) -> SessionRecord {
    guard bytes.count >= headerSize + 12 else { throw .tooShort }
    guard bytes[0] == mark else { throw .notAnEnvelope }
    guard bytes[1] == format else {
      // As with values: whatever else is wrong with them, they are not what the byte says.
      throw .otherFormat(bytes, than: format) { (try? decode($0, key: key)) != nil }
    }
    var keyReader = ByteReader(key)
    guard let number = keyReader.number(UInt32.self), keyReader.remaining == 0
    else { throw .notAnEnvelope }
    var tail = ByteReader(bytes, from: bytes.count - 4)
    var checksum = CRC32C(seed: crc32c(key))
    checksum.update(bytes, 0..<bytes.count - 4)
    guard tail.number(UInt32.self) == checksum.value else { throw .checksumMismatch }
    guard let kind = Kind(rawValue: bytes[2]), bytes[3] == 0
    else { throw .newerFormat(Int(bytes[1])) }
    var reader = ByteReader(bytes, from: 4)
    guard let sequence = reader.number(UInt64.self),
      let id = reader.shortText(),
      let alias = reader.shortText(),
      let count = reader.number(UInt32.self),
      let record = reader.take(Int(count)),
      reader.remaining == 4
    else { throw .lengthMismatch }
    return SessionRecord(
      number: number, kind: kind, sequence: sequence, id: id, alias: alias, record: record)
  }

  /// The same where it does not matter what is wrong with the bytes; nil if anything is.
  package init?(readable bytes: [UInt8], key: [UInt8]) {
    // Scrubbing tells the app of a damaged record, and `scenesim check` everybody else.
    guard let record = try? Self.decode(bytes, key: key) else { return nil }
    self = record
  }
}
