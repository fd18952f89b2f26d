import Foundation
import LMDB
import SceneState
import StoreFormat
import Synchronization
import Testing

/// Backups: flat files that are whole or of no use, made while nobody waits.
@Suite struct BackupTests {
  private let draft = SceneKey("draft", default: "")

  /// A store with values of each kind of place.
  private func fill(_ store: SceneStore) throws {
    store.tick {
      store.app[SceneKey("opened", default: 0)] = 7
      for name in ["A", "B"] {
        let scene = store.scene(SceneID(rawValue: name))
        for tab in ["hawk", "raven"] { scene.tab(TabID(rawValue: tab))[draft] = "\(name) \(tab)" }
        scene.nested("note", String(repeating: "n", count: 80))[draft] = "long name"
      }
      store.scene("A")[SceneKey("large", default: Data())] = Data(repeating: 9, count: 70_000)
    }
    try store.flush()
  }

  private func content(_ store: SceneStore) throws -> [String] {
    try store.inspect().entries.map { "\($0.address) \($0.type) \($0.json ?? "-") \($0.version)" }
  }

  @Test func `a backup is a private file that makes the same store again`() throws {
    let folder = try StoreFolder()
    let file = folder.url.appending(path: "copy.snap")
    let expected = try folder.withStore { store -> [String] in
      try fill(store)
      store.scene("A")[draft] = "not committed yet"
      try store.backup(to: file)
      return try content(store)
    }
    #expect(expected.count == 9)
    #expect(expected.contains { $0.contains("not committed yet") })
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let place = folder.url.appending(path: "restored.store")
    try SceneStore.restore(file, to: place)
    let restored = try SceneStore.open(place)
    defer { restored.close() }
    #expect(try content(restored) == expected)
    #expect(restored.scene("B").tab("raven")[draft] == "B raven")
    // The numbers of commits go on growing, so that newer values are known as such.
    let before = try restored.inspect().entries.map(\.transaction).max() ?? 0
    restored.scene("A")[draft] = "after"
    try restored.flush()
    #expect(try restored.inspect().entries.map(\.transaction).max() ?? 0 > before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == ["copy.snap", "restored.store", "scenes.store"])
  }

