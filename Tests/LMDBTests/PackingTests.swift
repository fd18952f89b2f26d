import LMDB
import Testing

/// How full the pages of `values` and `tails` are.
struct PackingTests {
  private func size(of numbers: [Int], bytes: Int, lot: Int) throws -> (pages: Int, isSound: Bool) {
    let store = try TemporaryStore()
    let environment = try store.open(.init(databases: ["values", "tails"]))
    let values = try #require(environment.database("values"))
    for start in stride(from: 0, to: numbers.count, by: lot) {
      try environment.write { txn throws(LMDBError) in
        for number in numbers[start..<min(start + lot, numbers.count)] {
          try txn.put(Array("\(100_000 + number)".utf8), CutSample.bytes(bytes), in: values)
        }
      }
    }
    try environment.read { txn throws(LMDBError) in
      for number in numbers {
        let found = try txn.get(Array("\(100_000 + number)".utf8), in: values)
        #expect(found == CutSample.bytes(bytes), "\(number) of \(bytes) bytes")
      }
    }
    environment.close()
    let file = try DataFile.open(store.dataPath)
    return (file.pageCount, file.verdict().isSound)
  }

  @Test(arguments: [(1_300, 3), (1_000, 4), (1_900, 2), (400, 9)])
  func `values that come in the order of their keys fill their pages`(
    bytes: Int, fitting: Int
  ) throws {
    let size = try size(of: Array(0..<900), bytes: bytes, lot: 900)
    #expect(size.isSound)
    let leaves = (900 + fitting - 1) / fitting
    #expect((leaves...leaves + 20).contains(size.pages), "\(size.pages) pages, \(leaves) leaves")
  }

  @Test func `ends that come in order fill their pages, too`() throws {
    // 960 bytes stay, four in a page; 1,180 with a header are cut off, three in a page.
    let size = try size(of: Array(0..<900), bytes: 2_140, lot: 900)
    #expect(size.isSound)
    #expect((225 + 300...225 + 300 + 20).contains(size.pages), "\(size.pages) pages")
  }

  @Test(arguments: 1...4)
  func `values that come in any order are there, too`(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let order = Array(0..<400).shuffled(using: &numbers)
    let lot = Int.random(in: 1...100, using: &numbers)
    let bytes = [300, 1_300, 2_140, 4_128, 5_500].randomElement(using: &numbers) ?? 300
    #expect(try size(of: order, bytes: bytes, lot: lot).isSound, "\(bytes) bytes, \(lot) at a time")
  }

  @Test func `a last key that is removed is no last key any more`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.init(databases: ["values", "tails"]))
    defer { environment.close() }
    let values = try #require(environment.database("values"))
    try environment.write { txn throws(LMDBError) in
      for key in [1, 3, 9] as [UInt8] { try txn.put([key], CutSample.bytes(4_128), in: values) }
      #expect(try txn.delete([9], in: values))
      try txn.put([5], CutSample.bytes(4_200), in: values)
      try txn.put([9], CutSample.bytes(4_300), in: values)
      #expect(try txn.deleteAll(in: values, prefix: []) == 4)
      for key in [2, 1, 3] as [UInt8] { try txn.put([key], CutSample.bytes(4_150), in: values) }
    }
    try environment.read { txn throws(LMDBError) in
      var keys: [[UInt8]] = []
      try txn.forEach(in: values, prefix: []) { key, value in
        keys.append(key)
        #expect(value == CutSample.bytes(4_150))
        return true
      }
      #expect(keys == [[1], [2], [3]])
    }
    #expect(try DataFile.open(store.dataPath).verdict().isSound)
  }
}
