import Foundation
import LMDB
import Testing

/// No file that LMDB itself wrote may be refused.
struct HealthyHistoryTests {
  private static let databases = ["info", "sessions", "values", "set-aside"]

  @Test(arguments: 1...12)
  func `every commit of a random history is sound and iterates as LMDB does`(
    seed: UInt64
  ) throws {
    let store = try TemporaryStore()
    let environment = try store.open(.init(databases: Self.databases))
    defer { environment.close() }
    let tables = try Self.databases.map { try #require(environment.database($0)) }
    var numbers = SeededNumbers(seed: seed)
    let span = [20, 150, 600].randomElement(using: &numbers) ?? 20
    let longest = [40, 200, 511].randomElement(using: &numbers) ?? 40
    for commit in 0..<15 {
      let deletes = Int.random(in: 0...9, using: &numbers)
      try environment.write { (transaction) throws(LMDBError) in
        for _ in 0..<Int.random(in: 1...120, using: &numbers) {
          let id = Int.random(in: 0..<span, using: &numbers)
          let key = Self.key(id, longest)
          let table = tables[id % tables.count]
          if Int.random(in: 0...9, using: &numbers) < deletes {
            _ = try transaction.delete(key, in: table)
          } else {
            let size = Self.size(&numbers)
            try transaction.put(
              key, [UInt8](repeating: UInt8(truncatingIfNeeded: commit), count: size), in: table)
          }
        }
      }
      let file = try DataFile.open("\(store.path)/data.mdb")
      let verdict = file.verdict()
      #expect(verdict.isSound, "seed \(seed), commit \(commit): \(verdict.findings)")
      #expect(verdict.newest?.lostPages == 0)
      for snapshot in file.snapshots.dropFirst() {
        #expect(file.examine(snapshot).isSound, "seed \(seed), before commit \(commit)")
      }
    }
    let file = try DataFile.open("\(store.path)/data.mdb")
    for (name, table) in zip(Self.databases, tables) {
      var rows: [[UInt8]] = []
      try environment.read { (transaction) throws(LMDBError) in
        try transaction.forEach(in: table, prefix: []) { (key, value) throws(LMDBError) in
          rows += [key, value]
          return true
        }
      }
      var own: [[UInt8]] = []
      file.forEachEntry(in: name, of: file.snapshots[0]) { key, value in
        own += [key, value]
        return true
      }
      #expect(own == rows, "seed \(seed), \(name)")
    }
  }

  private static func key(_ id: Int, _ longest: Int) -> [UInt8] {
    let name = Array(String(UInt64(id) &* 0x9E37_79B9_7F4A_7C15, radix: 16).utf8)
    return name + [UInt8](repeating: 97, count: id % max(1, longest - 16))
  }

  private static func size(_ numbers: inout SeededNumbers) -> Int {
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0: 0
    case 1: Int.random(in: 4000...30_000, using: &numbers)
    case 2, 3: Int.random(in: 1900...2200, using: &numbers)
    default: Int.random(in: 1...300, using: &numbers)
    }
  }

  @Test func `a list of free pages that has pages of its own is read`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let first = try environment.first
    for round in 0..<3 {
      for isFull in [true, false] {
        try environment.write { (transaction) throws(LMDBError) in
          for id in 0..<700 {
            let key = Array("key \(id)".utf8)
            if isFull {
              try transaction.put(key, [UInt8](repeating: 1, count: 1900 + round), in: first)
            } else {
              _ = try transaction.delete(key, in: first)
            }
          }
        }
      }
    }
    try environment.put("last", "value")
    environment.close()
    let bytes = FileBytes(bytes: Array(try Data(contentsOf: URL(filePath: store.dataPath))))
    let free = bytes.freeRoot
    #expect(
      (0..<bytes.nodeCount(of: free)).contains { index in
        bytes.number(UInt16.self, page: free, at: bytes.node(index, of: free) + 4) == 1
      }, "no list was long enough")
    let file = try DataFile.open(store.dataPath)
    let verdict = file.verdict()
    #expect(verdict.isSound, "\(verdict.findings)")
    #expect((verdict.newest?.freePages ?? 0) > 300)
    // A number in the middle of such a list, which is on a page after the first.
    var broken = bytes
    let node = try #require(
      (0..<bytes.nodeCount(of: free)).map { bytes.node($0, of: free) }.first {
        bytes.number(UInt16.self, page: free, at: $0 + 4) == 1
      })
    let run = Int(
      bytes.number(UInt64.self, page: free, at: bytes.value(of: node, page: free)))
    broken.set(UInt64(free), page: run, at: 16 + 8 * 200)
    #expect(!DataFile(bytes: broken.bytes).verdict().isSound)
  }

  @Test func `a new store, an empty one and one with one commit are sound`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.init(databases: []))
    environment.close()
    let path = store.dataPath
    #expect(try DataFile.open(path).verdict().isSound)
    try store.open().close()
    #expect(try DataFile.open(path).verdict().isSound)
    let again = try store.open()
    try again.put("key", "value")
    again.close()
    let file = try DataFile.open(path)
    #expect(file.verdict().isSound)
    #expect(file.entries(of: "first") == [Array("key".utf8): Array("value".utf8)])
  }

  private static let copyTool = "/usr/bin/mdb_copy"
  private static let loadTool = "/usr/bin/mdb_load"

  private static func has(_ tool: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: tool)
  }

  private func run(_ tool: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: tool)
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test(.enabled(if: has(copyTool), "lmdb-utils is not installed"), arguments: [[], ["-c"]])
  func `copies of LMDB's own tool are sound`(options: [String]) throws {
    let store = try TemporaryStore()
    let sample = try DataFileSample.shared.get()
    try store.open().close()
    let target = "\(store.folder)/copy"
    try Data(sample.file.bytes).write(to: URL(filePath: store.dataPath))
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
    try run(Self.copyTool, options + [store.path, target])
    let file = try DataFile.open("\(target)/data.mdb")
    let verdict = file.verdict()
    #expect(verdict.isSound, "\(verdict.findings)")
    #expect(file.entries(of: "first") == sample.entries)
  }

  @Test(.enabled(if: has(loadTool), "lmdb-utils is not installed"))
  func `a store that LMDB's own tool loaded is sound`() throws {
    let store = try TemporaryStore()
    let target = "\(store.folder)/loaded"
    let value = String(repeating: "61", count: 300)
    let rows = (0x1000..<0x1400).map { " \(String($0, radix: 16))\n \(value)\n" }
    let header = "VERSION=3\nformat=bytevalue\ndatabase=first\ntype=btree\nHEADER=END\n"
    let dump = URL(filePath: "\(store.folder)/dump")
    try Data((header + rows.joined() + "DATA=END\n").utf8).write(to: dump)
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
    try run(Self.loadTool, ["-f", dump.path, target])
    let file = try DataFile.open("\(target)/data.mdb")
    let verdict = file.verdict()
    #expect(verdict.isSound, "\(verdict.findings)")
    #expect(file.entries(of: "first").count == 0x400)
  }
}
