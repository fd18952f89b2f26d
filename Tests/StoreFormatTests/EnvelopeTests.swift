@testable import LMDB
import StoreFormat
import Testing

struct EnvelopeTests {
  private static let key: [UInt8] = [0, 0, 0, 1, 1, 107, 0, 1]

  private static let plain = Envelope(
    tag: 5, keyVersion: 3, sequence: 1 << 40, appVersion: 7, typeNumber: 0xDEAD_BEEF,
    payload: Array("draft".utf8))

  private static let named = Envelope(
    tag: 10, sequence: 2, names: ["", "\u{1F985}\0", String(repeating: "n", count: 300)],
    payload: [])

  @Test(arguments: [plain, named])
  func `an envelope gives back what it got`(envelope: Envelope) throws {
    let bytes = envelope.bytes(forKey: Self.key)
    #expect(try Envelope.decode(bytes, key: Self.key) == envelope)
  }

  @Test(arguments: [plain, named])
  func `every bit flip is noticed`(envelope: Envelope) {
    let bytes = envelope.bytes(forKey: Self.key)
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: EnvelopeError.self) { try Envelope.decode(damaged, key: Self.key) }
    }
  }

  @Test(arguments: [plain, named])
  func `every cut and every other key is noticed`(envelope: Envelope) {
    let bytes = envelope.bytes(forKey: Self.key)
    for count in 0..<bytes.count {
      #expect(throws: EnvelopeError.self) {
        try Envelope.decode(Array(bytes[..<count]), key: Self.key)
      }
    }
    #expect(throws: EnvelopeError.checksumMismatch) {
      try Envelope.decode(bytes, key: Self.key + [1])
    }
  }

  @Test func `each kind of damage has its own error`() {
    let bytes = Self.plain.bytes(forKey: Self.key)
    func change(_ index: Int, _ byte: UInt8) -> [UInt8] {
      var changed = bytes
      changed[index] = byte
      return changed
    }
    #expect(throws: EnvelopeError.tooShort) { try Envelope.decode([], key: Self.key) }
    #expect(throws: EnvelopeError.notAnEnvelope) {
      try Envelope.decode(change(0, 0), key: Self.key)
    }
    #expect(throws: EnvelopeError.newerFormat(2)) {
      try Envelope.decode(change(1, 2), key: Self.key)
    }
    #expect(throws: EnvelopeError.checksumMismatch) {
      try Envelope.decode(change(32, 0), key: Self.key)
    }
    // One flipped bit of the format is no newer version, unless the rest is not of this one.
    #expect(throws: EnvelopeError.checksumMismatch) {
      try Envelope.decode(change(1, Envelope.format ^ 0x80), key: Self.key)
    }
    #expect(throws: EnvelopeError.newerFormat(129)) {
      try Envelope.decode(change(1, Envelope.format ^ 0x80), key: Self.key + [1])
    }
  }

  @Test func `the header's bytes are the documented ones`() {
    let bytes = Self.plain.bytes(forKey: Self.key)
    #expect(
      Array(bytes[..<28]) == [
        0x53, 1, 5, 0, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0xDE, 0xAD, 0xBE, 0xEF,
        0, 0, 0, 5,
      ])
    #expect(Array(bytes[32...]) == Array("draft".utf8))
  }
}

struct CRC32CTests {
  @Test func `the check value is the standard's`() {
    #expect(crc32c(Array("123456789".utf8)) == 0xE306_9283)
    #expect(crc32c([]) == 0)
    #expect(crc32c([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
  }

  @Test func `pieces and bytes one by one give the same checksum as the whole`() {
    let bytes = (0..<101).map { UInt8(truncatingIfNeeded: $0 * 37) }
    for cut in 0...bytes.count {
      let first = crc32c(Array(bytes[..<cut]))
      #expect(crc32c(Array(bytes[cut...]), seed: first) == crc32c(bytes))
    }
    #expect(bytes.reduce(0) { crc32c([$1], seed: $0) } == crc32c(bytes))
  }

  @Test func `the processor and the tables agree on every part of the bytes`() {
    let bytes = (0..<70).map { UInt8(truncatingIfNeeded: $0 * 91 + 7) }
    for start in 0..<17 {
      for end in start...bytes.count {
        var (checksum, byTables) = (CRC32C(seed: 5), CRC32C(seed: 5))
        checksum.update(bytes, start..<end)
        unsafe bytes[start..<end].withUnsafeBytes { unsafe byTables.updateByTables($0) }
        #expect(checksum.value == byTables.value)
      }
    }
  }
}

struct FNVTests {
  @Test func `the hashes are the published ones`() {
    #expect(FNV.hash32([]) == 0x811C_9DC5)
    #expect(FNV.hash32("foobar".utf8) == 0xBF9C_F968)
    #expect(FNV.hash128("a".utf8) == 0xD228_CB69_6F1A_8CAF_7891_2B70_4E4A_8964)
  }
}
