import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// What `check` says of stores in every condition.
@Suite struct ExaminationTests {
  private let draft = SceneKey("draft", default: "")

  /// Writes as somebody who knows the rules of the commit record and no others.
  private func write(
    _ folder: StoreFolder, entries: UInt64 = 3,
    _ body: (inout WriteTransaction, [String: Database]) throws(LMDBError) -> Void
  ) throws {
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      try body(&transaction, tables)
      try StrangeWriter.record(&transaction, tables, entries: entries)
    }
  }

  private func key(_ session: UInt32, _ name: String) throws -> [UInt8] {
    try #require(
      StoredKey.bytes(of: ValueAddress(session: session, path: .root, key: name)))
  }

  private func put(
    _ table: String, _ key: [UInt8], _ value: [UInt8], in folder: StoreFolder, entries: UInt64 = 3
  ) throws {
    try write(folder, entries: entries) { transaction, tables throws(LMDBError) in
      guard let database = tables[table] else { return }
      try transaction.put(key, value, in: database)
    }
  }

  private func words(_ examination: StoreExamination) -> [String] {
    examination.lines.map { line in
      "\(line.severity.map { "\($0)" } ?? "ok") \(line.area.rawValue): \(line.words)"
    }
  }

  @Test func `notes that are too many to be shown are no damage`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.backups = nil
    let names = (0..<205).map { "value-\($0)" }
    try folder.withStore(options) { store in
      for name in names { store.scene("A")[SceneKey(name, default: "")] = "text" }
    }
    try folder.withStore(options) { store in
      for name in names { store.scene("A")[SceneKey(name, default: 7)] = 8 }
    }
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(examination.isSound && examination.count(of: .note) >= 205)
    #expect(words(examination).contains("note set-aside: and 5 more"))
  }

  @Test func `a sound store has a line for each area`() throws {
    let folder = try StoreFolder.withTwoScenes()
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(examination.isSound)
    #expect(
      words(examination) == [
        "ok structure: 5 databases, 3 values, every page reachable or free",
        "ok commit: transaction \(examination.transaction)",
        "ok sessions: 2 sessions",
        "ok values: 3 of 3 read back as what they were written as",
        "ok orphans: every value belongs to a session",
        "ok set-aside: nothing is set aside",
        "ok backups: 1 backup, read to the end",
        "ok readers: no stale readers",
      ])
    #expect(examination.transaction > 1)
  }

  @Test func `values of sessions that are gone are orphans`() throws {
    let folder = try StoreFolder.withTwoScenes()
    let envelope = Envelope(
      tag: 5, sequence: 1, typeNumber: TypeName.number(of: "string"), payload: [65])
    let (dead, never) = (try key(2, "draft"), try key(9, "draft"))
    let tombstone = SessionRecord(number: 2, kind: .tombstone, sequence: 2, id: "")
    try write(folder, entries: 4) { transaction, tables throws(LMDBError) in
      guard let values = tables["values"], let sessions = tables["sessions"],
        let info = tables["info"]
      else { return }
      try transaction.put(tombstone.key, tombstone.bytes(), in: sessions)
      _ = try transaction.delete(Array("session/B".utf8), in: info)
      try transaction.put(dead, envelope.bytes(forKey: dead), in: values)
      try transaction.put(never, envelope.bytes(forKey: never), in: values)
    }
    let examination = try StoreInspector.examine(folder.store.path)
    let orphans = examination.findings.filter { $0.area == .orphans }
    #expect(
      orphans.map(\.words) == [
        "1 value of session 2, which was discarded", "1 value of session 9, which does not exist",
      ])
    #expect(orphans.map(\.repair) == [.remove(address: "#2/"), .recover])
    #expect(orphans.allSatisfy { $0.severity == .warning })
    #expect(!examination.isSound)
    #expect(words(examination).contains("ok sessions: 1 session, 1 more discarded"))
  }

  @Test func `a damaged value, a damaged name and one of a newer version are told apart`() throws {
    let folder = try StoreFolder.withTwoScenes()
    let good = try key(1, "draft")
    let envelope = Envelope(
      tag: 5, sequence: 1, typeNumber: TypeName.number(of: "string"), payload: [65])
    var bytes = envelope.bytes(forKey: good)
    bytes[bytes.count - 1] ^= 1
    try put("values", good, bytes, in: folder)
    var newer = envelope
    newer.tag = 99
    let other = try key(2, "draft")
    try put("values", other, newer.bytes(forKey: other), in: folder)
    try put("values", [0, 0, 0, 1, 77], [1], in: folder, entries: 4)
    let examination = try StoreInspector.examine(folder.store.path)
    let values = examination.findings.filter { $0.area == .values }
    #expect(
      values.map(\.severity) == [.damage, .damage, .warning], "\(values.map(\.sentence))")
    #expect(values.map(\.address) == ["A/draft", nil, "B/draft"])
    #expect(values.map(\.repair) == [.recover, .recover, .useNewerVersion])
    #expect(values[0].words == "the bytes are damaged: the checksum does not fit")
    #expect(values[1].words.contains("key 000000014d"))
    #expect(words(examination).contains { $0.hasPrefix("damage values: A/draft: ") })
  }

  @Test func `a payload that is not what its coding says is damage`() throws {
    let folder = try StoreFolder.withTwoScenes()
    let place = try key(1, "draft")
    let envelope = Envelope(
      tag: 1, sequence: 1, typeNumber: TypeName.number(of: "string"), payload: [9, 9])
    try put("values", place, envelope.bytes(forKey: place), in: folder)
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(examination.findings.map(\.words) == ["it is no bool, which its coding says"])
  }

  @Test func `a value of a commit to come and a type without a name are told`() throws {
    let folder = try StoreFolder.withTwoScenes()
    let place = try key(1, "draft")
    let envelope = Envelope(tag: 5, sequence: 5000, typeNumber: 3, payload: [65])
    try put("values", place, envelope.bytes(forKey: place), in: folder)
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(
      examination.findings.map(\.sentence) == [
        "A/draft: it is of a commit that has not been",
        "A/draft: 1 value of a type whose name is lost (number 3)",
      ])
  }

  @Test func `a value that was noted or set aside is no damage`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[draft] = "no number" }
    try folder.withStore { store in
      let other = SceneKey("draft", default: 5)
      #expect(store.scene("A")[other] == 5)
      store.scene("A")[other] = 6
    }
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(examination.isSound)
    #expect(
      examination.findings.map(\.sentence) == ["A/draft: 1 value set aside"])
    #expect(examination.findings.map(\.repair) == [.showSetAside(address: "A/draft")])
  }

  @Test func `sessions and their index are compared`() throws {
    let folder = try StoreFolder.withTwoScenes()
    try put("info", Array("session/A".utf8), InfoKey.bytes(UInt32(2)), in: folder)
    var record = SessionRecord(number: 2, sequence: 1, id: "B").bytes()
    record[record.count - 1] ^= 1
    try put("sessions", SessionRecord.key(number: 2), record, in: folder)
    let examination = try StoreInspector.examine(folder.store.path)
    let sessions = examination.findings.filter { $0.area == .sessions }
    #expect(
      sessions.map(\.words) == [
        "the index does not lead to 'A'",
        "session 2: the bytes are damaged: the checksum does not fit",
      ])
    #expect(sessions.allSatisfy { $0.severity == .damage && $0.repair == .recover })
    #expect(!examination.findings.contains { $0.area == .orphans })
  }

  @Test func `a commit record that does not fit is told`() throws {
    let folder = try StoreFolder.withTwoScenes()
    try write(folder, entries: 8) { _, _ throws(LMDBError) in }
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(examination.findings.map(\.area) == [.commit])
    #expect(examination.findings[0].words.contains("recorded 8"))
  }

  @Test func `of a newer store only the structure is judged`() throws {
    let folder = try StoreFolder.withTwoScenes()
    try put("info", InfoKey.incompatibleFeatures, InfoKey.bytes(UInt64(4)), in: folder)
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(examination.isSound)
    #expect(examination.findings.map(\.words) == ["features 4 are not known here"])
    #expect(examination.findings.map(\.repair) == [.useNewerVersion])
  }

  @Test func `a place that cannot be written is read by the file alone`() throws {
    let folder = try StoreFolder.withTwoScenes()
    // As on a medium that cannot be written: not even a lock can be taken.
    let lock = folder.store.path + "/open.lock"
    try FileManager.default.removeItem(atPath: lock)
    try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: "/nowhere")
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(examination.count(of: .damage) == 0, "\(words(examination))")
    // A link is refused by every app, too.
    #expect(examination.findings.map(\.repair) == [.showFolder])
    let look = try StoreInspector.lookAtWhatIsLeft(folder.store.path)
    let snapshot = try look.snapshot()
    #expect(snapshot.entries.map(\.address) == ["A/draft", "A/hawk/size", "B/draft"])
    #expect(try look.number(of: "B") == 2)
    #expect(try look.snapshot(of: .session(2)).entries.map(\.address) == ["B/draft"])
    #expect(snapshot.remarks.isEmpty)
    #expect(try look.figures(countingFreePages: true).rowCounts[.values] == 3)
  }

  @Test func `a file that cannot be measured has no figures, not zeros`() throws {
    let folder = try StoreFolder.withTwoScenes()
    let look = try StoreInspector.look(folder.store.path)
    defer { look.close() }
    #expect(try look.figures().rowCounts[.values] == 3)
    let file = try FileHandle(forWritingTo: folder.store.appending(path: "data.mdb"))
    try file.truncate(atOffset: 8192)
    #expect(throws: StoreInspector.Failure.self) { try look.figures() }
  }

  @Test func `a store that another process has open is read in its transaction`() async throws {
    let folder = try StoreFolder.withTwoScenes()
    let store = try folder.open()
    defer { store.close() }
    #expect(store.scene("A")[draft] == "a")
    await #expect(processExitsWith: .success) { [path = folder.store.path as String] in
      let examination = try StoreInspector.examine(path)
      #expect(examination.isInUse && examination.isSound)
      #expect(
        examination.lines.contains { $0.words.contains("another process has the store open") })
    }
  }

  @Test func `too many findings are counted and not kept`() throws {
    let folder = try StoreFolder.withTwoScenes()
    try write(folder, entries: 403) { transaction, tables throws(LMDBError) in
      guard let values = tables["values"] else { return }
      for number in 0..<400 {
        let key: [UInt8] = [0, 0, 0, 1, 9, UInt8(number / 256), UInt8(number % 256)]
        try transaction.put(key, [1], in: values)
      }
    }
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(examination.findings.count == 200)
    #expect(examination.count(of: .damage) == 400)
    #expect(words(examination).contains("damage values: and 200 more"))
  }
}
