import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// Under which name a scene comes back whose record is lost: the index has it, without a checksum.
struct RecoveryNameTests {
  private static let draft = SceneKey("draft", default: "")

  /// A file in which scene `A` has lost its record, and one first page is damaged.
  private struct Sample {
    /// The key of the index under which the number of `A` stands.
    private static let row = Array("session/A".utf8)

    let folder: StoreFolder
    var bytes: [UInt8]
    let number: UInt32

    init() throws {
      folder = try StoreFolder()
      var options = SceneStore.Options(commitDelay: .seconds(3600))
      options.backups = nil
      try folder.withStore(options) { store in
        for id in ["A", "B"] { store.openSession(SceneID(rawValue: id)) }
        for round in 0..<6 {
          store.scene("A")[draft] = "of A, \(round)"
          store.scene("B")[draft] = "of B, \(round)"
          try store.flush()
        }
      }
      bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.store.path + "/data.mdb")))
      let file = DataFile(bytes: bytes)
      let newest = try #require(file.snapshots.first)
      let row = try #require(file.value(of: Self.row, in: "info", of: newest))
      number = try #require(InfoKey.number(row, UInt32.self))
      bytes[(1 - newest.metaPage) * 4096 + 16] ^= 0x55
      // In each record the checksum is wrong.
      let record = SessionRecord.key(number: number) + [UInt8(ascii: "R"), SessionRecord.format]
      let records = places(of: record)
      try #require(!records.isEmpty)
      for place in records { bytes[place + record.count + 4] ^= 0x01 }
    }

    /// Where rows of the index have the name `A`.
    var names: [Int] {
      places(of: Self.row + InfoKey.bytes(number)).map { $0 + Self.row.count - 1 }
    }

    /// Leaves one row of the index, of the newest snapshot, with another name.
    mutating func rename(to name: Unicode.Scalar) throws {
      let kept = try newestName()
      for (index, place) in names.enumerated() where place != kept {
        bytes[place] = UInt8(ascii: "a") + UInt8(index)
      }
      bytes[kept] = UInt8(ascii: name)
      if name == "B" {
        // The rows must stand in order for anything to be believed: the other one is damaged too.
        let next = places(of: Array("session/B".utf8)).map { $0 + 8 }
        for place in next where place != kept { bytes[place] = UInt8(ascii: "C") }
      }
    }

    private func places(of wanted: [UInt8]) -> [Int] {
      (0..<bytes.count - wanted.count).filter {
        bytes[$0] == wanted[0] && bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
      }
    }

    /// Which of those the newest snapshot has.
    func newestName() throws -> Int {
      try #require(
        names.first { place in
          var other = bytes
          other[place] = UInt8(ascii: "Z")
          let file = DataFile(bytes: other)
          return file.value(of: Self.row, in: "info", of: file.snapshots[0]) == nil
        })
    }

    func open() throws -> (values: [String: String], report: RecoveryReport) {
      let path = folder.store.path + "/data.mdb"
      try Data(bytes).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return try folder.withStore { store in
        let entries = try store.inspect().entries.map { ($0.address, $0.json ?? "damaged") }
        return (
          Dictionary(uniqueKeysWithValues: entries), try #require(store.recoveryReport)
        )
      }
    }
  }

  @Test func `a name that two pages give is proved`() throws {
    let sample = try Sample()
    try #require(sample.names.count > 1)
    let (values, report) = try sample.open()
    #expect(values == ["A/draft": "\"of A, 5\"", "B/draft": "\"of B, 5\""])
    #expect(report.unproved == [])
    #expect(!report.description.contains("not proved"))
  }

  @Test func `a name that one page gives is used, and told as not proved`() throws {
    var sample = try Sample()
    try sample.rename(to: "?")
    let (values, report) = try sample.open()
    #expect(values == ["?/draft": "\"of A, 5\"", "B/draft": "\"of B, 5\""])
    #expect(report.unproved == ["?"])
    #expect(report.description.contains("the name of one scene is not proved"), "\(report)")
  }

  @Test func `a name that is not proved takes nobody's place`() throws {
    var sample = try Sample()
    try sample.rename(to: "B")
    let (values, report) = try sample.open()
    let own = "recovered-\(sample.number)"
    #expect(values == ["\(own)/draft": "\"of A, 5\"", "B/draft": "\"of B, 5\""])
    // The index has `C` for its number.
    #expect(report.unproved == ["B"])
  }
}
