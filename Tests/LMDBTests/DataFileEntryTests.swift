import LMDB
import Testing

/// What is given of a file, and what is left out.
struct DataFileEntryTests {
  private func sample() throws -> (DataFile, DataFile.Snapshot, [[UInt8]]) {
    let sample = try DataFileSample.shared.get()
    let file = DataFile(bytes: sample.file.bytes)
    let keys = sample.entries.keys.sorted { $0.lexicographicallyPrecedes($1) }
    return (file, try #require(file.snapshots.first), keys)
  }

  @Test func `bytes that are not all there are none`() throws {
    let (file, _, _) = try sample()
    #expect(file.bytes(4, at: 16) == [0xDE, 0xC0, 0xEF, 0xBE])
    #expect(file.bytes(0, at: file.byteCount) == [])
    let places = [
      (-1, 0), (1, -1), (1, file.byteCount), (file.byteCount, 1), (.max, 0), (1, .max),
      (file.byteCount + 1, 0),
    ]
    for (count, offset) in places { #expect(file.bytes(count, at: offset) == nil) }
  }

  @Test func `a value is that of the key and of none that begins with it`() throws {
    let (file, newest, keys) = try sample()
    let key = try #require(keys.first)
    let value = try DataFileSample.shared.get().entries[key]
    #expect(file.value(of: key, in: "first", of: newest) == value)
    #expect(file.value(of: Array(key.dropLast()), in: "first", of: newest) == nil)
    #expect(file.value(of: key, in: "second", of: newest) == nil)
  }

  @Test func `a prefix gives what begins with it and nothing else`() throws {
    let (file, newest, keys) = try sample()
    let prefix = Array("scene/2".utf8)
    var found: [[UInt8]] = []
    file.forEachEntry(in: "first", of: newest, prefix: prefix) { key, _ in
      found.append(key)
      return true
    }
    #expect(found == keys.filter { $0.starts(with: prefix) })
    #expect(!found.isEmpty && found.count < keys.count)
  }

  @Test(arguments: [2, 5, 1_000])
  func `part after part gives each entry once, and none reads more pages than it may`(
    pages: Int
  ) throws {
    let (file, newest, keys) = try sample()
    let entries = try DataFileSample.shared.get().entries
    var found: [[UInt8]] = []
    var parts = 0
    while true {
      var bytes = 0
      let part = file.part(of: "first", in: newest, after: found.last ?? [], pages: pages) {
        key, value in
        found.append(key)
        if value.count > 2_000 { bytes += value.count }
      }
      #expect(part.findings == [])
      // The last value may be larger than what was left.
      #expect(bytes <= pages * 4096 + 16_384)
      parts += 1
      guard part.isUnfinished, parts < 1_000 else { break }
    }
    #expect(found == keys)
    let large = entries.values.filter { $0.count > 2_000 }.count
    try #require(large > 3)
    #expect(pages > 100 ? parts == 1 : parts > 3)
  }

  @Test func `a value whose pages are not sound is left out, the others are given`() throws {
    var file = try DataFileSample.shared.get().file
    let entries = try DataFileSample.shared.get().entries
    let page = VerifierRuleTests.overflow(file)
    file.set(UInt16(2), page: page, at: 10)
    let found = DataFile(bytes: file.bytes).entries(of: "first")
    #expect(found.count == entries.count - 1)
    #expect(found.allSatisfy { entries[$0.key] == $0.value })
  }

  @Test func `a second first page counts only where its own size of a page puts it`() throws {
    var bytes = try DataFileSample.shared.get().file.bytes
    let second = Array(bytes[4096..<8192])
    // The first is garbage, the one behind it speaks of larger pages than lie before it.
    for index in 0..<4096 { bytes[index] = 0xEE }
    for place in [4096, 8192] {
      bytes.replaceSubrange(place..<place + 4096, with: second)
      bytes.replaceSubrange(place + 40..<place + 44, with: [0, 0x20, 0, 0])
    }
    #expect(DataFile(bytes: bytes).pageBytes == 8192)
  }
}
