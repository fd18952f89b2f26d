import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// What the first opener judges a store by, beyond the structure of the file.
@Suite struct StoreGateTests {
  private let draft = SceneKey("draft", default: "")

  /// What the gate says of a store after somebody wrote into it who does not know its rules.
  private func verdict(
    after body: (inout WriteTransaction, [String: Database]) throws(LMDBError) -> Void
  ) throws -> DataFileVerdict {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[draft] = "a"
      store.scene("B")[draft] = "b"
    }
    try StrangeWriter.write(folder, body)
    return try DataFile.open(folder.store.path + "/data.mdb").storeVerdict()
  }

  /// Writes the commit record of the transaction, so that something else is found.
  private func record(
    _ transaction: inout WriteTransaction, _ tables: [String: Database], epoch: UInt64 = 0,
    entries: UInt64 = 2, offset: UInt64 = 0
  ) throws(LMDBError) {
    try StrangeWriter.record(
      &transaction, tables, epoch: epoch, entries: entries, offset: offset)
  }

  private func put(
    _ key: String, _ value: [UInt8], _ transaction: inout WriteTransaction,
    _ tables: [String: Database]
  ) throws(LMDBError) {
    guard let info = tables["info"] else { return }
    try transaction.put(Array(key.utf8), value, in: info)
  }

  @Test func `a store that follows the rules is sound`() throws {
    let verdict = try verdict { transaction, tables throws(LMDBError) in
      try record(&transaction, tables)
    }
    #expect(verdict.isSound, "\(verdict.findings)")
  }

  @Test func `a commit without a record is refused`() throws {
    let verdict = try verdict { transaction, tables throws(LMDBError) in
      try put("app", [65], &transaction, tables)
    }
    #expect(verdict.findings.first?.fault.storeRule == .commitRecord, "\(verdict.findings)")
    #expect(verdict.previous?.isSound == true, "the commit before it is the store's own")
  }

  @Test func `a record that is missing, torn or counts wrongly is refused`() throws {
    let missing = try verdict { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      _ = try transaction.delete(InfoKey.commit, in: info)
    }
    #expect(missing.findings.map(\.fault) == [.noCommitRecord])
    let torn = try verdict { transaction, tables throws(LMDBError) in
      try put("!commit", [1, 2, 3], &transaction, tables)
    }
    #expect(torn.findings.map(\.fault) == [.commitRecordSize(3)])
    let wrong = try verdict { transaction, tables throws(LMDBError) in
      try record(&transaction, tables, entries: 3)
    }
    #expect(wrong.findings.map(\.fault) == [.recordedEntries(found: 2, recorded: 3)])
  }

  @Test(arguments: [
    ("session/A", [0, 0, 0, 2], DataFileFinding.Fault.sessionIndex("A")),
    ("session/C", [0, 0, 0, 1], .sessionIndex("C")),
    ("session/A", [1], .headerRow("session/A")),
    ("next-session", [0, 0, 0, 2], .headerRow("next-session")),
    ("format", [1], .headerRow("format")), ("incompat", [1], .headerRow("incompat")),
    ("!digest", [UInt8](repeating: 0, count: StoreDigest.size), .headerRow("!digest")),
    ("type/00000001", [65], .headerRow("type/00000001")),
  ])
  func `a row of the header that cannot be right is refused`(
    key: String, value: [UInt8], fault: DataFileFinding.Fault
  ) throws {
    let verdict = try verdict { transaction, tables throws(LMDBError) in
      try put(key, value, &transaction, tables)
      try record(&transaction, tables)
    }
    #expect(verdict.findings.map(\.fault) == [fault])
  }

  @Test func `values of a session without any record are refused`() throws {
    let verdict = try verdict { transaction, tables throws(LMDBError) in
      guard let values = tables["values"] else { return }
      try transaction.put([0, 0, 0, 9, 1, 65], [1], in: values)
      try record(&transaction, tables, entries: 3)
    }
    #expect(verdict.findings.map(\.fault) == [.orphans(9)])
  }

  @Test func `an epoch that leaves no room for numbers is refused`() throws {
    let verdict = try verdict { transaction, tables throws(LMDBError) in
      try record(&transaction, tables, epoch: 1 << 62)
    }
    #expect(verdict.findings.map(\.fault) == [.headerRow("!commit")])
  }

  @Test func `a session without a row in the index is refused`() throws {
    let verdict = try verdict { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      _ = try transaction.delete(Array("session/B".utf8), in: info)
      try record(&transaction, tables)
    }
    #expect(verdict.findings.map(\.fault) == [.sessionIndex("B")])
  }

  /// Its own checksum tells, when somebody reads it.
  @Test func `a session's record that cannot be read does not contradict the index`() throws {
    let folder = try StoreFolder.withTwoScenes()
    let session = SessionRecord(number: 1, sequence: 1, id: "A")
    var row = session.bytes()
    row[row.count - 1] ^= 1
    try StrangeWriter.put(
      [session.key: row], saying: [session.key: row], in: "sessions", of: folder)
    #expect(try folder.faults() == [])
  }

  @Test func `a full store without its format is damaged, and loses nothing`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[draft] = "a" }
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      _ = try transaction.delete(InfoKey.format, in: info)
      try record(&transaction, tables, entries: 1)
    }
    let verdict = try DataFile.open(folder.store.path + "/data.mdb").storeVerdict()
    #expect(verdict.findings.map(\.fault) == [.headerRow("format")])
    let look = try StoreInspector.lookAtWhatIsLeft(folder.store.path)
    #expect(try look.snapshot().entries.count == 1 && look.remarks.map(\.code) == [.damaged])
    look.close()
    #expect(try StoreInspector.examine(folder.store.path).findings.isEmpty == false)
    try folder.withStore { store in
      #expect(store.scene("A")[draft] == "a" && store.recoveryReport != nil)
    }
  }

  @Test func `an epoch that makes the past the future is refused`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[draft] = "a" }
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      guard let sessions = tables["sessions"] else { return }
      let session = SessionRecord(number: 1, sequence: 100, id: "A")
      try transaction.put(session.key, session.bytes(), in: sessions)
      try record(&transaction, tables, epoch: 50, entries: 1)
    }
    let path = folder.store.path + "/data.mdb"
    #expect(try DataFile.open(path).storeVerdict().findings.map(\.fault) == [.headerRow("!commit")])
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      try record(&transaction, tables, epoch: 100, entries: 1)
    }
    #expect(try DataFile.open(path).storeVerdict().isSound)
  }

  @Test func `a store of a newer version is judged by its structure alone`() throws {
    for key in ["format", "incompat", "ro-compat"] {
      let verdict = try verdict { transaction, tables throws(LMDBError) in
        let value = key == "format" ? InfoKey.bytes(UInt32(9)) : InfoKey.bytes(UInt64(1) << 40)
        try put(key, value, &transaction, tables)
      }
      #expect(verdict.isSound, "\(key): \(verdict.findings)")
    }
  }

  /// One flipped bit of a first page must not undo a commit.
  @Test func `a newest first page that says it is the oldest is found out`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    let path = folder.store.path + "/data.mdb"
    var newest: UInt64 = 0
    for round in 0..<20 {
      // Each commit makes the file larger.
      store.scene("A")[SceneKey("\(round)", default: "")] = String(repeating: "x", count: 30_000)
      try store.flush()
      newest = try #require(try DataFile.open(path).snapshots.first).transaction
      if newest & 2 == 2 { break }
    }
    store.close()
    try #require(newest & 2 == 2, "no transaction had the bit")
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    bytes[Int(newest & 1) * 4096 + 144] ^= 2
    let file = DataFile(bytes: bytes)
    #expect(file.verdict().isSound, "LMDB itself would see nothing wrong")
    #expect(file.storeVerdict().findings.map(\.fault) == [.commitRecordBefore(newest)])
  }

  @Test func `an opener is told of damage and nothing is changed`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[draft] = "a" }
    let path = folder.store.path + "/data.mdb"
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    for index in 2 * 4096..<bytes.count { bytes[index] = 0 }
    try Data(bytes).write(to: URL(filePath: path))
    #expect(throws: LMDBError.self) { try verifyStoreFile(path) }
    do throws(LMDBError) { try verifyStoreFile(path) } catch {
      guard case .unsound(let verdict) = error else { return #expect(Bool(false), "\(error)") }
      #expect(verdict.newest?.isSound == false && verdict.previous?.isSound == false)
      #expect(error.leavesTheFileReadable)
    }
    #expect(Array(try Data(contentsOf: URL(filePath: path))) == bytes)
  }
}
