import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// What the sums of all rows tell, and what they do not.
@Suite struct StoreDigestTests {
  private func rows(_ folder: StoreFolder, _ table: String) throws -> [[UInt8]: [UInt8]] {
    DamagedStoreSample.rows(try DataFile.open(folder.dataPath))[table] ?? [:]
  }

  /// The value `draft` of a session.
  private func draft(_ folder: StoreFolder, of session: UInt32) throws -> ([UInt8], [UInt8]) {
    let address = ValueAddress(session: session, path: ScopePath(), key: "draft")
    let key = try #require(StoredKey.bytes(of: address))
    return (key, try #require(try rows(folder, "values")[key]))
  }

  private func flipped(_ row: [UInt8], _ place: Int) -> [UInt8] {
    var row = row
    row[place] ^= 4
    return row
  }

  @Test func `sums of another size are those of a newer version, and count for nothing`() throws {
    let folder = try StoreFolder.withTwoScenes()
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      try transaction.put(InfoKey.digest, [1, 2], in: info)
      try StrangeWriter.record(&transaction, tables, entries: 3)
    }
    #expect(try folder.faults() == [])
  }

  /// A bit of the sequence, of the checksum, and both at once, as in an older version of the value.
  @Test(arguments: [([10], true), ([31], true), ([15, 28], false)])
  func `a flipped bit in a value is no lost write, more than one are`(
    places: [Int], isDamage: Bool
  ) throws {
    let folder = try StoreFolder.withTwoScenes()
    let (key, right) = try draft(folder, of: 1)
    let row = places.reduce(right, flipped)
    try StrangeWriter.put([key: row], saying: [key: right], in: "values", of: folder)
    #expect(try folder.faults() == (isDamage ? [] : [.lostWrite("values")]))
  }

  @Test func `a flipped bit in one value does not explain what another one lacks`() throws {
    let folder = try StoreFolder.withTwoScenes()
    let (one, right) = try draft(folder, of: 1)
    let (other, row) = try draft(folder, of: 2)
    try StrangeWriter.put(
      [one: flipped(right, 31), other: row], saying: [one: right, other: flipped(row, 15)],
      in: "values", of: folder)
    #expect(try folder.faults() == [.lostWrite("values")])
  }

  /// Nothing says that its sequence is not what was written.
  @Test func `a flipped bit in a value of a newer version is not known to be one`() throws {
    let folder = try StoreFolder.withTwoScenes()
    let (key, row) = try draft(folder, of: 1)
    var newer = row
    newer[1] = Envelope.format + 1
    try StrangeWriter.put([key: newer], saying: [key: newer], in: "values", of: folder)
    #expect(try folder.faults() == [])
    try StrangeWriter.put([key: flipped(newer, 10)], saying: [key: newer], in: "values", of: folder)
    #expect(try folder.faults() == [.lostWrite("values")])
  }

  @Test func `a row that is no value's and not the last one tells of a lost write`() throws {
    for table in ["info", "sessions", "set-aside"] {
      let folder = try StoreFolder.withTwoScenes()
      let app = Array("app".utf8)
      let session = SessionRecord(number: 1, sequence: 1, id: "A")
      let later = SessionRecord(number: 1, sequence: 2, id: "A")
      let (key, old, new) =
        table == "sessions" ? (session.key, session.bytes(), later.bytes()) : (app, [1], [2])
      try StrangeWriter.put([key: old], saying: [key: old], in: table, of: folder)
      #expect(try folder.faults() == [])
      try StrangeWriter.put([key: old], saying: [key: new], in: table, of: folder)
      #expect(try folder.faults() == [.lostWrite("sessions or facts")], "\(table)")
    }
  }

  /// One flipped bit must not look like a store of a newer version.
  @Test(arguments: [InfoKey.format, InfoKey.incompatibleFeatures, InfoKey.readOnlyFeatures])
  func `a row that tells a newer version against the sum is put right`(key: [UInt8]) throws {
    let folder = try StoreFolder.withTwoScenes()
    let right = try #require(try rows(folder, "info")[key])
    try StrangeWriter.put([key: flipped(right, 1)], saying: [key: right], in: "info", of: folder)
    #expect(try folder.faults() == [.headerRow(String(decoding: key, as: UTF8.self))])
    #expect(try folder.withStore { $0.recoveryReport?.values } == 3)
    #expect(try rows(folder, "info")[key] == right)
  }

