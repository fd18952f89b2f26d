import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// An end that is lost or damaged makes a damaged value: told, set aside, found elsewhere, and
/// never a wrong one.
@Suite struct CutValueDamageTests {
  private let data = SceneKey("data", default: Data())
  private let draft = SceneKey("draft", default: "")

  private func value(_ number: Int) -> Data {
    var random = DurabilityRandom(seed: UInt64(number))
    return Data((0..<4_096).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  private func options(_ recovery: RecoveryPolicy = .salvage) -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = nil
    options.recovery = recovery
    return options
  }

  /// Three scenes with a value that is cut, in their second version.
  private func sample(backup: Bool = false) throws -> StoreFolder {
    let folder = try StoreFolder()
    try folder.withStore(options()) { store in
      for version in 1...2 {
        for (number, id) in (["A", "B", "C"] as [SceneID]).enumerated() {
          store.openSession(id)
          store.scene(id)[data] = value(number + 10 * version)
          store.scene(id)[draft] = "\(id.rawValue)\(version)"
        }
        try store.flush()
        guard version == 1, backup else { continue }
        let place = folder.store.appending(path: "backup")
        try FileManager.default.createDirectory(
          at: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try store.backup(to: place.appending(path: "001.snap"))
      }
    }
    return folder
  }

  private func bytes(_ folder: StoreFolder) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.store.appending(path: "data.mdb")))
  }

  private func put(_ bytes: [UInt8], _ folder: StoreFolder) throws {
    let handle = try FileHandle(forWritingTo: folder.store.appending(path: "data.mdb"))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  private func key(_ number: UInt32) throws -> [UInt8] {
    try #require(StoredKey.bytes(of: ValueAddress(session: number, path: .root, key: "data")))
  }

  /// Changes the rows of `tails` as somebody who does not know the rules, with a commit record.
  private func strange(
    _ folder: StoreFolder, times: Int = 1,
    _ body: (inout WriteTransaction, Database) throws(LMDBError) -> Void
  ) throws {
    let environment = try Environment.open(
      folder.store.path, options: .init(databases: ["info", "tails"]))
    defer { environment.close() }
    let (info, tails) = (
      try #require(environment.database("info")), try #require(environment.database("tails"))
    )
    for _ in 0..<times {
      try environment.write { txn throws(LMDBError) in
        try body(&txn, tails)
        let record = CommitRecord(transaction: txn.id, epoch: 0, entryCount: 6)
        try txn.put(InfoKey.commit, record.bytes, in: info)
      }
    }
  }

  /// Flips a bit in each copy of the end of a value.
  private func flipEnds(of values: [Int], _ folder: StoreFolder) throws {
    var bytes = try bytes(folder)
    var count = 0
    for end in values.map({ Array(value($0).suffix(48)) }) {
      for place in 8192..<bytes.count - 48
      where bytes[place] == end[0] && bytes[place...].starts(with: end) {
        bytes[place + 40] ^= 4
        count += 1
      }
    }
    try #require(count > 0)
    try put(bytes, folder)
  }

  @Test func `a flipped bit in an end is a damaged value, told and set aside`() throws {
    let folder = try sample()
    try flipEnds(of: [21], folder)
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(examination.findings.map(\.address) == ["B/data"])
    #expect(examination.findings.first?.area == .values)
    try folder.withStore(options()) { store in
      #expect(store.recoveryReport == nil, "no page is damaged")
      #expect(store.scene("B")[data] == Data())
      #expect(store.scene("A")[data] == value(20) && store.scene("C")[data] == value(22))
      #expect(store.reportedProblems.map(\.address) == ["B/data"])
      store.scene("B")[data] = value(31)
      try store.flush()
      #expect(store.setAsideCount == 1)
    }
    try folder.withStore(options()) { store in #expect(store.scene("B")[data] == value(31)) }
    #expect(try DataFile.open(folder.store.path + "/data.mdb").storeVerdict().isSound)
  }

  @Test func `a scrub tells a damaged end`() throws {
    let folder = try sample()
    try flipEnds(of: [21], folder)
    var silent = options()
    silent.commitsByItself = false
    try folder.withStore(silent) { store in
      #expect(store.scrub())
      try store.flush()
      #expect(store.reportedProblems.map(\.address) == ["B/data"])
      #expect(store.condition == .usable)
    }
  }

  @Test func `an end that is lost is found in the backup, or the value is set aside`() throws {
    for backup in [true, false] {
      let folder = try sample(backup: backup)
      let key = try key(2)
      // Twice: the commit before has lost it too, and no page has it any more.
      try strange(folder, times: 2) { txn, tails throws(LMDBError) in
        try txn.put(key, [1, 2, 3], in: tails)
      }
      try flipEnds(of: backup ? [21] : [11, 21], folder)
      let file = try DataFile.open(folder.store.path + "/data.mdb")
      #expect(file.storeVerdict().findings.map(\.fault) == [.endsDiffer])
      let examination = try StoreInspector.examine(folder.store.path)
      #expect(examination.findings.contains { $0.address == "B/data" && $0.severity == .damage })
      try folder.withStore(options()) { store in
        let report = try #require(store.recoveryReport)
        #expect(store.scene("B")[data] == (backup ? value(11) : Data()))
        #expect(report.older == (backup ? ["B/data"] : []))
        #expect(report.setAside == ["B/data"] && report.values == (backup ? 6 : 5))
        #expect(store.scene("B")[draft] == "B2")
        #expect(store.scene("A")[data] == value(20) && store.scene("C")[data] == value(22))
      }
      #expect(try DataFile.open(folder.store.path + "/data.mdb").storeVerdict().isSound)
    }
  }

  @Test func `a lost end is found in older pages`() throws {
    let folder = try sample()
    let key = try key(2)
    try strange(folder) { txn, tails throws(LMDBError) in _ = try txn.delete(key, in: tails) }
    try folder.withStore(options()) { store in
      #expect(store.recoveryReport != nil)
      #expect(store.scene("B")[data] == value(21))
      let entries = try store.inspect().entries
      #expect(entries.count == 6)
    }
  }

  @Test func `an end without a value is nothing`() throws {
    let folder = try sample()
    let (orphan, key) = (try key(7), try key(2))
    try strange(folder) { txn, tails throws(LMDBError) in
      guard let tail = try txn.get(key, in: tails) else { throw .closed }
      try txn.put(orphan, tail, in: tails)
    }
    try folder.withStore(options()) { store in
      #expect(store.recoveryReport?.values == 6 && store.recoveryReport?.setAside == [])
      for (number, id) in (["A", "B", "C"] as [SceneID]).enumerated() {
        #expect(store.scene(id)[data] == value(20 + number))
      }
      let entries = try store.inspect().entries
      #expect(entries.count == 6)
    }
    try folder.withStore(options()) { store in #expect(store.recoveryReport == nil) }
  }

  @Test func `without any tree both pieces are found and put together`() throws {
    let folder = try sample()
    var bytes = try bytes(folder)
    for index in 0..<8192 { bytes[index] = 0xA5 }
    for page in 2..<bytes.count / 4096 where bytes[page * 4096 + 10] == 1 {
      for index in page * 4096..<(page + 1) * 4096 { bytes[index] = 0 }
    }
    try put(bytes, folder)
    try folder.withStore(options()) { store in
      #expect(store.recoveryReport?.steps.map(\.source) == [.leafScan])
      for (number, id) in (["A", "B", "C"] as [SceneID]).enumerated() {
        #expect(store.scene(id)[data] == value(20 + number), "\(id)")
        #expect(store.scene(id)[draft] == "\(id.rawValue)2")
      }
    }
  }

  @Test func `any page may be garbage: what comes back was written there`() throws {
    let folder = try sample()
    let bytes = try bytes(folder)
    var (newest, recovered) = (0, 0)
    for page in 2..<bytes.count / 4096 {
      var damaged = bytes
      for index in page * 4096..<(page + 1) * 4096 {
        damaged[index] = UInt8(truncatingIfNeeded: index &* 73 ^ index >> 5)
      }
      let files = FileManager.default
      for name in ["quarantine", "lock.mdb", "data.mdb"] {
        try? files.removeItem(at: folder.store.appending(path: name))
      }
      let place = folder.store.appending(path: "data.mdb")
      try Data(damaged).write(to: place)
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path)
      try folder.withStore(options()) { store in
        if store.recoveryReport != nil { recovered += 1 }
        for (number, id) in (["A", "B", "C"] as [SceneID]).enumerated() {
          let found = store.scene(id)[data]
          #expect([value(20 + number), value(10 + number), Data()].contains(found), "page \(page)")
          if found == value(20 + number) { newest += 1 }
        }
      }
    }
    #expect(recovered > 3 && newest > 0)
  }

  @Test func `a compact copy of a store with a damaged value is sound`() throws {
    let folder = try sample()
    let copy = folder.url.appending(path: "copy.store")
    let key = try key(2)
    try strange(folder) { txn, tails throws(LMDBError) in
      guard var tail = try txn.get(key, in: tails) else { throw .closed }
      tail.removeLast()
      try txn.put(key, tail, in: tails)
    }
    try folder.withStore(options()) { store in
      #expect(store.recoveryReport == nil, "each value has an end: its checksum tells the rest")
      #expect(store.scene("B")[data] == Data())
      try store.compact(to: copy)
      try store.purge()
    }
    for place in [folder.store, copy] {
      let file = try DataFile.open(place.path + "/data.mdb")
      #expect(file.storeVerdict().isSound, "\(file.storeVerdict().findings)")
      let opened = try SceneStore.open(place, options: options())
      defer { opened.close() }
      #expect(opened.scene("B")[data] == Data() && opened.scene("A")[data] == value(20))
    }
  }
}
