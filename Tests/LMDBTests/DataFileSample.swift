import Foundation
import LMDB

/// Numbers that are the same for the same seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// Bytes of a data file, read and changed as LMDB lays them out.
struct FileBytes {
  var bytes: [UInt8]
  static let pageBytes = 4096

  var pageCount: Int { bytes.count / Self.pageBytes }

  func number<N: FixedWidthInteger>(_: N.Type, page: Int, at offset: Int) -> N {
    let start = page * Self.pageBytes + offset
    return (0..<N.bitWidth / 8).reduce(N(0)) {
      $0 | N(truncatingIfNeeded: bytes[start + $1]) << N(8 * $1)
    }
  }

  mutating func set<N: FixedWidthInteger>(_ number: N, page: Int, at offset: Int) {
    let start = page * Self.pageBytes + offset
    for index in 0..<N.bitWidth / 8 {
      bytes[start + index] = UInt8(truncatingIfNeeded: number >> N(8 * index))
    }
  }

  /// The first page, 0 or 1, of the newest snapshot.
  var newest: Int {
    number(UInt64.self, page: 0, at: 144) > number(UInt64.self, page: 1, at: 144) ? 0 : 1
  }

  /// The root of the newest tree of databases.
  var mainRoot: Int { Int(number(UInt64.self, page: newest, at: 128)) }

  /// The root of the newest tree of free pages.
  var freeRoot: Int { Int(number(UInt64.self, page: newest, at: 80)) }

  func nodeCount(of page: Int) -> Int { (Int(number(UInt16.self, page: page, at: 12)) - 16) / 2 }

  /// Where a page has a node.
  func node(_ index: Int, of page: Int) -> Int {
    Int(number(UInt16.self, page: page, at: 16 + 2 * index))
  }

  /// Where a node of a leaf has its value, or the number of its first page.
  func value(of node: Int, page: Int) -> Int {
    node + 8 + Int(number(UInt16.self, page: page, at: node + 6))
  }

  /// Where the leaf of the databases has the record of one.
  func record(of database: String) -> Int? {
    for index in 0..<nodeCount(of: mainRoot) {
      let node = node(index, of: mainRoot)
      let count = Int(number(UInt16.self, page: mainRoot, at: node + 6))
      let start = mainRoot * Self.pageBytes + node + 8
      if bytes[start..<start + count].elementsEqual(database.utf8) {
        return value(of: node, page: mainRoot)
      }
    }
    return nil
  }

  /// The root page of a database.
  func root(of database: String) -> Int? {
    record(of: database).map { Int(number(UInt64.self, page: mainRoot, at: $0 + 40)) }
  }

  /// The page that a node of a branch leads to.
  func child(_ index: Int, of page: Int) -> Int {
    Int(number(UInt32.self, page: page, at: node(index, of: page)))
  }
}

/// A small store with every kind of page, and what it holds.
struct DataFileSample {
  let file: FileBytes
  /// The entries of the database `first`.
  let entries: [[UInt8]: [UInt8]]

  /// Leaves, branches, values in pages of their own, a list of free pages, two snapshots.
  static let shared = Result { try DataFileSample(seed: 1) }

  init(seed: UInt64, keys: Int = 300, commits: Int = 12) throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let first = try environment.first
    var numbers = SeededNumbers(seed: seed)
    var entries: [[UInt8]: [UInt8]] = [:]
    for commit in 0..<commits {
      try environment.write { (transaction) throws(LMDBError) in
        for index in 0..<(commit == 0 ? keys : 20) {
          let id = commit == 0 ? index : Int.random(in: 0..<keys, using: &numbers)
          let key = Array("scene/\(UInt32(truncatingIfNeeded: id &* 2_654_435_761))/k".utf8)
          if commit > 0, id % 7 == 0 {
            _ = try transaction.delete(key, in: first)
            entries[key] = nil
            continue
          }
          let size = id % 40 == 7 ? 5000 + id * 13 : 20 + id * 37 % 300
          let value = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ id &+ commit) }
          try transaction.put(key, value, in: first)
          entries[key] = value
        }
      }
    }
    environment.close()
    file = FileBytes(
      bytes: Array(try Data(contentsOf: URL(filePath: "\(store.path)/data.mdb"))))
    self.entries = entries
  }
}

extension DataFile {
  /// All entries of a database of the newest snapshot.
  func entries(of database: String) -> [[UInt8]: [UInt8]] {
    var entries: [[UInt8]: [UInt8]] = [:]
    guard let newest = snapshots.first else { return [:] }
    forEachEntry(in: database, of: newest) { key, value in
      entries[key] = value
      return true
    }
    return entries
  }
}
