import LMDB
import Testing

/// Entries are found where no first page, no branch and no header leads to them.
struct LeafScanTests {
  private func found(_ bytes: [UInt8]) -> [[UInt8]: Set<[UInt8]>] {
    var found: [[UInt8]: Set<[UInt8]>] = [:]
    DataFile(bytes: bytes).forEachCandidate(marks: Array(0...255)) { candidate in
      found[candidate.key, default: []].insert(candidate.value)
      return true
    }
    return found
  }

  private func missing(_ bytes: [UInt8], _ sample: DataFileSample) -> [[UInt8]] {
    let found = found(bytes)
    return sample.entries.filter { found[$0.key]?.contains($0.value) != true }.map(\.key)
  }

  @Test func `all entries are found without first pages and without branches`() throws {
    let sample = try DataFileSample.shared.get()
    var file = sample.file
    for page in 0..<file.pageCount
    where page < 2 || file.number(UInt16.self, page: page, at: 10) == 1 {
      for index in 0..<4096 { file.bytes[page * 4096 + index] = 0 }
    }
    #expect(!DataFile(bytes: file.bytes).verdict().isSound)
    #expect(missing(file.bytes, sample) == [])
  }

  @Test(arguments: [0, 4, 8, 10, 12, 14])
  func `one damaged field in the header of every leaf hides nothing`(offset: Int) throws {
    let sample = try DataFileSample.shared.get()
    var file = sample.file
    for page in 2..<file.pageCount where file.number(UInt16.self, page: page, at: 10) == 2 {
      file.bytes[page * 4096 + offset] ^= offset == 10 ? 2 : 0x40
    }
    #expect(missing(file.bytes, sample) == [])
  }

  @Test func `a leaf that lost its first sector still gives the nodes of the others`() throws {
    let sample = try DataFileSample.shared.get()
    let root = try #require(sample.file.root(of: "first"))
    let leaf = sample.file.child(1, of: root)
    var file = sample.file
    for index in 0..<512 { file.bytes[leaf * 4096 + index] = 0 }
    #expect(missing(file.bytes, sample) == [], "its nodes lie behind the first sector")
  }

  @Test func `a cut file gives what is before the cut`() throws {
    let sample = try DataFileSample.shared.get()
    let bytes = Array(sample.file.bytes[..<(sample.file.bytes.count / 2 + 100)])
    let lost = missing(bytes, sample).count
    #expect(lost > 0 && lost < sample.entries.count)
  }

  @Test func `the body ends the scan`() throws {
    var count = 0
    DataFile(bytes: try DataFileSample.shared.get().file.bytes).forEachCandidate(marks: []) { _ in
      count += 1
      return count < 3
    }
    #expect(count == 3)
  }
}
