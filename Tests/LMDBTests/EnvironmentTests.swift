import LMDB
import Testing

struct EnvironmentTests {
  @Test func `a committed value is read back after reopening`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    try environment.sync()
    #expect(try environment.get("a") == "1")
    environment.close()
    environment.close()
    let again = try store.open()
    #expect(try again.get("a") == "1")
    #expect(try again.get("b") == nil)
  }

  @Test func `a body that throws changes nothing`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let first = try environment.first
    #expect(throws: LMDBError.closed) {
      try environment.write { (transaction) throws(LMDBError) in
        try transaction.put([1], [2], in: first)
        throw LMDBError.closed
      }
    }
    #expect(try environment.read { (t) throws(LMDBError) in try t.count(of: first) } == 0)
  }

  @Test func `a prefix scan gives the range in order`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let first = try environment.first
    try environment.write { (transaction) throws(LMDBError) in
      for key: [UInt8] in [[2, 1], [1], [2], [2, 0], [3]] {
        try transaction.put(key, key + key, in: first)
      }
    }
    var seen: [[UInt8]] = []
    try environment.read { (transaction) throws(LMDBError) in
      try transaction.forEach(in: first, prefix: [2]) { (key, value) throws(LMDBError) in
        seen.append(key)
        return value == key + key
      }
    }
    #expect(seen == [[2], [2, 0], [2, 1]])
    let removed = try environment.write { (transaction) throws(LMDBError) in
      try transaction.deleteAll(in: first, prefix: [2])
    }
    #expect(removed == 3)
    #expect(try environment.statistics().entries == ["first": 2, "second": 0])
  }

  @Test func `a closed environment says so`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    environment.close()
    #expect(throws: LMDBError.closed) { try environment.put("a", "1") }
    #expect(throws: LMDBError.closed) { try environment.get("a") }
    #expect(throws: LMDBError.closed) { try environment.sync() }
  }
}
