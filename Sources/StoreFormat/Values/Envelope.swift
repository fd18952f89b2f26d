package import LMDB

/// Why bytes are not a record that this version can read.
package enum EnvelopeError: Error, Hashable, Sendable {
  /// Fewer bytes than the header has.
  case tooShort
  /// The first byte is not the record's mark.
  case notAnEnvelope
  /// Written in a format that this version does not know.
  case newerFormat(Int)
  /// The lengths in the record do not add up to the bytes that are there.
  case lengthMismatch
  /// The bytes are not those that were written under this key.
  case checksumMismatch

  /// Whether it tells of a version that this one does not know, which is no damage.
  package var isOfNewerVersion: Bool {
    if case .newerFormat = self { return true }
    return false
  }

  /// What is wrong with a record whose second byte is another format: one flipped bit of the known one
  /// is damage, if the record could be read without it.
  static func otherFormat(
    _ bytes: [UInt8], than known: UInt8, reads: ([UInt8]) -> Bool
  ) -> EnvelopeError {
    guard (bytes[1] ^ known).nonzeroBitCount == 1 else { return .newerFormat(Int(bytes[1])) }
    var whole = bytes
    whole[1] = known
    return reads(whole) ? .checksumMismatch : .newerFormat(Int(bytes[1]))
  }
}

