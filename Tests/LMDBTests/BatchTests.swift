import LMDB
import Testing

/// How much one transaction may write.
struct BatchTests {
  @Test func `a batch of many thousand pages is one commit and is reported`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let first = try environment.first
    let last = try environment.statistics().lastTransactionID
    let value = [UInt8](repeating: 7, count: 100_000)
    try environment.write { (transaction) throws(LMDBError) in
      for key: UInt8 in 0..<200 { try transaction.put([key], value, in: first) }
      // Small entries too, so that many leaves are among the pages.
      for index in 0..<20_000 {
        try transaction.put(Self.key(index), Array("entry \(index)".utf8), in: first)
      }
    }
    #expect(try environment.statistics().lastTransactionID == last + 1)
    #expect(try environment.statistics().entries["first"] == 20_200)
    guard case .largeBatch(let pages) = environment.remarks.first else {
      Issue.record("\(environment.remarks)")
      return
    }
    #expect(pages >= 5_000)
    #expect(pages < 12_000)
    environment.close()
    let again = try store.open()
    let database = try again.first
    try again.read { (transaction) throws(LMDBError) in
      var good = 0
      try transaction.forEach(in: database, prefix: []) { (key, bytes) throws(LMDBError) in
        good += key.count == 1 ? (bytes == value ? 1 : 0) : (bytes.starts(with: [101]) ? 1 : 0)
        return true
      }
      #expect(good == 20_200)
    }
  }

  @Test func `a batch beyond the limit is refused and nothing of it is kept`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.batchPageLimit = 50 })
    let first = try environment.first
    try environment.put("a", "1")
    let error = #expect(throws: LMDBError.self) {
      try environment.write { (transaction) throws(LMDBError) in
        for key: UInt8 in 0..<4 {
          try transaction.put([key], [UInt8](repeating: 1, count: 80_000), in: first)
        }
      }
    }
    guard case .batchTooLarge(let pages, limit: 50) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(pages > 50)
    #expect(try environment.statistics().entries["first"] == 1)
    try environment.put("a", "2")
    #expect(try environment.get("a") == "2")
  }

  @Test func `many changes of few pages are no large batch`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.batchPageLimit = 300 })
    let first = try environment.first
    for _ in 0..<3 {
      try environment.write { (transaction) throws(LMDBError) in
        for index in 0..<2_000 { try transaction.put(Self.key(index), [1], in: first) }
      }
    }
    try environment.write { (transaction) throws(LMDBError) in
      for index in 0..<2_000 { #expect(try transaction.delete(Self.key(index), in: first)) }
    }
    #expect(try environment.statistics().entries["first"] == 0)
    #expect(environment.remarks.isEmpty)
  }

  private static func key(_ index: Int) -> [UInt8] {
    [255, UInt8(index >> 16), UInt8(index >> 8 & 255), UInt8(index & 255)]
  }
}
