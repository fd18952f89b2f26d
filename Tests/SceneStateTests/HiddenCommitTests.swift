import FaultyCalls
import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// The last commit must not be lost because its first page says that it is an old one.
@Suite struct HiddenCommitTests {
  private let draft = SceneKey("draft", default: "")

  /// A store of small commits whose newest number has the bit that makes it two less; the file
  /// does not grow with the last ones.
  private func sample(rounds: Int = 40) throws -> (folder: StoreFolder, newest: UInt64) {
    let folder = try StoreFolder()
    let store = try folder.open()
    defer { store.close() }
    var newest: UInt64 = 0
    for round in 0..<rounds {
      store.scene("A")[draft] = "round \(round)"
      try store.flush()
      newest = try #require(try DataFile.open(data(folder)).snapshots.first).transaction
      if round >= rounds - 4, newest & 2 == 2 { break }
    }
    try #require(newest & 2 == 2, "no transaction had the bit")
    return (folder, newest)
  }

  private func data(_ folder: StoreFolder) -> String { folder.store.path + "/data.mdb" }

  private func flip(_ folder: StoreFolder, _ newest: UInt64) throws {
    let file = try FileHandle(forUpdating: URL(filePath: data(folder)))
    try file.seek(toOffset: (newest & 1) * 4096 + 144)
    try file.write(contentsOf: [UInt8(truncatingIfNeeded: newest) ^ 2])
    try file.close()
  }

  @Test func `one flipped bit of the newest number costs no commit and is told`() throws {
    let (folder, newest) = try sample()
    let before = try DataFile.open(data(folder)).snapshots
    #expect(before[0].lastPage == before[1].lastPage, "the file must not give it away")
    let value = try folder.withStore { $0.scene("A")[draft] }
    try flip(folder, newest)
    let file = try DataFile.open(data(folder))
    #expect(file.verdict().isSound, "LMDB itself would see nothing wrong")
    let verdict = file.storeVerdict()
    #expect(verdict.findings.map(\.fault) == [.commitRecordBefore(newest)])
    #expect(verdict.previous?.isSound == true, "the commit itself is whole")
    #expect(verdict.commitInDoubt == newest)
    try folder.withStore { store in
      #expect(store.scene("A")[draft] == value)
      #expect(store.reportedProblems.map(\.code) == [.storeRecovered])
      let report = try #require(store.recoveryReport)
      #expect(report.steps.map(\.source) == [.newestSnapshot, .previousSnapshot])
      #expect(report.steps.map(\.values) == [1, 0])
      #expect(report.older.isEmpty)
      #expect(report.reason.hasPrefix("commit \(newest) is whole, but"), "\(report)")
      #expect(!report.reason.contains("damage"), "\(report)")
    }
    #expect(try DataFile.open(data(folder)).storeVerdict().isSound)
  }