  @Test(arguments: [InfoKey.format, InfoKey.incompatibleFeatures, InfoKey.readOnlyFeatures])
  func `a row that the last commit left so tells a newer version`(key: [UInt8]) throws {
    let folder = try StoreFolder.withTwoScenes()
    let newer = flipped(try #require(try rows(folder, "info")[key]), 1)
    try StrangeWriter.put([key: newer], saying: [key: newer], in: "info", of: folder)
    #expect(try folder.faults() == [])
  }

  /// A row that is lost makes the sum another one, and is no sign that others are damaged.
  @Test(arguments: [InfoKey.format, InfoKey.incompatibleFeatures])
  func `beside a damaged page a newer version is left as it is`(key: [UInt8]) throws {
    let folder = try StoreFolder.withTwoScenes()
    let newer = flipped(try #require(try rows(folder, "info")[key]), 1)
    try StrangeWriter.put([key: newer], saying: [key: newer], in: "info", of: folder)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.dataPath)))
    let page = try #require(
      (2..<bytes.count / 4096).first { page in
        var cut = bytes
        cut.replaceSubrange(page * 4096..<(page + 1) * 4096, with: repeatElement(0, count: 4096))
        return DataFile(bytes: cut).storeVerdict().newest?.findings.first?.tree == "sessions"
      })
    bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: repeatElement(0, count: 4096))
    try Data(bytes).write(to: URL(filePath: folder.dataPath))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.dataPath)
    let refusal = #expect(throws: SceneProblem.self) { _ = try folder.open() }
    #expect(refusal?.code == .storeFromNewerVersion)
    #expect(try [UInt8](Data(contentsOf: URL(filePath: folder.dataPath))) == bytes)
  }

  @Test(arguments: [InfoKey.format, InfoKey.incompatibleFeatures])
  func `among other damaged facts a row tells no newer version`(key: [UInt8]) throws {
    let folder = try StoreFolder.withTwoScenes()
    let right = try rows(folder, "info")
    let (fact, next) = (try #require(right[key]), try #require(right[InfoKey.nextSession]))
    try StrangeWriter.put(
      [key: flipped(fact, 1), InfoKey.nextSession: flipped(next, 2)],
      saying: [key: fact, InfoKey.nextSession: next], in: "info", of: folder)
    #expect(try folder.faults() == [.headerRow(String(decoding: key, as: UTF8.self))])
    let new = folder.url.appending(path: "repaired").path
    #expect(try StoreEditor.repair(folder.store.path, into: new).values == 3)
    let report = try #require(try folder.withStore { $0.recoveryReport })
    #expect(report.values == 3 && report.leftOut == [String(decoding: key, as: UTF8.self)])
  }

  /// Each of them alone is told and repaired, and so are two.
  @Test(arguments: [InfoKey.commit, InfoKey.digest])
  func `beside a damaged record of the commit a row tells no newer version`(key: [UInt8]) throws {
    let folder = try StoreFolder.withTwoScenes()
    let info = try rows(folder, "info")
    let row = flipped(try #require(info[InfoKey.incompatibleFeatures]), 1)
    let sums = try #require(info[InfoKey.digest].flatMap(StoreDigest.init)).sums
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      guard let table = tables["info"] else { return }
      try transaction.put(InfoKey.incompatibleFeatures, row, in: table)
      var digest = StoreDigest(transaction: transaction.id, sums: sums).bytes
      if key == InfoKey.digest { digest[30] ^= 4 }
      try transaction.put(InfoKey.digest, digest, in: table)
      let offset: UInt64 = key == InfoKey.commit ? 1 << 20 : 0
      try StrangeWriter.record(&transaction, tables, entries: 3, offset: offset)
    }
    #expect(try !folder.faults().isEmpty)
    #expect(try folder.withStore { $0.recoveryReport?.values } == 3)
  }

  @Test func `the sum of a row tells its key, its length and its beginning`() {
    let key: [UInt8] = [0, 0, 0, 1]
    let row = [UInt8](repeating: 7, count: 80)
    let others = ["sessions", "values"].map { table in
      [
        RowSums.number(of: key, row, in: table),
        RowSums.number(of: key, row.dropLast(1), in: table),
        RowSums.number(of: key, [7, 8] + row.dropFirst(2), in: table),
        RowSums.number(of: [0, 0, 0, 2], row, in: table),
        RowSums.number(of: Array("!commit".utf8), row, in: table),
      ]
    }
    #expect(Set(others[0]).count == 5 && others[0].last == 0)
    #expect(Set(others[1]).count == 1, "of a value sequence and checksum count")
  }
}
