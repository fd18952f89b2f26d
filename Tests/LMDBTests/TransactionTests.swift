import LMDB
import Testing

struct TransactionTests {
  @Test func `a read keeps its view while another thread commits`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "old")
    let first = try environment.first
    try environment.read { (transaction) throws(LMDBError) in
      let before = transaction.id
      let writer = try WorkerThread(name: "writer", stackBytes: 512 * 1024) {
        #expect(throws: Never.self) { try environment.put("a", "new") }
      }
      writer.join()
      #expect(try transaction.get(Array("a".utf8), in: first) == Array("old".utf8))
      #expect(transaction.id == before)
      // A read begun now is newer, although it runs inside the older one.
      #expect(try environment.get("a") == "new")
    }
    #expect(try environment.get("a") == "new")
  }

  @Test func `a write sees its own changes and has the next number`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let first = try environment.first
    let last = try environment.statistics().lastTransactionID
    try environment.write { (transaction) throws(LMDBError) in
      #expect(transaction.id == last + 1)
      try transaction.put([1], [], in: first)
      #expect(try transaction.get([1], in: first) == [])
      #expect(try transaction.count(of: first) == 1)
      #expect(try transaction.delete([1], in: first))
      #expect(try !transaction.delete([1], in: first))
      #expect(try environment.read { (t) throws(LMDBError) in t.id } == last)
    }
    #expect(try environment.statistics().lastTransactionID == last + 1)
  }

  @Test func `a write inside a write is refused and the outer one goes on`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let first = try environment.first
    try environment.write { (transaction) throws(LMDBError) in
      try transaction.put([1], [1], in: first)
      #expect(throws: LMDBError.nestedWrite) { try environment.put("b", "2") }
    }
    #expect(try environment.statistics().entries["first"] == 1)
  }

  @Test(arguments: [0, 512])
  func `one bad key spoils the whole batch`(size: Int) throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let first = try environment.first
    let bad = [UInt8](repeating: 7, count: size)
    let expected = LMDBError.code(.badValueSize, operation: "using a key of \(size) bytes")
    #expect(throws: expected) {
      try environment.write { (transaction) throws(LMDBError) in
        try transaction.put([1], [1], in: first)
        // The body hides the error: the batch must not commit without the bad entry.
        do throws(LMDBError) { try transaction.put(bad, [1], in: first) } catch {}
        try transaction.put([2], [1], in: first)
      }
    }
    #expect(try environment.statistics().entries["first"] == 0)
    #expect(throws: expected) {
      try environment.read { (t) throws(LMDBError) in try t.get(bad, in: first) }
    }
  }

  @Test func `a database of another environment is refused`() throws {
    let one = try TemporaryStore()
    let two = try TemporaryStore()
    let environment = try one.open()
    let foreign = try two.open()
    let database = try foreign.first
    #expect(throws: LMDBError.code(.badDatabase, operation: "using a database")) {
      try environment.read { (t) throws(LMDBError) in try t.count(of: database) }
    }
    #expect(environment.database("third") == nil)
  }

  @Test func `growth beyond the quota is refused and shrinking is not`() throws {
    let store = try TemporaryStore()
    let block = [UInt8](repeating: 1, count: 100_000)
    do {
      let environment = try store.open(.test { $0.quotaBytes = 1 << 20 })
      let first = try environment.first
      for index: UInt8 in 0..<5 {
        try environment.write { (t) throws(LMDBError) in try t.put([index], block, in: first) }
      }
      #expect(throws: LMDBError.quotaExceeded) {
        try environment.write { (transaction) throws(LMDBError) in
          for index: UInt8 in 5..<20 { try transaction.put([index], block, in: first) }
        }
      }
      #expect(try environment.statistics().entries["first"] == 5)
      #expect(try environment.statistics().usedBytes <= 1 << 20)
    }
    let smaller = try store.open(.test { $0.quotaBytes = 1 << 18 })
    let first = try smaller.first
    try smaller.write { (t) throws(LMDBError) in _ = try t.delete([0], in: first) }
    #expect(try smaller.statistics().entries["first"] == 4)
  }

  @Test func `a full map fails one batch and the store goes on`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.mapSizeBytes = 1 << 20 })
    let first = try environment.first
    let error = #expect(throws: LMDBError.self) {
      try environment.write { (transaction) throws(LMDBError) in
        try transaction.put([1], [UInt8](repeating: 1, count: 2 << 20), in: first)
      }
    }
    #expect(error == .code(.mapFull, operation: "writing a value"))
    #expect(error?.description.contains("MDB_MAP_FULL") == true)
    try environment.put("a", "1")
    #expect(try environment.get("a") == "1")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `random operations agree with a dictionary`(seed: UInt64) throws {
    let store = try TemporaryStore()
    var environment = try store.open()
    var model: [[UInt8]: [UInt8]] = [:]
    var random = Splitmix(state: seed)
    for _ in 0..<120 {
      let database = try environment.first
      try environment.write { (transaction) throws(LMDBError) in
        for _ in 0..<random.below(12) {
          let key = (0...random.below(4)).map { _ in UInt8(random.below(3) * 127) }
          switch random.below(8) {
          case 0:
            #expect(
              try transaction.delete(key, in: database) == (model.removeValue(forKey: key) != nil))
          case 1:
            let gone = model.keys.filter { $0.starts(with: key) }
            for key in gone { model[key] = nil }
            #expect(try transaction.deleteAll(in: database, prefix: key) == gone.count)
          default:
            let value = [UInt8](repeating: UInt8(random.below(256)), count: random.below(6000))
            try transaction.put(key, value, in: database)
            model[key] = value
          }
        }
      }
      if random.below(20) == 0 {
        environment.close()
        environment = try store.open()
      }
      try expect(environment, toHold: model, prefix: [UInt8(random.below(3) * 127)])
    }
    let database = try environment.first
    let removed = try environment.write { (t) throws(LMDBError) in
      try t.deleteAll(in: database, prefix: [])
    }
    #expect(removed == model.count)
  }

  private func expect(
    _ environment: Environment, toHold model: [[UInt8]: [UInt8]], prefix: [UInt8]
  ) throws {
    let database = try environment.first
    try environment.read { (transaction) throws(LMDBError) in
      for prefix in [[], prefix, prefix + prefix] {
        let expected = model.keys.filter { $0.starts(with: prefix) }
          .sorted { $0.lexicographicallyPrecedes($1) }
        var keys: [[UInt8]] = []
        try transaction.forEach(in: database, prefix: prefix) { (key, value) throws(LMDBError) in
          keys.append(key)
          #expect(model[key] == value)
          return true
        }
        #expect(keys == expected)
        var sizes: [Int] = []
        try transaction.forEach(in: database, prefix: prefix) { (_, value) throws(LMDBError) in
          sizes.append(value.count)
          return sizes.count < 3
        }
        #expect(sizes == expected.prefix(3).map { model[$0]?.count ?? -1 })
      }
      #expect(try transaction.count(of: database) == model.count)
    }
  }
}

/// A small repeatable source of numbers.
struct Splitmix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
