import LMDB
import Testing

/// Cut values over many commits, beside a dictionary.
struct CutHistoryTests {
  @Test(arguments: 1...8)
  func `every commit of a random history reads back, by LMDB and from the file`(
    seed: UInt64
  ) throws {
    let store = try TemporaryStore()
    let environment = try store.open(.init(databases: ["values", "tails"]))
    defer { environment.close() }
    let values = try #require(environment.database("values"))
    var numbers = SeededNumbers(seed: seed)
    var model: [[UInt8]: [UInt8]] = [:]
    let span = [5, 60, 300].randomElement(using: &numbers) ?? 5
    for commit in 1...25 {
      try environment.write { txn throws(LMDBError) in
        for _ in 0..<Int.random(in: 1...60, using: &numbers) {
          let key = Array("k\(1_000 + Int.random(in: 0..<span, using: &numbers))".utf8)
          switch Int.random(in: 0..<20, using: &numbers) {
          case 0:
            let prefix = Array(key.dropLast(Int.random(in: 0...2, using: &numbers)))
            let doomed = model.keys.filter { $0.starts(with: prefix) }
            #expect(try txn.deleteAll(in: values, prefix: prefix) == doomed.count)
            for key in doomed { model[key] = nil }
          case 1..<5:
            #expect(try txn.delete(key, in: values) == (model.removeValue(forKey: key) != nil))
          default:
            let value = CutSample.bytes(
              Self.size(&numbers), sequence: UInt64(commit), fill: UInt8(commit))
            try txn.put(key, value, in: values)
            model[key] = value
          }
        }
        if commit == 20 {
          #expect(try txn.deleteAll(in: values, prefix: []) == model.count)
          model = [[7]: CutSample.bytes(4_128)]
          try txn.put([7], CutSample.bytes(4_128), in: values)
        }
      }
      try expect(model, in: environment, values, "seed \(seed), commit \(commit)")
      try expect(model, in: try DataFile.open(store.dataPath), "seed \(seed), commit \(commit)")
    }
  }

  private static func size(_ numbers: inout SeededNumbers) -> Int {
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: Int.random(in: 0...400, using: &numbers)
    case 1: 4_080 + Int.random(in: -2...20, using: &numbers)
    case 2:
      Int.random(in: 1...4, using: &numbers) * 4096 + Int.random(in: -40...2_100, using: &numbers)
    default: Int.random(in: 1_900...3_100, using: &numbers)
    }
  }

  private func expect(
    _ model: [[UInt8]: [UInt8]], in environment: Environment, _ values: Database, _ place: String
  ) throws {
    try environment.read { txn throws(LMDBError) in
      #expect(try txn.count(of: values) == model.count)
      for prefix in [[], Array("k11".utf8)] {
        let rows = try txn.copyRows(of: values, prefix: prefix)
        let found = Dictionary(
          uniqueKeysWithValues: (0..<rows.count).map { (rows.key($0), rows.value($0)) })
        #expect(found == model.filter { $0.key.starts(with: prefix) }, "\(place)")
      }
      for (key, value) in model { #expect(try txn.get(key, in: values) == value, "\(place)") }
    }
  }

  private func expect(_ model: [[UInt8]: [UInt8]], in file: DataFile, _ place: String) throws {
    let verdict = file.verdict()
    #expect(verdict.isSound, "\(place): \(verdict.findings)")
    let newest = try #require(file.snapshots.first)
    let tails = model.count { key, value in
      CutSample.head(of: value.count, keyBytes: key.count) < value.count
    }
    #expect(verdict.newest?.databases.map(\.entries) == [UInt64(tails), UInt64(model.count)])
    for prefix in [[], Array("k11".utf8)] {
      var found: [[UInt8]: [UInt8]] = [:]
      let findings = file.forEachEntry(in: "values", of: newest, prefix: prefix) { key, value in
        found[key] = value
        return true
      }
      #expect(findings == [], "\(place)")
      #expect(found == model.filter { $0.key.starts(with: prefix) }, "\(place)")
    }
    var parts: [[UInt8]: [UInt8]] = [:]
    var last: [UInt8] = []
    var isUnfinished = true
    while isUnfinished {
      let part = file.part(of: "values", in: newest, after: last, pages: 7) { key, value in
        parts[key] = value
        last = key
      }
      #expect(part.findings == [], "\(place)")
      isUnfinished = part.isUnfinished
    }
    #expect(parts == model, "\(place)")
  }
}