  /// The newest first page leads to the list of databases of an older commit: all of that is sound.
  private func leadToOldPages(_ folder: StoreFolder, _ newest: UInt64) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: data(folder))))
    let root = Int(newest & 1) * 4096 + 128
    func changed(_ page: Int) -> [UInt8] {
      var changed = bytes
      let number = (0..<8).map { UInt8(truncatingIfNeeded: page >> ($0 * 8)) }
      changed.replaceSubrange(root..<root + 8, with: number)
      return changed
    }
    // Neither of the two commits that the first pages speak of.
    func isOld(_ page: Int) -> Bool {
      let file = DataFile(bytes: changed(page))
      guard let snapshot = file.snapshots.first(where: { $0.transaction == newest }) else {
        return false
      }
      var commit: CommitRecord?
      _ = file.forEachEntry(in: "info", of: snapshot, prefix: InfoKey.commit, limit: 1) { _, row in
        commit = CommitRecord(row)
        return false
      }
      return commit.map { $0.transaction + 1 < newest } ?? false
    }
    let page = try #require((2..<bytes.count / 4096).first(where: isOld), "no old list is left")
    try Data(changed(page)).write(to: URL(filePath: data(folder)))
  }

  @Test func `a first page that leads to sound old pages costs no commit`() throws {
    let (folder, newest) = try sample()
    let value = try folder.withStore { $0.scene("A")[draft] }
    let last = try #require(try DataFile.open(data(folder)).snapshots.first).transaction
    try #require(last >= newest)
    try leadToOldPages(folder, last)
    let verdict = try DataFile.open(data(folder)).storeVerdict()
    #expect(!verdict.isSound)
    try folder.withStore { store in
      #expect(store.scene("A")[draft] == value)
      #expect(store.reportedProblems.map(\.code) == [.storeRecovered])
      let report = try #require(store.recoveryReport)
      #expect(report.steps.map(\.source).contains(.leafScan), "\(report)")
    }
  }

  @Test func `who only looks is told too, and is shown the last commit`() throws {
    let (folder, newest) = try sample()
    let value = try folder.withStore { $0.scene("A")[draft] }
    try flip(folder, newest)
    let bytes = try Data(contentsOf: URL(filePath: data(folder)))
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(!examination.isSound)
    #expect(
      examination.findings.map(\.words) == [
        "commit \(newest) is there, but its first page gives it an older number"
      ])
    let snapshot = try StoreInspector.lookAtWhatIsLeft(folder.store.path).snapshot()
    #expect(snapshot.entries.map(\.json) == ["\"\(value)\""])
    #expect(snapshot.remarks.map(\.code) == [.damaged])
    #expect(throws: StoreInspector.Failure.self) { try StoreInspector.look(folder.store.path) }
    #expect(try Data(contentsOf: URL(filePath: data(folder))) == bytes)
  }

  @Test(arguments: [RecoveryPolicy.fail, .backupOnly])
  func `whatever the policy, a commit in doubt is kept if nothing is lost with it`(
    policy: RecoveryPolicy
  ) throws {
    let (folder, newest) = try sample()
    let value = try folder.withStore { $0.scene("A")[draft] }
    try flip(folder, newest)
    let bytes = try Data(contentsOf: URL(filePath: data(folder)))
    var options = SceneStore.Options()
    options.recovery = policy
    try folder.withStore(options) { store in
      #expect(store.scene("A")[draft] == value)
      #expect(store.reportedProblems.map(\.code) == [.storeRecovered])
      let kept = try #require(store.recoveryReport?.quarantine)
      #expect(try Data(contentsOf: kept) == bytes)
    }
  }

  @Test func `with the policy to change nothing, a commit in doubt with a torn page is left alone`()
    throws
  {
    let folder = try StoreFolder()
    var newest: UInt64 = 0
    try folder.withStore { store in
      for round in 0..<8 where newest & 2 == 0 || round < 4 {
        store.scene("A")[SceneKey("large-\(round)", default: "")] = String(
          repeating: "x", count: 9_000)
        try store.flush()
        newest = try #require(try DataFile.open(data(folder)).snapshots.first).transaction
      }
    }
    try flip(folder, newest)
    let path = data(folder)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let torn = try #require(try Self.pageOnlyInDoubt(bytes))
    for index in torn * 4096..<torn * 4096 + 16 { bytes[index] = 0xEE }
    try #require(DataFile(bytes: bytes).storeVerdict().commitInDoubt == newest)
    try Self.replace(path, bytes)
    var options = SceneStore.Options()
    options.recovery = .fail
    try folder.withStore(options) { store in
      #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
      #expect(store.recoveryReport == nil)
    }
    #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == bytes)
    #expect(!FileManager.default.fileExists(atPath: folder.store.path + "/quarantine"))
  }

  /// A page that only the commit in doubt needs.
  private static func pageOnlyInDoubt(_ bytes: [UInt8]) throws -> Int? {
    (2..<bytes.count / 4096).first { page in
      var broken = bytes
      for index in page * 4096..<page * 4096 + 16 { broken[index] = 0xEE }
      let file = DataFile(bytes: broken)
      let hidden = file.storeSnapshots[0]
      return file.examine(file.snapshots[0]).isSound && !file.examine(hidden).isSound
        && file.storeVerdict().commitInDoubt != nil
    }
  }

  private static func replace(_ path: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  @Test(arguments: [1, 5])
  func `a commit whose first page could not be written is kept or written again`(
    commits: Int
  ) async throws {
    let folder = try StoreFolder()
    for dies in [true, false] {
      try? FileManager.default.removeItem(at: folder.store)
      await #expect(processExitsWith: .success) {
        [path = folder.store.path as String, commits = commits as Int, dies = dies as Bool] in
        let draft = SceneKey("draft", default: "")
        let store = try SceneStore.open(
          URL(filePath: path), options: .init(commitDelay: .seconds(3600)))
        for round in 0..<commits {
          store.scene("A")[draft] = "round \(round)"
          try store.flush()
        }
        _ = store.scene("A")[draft]
        faulty_fail_first_pages(1, EIO)
        store.scene("A")[draft] = "in doubt"
        #expect(throws: SceneProblem.self) { try store.flush() }
        #expect(store.recoveryReport == nil, "nothing is repaired while the process lives")
        if dies {
          store.abandon()
        } else {
          try store.flush()
          store.close()
        }
      }
      let isDoubtful = try DataFile.open(data(folder)).storeVerdict().commitInDoubt != nil
      try folder.withStore { store in
        #expect(store.scene("A")[draft] == "in doubt")
        #expect((store.recoveryReport != nil) == isDoubtful)
        #expect(store.recoveryReport?.dropped ?? 0 == 0)
      }
      #expect(isDoubtful == dies)
    }
  }
}