/// A stored value: who wrote what, when, and in which coding, with a checksum over all of it.
///
/// The checksum covers the key too, so that a value that turns up under another key is noticed.
package struct Envelope: Hashable, Sendable {
  package static let format: UInt8 = 1
  package static let headerSize = 32

  fileprivate static let mark = UInt8(ascii: "S")
  private static let namesFollow: UInt8 = 1

  package var tag: UInt8
  package var keyVersion: UInt32
  /// The number of the transaction that wrote it, plus the store's epoch offset.
  package var sequence: UInt64
  package var appVersion: UInt32
  package var typeNumber: UInt32
  /// All texts of path and key, if the key had to shorten one of them.
  package var names: [String]?
  package var payload: [UInt8]

  package init(
    tag: UInt8,
    keyVersion: UInt32 = 1,
    sequence: UInt64,
    appVersion: UInt32 = 0,
    typeNumber: UInt32 = 0,
    names: [String]? = nil,
    payload: [UInt8]
  ) {
    self.tag = tag
    self.keyVersion = keyVersion
    self.sequence = sequence
    self.appVersion = appVersion
    self.typeNumber = typeNumber
    self.names = names
    self.payload = payload
  }

  package var value: EncodedValue { EncodedValue(tag: tag, payload: payload) }

  package func bytes(forKey key: [UInt8]) -> [UInt8] {
    guard let names else {
      let head = Self.head(
        tag: tag, keyVersion: keyVersion, sequence: sequence, appVersion: appVersion,
        typeNumber: typeNumber, payloadCount: payload.count)
      return ValueBytes.make(head, payload, key: key)
    }
    return bytes(forKey: key, names: names)
  }

  /// The numbers before the checksum of an envelope without names.
  package static func head(
    tag: UInt8, keyVersion: UInt32, sequence: UInt64, appVersion: UInt32, typeNumber: UInt32,
    payloadCount: Int
  ) -> ValueBytes.Head {
    (
      UInt32(mark) << 24 | UInt32(format) << 16 | UInt32(tag) << 8, keyVersion,
      UInt32(truncatingIfNeeded: sequence >> 32), UInt32(truncatingIfNeeded: sequence),
      appVersion, typeNumber, UInt32(truncatingIfNeeded: payloadCount)
    )
  }

  private func bytes(forKey key: [UInt8], names: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerSize + payload.count)
    bytes.append(contentsOf: [Self.mark, Self.format, tag, Self.namesFollow])
    bytes.appendBigEndian(keyVersion)
    bytes.appendBigEndian(sequence)
    bytes.appendBigEndian(appVersion)
    bytes.appendBigEndian(typeNumber)
    bytes.appendBigEndian(UInt32(truncatingIfNeeded: payload.count))
    bytes.appendBigEndian(UInt32(0))
    bytes.appendBigEndian(UInt16(truncatingIfNeeded: names.count))
    for name in names { bytes.appendShortText(name) }
    bytes.append(contentsOf: payload)
    let checksum = Self.checksum(of: bytes, key: key)
    for index in 0..<4 {
      bytes[28 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - 8 * index))
    }
    return bytes
  }

  /// Reads an envelope stored under the key.
  ///
  /// A newer format is told apart before the checksum is looked at: its checksum may cover
  /// other bytes. An unknown flag counts as a newer format, and one flipped bit of this one as
  /// damage: without it the checksum fits.
  package static func decode(
    _ bytes: [UInt8],
    key: [UInt8]
  ) throws(EnvelopeError) -> Envelope {
    guard bytes.count >= headerSize else { throw .tooShort }
    guard bytes[0] == mark else { throw .notAnEnvelope }
    guard bytes[1] == format else {
      // Whatever else is wrong with them, they are not what the byte says.
      throw .otherFormat(bytes, than: format) { (try? decode($0, key: key)) != nil }
    }
    var reader = ByteReader(bytes, from: 4)
    guard let keyVersion = reader.number(UInt32.self),
      let sequence = reader.number(UInt64.self),
      let appVersion = reader.number(UInt32.self),
      let typeNumber = reader.number(UInt32.self),
      let payloadCount = reader.number(UInt32.self),
      let stored = reader.number(UInt32.self)
    else { throw .tooShort }
    guard stored == checksum(of: bytes, key: key) else { throw .checksumMismatch }
    let flags = bytes[3]
    guard flags & ~namesFollow == 0 else { throw .newerFormat(Int(bytes[1])) }
    var names: [String]?
    if flags & namesFollow != 0 { names = try readNames(&reader) }
    guard reader.remaining == Int(payloadCount), let payload = reader.take(Int(payloadCount))
    else { throw .lengthMismatch }
    return Envelope(
      tag: bytes[2], keyVersion: keyVersion, sequence: sequence, appVersion: appVersion,
      typeNumber: typeNumber, names: names, payload: payload)
  }

  /// The same where it does not matter what is wrong with the bytes; nil if anything is.
  package init?(readable bytes: [UInt8], key: [UInt8]) {
    // The app hears the reason when it reads the value, everybody else from `scenesim check`.
    guard let envelope = try? Self.decode(bytes, key: key) else { return nil }
    self = envelope
  }

  /// What a header says, with the size of the payload; nothing is compared with a checksum.
  ///
  /// - Parameters:
  ///   - bytes: At least ``headerSize`` of them.
  ///   - start: Where the header begins.
  /// - Returns: The value without its payload, and how many bytes that has.
  package static func header(
    _ bytes: [UInt8], at start: Int = 0
  ) -> (header: Envelope, payloadCount: Int) {
    let sequence =
      UInt64(bytes.bigEndianWord(at: start + 8)) << 32
      | UInt64(bytes.bigEndianWord(at: start + 12))
    let header = Envelope(
      tag: bytes[start + 2], keyVersion: bytes.bigEndianWord(at: start + 4), sequence: sequence,
      appVersion: bytes.bigEndianWord(at: start + 16),
      typeNumber: bytes.bigEndianWord(at: start + 20), payload: [])
    return (header, Int(bytes.bigEndianWord(at: start + 24)))
  }

  /// Takes a value out of bytes that a look at them found whole, with no names in it.
  package init(verified bytes: [UInt8], at start: Int) {
    let (header, count) = Self.header(bytes, at: start)
    self = header
    payload = [UInt8](bytes[start + Self.headerSize..<start + Self.headerSize + count])
  }

  /// What tells a stored value from others before anybody wants it.
  package struct Facts {
    package let sequence: UInt64
    package let payloadCount: Int
  }

  private static func readNames(_ reader: inout ByteReader) throws(EnvelopeError) -> [String] {
    guard let count = reader.number(UInt16.self) else { throw .lengthMismatch }
    var names: [String] = []
    for _ in 0..<count {
      guard let name = reader.shortText() else { throw .lengthMismatch }
      names.append(name)
    }
    return names
  }

  private static func checksum(of bytes: [UInt8], key: [UInt8]) -> UInt32 {
    var checksum = CRC32C()
    checksum.update(key)
    checksum.update(bytes, 0..<28)
    checksum.update(bytes, headerSize..<bytes.count)
    return checksum.value
  }
}

extension Envelope.Facts {
  /// Looks at a value among copied rows and compares its checksum, without taking anything out.
  ///
  /// Nil for bytes that this version cannot read, and for those with names in them.
  package init?(_ rows: CopiedRows, _ index: Int) {
    let (key, value) = (rows.keyRange(index), rows.valueRange(index))
    let start = value.lowerBound
    guard value.count >= Envelope.headerSize, rows.bytes[start] == Envelope.mark,
      rows.bytes[start + 1] == Envelope.format, rows.bytes[start + 3] == 0
    else { return nil }
    payloadCount = Int(rows.bytes.bigEndianWord(at: start + 24))
    sequence =
      UInt64(rows.bytes.bigEndianWord(at: start + 8)) << 32
      | UInt64(rows.bytes.bigEndianWord(at: start + 12))
    guard value.count == Envelope.headerSize + payloadCount else { return nil }
    var checksum = CRC32C()
    checksum.update(rows.bytes, key)
    checksum.update(rows.bytes, start..<start + 28)
    checksum.update(rows.bytes, start + Envelope.headerSize..<value.upperBound)
    guard checksum.value == rows.bytes.bigEndianWord(at: start + 28) else { return nil }
  }
}