  @Test func `a backup replaces nothing, and neither does a restoring`() throws {
    let folder = try StoreFolder()
    let file = folder.url.appending(path: "copy.snap")
    try folder.withStore { store in
      try fill(store)
      try store.backup(to: file)
      let problem = #expect(throws: SceneProblem.self) { try store.backup(to: file) }
      #expect(problem?.code == .fileExists)
      let open = #expect(throws: SceneProblem.self) {
        try SceneStore.restore(file, to: folder.store)
      }
      #expect(open?.code == .alreadyOpen)
    }
    let closed = #expect(throws: SceneProblem.self) {
      try SceneStore.restore(file, to: folder.store)
    }
    #expect(closed?.code == .fileExists)
    #expect(try folder.withStore { try content($0) }.count == 8)
  }

  @Test func `a backup with any byte changed, cut or added is refused`() throws {
    let folder = try StoreFolder()
    let file = folder.url.appending(path: "copy.snap")
    try folder.withStore { store in
      store.scene("A")[draft] = "kept"
      try store.backup(to: file)
    }
    let whole = try Data(contentsOf: file)
    let bad = folder.url.appending(path: "bad.snap")
    var images = whole.indices.map { index in
      var bytes = whole
      bytes[index] ^= 1 << UInt8(index % 8)
      return bytes
    }
    images += (0..<whole.count).map { whole.prefix($0) }
    images += [whole + [0], whole + whole, Data(), Data(repeating: 0xFF, count: 4096)]
    for (number, bytes) in images.enumerated() {
      try bytes.write(to: bad)
      #expect(throws: SnapshotError.self, "image \(number)") {
        _ = try SnapshotFile(bad.path).check()
      }
    }
    let problem = #expect(throws: SceneProblem.self) {
      try SceneStore.restore(bad, to: folder.url.appending(path: "restored.store"))
    }
    #expect(problem?.code == .backupNotReadable)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/restored.store"))
  }

  @Test func `a store keeps its two newest backups, made when it is closed`() throws {
    let folder = try StoreFolder()
    for round in 1...4 {
      try folder.withStore { store in
        store.scene("A")[draft] = "round \(round)"
        try store.flush()
      }
    }
    // Nothing new: no backup.
    try folder.withStore { store in #expect(store.scene("A")[draft] == "round 4") }
    let backup = folder.store.appending(path: "backup")
    let names = try FileManager.default.contentsOfDirectory(atPath: backup.path).sorted()
    #expect(names == ["003.snap", "004.snap"])
    let modes = try [backup.path, backup.path + "/004.snap"].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
    }
    #expect(modes == [0o700, 0o600])
    let store = try folder.open()
    defer { store.close() }
    #expect(store.backups.map(\.lastPathComponent) == ["004.snap", "003.snap"])
    let old = folder.url.appending(path: "old.store")
    try SceneStore.restore(store.backups[1], to: old)
    let restored = try SceneStore.open(old)
    #expect(restored.scene("A")[draft] == "round 3")
    restored.close()
  }

  @Test(.timeLimit(.minutes(30)))
  func `backups are made while the store is idle, after so many commits or so much time`() throws {
    let folder = try StoreFolder()
    let now = Mutex(Duration.seconds(1000))
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = BackupRule(commits: 3, interval: .seconds(60))
    options.monotonicClock = { now.withLock { $0 } }
    try folder.withStore(options) { store in
      func commit(_ text: String) throws {
        store.scene("A")[draft] = text
        try store.flush()
      }
      func wait(_ count: Int) {
        while store.backups.count != count { usleep(2_000) }
      }
      for number in 1...3 { try commit("\(number)") }
      // The clock stands still: the store was never idle.
      usleep(50_000)
      #expect(store.backups.isEmpty)
      now.withLock { $0 += .seconds(2) }
      try commit("4")
      now.withLock { $0 += .seconds(2) }
      try commit("5")
      #expect(store.backups.count <= 1)
      now.withLock { $0 += .seconds(120) }
      // Anything wakes the committer, which asks the clock again.
      try commit("6")
      now.withLock { $0 += .seconds(2) }
      wait(1)
    }
  }

  @Test func `a backup folder that others can change is left alone and the store works`() throws {
    let folder = try StoreFolder()
    let backup = folder.store.appending(path: "backup")
    try folder.withStore { _ in }
    try FileManager.default.createDirectory(at: backup, withIntermediateDirectories: false)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: backup.path)
    let store = try folder.open()
    store.scene("A")[draft] = "kept"
    store.close()
    #expect(store.remarks.map(\.code) == [.insecureFolder])
    let mode = try FileManager.default.attributesOfItem(atPath: backup.path)[.posixPermissions]
    #expect(mode as? Int == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: backup.path) == ["001.snap"])
    #expect(try folder.withStore { $0.scene("A")[draft] } == "kept")
  }

  @Test func `what a death left behind in the middle of a backup is removed`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[draft] = "one" }
    let backup = folder.store.appending(path: "backup")
    try leave("tmp-00c0ffee00c0ffee", in: backup)
    try folder.withStore { $0.scene("A")[draft] = "two" }
    let names = try FileManager.default.contentsOfDirectory(atPath: backup.path).sorted()
    #expect(names == ["001.snap", "002.snap"])
  }

  /// A file as a process leaves it that is killed in the middle of a backup.
  private func leave(
    _ name: String, in folder: URL, _ text: String = "SCENESNP and more", mode: Int = 0o600
  ) throws {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  @Test func `a backup elsewhere removes what a killed one left, and nothing else`() throws {
    let folder = try StoreFolder()
    let place = folder.url
    try leave("tmp-00c0ffee00c0ffee", in: place)
    try leave("tmp-00c0ffee00c0fff0", in: place, "")
    let others = [
      "tmp-4711", "tmp-00c0ffee00c0ffe!", "tmp-00c0ffee00c0fff1", "tmp-00c0ffee00c0fff2",
    ]
    for name in others.dropLast(2) { try leave(name, in: place) }
    try leave(others[2], in: place, "a letter")
    try leave(others[3], in: place, mode: 0o644)
    let store = try folder.open()
    store.scene("A")[draft] = "one"
    try store.backup(to: place.appending(path: "copy.snap"))
    store.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(Set(names) == Set(others + ["copy.snap", "scenes.store"]))
    #expect(store.remarks.map(\.code) == [.leftoversRemoved])
    #expect(store.remarks[0].description.hasSuffix(": 2"))
  }

  @Test func `a file that is being written is nobody's leftover`() throws {
    let folder = try StoreFolder()
    let mark = Array("SCENESNP".utf8)
    var file = try NewFile(in: folder.url.path)
    try file.append(mark)
    try file.synchronize()
    #expect(NewFile.removeLeftovers(in: folder.url.path, beginning: mark) == 0)
    try file.place(at: folder.url.path + "/copy")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["copy"])
  }

  @Test func `a parent that everybody may write to is told`() throws {
    let folder = try StoreFolder()
    let files = FileManager.default
    for (mode, codes) in [(0o777, [StoreRemark.Code.insecureFolder]), (0o1777, [])] {
      try files.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.url.path)
      let store = try folder.open()
      #expect(store.remarks.map(\.code) == codes)
      store.close()
    }
  }

  @Test func `temporary stores and those without a rule make none`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = nil
    try folder.withStore(options) { $0.scene("A")[draft] = "one" }
    #expect(!FileManager.default.fileExists(atPath: folder.store.path + "/backup"))
    let store = SceneStore.temporary()
    store.scene("A")[draft] = "one"
    try store.flush()
    store.close()
    #expect(store.backups.isEmpty)
  }

  @Test func `a temporary store leaves nothing behind`() throws {
    var store: SceneStore? = .temporary()
    let folder = try #require(store?.directory?.deletingLastPathComponent())
    store?.scene("A")[draft] = "one"
    try store?.flush()
    #expect(FileManager.default.fileExists(atPath: folder.path))
    store = nil
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }
}
