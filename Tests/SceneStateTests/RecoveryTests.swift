import Foundation
import LMDB
import SceneState
import Synchronization
import Testing

/// What is made of a damaged store.
@Suite(.serialized) struct RecoveryTests {
  private static let plain = Result { try DamagedStore() }
  private static let backedUp = Result { try DamagedStore(backupAt: 20) }

  private func quarantined(_ store: DamagedStore) throws -> [String] {
    let place = store.folder.store.appending(path: "quarantine")
    return (try? FileManager.default.contentsOfDirectory(atPath: place.path).sorted()) ?? []
  }

  @Test func `any bit of the first pages may flip: every newest value is saved`() throws {
    let store = try Self.plain.get()
    let seed: UInt64 = 1_122
    var random = DurabilityRandom(seed: seed)
    var recovered = 0
    for _ in 0..<160 {
      var bytes = store.bytes
      let offset =
        Int.random(in: 0..<160, using: &random) + Int.random(in: 0...1, using: &random) * 4096
      let bit = Int.random(in: 0..<8, using: &random)
      bytes[offset] ^= 1 << UInt8(bit)
      let outcome = try store.open(bytes)
      let place = "byte \(offset), bit \(bit), seed \(seed)"
      #expect(outcome.wrong == [], "\(place)")
      #expect(outcome.lost == 0, "\(place): \(outcome.report?.description ?? "no report")")
      #expect(outcome.newest == store.newest.count, "\(place)")
      if outcome.report != nil { recovered += 1 }
    }
    #expect(recovered > 30)
  }

  @Test(arguments: [7, 8] as [UInt64])
  func `any page may be garbage: almost all newest values are saved, none is wrong`(
    seed: UInt64
  ) throws {
    let store = try DamagedStore(seed: seed)
    var random = DurabilityRandom(seed: seed)
    var (newest, older, lost, back, recovered) = (0, 0, 0, 0, 0)
    for page in 2..<store.pageCount {
      var bytes = store.bytes
      for index in page * 4096..<(page + 1) * 4096 {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      let outcome = try store.open(bytes)
      #expect(outcome.wrong == [], "page \(page), seed \(seed)")
      if outcome.report != nil {
        recovered += 1
        #expect(try quarantined(store).count == 1)
      }
      newest += outcome.newest
      older += outcome.older
      lost += outcome.lost
      back += outcome.back.count
    }
    let all = newest + older + lost
    print(
      """
      garbage pages: \(recovered) recovered, newest \(newest), older \(older), lost \(lost), \
      back \(back), seed \(seed)
      """)
    #expect(recovered > 5)
    #expect(Double(newest) / Double(all) >= 0.99)
    #expect(back == 0)
  }
}

/// What is kept, what is left alone, and what is said.
@Suite(.serialized) struct RecoveryRuleTests {
  private static let plain = Result { try DamagedStore() }
  private static let backedUp = Result { try DamagedStore(backupAt: 20) }

  private func garbage(_ store: DamagedStore, _ range: Range<Int>) -> [UInt8] {
    var random = DurabilityRandom(seed: 5)
    var bytes = store.bytes
    for index in range { bytes[index] = UInt8.random(in: 0...255, using: &random) }
    return bytes
  }

  private func names(_ folder: String, of store: DamagedStore) -> [String] {
    let place = store.folder.store.appending(path: folder)
    return (try? FileManager.default.contentsOfDirectory(atPath: place.path).sorted()) ?? []
  }

