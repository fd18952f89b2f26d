import Foundation
import SceneState
import Testing

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
}
