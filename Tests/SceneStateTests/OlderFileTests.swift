import Foundation
import LMDB
import SceneState
import StoreTools
import Testing

/// An older data file in the place of a newer one: what only the backups have is kept.
struct OlderFileTests {
  private let draft = SceneKey("draft", default: "")

  private func options() -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.backups = BackupRule(commits: 1, interval: .zero, kept: 2)
    return options
  }

  private func write(_ text: String, _ folder: StoreFolder) throws {
    try folder.withStore(options()) { $0.scene("A")[draft] = text }
  }

  private func backups(_ folder: StoreFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.store.appending(path: "backup").path
    ).sorted()
  }

  /// Two backups, and the file as it was before the second one.
  private func olderStore() throws -> StoreFolder {
    let folder = try StoreFolder()
    let file = folder.store.appending(path: "data.mdb")
    try write("old", folder)
    let old = try Data(contentsOf: file)
    try write("new", folder)
    #expect(try backups(folder) == ["001.snap", "002.snap"])
    try old.write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    return folder
  }

  private func warnings(_ folder: StoreFolder) throws -> [StoreExamination.Finding] {
    try StoreInspector.examine(folder.store.path).findings.filter { $0.severity == .warning }
  }

  @Test func `a newer backup outlives every start, and is told at each`() throws {
    let folder = try olderStore()
    for text in ["one", "two", "three", "four"] {
      try folder.withStore(options()) { store in
        #expect(store.scene("A")[draft] == (text == "one" ? "old" : Self.before[text]))
        #expect(store.remarks.map(\.code).contains(.olderThanBackup))
        let problem = store.reportedProblems.first { $0.code == .olderThanBackup }
        #expect(problem?.description.contains("backup/002.newer.snap") == true)
        store.scene("A")[draft] = text
      }
    }
    #expect(try backups(folder) == ["002.newer.snap", "005.snap", "006.snap"])
    let place = folder.url.appending(path: "restored.store")
    let backup = folder.store.appending(path: "backup/002.newer.snap")
    try SceneStore.restore(backup, to: place)
    let restored = try SceneStore.open(place)
    #expect(restored.scene("A")[draft] == "new")
    restored.close()
    // Whoever wants the older past says so.
    try FileManager.default.removeItem(at: backup)
    try folder.withStore(options()) { store in
      #expect(!store.remarks.map(\.code).contains(.olderThanBackup))
      #expect(store.reportedProblems == [])
    }
    #expect(try warnings(folder) == [])
  }

  private static let before = ["two": "one", "three": "two", "four": "three"]

  @Test func `an examination finds it before and after an app went on`() throws {
    let folder = try olderStore()
    let first = try #require(try warnings(folder).first)
    #expect(first.words.hasPrefix("data.mdb ends at txn "))
    #expect(first.words.contains("backup/002.snap at txn "))
    #expect(first.words.hasSuffix(": an older file was put here"))
    #expect(first.repair == .load(backup: "backup/002.snap"))
    for text in ["one", "two"] { try write(text, folder) }
    #expect(try warnings(folder).map(\.repair) == [.load(backup: "backup/002.newer.snap")])
  }

  @Test func `two older files keep two backups, and a purge removes them`() throws {
    let folder = try olderStore()
    let file = folder.store.appending(path: "data.mdb")
    let old = try Data(contentsOf: file)
    // Without a backup between them the number is that of the one that was kept.
    try write("one", folder)
    try old.write(to: file)
    try folder.withStore(options()) { store in
      let kept = ["002.newer.snap", "003.newer.snap"]
      #expect(try backups(folder).filter { $0.contains("newer") } == kept)
      try store.purge()
      #expect(try backups(folder).filter { $0.contains("newer") } == [])
    }
  }

  @Test func `a store that was never older is never told so`() throws {
    let folder = try StoreFolder()
    for text in ["one", "two", "three"] {
      try folder.withStore(options()) { store in
        #expect(!store.remarks.map(\.code).contains(.olderThanBackup))
        #expect(store.reportedProblems == [])
        store.scene("A")[draft] = text
        try store.compact()
      }
      #expect(try warnings(folder) == [])
    }
  }
}