  private func data(of store: DamagedStore) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: store.folder.store.appending(path: "data.mdb")))
  }

  @Test
  func `without first pages and trees every page is searched, and what was destroyed stays so`()
    throws
  {
    let store = try Self.plain.get()
    let outcome = try store.open(garbage(store, 0..<8192))
    #expect(outcome.wrong == [])
    #expect(outcome.newest == store.newest.count)
    #expect(outcome.back.allSatisfy { !$0.hasPrefix("F/") }, "\(outcome.back)")
    #expect(outcome.problems == [.storeRecovered])
    let report = try #require(outcome.report)
    #expect(report.steps.map(\.source) == [.leafScan])
    #expect(report.values == outcome.values.count)
    #expect(report.description.contains("\nleaf-scan: "))
    // The second opening finds a sound store.
    let again = try store.reopen()
    #expect(again.report == nil && again.problems == [])
    #expect(again.values == outcome.values)
  }

  @Test func `the damaged file is kept as it was, the newest three of them`() throws {
    let store = try Self.plain.get()
    try? FileManager.default.removeItem(at: store.folder.store.appending(path: "quarantine"))
    let bytes = garbage(store, 0..<4096)
    let first = try store.open(bytes)
    let kept = try #require(first.report?.quarantine)
    #expect([UInt8](try Data(contentsOf: kept)) == bytes)
    #expect(kept.lastPathComponent.hasSuffix("Z-damaged.mdb"))
    let mode = try FileManager.default.attributesOfItem(atPath: kept.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    for number in 0..<4 {
      let data = store.folder.store.appending(path: "data.mdb")
      let file = try FileHandle(forUpdating: data)
      try file.write(contentsOf: Data(repeating: UInt8(number), count: 4096))
      try file.close()
      _ = try store.reopen()
    }
    let names = names("quarantine", of: store)
    #expect(names.count == 3)
    #expect(!names.contains(kept.lastPathComponent))
  }

  @Test func `with a backup every value comes back in some version, whatever is left`() throws {
    let store = try Self.backedUp.get()
    let all = store.newest.count
    let images: [(String, [UInt8])] = [
      ("nothing", []), ("zeros", [UInt8](repeating: 0, count: store.bytes.count)),
      ("a text", Array("not a store at all".utf8)),
      ("cut", Array(store.bytes.prefix(store.bytes.count / 3))),
      ("half", garbage(store, 0..<store.bytes.count / 2)),
    ]
    for (name, bytes) in images {
      let outcome = try store.open(bytes)
      #expect(outcome.wrong == [], "\(name)")
      #expect(outcome.newest + outcome.older >= all - 1, "\(name): \(outcome.lost) lost")
      #expect(outcome.report?.steps.contains { $0.source == .backup } == true, "\(name)")
    }
  }

  @Test func `a data file that is gone comes back from a backup, and a new store is no damage`()
    throws
  {
    let store = try Self.backedUp.get()
    try store.put(store.bytes)
    try FileManager.default.removeItem(at: store.folder.store.appending(path: "data.mdb"))
    let outcome = try store.reopen()
    #expect(outcome.report?.steps.map(\.source) == [.backup])
    #expect(outcome.report?.quarantine == nil)
    #expect(outcome.newest + outcome.older >= store.newest.count - 1)
    let fresh = try StoreFolder()
    try fresh.withStore { #expect($0.recoveryReport == nil && $0.reportedProblems == []) }
  }

  @Test func `the policies: the backup only, or nothing at all`() throws {
    let store = try Self.backedUp.get()
    let bytes = garbage(store, 0..<4096)
    let backup = try store.open(bytes, recovery: .backupOnly)
    #expect(backup.report?.steps.map(\.source) == [.backup])
    #expect(backup.older > 0)
    let failed = try store.open(bytes, recovery: .fail)
    #expect(failed.report == nil)
    #expect(failed.problems == [.storeNotUsable])
    #expect(failed.values.isEmpty)
    #expect(try data(of: store) == bytes)
    #expect(names("quarantine", of: store) == [])
  }

  @Test func `without anything to save the store is empty and usable`() throws {
    let store = try Self.plain.get()
    let outcome = try store.open([UInt8](repeating: 0x41, count: 20_000))
    #expect(outcome.values.isEmpty)
    #expect(outcome.report?.values == 0)
    #expect(outcome.problems == [.storeRecovered])
  }

  @Test func `a recovery that was cut short anywhere is done again`() throws {
    let store = try Self.plain.get()
    let bytes = garbage(store, 0..<4096)
    let files = FileManager.default
    try store.put(bytes)
    let folder = store.folder.store
    // The second name is there, the new file half built.
    try files.createDirectory(
      at: folder.appending(path: "quarantine"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    try files.linkItem(
      at: folder.appending(path: "data.mdb"), to: folder.appending(path: "quarantine/1-damaged.mdb")
    )
    try files.createDirectory(
      at: folder.appending(path: "rebuild.tmp"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    try Data("half".utf8).write(to: folder.appending(path: "rebuild.tmp/data.mdb"))
    let outcome = try store.reopen()
    #expect(outcome.newest == store.newest.count)
    #expect(names("quarantine", of: store) == ["1-damaged.mdb"])
    #expect(!files.fileExists(atPath: folder.path + "/rebuild.tmp"))
    // A second name that is no recovery's is refused as ever.
    try files.linkItem(
      at: folder.appending(path: "data.mdb"), to: folder.appending(path: "another name"))
    let problem = #expect(throws: SceneProblem.self) { _ = try store.reopen() }
    #expect(problem?.code == .insecureLocation)
    try files.removeItem(at: folder.appending(path: "another name"))
  }

  @Test func `a damaged file of a newer version is left as it is`() throws {
    for key in [InfoKey.format, InfoKey.incompatibleFeatures] {
      let folder = try StoreFolder()
      try folder.withStore { $0.scene("A")[SceneKey("draft", default: "")] = "kept" }
      let environment = try Environment.open(
        folder.store.path, options: .init(databases: ["info"], addsDatabases: false))
      let info = try #require(environment.database("info"))
      try environment.write { txn throws(LMDBError) in
        let value =
          key == InfoKey.format ? InfoKey.bytes(UInt32(2)) : InfoKey.bytes(UInt64(1) << 40)
        try txn.put(key, value, in: info)
      }
      environment.close()
      let data = folder.store.appending(path: "data.mdb")
      var bytes = try Data(contentsOf: data)
      // A first page is lost, and all that is known of the other is in its trees.
      let last = bytes[4096 + 144] > bytes[144] ? 0 : 1
      for index in last * 4096..<last * 4096 + 100 { bytes[index] = 0xEE }
      try bytes.write(to: data)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: data.path)
      let problem = #expect(throws: SceneProblem.self) { _ = try folder.open() }
      #expect(problem?.code == .storeFromNewerVersion)
      #expect(try Data(contentsOf: data) == bytes)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.store.path)
      #expect(!names.contains("quarantine"))
    }
  }

  @Test func `a store that may only be read is read, and what is written stays in memory`() throws {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "")
    try folder.withStore { $0.scene("A")[draft] = "kept" }
    let environment = try Environment.open(
      folder.store.path, options: .init(databases: ["info"], addsDatabases: false))
    let info = try #require(environment.database("info"))
    try environment.write { txn throws(LMDBError) in
      try txn.put(InfoKey.readOnlyFeatures, InfoKey.bytes(UInt64(4)), in: info)
    }
    environment.close()
    let data = folder.store.appending(path: "data.mdb")
    let bytes = try Data(contentsOf: data)
    let store = try folder.open()
    let scene = store.scene("A")
    #expect(scene[draft] == "kept")
    guard case .readOnly(let reason) = store.condition else {
      Issue.record("\(store.condition)")
      return
    }
    #expect(reason.contains("features 4"))
    scene[draft] = "in memory"
    let problem = #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(problem?.code == .storeFromNewerVersion)
    #expect(scene[draft] == "in memory")
    #expect(throws: SceneProblem.self) { try store.purge() }
    store.close()
    #expect(try Data(contentsOf: data) == bytes)
  }

  @Test func `a damaged file that others have open is left to them, and they are named`()
    async throws
  {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "")
    try folder.withStore { $0.scene("A")[draft] = "kept" }
    let data = folder.store.appending(path: "data.mdb")
    let bytes = try Data(contentsOf: data)
    let file = try FileHandle(forUpdating: data)
    try file.write(contentsOf: Data(repeating: 0xEE, count: 4096))
    // What a process does that has the store open; the map of a real one would be damaged too.
    let use = try FileHandle(forUpdating: folder.store.appending(path: "use.lock"))
    #expect(flock(use.fileDescriptor, LOCK_SH) == 0)
    await #expect(processExitsWith: .success) {
      [path = folder.store.path as String, pid = getpid() as Int32] in
      let other = try SceneStore.open(URL(filePath: path))
      let problem = try #require(other.reportedProblems.first)
      #expect(problem.code == .storeNotUsable)
      #expect(problem.detail.contains("process \(pid) has the store open"), "\(problem)")
      other.scene("A")[SceneKey("draft", default: "")] = "in memory"
      #expect(other.scene("A")[SceneKey("draft", default: "")] == "in memory")
      guard case .memory = other.condition else { exit(3) }
    }
    try use.close()
    try file.seek(toOffset: 0)
    try file.write(contentsOf: bytes.prefix(4096))
    try file.close()
    #expect(try folder.withStore { $0.scene("A")[draft] } == "kept")
    #expect(!FileManager.default.fileExists(atPath: folder.store.path + "/quarantine"))
  }

  @Test func `a file that is judged unsound only once is not touched`() throws {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "")
    try folder.withStore { $0.scene("A")[draft] = "kept" }
    let data = folder.store.appending(path: "data.mdb")
    let bytes = try Data(contentsOf: data)
    let looks = Mutex(0)
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.environmentHook = { options in
      let verify = options.verify
      options.verify = { path throws(LMDBError) in
        let look = looks.withLock { looks in
          looks += 1
          return looks
        }
        // What a read that fails once looks like.
        if look == 1 { throw .damaged(reason: "the disk stuttered") }
        try verify(path)
      }
    }
    let store = try folder.open(options)
    #expect(store.scene("A")[draft] == "kept")
    #expect(store.recoveryReport == nil && store.reportedProblems == [])
    store.close()
    #expect(looks.withLock { $0 } == 2)
    #expect(try Data(contentsOf: data) == bytes)
  }

  @Test func `a damaged value gives its default, is told, and its bytes are kept`() throws {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "default")
    try folder.withStore { store in
      store.scene("A")[draft] = "damaged"
      store.scene("A").tab("hawk")[draft] = "sound"
    }
    try folder.withStore { store in
      let address = try #require(store.scene("A").valueAddress(of: "draft"))
      try store.corrupt(address, flippingLowestBits: 3)
    }
    try folder.withStore { store in
      #expect(store.recoveryReport == nil)
      #expect(store.scene("A")[draft] == "default")
      #expect(store.scene("A").facts(of: draft).problem?.code == .valueNotReadable)
      #expect(store.scene("A").tab("hawk")[draft] == "sound")
      try store.flush()
      #expect(store.setAsideCount == 1)
      store.scene("A")[draft] = "new"
      try store.flush()
      #expect(store.setAsideCount == 1)
    }
    try folder.withStore { #expect($0.scene("A")[draft] == "new") }
  }
}
