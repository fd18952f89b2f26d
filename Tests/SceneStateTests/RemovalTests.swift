import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// Removed values stay removed when a page is lost and all old pages are searched.
@Suite struct RemovalTests {
  private static let keys = (0..<40).map { SceneKey("key-\($0)", default: "") }

  private func silent() -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .seconds(3_600))
    (options.commitsByItself, options.backups) = (false, nil)
    return options
  }

  private func records(_ folder: StoreFolder) throws -> [RemovalRecord] {
    let rows = DamagedStoreSample.rows(try DataFile.open(folder.store.path + "/data.mdb"))
    return (rows["info"] ?? [:]).compactMap { RemovalRecord(key: $0.key, bytes: $0.value) }
      .sorted { ($0.sequence, $0.number) < ($1.sequence, $1.number) }
  }

  @Test func `a row is what it says, and a changed one is none`() throws {
    let record = RemovalRecord(sequence: 7, number: 2, place: [0, 0, 0, 1, 1, 65], isPrefix: false)
    #expect(RemovalRecord(key: record.key, bytes: record.bytes) == record)
    for index in record.bytes.indices {
      var bytes = record.bytes
      bytes[index] ^= 1
      #expect(RemovalRecord(key: record.key, bytes: bytes) == nil, "byte \(index)")
    }
    #expect(RemovalRecord(key: record.key, bytes: []) == nil)
    #expect(record.covers(record.place, writtenAt: 6))
    #expect(!record.covers(record.place, writtenAt: 7), "written again in the same commit")
    #expect(!record.covers(record.place + [1], writtenAt: 1))
    var scope = record
    scope.isPrefix = true
    #expect(scope.covers(record.place + [1], writtenAt: 6))
    #expect(!scope.covers([0, 0, 0, 2], writtenAt: 6))
  }

  @Test func `a value or a scope that was removed stays so, whichever page is lost`() throws {
    let folder = try StoreFolder()
    try folder.withStore(silent()) { store in
      for round in 0..<3 {
        for (number, key) in Self.keys.enumerated() {
          let text = "\(round) " + String(repeating: "\(number % 10)", count: 250)
          store.scene("A")[key] = text
          store.scene("A").tab("gone")[key] = text
        }
        try store.flush()
      }
      store.scene("A").reset(Self.keys[5])
      try store.scene("A").tab("gone").discard()
      try store.flush()
      store.scene("A").tab("gone")[Self.keys[0]] = "back again"
      for round in 0..<6 {
        store.scene("B")[Self.keys[0]] = "\(round)"
        try store.flush()
      }
    }
    #expect(try records(folder).map(\.isPrefix).sorted { !$0 && $1 } == [false, true])
    let path = folder.store.appending(path: "data.mdb")
    let bytes = [UInt8](try Data(contentsOf: path))
    var recovered = 0
    for page in 2..<bytes.count / 4096 {
      var damaged = bytes
      for index in page * 4096..<(page + 1) * 4096 { damaged[index] = UInt8(index % 251) }
      try Data(damaged).write(to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
      try? FileManager.default.removeItem(at: folder.store.appending(path: "quarantine"))
      try folder.withStore(silent()) { store in
        if store.recoveryReport != nil { recovered += 1 }
        let addresses = try store.inspect().entries.map(\.address)
        #expect(!addresses.contains("A/key-5"), "page \(page)")
        let back = addresses.filter { $0.hasPrefix("A/gone/") && $0 != "A/gone/key-0" }
        #expect(back == [], "page \(page)")
      }
    }
    #expect(recovered > 5)
  }

  @Test func `the newest removals are kept, so many and no more`() throws {
    let folder = try StoreFolder()
    try folder.withStore(silent()) { store in
      for round in 0..<9 {
        for key in Self.keys { store.scene("A")[key] = "\(round)" }
        try store.flush()
        for key in Self.keys { store.scene("A").reset(key) }
        try store.flush()
        // What was not there is not removed.
        store.scene("A").reset(Self.keys[0])
        try store.flush()
      }
      #expect(try records(folder).count == RemovalRecord.limit)
      let newest = try #require(try records(folder).last).sequence
      #expect(try records(folder).suffix(40).allSatisfy { $0.sequence == newest })
      try store.purge()
      #expect(try records(folder) == [], "a purge leaves no name behind")
    }
  }
}
