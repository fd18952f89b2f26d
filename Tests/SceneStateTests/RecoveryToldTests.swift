import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// What a recovery says: of what it could not prove, and to whom.
struct RecoveryToldTests {
  private let draft = SceneKey("draft", default: "")
  private let size = SceneKey("size", default: 0)

  private func path(_ folder: StoreFolder) -> URL { folder.store.appending(path: "data.mdb") }

  private func bytes(_ folder: StoreFolder) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: path(folder)))
  }

  private func put(_ bytes: [UInt8], in folder: StoreFolder) throws {
    try Data(bytes).write(to: path(folder))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: path(folder).path)
  }

  private func options() -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.backups = nil
    return options
  }

  /// Three values in two windows, the first of which is `A`, and no backup.
  private func sample() throws -> StoreFolder {
    let folder = try StoreFolder()
    try folder.withStore(options()) { store in
      store.scene("A")[draft] = "a"
      store.scene("A").tab("hawk")[size] = 7
      try store.flush()
      store.scene("B")[draft] = "b"
    }
    return folder
  }

  private func backUp(_ store: SceneStore, _ folder: StoreFolder) throws {
    let place = folder.store.appending(path: "backup")
    try FileManager.default.createDirectory(
      at: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try store.backup(to: place.appending(path: "001.snap"))
  }

  /// Both first pages are gone.
  private func loseFirstPages(_ folder: StoreFolder) throws {
    var bytes = try bytes(folder)
    bytes.replaceSubrange(0..<8192, with: repeatElement(0, count: 8192))
    try put(bytes, in: folder)
  }

  @Test(arguments: [false, true])
  func `a removal that only a page remembers counts against a backup`(hasBackup: Bool) throws {
    let folder = try StoreFolder()
    try folder.withStore(options()) { store in
      store.scene("A")[draft] = "removed"
      store.scene("A")[size] = 1
      try store.flush()
      if hasBackup { try backUp(store, folder) }
      store.scene("A").reset(draft)
      try store.flush()
      store.scene("A")[size] = 2
      try store.flush()
    }
    try loseFirstPages(folder)
    try folder.withStore(options()) { store in
      #expect(store.recoveryReport != nil)
      #expect(store.scene("A")[draft] == "")
      #expect(store.scene("A")[size] == 2)
    }
  }

  @Test func `what nothing proves to be of the last commit is listed, with its age`() throws {
    let folder = try StoreFolder()
    try folder.withStore(options()) { store in
      store.scene("A")[draft] = "old"
      try store.flush()
      try backUp(store, folder)
      for round in 1...7 {
        store.scene("A")[size] = round
        try store.flush()
      }
    }
    let sound = try bytes(folder)
    // Of the file only the page of the values is left, with no way to it.
    let leaf = try #require(
      (2..<sound.count / 4096).last { page in
        var broken = sound
        broken[page * 4096 + 10] = 0
        return DataFile(bytes: broken).storeVerdict().newest?.findings.first?.tree == "values"
      })
    var broken = [UInt8](repeating: 0, count: sound.count)
    broken.replaceSubrange(
      leaf * 4096..<(leaf + 1) * 4096, with: sound[leaf * 4096..<(leaf + 1) * 4096])
    try put(broken, in: folder)
    try folder.withStore(options()) { store in
      let report = try #require(store.recoveryReport)
      #expect(store.scene("A")[size] == 7)
      #expect(report.older == ["A/draft", "A/size"], "a later commit may have left no trace")
      #expect(report.olderCommits == 7)
      #expect(report.description.contains("2 values were saved, 2 of them perhaps not"))
      #expect(report.description.contains("up to 7 commits older"))
    }
  }

  @Test func `a report that nobody read is left to the next process`() throws {
    let folder = try sample()
    try loseFirstPages(folder)
    // Nobody asks, and the process dies.
    try folder.open(options()).abandon()
    for _ in 0..<2 {
      let check = try StoreInspector.examine(folder.store.path)
      #expect(check.isSound)
      #expect(check.findings.map(\.words).contains { $0.contains("3 values were saved") })
    }
    let first = try folder.open(options())
    let report = try #require(first.recoveryReport)
    #expect(report.values == 3 && report.quarantine != nil)
    #expect(report.steps.map(\.source) == [.leafScan])
    #expect(first.reportedProblems.map(\.code) == [.storeRecovered])
    first.scene("A")[draft] = "more"
    try first.flush()
    #expect(first.recoveryReport == report, "this process keeps it")
    first.close()
    try folder.withStore(options()) { store in
      #expect(store.recoveryReport == nil && store.reportedProblems == [])
    }
    #expect(try StoreInspector.examine(folder.store.path).findings == [])
  }

  @Test func `sound values whose window is lost come back as a window of their own`() throws {
    let folder = try sample()
    var bytes = try bytes(folder)
    bytes.replaceSubrange(0..<8192, with: repeatElement(0, count: 8192))
    // Every record of A, and every row of the index that leads to it.
    for wanted in [[0, 0, 0, 1, UInt8(ascii: "R")], Array("session/A".utf8)] {
      for place in 8192..<bytes.count - wanted.count
      where bytes[place..<place + wanted.count].elementsEqual(wanted) {
        bytes[place + wanted.count - 1] = 0xFF
      }
    }
    try put(bytes, in: folder)
    try folder.withStore(options()) { store in
      let report = try #require(store.recoveryReport)
      #expect(report.values == 3 && report.dropped == 0)
      #expect(report.found == ["recovered-1"])
      #expect(store.scene("recovered-1")[draft] == "a")
      #expect(store.scene("B")[draft] == "b")
      #expect(report.description.contains("the record of one scene is lost"))
    }
  }

  /// How long a recovery of so many destroyed and so many lost windows takes this thread.
  private func seconds(_ count: UInt32) -> Double {
    var view = StoreView(.newestSnapshot, sequence: 9)
    var (sessions, values, index): ([[UInt8]: [UInt8]], [[UInt8]: [UInt8]], [[UInt8]: [UInt8]])
    (sessions, values, index) = ([:], [:], [:])
    for number in 1...count {
      let tombstone = SessionRecord(number: number, kind: .tombstone, sequence: 2, id: "")
      sessions[tombstone.key] = tombstone.bytes()
      let address = ValueAddress(session: number + count, path: ScopePath(), key: "draft")
      let key = StoredKey.bytes(of: address) ?? []
      values[key] = Envelope(tag: 5, sequence: 3, payload: [65]).bytes(forKey: key)
      index[Array("session/window-\(number)".utf8)] = InfoKey.bytes(number + count)
    }
    view.tables = [
      .info: .init(rows: index), .sessions: .init(rows: sessions), .values: .init(rows: values),
    ]
    func time() -> Double {
      var now = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
      return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
    let start = time()
    let salvage = Salvage([view], FoundPages(FoundRows(ceiling: 9)))
    #expect(salvage.records.filter { $0.table == .values }.count == Int(count))
    return time() - start
  }

  @Test func `four times as many lost windows take no more than eight times as long`() {
    // The best of a few, since another process may take the machine at any moment.
    let ratios = (0..<3).map { _ in
      let few = seconds(400)
      return seconds(1_600) / few
    }
    #expect(ratios.contains { $0 < 8 }, "\(ratios)")
  }
}
