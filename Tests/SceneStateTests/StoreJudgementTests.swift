import Foundation
import LMDB
import SceneState
import StoreTools
import Synchronization
import Testing

/// What a file is, rule by rule: each of these fails if its rule is taken out.
@Suite struct StoreJudgementTests {
  private let draft = SceneKey("draft", default: "")

  private func path(_ folder: StoreFolder) -> String { folder.store.path + "/data.mdb" }

  private func bytes(_ folder: StoreFolder) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path(folder))))
  }

  private func put(_ bytes: [UInt8], in folder: StoreFolder) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path(folder)))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  private func judge(_ folder: StoreFolder) throws -> StoreJudgement {
    try StoreJudgement(ofFile: path(folder))
  }

  private func faults(_ folder: StoreFolder) throws -> [DataFileFinding.Fault] {
    try judge(folder).verdict.findings.map(\.fault)
  }

  /// A file of LMDB's with other databases than a store has; with none it has plain entries.
  private func foreign(_ names: [String]) throws -> StoreFolder {
    let folder = try StoreFolder()
    let environment = try Environment.open(folder.store.path, options: .init(databases: names))
    defer { environment.close() }
    for name in names {
      let database = try #require(environment.database(name))
      try environment.write { txn throws(LMDBError) in
        try txn.put(Array("key".utf8), Array("value".utf8), in: database)
      }
    }
    return folder
  }

  @Test(arguments: [["people", "things"], ["info"], ["values", "sessions"]])
  func `an LMDB file of somebody else's is told as one, and left as it is`(
    names: [String]
  ) throws {
    let folder = try foreign(names)
    let before = try bytes(folder)
    let words =
      "it is no scene store (no row 'format'; databases: "
      + names.sorted().joined(separator: ", ") + ")"
    #expect(try judge(folder).kind == .foreign(words))
    #expect(throws: LMDBError.notAStore(reason: words)) { try verifyStoreFile(path(folder)) }
    #expect(throws: StoreInspector.Failure.foreign(words)) {
      try StoreInspector.examine(folder.store.path)
    }
    #expect(throws: StoreInspector.Failure.foreign(words)) {
      try StoreInspector.lookAtWhatIsLeft(folder.store.path)
    }
    for policy in [RecoveryPolicy.salvage, .backupOnly, .fail] {
      var options = SceneStore.Options(commitDelay: .zero)
      options.recovery = policy
      let problems = try folder.withStore(options) { store in
        #expect(!store.isUsable)
        return store.reportedProblems
      }
      #expect(problems.map(\.code) == [.storeNotUsable])
      #expect(problems.first?.detail.contains(words) == true)
    }
    let new = folder.url.appending(path: "repaired").path
    #expect(throws: SceneProblem.self) { try StoreEditor.repair(folder.store.path, into: new) }
    #expect(try bytes(folder) == before)
  }

  @Test func `a foreign file that is damaged is still foreign, an empty one is nobody's`() throws {
    let folder = try foreign(["people"])
    var broken = try bytes(folder)
    broken[broken.count - 4096 + 10] = 0
    try put(broken, in: folder)
    guard case .foreign = try judge(folder).kind else {
      Issue.record("\(try judge(folder))")
      return
    }
    let empty = try foreign([])
    #expect(try judge(empty).kind == .store)
    try empty.withStore { store in
      #expect(store.isUsable && store.recoveryReport?.values == 0)
    }
  }

  @Test(arguments: ["info", "sessions", "set-aside", "values", "tails"])
  func `a store whose database is not found is damaged, and an opening saves it`(
    name: String
  ) throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[draft] = name == "tails" ? String(repeating: "x", count: 4_200) : "a"
    }
    let expected = try folder.withStore { $0.scene("A")[draft] }
    var broken = try bytes(folder)
    // The name in the list of databases; rows of `info` and `sessions` have others.
    for place in 8192..<broken.count - 60
    where broken[place..<place + name.utf8.count].elementsEqual(name.utf8)
      && broken[place - 2] == UInt8(name.utf8.count) && broken[place - 1] == 0
    {
      broken[place + name.utf8.count - 1] ^= 1
    }
    try put(broken, in: folder)
    #expect(DataFile(bytes: broken).verdict().isSound, "LMDB itself would see nothing wrong")
    #expect(try faults(folder) == [.databaseMissing(name)])
    #expect(try !StoreInspector.examine(folder.store.path).isSound)
    try folder.withStore { store in
      #expect(store.isUsable && store.recoveryReport != nil)
      #expect(store.scene("A")[draft] == expected)
    }
  }

  @Test func `a store may be empty for its first transaction, and not later`() throws {
    func empty() throws -> StoreFolder {
      let folder = try StoreFolder()
      let environment = try Environment.open(
        folder.store.path, options: .init(databases: DamagedStoreSample.tables))
      environment.close()
      return folder
    }
    let new = try empty()
    #expect(try judge(new).verdict.isSound)
    try new.withStore { #expect($0.recoveryReport == nil && $0.reportedProblems == []) }
    // Another transaction, as after years of use.
    let later = try empty()
    try StrangeWriter.write(later) { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      try transaction.put([1], [1], in: info)
    }
    try StrangeWriter.write(later) { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      _ = try transaction.delete([1], in: info)
    }
    #expect(try faults(later) == [.emptied])
    #expect(try !StoreInspector.examine(later.store.path).isSound)
    try later.withStore { #expect($0.isUsable && $0.recoveryReport?.values == 0) }
    // The pages of a full store behind first pages of an empty one.
    let full = try StoreFolder()
    try full.withStore { $0.scene("A")[draft] = "kept" }
    let first = try bytes(try empty())
    try put(first + (try bytes(full)).dropFirst(first.count), in: full)
    #expect(try faults(full) == [.emptied])
    try full.withStore { store in
      #expect(store.recoveryReport != nil && store.scene("A")[draft] == "kept")
    }
  }

  @Test func `an empty store beside a backup that has more is not believed`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = BackupRule()
    try folder.withStore(options) { $0.scene("A")[draft] = "kept" }
    let other = try StoreFolder()
    let environment = try Environment.open(
      other.store.path, options: .init(databases: DamagedStoreSample.tables))
    environment.close()
    try put(try bytes(other), in: folder)
    #expect(try faults(folder) == [.emptied])
    try folder.withStore { store in
      #expect(store.recoveryReport != nil && store.scene("A")[draft] == "kept")
    }
  }

  @Test func `a commit record whose numbers would overflow is refused`() throws {
    let folder = try StoreFolder.withTwoScenes()
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      try StrangeWriter.record(&transaction, tables, epoch: .max - 5, entries: 3)
    }
    #expect(try faults(folder) == [.headerRow("!commit")])
    try folder.withStore { #expect($0.isUsable && $0.scene("A")[draft] == "a") }
  }

  @Test func `a file of another kind of machine is no damage`() throws {
    let folder = try StoreFolder.withTwoScenes()
    var bytes = try bytes(folder)
    for page in 0...1 { bytes[page * 4096 + 16..<page * 4096 + 20].reverse() }
    try put(bytes, in: folder)
    guard case .unknown = try judge(folder).kind else {
      Issue.record("\(try judge(folder))")
      return
    }
    #expect(throws: SceneProblem.self) { try folder.open() }
    #expect(try self.bytes(folder) == bytes)
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
    let file = try FileHandle(forUpdating: URL(filePath: path(folder)))
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
    var bytes = try bytes(folder)
    for page in 0...1 { bytes[page * 4096 + 16] = 0 }
    try put(bytes, in: folder)
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
