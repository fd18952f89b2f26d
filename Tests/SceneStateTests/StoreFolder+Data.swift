import Foundation
import LMDB
import SceneState
import StoreFormat

/// The data file of a closed store, for tests that change its bytes and ask what it is then.
extension StoreFolder {
  var dataPath: String { store.path + "/data.mdb" }

  func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: dataPath))) }

  /// Puts other bytes in its place; the file keeps its mode.
  func put(_ bytes: [UInt8]) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: dataPath))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  func judge() throws -> StoreJudgement { try StoreJudgement(ofFile: dataPath) }

  func faults() throws -> [DataFileFinding.Fault] {
    try judge().verdict.findings.map(\.fault)
  }

  /// A store without backups, so that what is saved of it comes from its file.
  static func withoutBackups(_ body: (SceneStore) throws -> Void) throws -> StoreFolder {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = nil
    try folder.withStore(options, body)
    return folder
  }

  /// A file of LMDB's with databases that have these rows.
  static func lmdb(_ rows: [String: [[UInt8]: [UInt8]]]) throws -> StoreFolder {
    let folder = try StoreFolder()
    let names = rows.keys.sorted()
    let environment = try Environment.open(folder.store.path, options: .init(databases: names))
    defer { environment.close() }
    for name in names {
      guard let database = environment.database(name) else { throw LMDBError.closed }
      try environment.write { txn throws(LMDBError) in
        for (key, row) in rows[name] ?? [:] { try txn.put(key, row, in: database) }
      }
    }
    return folder
  }

  /// A store as the transaction leaves it that makes its databases.
  static func new() throws -> StoreFolder {
    let folder = try StoreFolder()
    let environment = try Environment.open(
      folder.store.path, options: .init(databases: DamagedStoreSample.tables))
    environment.close()
    return folder
  }

  /// Changes each entry of the list of databases that has a name, given where the name is.
  func changeEntry(_ name: String, _ change: (inout [UInt8], Int) -> Void) throws {
    var bytes = try bytes()
    let length = UInt8(name.utf8.count)
    // Rows of `info` and `sessions` have other names; the node has size and flags before it.
    for place in 8192..<bytes.count - 60
    where bytes[place..<place + name.utf8.count].elementsEqual(name.utf8)
      && bytes[place - 4..<place].elementsEqual([2, 0, length, 0])
    {
      change(&bytes, place)
    }
    try put(bytes)
  }

  /// Makes an entry of the list of databases one that is no database, as one flipped bit does.
  func spoilEntry(_ name: String) throws {
    try changeEntry(name) { bytes, place in bytes[place - 4] = 0 }
  }
}
