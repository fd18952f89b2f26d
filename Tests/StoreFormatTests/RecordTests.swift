import StoreFormat
import Testing

struct SessionRecordTests {
  private static let record = SessionRecord(
    number: 7, kind: .live, sequence: 99, id: "F1-é", alias: "A", record: [1, 2, 3])

  @Test(arguments: [
    record, SessionRecord(number: 1, kind: .tombstone, sequence: .max, id: ""),
  ])
  func `a record gives back what it got`(record: SessionRecord) throws {
    #expect(try SessionRecord.decode(record.bytes(), key: record.key) == record)
  }

  @Test func `every bit flip, cut and other key is noticed`() {
    let bytes = Self.record.bytes()
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: EnvelopeError.self) {
        try SessionRecord.decode(damaged, key: Self.record.key)
      }
    }
    for count in 0..<bytes.count {
      #expect(throws: EnvelopeError.self) {
        try SessionRecord.decode(Array(bytes[..<count]), key: Self.record.key)
      }
    }
    #expect(throws: EnvelopeError.checksumMismatch) {
      try SessionRecord.decode(bytes, key: SessionRecord.key(number: 8))
    }
  }
}

struct CommitRecordTests {
  @Test func `a commit record is 24 bytes and comes back`() {
    let record = CommitRecord(transaction: 1, epoch: 1 << 33, entryCount: .max)
    #expect(record.bytes.count == CommitRecord.size)
    #expect(CommitRecord(record.bytes) == record)
    #expect(CommitRecord(Array(record.bytes.dropLast())) == nil)
  }
}

struct SetAsideRecordTests {
  @Test func `a record gives back what it got, and newer ones sort after older ones`() throws {
    let valueKey = try #require(
      StoredKey.bytes(of: ValueAddress(session: 1, path: .root, key: "draft")))
    let old = SetAsideRecord(
      valueKey: valueKey, sequence: 255, reason: .undecodable, kind: .moved,
      reasonText: "'titel' fehlt", envelope: [0, 0, 1])
    let new = SetAsideRecord(
      valueKey: valueKey, sequence: 256, reason: .wrongType, kind: .note, reasonText: "")
    for record in [old, new] {
      #expect(SetAsideRecord(key: record.key, bytes: record.bytes) == record)
      #expect(record.key.starts(with: SetAsideRecord.prefix(valueKey: valueKey)))
    }
    #expect(old.key.lexicographicallyPrecedes(new.key))
    #expect(SetAsideRecord(key: valueKey, bytes: old.bytes) == nil)
    #expect(SetAsideRecord(key: old.key, bytes: [2, 4, 0, 0]) == nil)
    #expect(SetAsideRecord(key: old.key, bytes: [2]) == nil)
  }
}

struct InfoKeyTests {
  @Test func `a type's number stands in its key`() {
    #expect(InfoKey.type(0xBEEF) == Array("type/0000beef".utf8))
    #expect(InfoKey.typeNumber(of: InfoKey.type(0xBEEF)) == 0xBEEF)
    #expect(InfoKey.typeNumber(of: Array("type/".utf8)) == nil)
    #expect(InfoKey.typeNumber(of: Array("type/-0000001".utf8)) == nil)
    #expect(InfoKey.number(InfoKey.bytes(UInt32(1)), UInt32.self) == 1)
    #expect(InfoKey.number([1, 2, 3], UInt32.self) == nil)
  }
}
