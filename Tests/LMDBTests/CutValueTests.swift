import LMDB
import Testing

/// Long values of `values` are cut in two, and whoever reads or writes them never sees it.
struct CutValueTests {
  private static let databases = ["values", "tails"]

  /// The rows of both databases as they stand in the file.
  private static func rows(
    _ store: TemporaryStore
  ) throws -> (heads: [[UInt8]: [UInt8]], tails: [[UInt8]: [UInt8]]) {
    var rows = [[[UInt8]: [UInt8]]](repeating: [:], count: 2)
    for (index, name) in databases.enumerated() {
      // Somebody who names one of them only sees what stands in it.
      let environment = try store.open(.init(readOnly: true, databases: [name]))
      defer { environment.close() }
      let database = try #require(environment.database(name))
      try environment.read { txn throws(LMDBError) in
        try txn.forEach(in: database, prefix: []) { key, value in
          rows[index][key] = value
          return true
        }
      }
    }
    return (rows[0], rows[1])
  }

  private static let sizes: [Int] =
    [959, 960, 961] + Array(2_015...2_045) + Array(2_955...2_980) + [3_500]
    + Array(4_060...4_180) + [5_103, 5_104, 6_000, 6_070, 6_086, 6_087, 6_088, 6_089, 7_000]
    + [2, 3, 4, 256].flatMap { pages in
      [-17, -16, -15, 0, 1, 1_007, 1_990, 1_991, 1_992, 1_993].map { pages * 4096 + $0 }
    }

  @Test func `a value of any size is read as it was written, and cut where the rule says so`()
    throws
  {
    let store = try TemporaryStore()
    let environment = try store.open(.init(databases: Self.databases))
    let values = try #require(environment.database("values"))
    for size in Self.sizes {
      let key = Array("\(1_000_000 + size)".utf8)
      try environment.write { txn throws(LMDBError) in
        try txn.put(key, CutSample.bytes(size), in: values)
      }
    }
    try environment.read { txn throws(LMDBError) in
      let all = try txn.copyRows(of: values, prefix: [])
      let sorted = Set(Self.sizes).sorted()
      #expect((0..<all.count).map { all.valueRange($0).count } == sorted)
      var next = 0
      try txn.forEach(in: values, prefix: []) { key, value throws(LMDBError) in
        let wanted = CutSample.bytes(sorted[next])
        #expect(value == wanted && all.value(next) == wanted)
        #expect(try txn.get(key, in: values) == wanted)
        next += 1
        return true
      }
    }
    environment.close()
    let (heads, tails) = try Self.rows(store)
    for size in Self.sizes {
      let key = Array("\(1_000_000 + size)".utf8)
      let head = CutSample.head(of: size, keyBytes: key.count)
      #expect(heads[key]?.count == head, "\(size)")
      #expect(tails[key]?.count == (head < size ? 16 + size - head : nil), "\(size)")
    }
    let file = try DataFile.open(store.dataPath)
    #expect(file.verdict().isSound)
  }

  @Test func `a value that is put in pieces stands there as the same that is put whole`() throws {
    var stored: [(heads: [[UInt8]: [UInt8]], tails: [[UInt8]: [UInt8]])] = []
    for isInPieces in [false, true] {
      let store = try TemporaryStore()
      let environment = try store.open(.init(databases: Self.databases))
      let values = try #require(environment.database("values"))
      let sizes = Self.sizes + [32, 33, 300, 2_000, 2_040, 2_100]
      // Each over a longer or a shorter one, so that ends come and go.
      for round in 0..<3 {
        try environment.write { txn throws(LMDBError) in
          for (index, size) in sizes.enumerated() {
            let key = Array("key \(sizes[(index + round * 61) % sizes.count])".utf8)
            let payload = [UInt8](repeating: UInt8(round + 1), count: size - 32)
            let head: ValueBytes.Head = (
              UInt32(UInt8(ascii: "S")) << 24 | 1 << 16 | 5 << 8, 1, 7, UInt32(round), 0, 9,
              UInt32(payload.count)
            )
            if isInPieces {
              try txn.put(
                head, [1, 2] + payload + [3], 2..<payload.count + 2, under: [0] + key,
                1..<key.count + 1, in: values)
            } else {
              try txn.put(key, ValueBytes.make(head, payload, key: key), in: values)
            }
          }
        }
      }
      environment.close()
      #expect(try DataFile.open(store.dataPath).verdict().isSound)
      stored.append(try Self.rows(store))
    }
    #expect(stored[0].heads == stored[1].heads)
    #expect(stored[0].tails == stored[1].tails && !stored[0].tails.isEmpty)
  }

