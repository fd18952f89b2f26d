import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// A compacted copy of a store counts its transactions anew and has the record of the original.
@Suite struct CompactedCopyTests {
  private let draft = SceneKey("draft", default: "")

  /// What `mdb_copy -c` makes: no free pages, and transaction 1 behind a first page of none.
  private static func compacted(_ bytes: [UInt8]) throws -> [UInt8] {
    let newest = try #require(DataFile(bytes: bytes).snapshots.first).metaPage * 4096
    let noTree = [UInt8](repeating: 0, count: 34) + [UInt8](repeating: 0xFF, count: 8)
    var pages = [Array(bytes[newest..<newest + 4096]), Array(bytes[newest..<newest + 4096])]
    for number in 0...1 {
      pages[number][0] = UInt8(number)
      pages[number].replaceSubrange(46..<88, with: noTree)
      pages[number].replaceSubrange(144..<152, with: [UInt8(number), 0, 0, 0, 0, 0, 0, 0])
    }
    pages[0].replaceSubrange(94..<136, with: noTree)
    pages[0].replaceSubrange(136..<144, with: [1, 0, 0, 0, 0, 0, 0, 0])
    return pages[0] + pages[1] + bytes[8192...]
  }

  @Test func `a compacted copy opens and goes on where it was`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      for round in 0..<9 {
        store.scene("A")[draft] = "round \(round)"
        try store.flush()
      }
    }
    let before = try Self.sequence(folder)
    try folder.put(try Self.compacted(try folder.bytes()))
    #expect(try folder.judge().verdict.newest?.snapshot.transaction == 1)
    #expect(try folder.faults() == [])
    try folder.withStore { store in
      #expect(store.recoveryReport == nil && store.scene("A")[draft] == "round 8")
      store.scene("A")[draft] = "later"
    }
    #expect(try Self.sequence(folder) > before)
    try folder.withStore { store in
      #expect(store.recoveryReport == nil && store.scene("A")[draft] == "later")
    }
  }

  @Test func `only a copy has the record of another transaction, and only that of a later one`()
    throws
  {
    let folder = try StoreFolder.withTwoScenes()
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      try StrangeWriter.record(&transaction, tables, entries: 3, offset: 4)
    }
    let number = try #require(try folder.judge().verdict.newest?.snapshot.transaction)
    #expect(try folder.faults() == [.commitRecord(number + 4)])
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      try StrangeWriter.record(&transaction, tables, entries: 3, offset: 0 &- transaction.id)
    }
    try folder.put(try Self.compacted(try folder.bytes()))
    #expect(try folder.faults() == [.commitRecord(0)])
  }

  private static let copyTool = "/usr/bin/mdb_copy"

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: copyTool), "lmdb-utils is not installed"))
  func `a compacted copy of LMDB's own tool opens and goes on where it was`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      for round in 0..<9 { store.scene("A")[draft] = "round \(round)" }
    }
    let before = try Self.sequence(folder)
    let copy = folder.url.appending(path: "copy")
    try FileManager.default.createDirectory(
      at: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let process = Process()
    process.executableURL = URL(filePath: Self.copyTool)
    process.arguments = ["-c", folder.store.path, copy.path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: copy.path + "/data.mdb")
    try FileManager.default.removeItem(at: folder.store)
    try FileManager.default.moveItem(at: copy, to: folder.store)
    try folder.withStore { store in
      #expect(store.recoveryReport == nil && store.scene("A")[draft] == "round 8")
      store.scene("A")[draft] = "later"
    }
    #expect(try Self.sequence(folder) > before)
    try folder.withStore { #expect($0.scene("A")[draft] == "later") }
  }

  private static func sequence(_ folder: StoreFolder) throws -> UInt64 {
    let rows = DamagedStoreSample.rows(try DataFile.open(folder.store.path + "/data.mdb"))
    let sequences = try (rows["values"] ?? [:]).map { key, value in
      try Envelope.decode(value, key: key).sequence
    }
    return try #require(sequences.max())
  }
}
