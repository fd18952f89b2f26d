import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Synchronization
import Testing

/// What a file is, rule by rule: each of these fails if its rule is taken out.
@Suite struct StoreJudgementTests {
  private let draft = SceneKey("draft", default: "")

  @Test(arguments: ["info", "sessions", "set-aside", "values", "tails"])
  func `a store whose database is not found is damaged, and an opening saves it`(
    name: String
  ) throws {
    let expected = name == "tails" ? String(repeating: "x", count: 4_200) : "a"
    let folder = try StoreFolder.withoutBackups { $0.scene("A")[draft] = expected }
    try folder.changeEntry(name) { bytes, place in bytes[place + name.utf8.count - 1] ^= 1 }
    #expect(DataFile(bytes: try folder.bytes()).verdict().isSound, "LMDB sees nothing wrong")
    #expect(try folder.faults() == [.databaseMissing(name)])
    #expect(try !StoreInspector.examine(folder.store.path).isSound)
    try folder.withStore { store in
      #expect(store.isUsable && store.recoveryReport != nil)
      #expect(store.scene("A")[draft] == expected)
    }
  }

  /// LMDB opens no database in the place of such an entry.
  @Test func `an entry of the list of databases that is none is damage, and costs no value`() throws
  {
    let folder = try StoreFolder.withoutBackups { $0.scene("A")[draft] = "a" }
    let environment = try Environment.open(
      folder.store.path, options: .init(databases: DamagedStoreSample.tables + ["other"]))
    environment.close()
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      try StrangeWriter.record(&transaction, tables, entries: 1)
    }
    #expect(try folder.faults() == [], "another database is no harm")
    try folder.spoilEntry("other")
    #expect(DataFile(bytes: try folder.bytes()).verdict().isSound, "LMDB sees nothing wrong")
    #expect(try folder.faults() == [.databaseMissing("other")])
    try folder.withStore { store in
      #expect(store.recoveryReport != nil && store.scene("A")[draft] == "a")
    }
  }

  @Test func `a store may be empty for its first transaction, and not later`() throws {
    let new = try StoreFolder.new()
    #expect(try new.judge().verdict.isSound)
    try new.withStore { #expect($0.recoveryReport == nil && $0.reportedProblems == []) }
    // Another transaction, as after years of use.
    let later = try StoreFolder.new()
    try StrangeWriter.write(later) { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      try transaction.put([1], [1], in: info)
    }
    try StrangeWriter.write(later) { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      _ = try transaction.delete([1], in: info)
    }
    #expect(try later.faults() == [.emptied])
    #expect(try !StoreInspector.examine(later.store.path).isSound)
    try later.withStore { #expect($0.isUsable && $0.recoveryReport?.values == 0) }
    // The pages of a full store behind first pages of an empty one.
    let full = try StoreFolder.withoutBackups { $0.scene("A")[draft] = "kept" }
    let first = try StoreFolder.new().bytes()
    try full.put(first + (try full.bytes()).dropFirst(first.count))
    #expect(try full.faults() == [.emptied])
    try full.withStore { store in
      #expect(store.recoveryReport != nil && store.scene("A")[draft] == "kept")
    }
  }

  @Test func `an empty store beside a backup that has more is not believed`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = BackupRule()
    try folder.withStore(options) { $0.scene("A")[draft] = "kept" }
    try folder.put(try StoreFolder.new().bytes())
    #expect(try folder.faults() == [.emptied])
    try folder.withStore { store in
      #expect(store.recoveryReport != nil && store.scene("A")[draft] == "kept")
    }
  }

  @Test func `a commit record whose numbers would overflow is refused`() throws {
    let folder = try StoreFolder.withTwoScenes()
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      try StrangeWriter.record(&transaction, tables, epoch: .max - 5, entries: 3)
    }
    #expect(try folder.faults() == [.headerRow("!commit")])
    try folder.withStore { #expect($0.isUsable && $0.scene("A")[draft] == "a") }
  }

  @Test func `names of files that are no backups are no numbers`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = BackupRule()
    try folder.withStore(options) { $0.scene("A")[draft] = "a" }
    let path = folder.store.appending(path: "backup/9223372036854775807.snap")
    try Data("none".utf8).write(to: path)
    try folder.withStore(options) { $0.scene("A")[draft] = "b" }
    #expect(try folder.withStore { $0.backups.count } == 2)
  }

  @Test func `holes of any size cost no time, and a repair copies none of them`() throws {
    let folder = try StoreFolder.withTwoScenes()
    let file = try FileHandle(forUpdating: URL(filePath: folder.dataPath))
    try file.truncate(atOffset: 1 << 40)
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(repeating: 0xEE, count: 8192))
    try file.close()
    let start = ContinuousClock.now
    let new = folder.url.appending(path: "repaired")
    let report = try StoreEditor.repair(folder.store.path, into: new.path)
    #expect(report.values == 3)
    try folder.withStore { store in
      #expect(store.recoveryReport?.values == 3)
      #expect(store.scene("A")[draft] == "a")
    }
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func `who waits for a recovery is told how far it is`() throws {
    let folder = try StoreFolder.withTwoScenes()
    var bytes = try folder.bytes()
    for page in 0...1 { bytes[page * 4096 + 16] = 0 }
    try folder.put(bytes)
    let told = Told()
    var options = SceneStore.Options(commitDelay: .zero)
    options.onRecovery = { told.add($0) }
    try folder.withStore(options) { #expect($0.recoveryReport != nil) }
    let last = try #require(told.all.last)
    #expect(last.percent == 100 && last.bytesAll == bytes.count)
  }
}

private final class Told: Sendable {
  private let progress = Mutex<[RecoveryProgress]>([])
  var all: [RecoveryProgress] { progress.withLock { $0 } }
  func add(_ one: RecoveryProgress) { progress.withLock { $0.append(one) } }
}