  @Test func `ends without beginnings and beginnings without ends are no sound file`() throws {
    let cases: [(String, (inout WriteTransaction, Database) throws(LMDBError) -> Void)] = [
      ("lost", { txn, tails throws(LMDBError) in _ = try txn.delete([2], in: tails) }),
      (
        "orphan",
        { txn, tails throws(LMDBError) in
          try txn.put([9], [UInt8(ascii: "T"), 1] + [UInt8](repeating: 0, count: 30), in: tails)
        }
      ),
      (
        "of another commit",
        { txn, tails throws(LMDBError) in
          guard var tail = try txn.get([2], in: tails) else { return }
          tail[11] ^= 1
          try txn.put([2], tail, in: tails)
        }
      ),
      ("no tail", { txn, tails throws(LMDBError) in try txn.put([2], [1, 2, 3], in: tails) }),
    ]
    for (name, damage) in cases {
      let store = try TemporaryStore()
      let environment = try store.open(.init(databases: Self.databases))
      let values = try #require(environment.database("values"))
      try environment.write { txn throws(LMDBError) in
        for key in [1, 2, 3] as [UInt8] { try txn.put([key], CutSample.bytes(4_128), in: values) }
      }
      environment.close()
      let strange = try store.open(.init(databases: ["tails"]))
      let tails = try #require(strange.database("tails"))
      try strange.write { txn throws(LMDBError) in try damage(&txn, tails) }
      strange.close()
      let file = try DataFile.open(store.dataPath)
      #expect(file.verdict().findings.map(\.fault) == [.endsDiffer], "\(name)")
      let newest = try #require(file.snapshots.first)
      var lengths: [Int] = []
      let findings = file.forEachEntry(in: "values", of: newest) { _, value in
        lengths.append(value.count)
        return true
      }
      #expect(lengths == (name == "orphan" ? [4_128, 4_128, 4_128] : [4_128, 4_080, 4_128]))
      #expect(findings.map(\.fault) == (name == "orphan" ? [] : [.endLost]), "\(name)")
    }
  }

  @Test func `a page that is lost among the ends costs the values that have theirs there only`()
    throws
  {
    let store = try TemporaryStore()
    let environment = try store.open(.init(databases: Self.databases))
    let values = try #require(environment.database("values"))
    try environment.write { txn throws(LMDBError) in
      for number in 0..<200 {
        try txn.put(Array("\(1_000 + number)".utf8), CutSample.bytes(4_080 + 900), in: values)
      }
    }
    environment.close()
    let whole = try DataFile.open(store.dataPath)
    let newest = try #require(whole.snapshots.first)
    var bytes = try #require(whole.bytes(whole.byteCount, at: 0))
    // A leaf whose first node has a tail.
    let leaf = try #require(
      (2..<bytes.count / 4096).first { page in
        let start = page * 4096
        let node = start + Int(bytes[start + 16]) + Int(bytes[start + 17]) << 8
        return bytes[start + 10] == 2 && node + 14 < start + 4096
          && Array(bytes[node + 12..<node + 14]) == [UInt8(ascii: "T"), 1]
      })
    bytes[leaf * 4096] ^= 0x80
    let file = DataFile(bytes: bytes)
    #expect(file.verdict().findings.map(\.tree) == ["tails"])
    var (good, bad) = (0, 0)
    file.forEachEntry(in: "values", of: newest, limit: 1_000) { _, value in
      if value == CutSample.bytes(4_980) { good += 1 } else { bad += 1 }
      return true
    }
    #expect(good + bad == 200 && (1...8).contains(bad), "\(good) good, \(bad) bad")
  }

  @Test func `bytes that only look like a beginning come back as they are`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.init(databases: Self.databases))
    let values = try #require(environment.database("values"))
    let damaged = Array(CutSample.bytes(4_128).prefix(4_080))
    try environment.write { txn throws(LMDBError) in
      try txn.put([1], damaged, in: values)
      try txn.put([2], CutSample.bytes(4_128), in: values)
      try txn.put([2], damaged, in: values)
    }
    try environment.read { txn throws(LMDBError) in
      #expect(try txn.get([1], in: values) == damaged)
      #expect(try txn.get([2], in: values) == damaged)
    }
    environment.close()
    #expect(try DataFile.open(store.dataPath).verdict().isSound)
  }
}

/// Values as the format of the store has them, of which only the length and the sequence count.
enum CutSample {
  /// Bytes that tell their length as a value does.
  static func bytes(_ count: Int, sequence: UInt64 = 1, fill: UInt8 = 7) -> [UInt8] {
    guard count >= 32 else { return [UInt8](repeating: fill, count: count) }
    var bytes: [UInt8] = [UInt8(ascii: "S"), 1, 5, 0, 0, 0, 0, 1]
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: sequence >> UInt64(shift)))
    }
    bytes += [UInt8](repeating: 0, count: 8)
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: (count - 32) >> shift)) }
    bytes += [1, 2, 3, 4]
    bytes += [UInt8](repeating: fill, count: count - 32)
    return bytes
  }

  /// How many bytes of a value stay, by the rule of the format; all of one that is not cut.
  static func head(of count: Int, keyBytes: Int) -> Int {
    func fitsLeaf(_ bytes: Int) -> Bool { 8 + keyBytes + bytes <= 2_038 }
    if fitsLeaf(count) { return count }
    let pages = (count + 16 + 4095) / 4096
    let head = pages == 1 ? 960 : (pages - 1) * 4096 - 16
    return fitsLeaf(16 + count - head) ? head : count
  }
}
