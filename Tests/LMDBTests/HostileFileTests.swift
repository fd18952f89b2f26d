import Foundation
import LMDB
import Testing

/// Bytes that want to make the reader run for ever, take all memory or trap.
struct HostileFileTests {
  /// Runs a body and answers how long it took.
  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return Double((ContinuousClock.now - start).components.seconds)
  }

  /// Everything that can be asked of a file; the answers do not matter, only that they come.
  private func askEverything(_ bytes: [UInt8]) {
    let file = DataFile(bytes: bytes)
    _ = file.verdict(limit: 100)
    for snapshot in file.snapshots {
      for database in file.databases(of: snapshot).prefix(5) {
        file.forEachEntry(in: database, of: snapshot) { _, _ in true }
        _ = file.value(of: [1], in: database, of: snapshot)
      }
    }
    file.forEachCandidate(marks: [0x53]) { _ in true }
  }

  /// Random bytes, with first pages that say they are LMDB's.
  @Test(arguments: 1...60)
  func `random bytes are refused and end fast`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var bytes = (0..<Int.random(in: 0...40_000, using: &numbers)).map { _ in
      UInt8.random(in: 0...255, using: &numbers)
    }
    if seed.isMultiple(of: 2), bytes.count > 2 * 4096, let sample = try? DataFileSample.shared.get()
    {
      bytes.replaceSubrange(0..<8192, with: sample.file.bytes[0..<8192])
    }
    #expect(!DataFile(bytes: bytes).verdict().isSound)
    askEverything(bytes)
  }

  /// Branches below branches, each with a way down and a way back.
  private func chain(pages: Int, depth: UInt16) throws -> [UInt8] {
    var file = try DataFileSample.shared.get().file
    let root = try #require(file.root(of: "first"))
    let record = try #require(file.record(of: "first"))
    let branch = Array(file.bytes[root * 4096..<(root + 1) * 4096])
    let first = file.pageCount
    for page in first..<first + pages {
      file.bytes += branch
      file.set(UInt64(page), page: page, at: 0)
      for index in 0..<file.nodeCount(of: page) {
        let child = index == 0 ? page + 1 : first + (page &* 7 &+ index) % pages
        file.set(UInt32(child), page: page, at: file.node(index, of: page))
      }
    }
    file.set(UInt16(depth), page: file.mainRoot, at: record + 6)
    file.set(UInt64(first), page: file.mainRoot, at: record + 40)
    for meta in 0...1 {
      file.set(UInt64(first + pages), page: meta, at: 136)
      file.set(UInt64(1) << 30, page: meta, at: 32)
    }
    return file.bytes
  }

  @Test(arguments: [3, 32, 33, 65_535] as [UInt16])
  func `a tree that is as deep as the file ends`(depth: UInt16) throws {
    let bytes = try chain(pages: 2000, depth: depth)
    let time = seconds { askEverything(bytes) }
    #expect(!DataFile(bytes: bytes).verdict().isSound)
    #expect(time < 30)
  }

  @Test func `a last page far beyond the end costs little`() throws {
    var file = try DataFileSample.shared.get().file
    for meta in 0...1 {
      file.set(UInt64(1) << 28 - 1, page: meta, at: 136)
      file.set(UInt64(1) << 41, page: meta, at: 32)
    }
    let verdict = DataFile(bytes: file.bytes).verdict()
    // Only the pages that are reachable must be in the file.
    #expect(verdict.isSound)
    #expect((verdict.newest?.lostPages ?? 0) > 1 << 27)
  }

  @Test func `many names for one value are given once and cost no more than the file`() throws {
    // Leaves full of nodes that all speak of one large value in pages of its own.
    let runPages = 250
    let leaves = 200
    var file = FileBytes(bytes: [UInt8](repeating: 0, count: (2 + runPages + leaves) * 4096))
    file.set(UInt64(2), page: 2, at: 0)
    file.set(UInt16(4), page: 2, at: 10)
    file.set(UInt32(runPages), page: 2, at: 12)
    for leaf in 0..<leaves {
      let page = 2 + runPages + leaf
      file.set(UInt64(page), page: page, at: 0)
      file.set(UInt16(2), page: page, at: 10)
      file.set(UInt16(16 + 2 * 100), page: page, at: 12)
      for index in 0..<100 {
        let node = 4096 - 24 * (index + 1)
        file.set(UInt16(node), page: page, at: 16 + 2 * index)
        file.set(UInt32(runPages * 4096 - 16), page: page, at: node)
        file.set(UInt16(1), page: page, at: node + 4)
        file.set(UInt16(4), page: page, at: node + 6)
        file.set(UInt32(leaf % 3 * 100 + index), page: page, at: node + 8)
        file.set(UInt64(2), page: page, at: node + 12)
      }
    }
    let found = DataFile(bytes: file.bytes)
    var bytes = 0
    var keys: Set<[UInt8]> = []
    var count = 0
    found.forEachCandidate(marks: [0]) { candidate in
      bytes += candidate.value.count
      guard candidate.value.count > 4096 else { return true }
      keys.insert(candidate.key)
      count += 1
      return true
    }
    #expect(keys.count == count)
    #expect(bytes <= 8 * found.byteCount && bytes > found.byteCount)
  }

  @Test func `nodes that overlap cost no more than their page`() throws {
    var file = FileBytes(bytes: [UInt8](repeating: 0, count: 3 * 4096))
    file.set(UInt64(2), page: 2, at: 0)
    file.set(UInt16(2), page: 2, at: 10)
    file.set(UInt16(2000), page: 2, at: 12)
    for index in 0..<992 { file.set(UInt16(2000), page: 2, at: 16 + 2 * index) }
    file.set(UInt32(2000), page: 2, at: 2000)
    file.set(UInt16(4), page: 2, at: 2006)
    var bytes = 0
    DataFile(bytes: file.bytes).forEachCandidate(marks: [0]) { candidate in
      bytes += candidate.value.count
      return true
    }
    #expect(bytes > 0 && bytes <= 12 * 4096)
  }

  @Test func `what cannot be a data file is an error and no trap`() throws {
    let store = try TemporaryStore()
    #expect(throws: LMDBError.self) { try DataFile.open("\(store.folder)/missing") }
    #expect(throws: LMDBError.self) { try DataFile.open(store.folder) }
    try FileManager.default.createSymbolicLink(
      atPath: "\(store.folder)/link", withDestinationPath: "/etc/passwd")
    #expect(throws: LMDBError.self) { try DataFile.open("\(store.folder)/link") }
    #expect(unsafe mkfifo("\(store.folder)/pipe", 0o600) == 0)
    #expect(throws: LMDBError.self) { try DataFile.open("\(store.folder)/pipe") }
  }
}
