import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools
import Testing

/// Values that need only a little of their last page are cut in two; nobody sees it but the file.
@Suite struct CutValueTests {
  private let data = SceneKey("data", default: Data())
  private let text = SceneKey("text", default: "")

  /// How many bytes each end has, by the keys of the rows.
  private func tails(_ folder: StoreFolder) throws -> [[UInt8]: Int] {
    let file = try DataFile.open(folder.store.path + "/data.mdb")
    #expect(file.storeVerdict().isSound, "\(file.storeVerdict().findings)")
    var tails: [[UInt8]: Int] = [:]
    file.forEachEntry(in: "tails", of: try #require(file.snapshots.first)) { key, tail in
      tails[key] = tail.count - 16
      return true
    }
    return tails
  }

  /// How many bytes of a payload are cut off; nil for one that stays whole.
  private func end(of size: Int) -> Int? {
    guard size > 1_990 else { return nil }
    let rest = size > 4_048 ? (size + 48) % 4096 : size + 32 - 960
    return (1...1_990).contains(rest) ? rest : nil
  }

  private func value(_ count: Int, _ number: Int = 0) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251 &+ number) })
  }

  private func features(_ folder: StoreFolder) throws -> UInt64 {
    let look = try StoreInspector.look(folder.store.path)
    defer { look.close() }
    return try look.header().incompatibleFeatures
  }

  @Test func `payloads of any size come back, and the ends of some are cut off`() throws {
    let folder = try StoreFolder()
    var sizes = [2_500, 3_500, 5_072, 7_000, 9_000, (1 << 20) - 48, 1 << 20]
    sizes += 4_047...4_130
    for pages in [2, 3, 5] { sizes += [-49, -48, -47, 0, 975, 2_100].map { pages * 4096 + $0 } }
    func key(_ size: Int) -> SceneKey<Data> { SceneKey("size-\(size)", default: Data()) }
    var options = SceneStore.Options(commitDelay: .zero)
    options.sceneBudget = 64 << 20
    try folder.withStore(options) { store in
      for size in sizes { store.scene("A")[key(size)] = value(size) }
      try store.flush()
    }
    let lengths = try tails(folder).values.sorted()
    let rests = sizes.compactMap { end(of: $0) }
    #expect(lengths == rests.sorted() && lengths.count > 80)
    try folder.withStore(options) { store in
      for size in sizes { #expect(store.scene("A")[key(size)] == value(size), "\(size)") }
      let entries = try store.inspect().entries
      #expect(entries.map(\.bytes).sorted() == sizes.sorted())
      #expect(store.reportedProblems == [])
    }
    let examination = try StoreInspector.examine(folder.store.path)
    #expect(examination.isSound, "\(examination.findings)")
  }

  @Test func `a value that grows and shrinks takes its end along`() throws {
    let folder = try StoreFolder()
    let sizes = [
      4_096, 10, 2_500, 4_096, 2_500, 10, 2_500, 5_100, 4_048, 8_200, 4_100, 4_101, 4_096, 70_000,
      4_097, 0, 4_090,
    ]
    for (number, size) in sizes.enumerated() {
      try folder.withStore { store in
        store.scene("B")[data] = value(4_096)
        store.scene("A")[data] = value(size, number)
        try store.flush()
      }
      let ends = [end(of: size), 48].compactMap(\.self).sorted()
      #expect(try tails(folder).values.sorted() == ends, "\(size)")
      try folder.withStore { store in
        #expect(store.scene("A")[data] == value(size, number), "\(size)")
        #expect(store.scene("B")[data] == value(4_096))
      }
    }
  }

  @Test func `what ends a value ends its end: reset, discarded, moved, destroyed, given up`() throws
  {
    let folder = try StoreFolder()
    let store = try folder.open()
    for id in ["A", "B", "C"] as [SceneID] {
      store.openSession(id)
      for tab in ["hawk", "raven"] as [TabID] {
        store.scene(id).tab(tab)[data] = value(4_096)
        store.scene(id).tab(tab).nested("note", "7")[data] = value(4_100)
      }
    }
    try store.flush()
    #expect(try tails(folder).count == 12)
    store.scene("A").tab("hawk").reset(data)
    try store.flush()
    #expect(try tails(folder).count == 11)
    try store.scene("A").tab("hawk").discard()
    try store.flush()
    #expect(try tails(folder).count == 10)
    try store.scene("A").tab("raven").move(to: store.scene("A").tab("owl"))
    try store.flush()
    #expect(try tails(folder).count == 10)
    #expect(store.scene("A").tab("owl")[data] == value(4_096))
    #expect(store.scene("A").tab("owl").nested("note", "7")[data] == value(4_100))
    // A neighbour's values and ends are its own.
    #expect(store.scene("B").entries.count == 4)
    #expect(store.scene("B").entries.allSatisfy { $0.bytes > 4_000 && $0.fault == nil })
    store.destroySession("B")
    try store.flush()
    #expect(try tails(folder).count == 6)
    #expect(store.scene("C").tab("hawk")[data] == value(4_096))
    try store.compact()
    #expect(try tails(folder).count == 6)
    store.destroySession("C")
    store.destroySession("A")
    try store.flush()
    #expect(try tails(folder).isEmpty)
    store.close()
    #expect(try StoreInspector.look(folder.store.path).snapshot().entries.isEmpty)
  }

  @Test func `old items of a kind go with their ends`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.retention = [.nested("note", latest: 2)]
    try folder.withStore(options) { store in
      for number in 0..<6 {
        store.scene("A").nested("note", "\(number)")[data] = value(4_096, number)
        try store.flush()
      }
    }
    #expect(try tails(folder).count == 2)
    try folder.withStore(options) { store in
      #expect(store.scene("A").nested("note", "5")[data] == value(4_096, 5))
    }
  }

  @Test func `the first value that is cut says so in the header, for older versions`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in store.scene("A")[text] = "short" }
    #expect(try features(folder) == 0)
    try folder.withStore { store in store.scene("A")[data] = value(4_096) }
    #expect(try features(folder) == StoreFeature.cutValues)
    try folder.withStore { store in try store.purge() }
    #expect(try features(folder) == StoreFeature.cutValues)
    // In a backup and in a dump values are whole: nothing about the file is said there.
    let snap = folder.url.appending(path: "copy.snap")
    try folder.withStore { store in
      #expect(store.scene("A")[data] == value(4_096))
      try store.backup(to: snap)
    }
    let contents = try StoreInspector.contents(folder.store.path)
    let row = contents.info.first { $0.key == InfoKey.incompatibleFeatures }
    #expect(row?.bytes == InfoKey.bytes(UInt64(0)))
    #expect(contents.values.map(\.bytes.count).max() == 4_128)
    let bytes = [UInt8](try Data(contentsOf: snap))
    let record = Array("incompat".utf8) + InfoKey.bytes(UInt64(0))
    #expect(bytes.indices.contains { bytes[$0...].starts(with: record) })
    let place = folder.url.appending(path: "restored.store")
    try SceneStore.restore(snap, to: place)
    let restored = try SceneStore.open(place)
    defer { restored.close() }
    #expect(restored.scene("A")[data] == value(4_096))
  }

  /// The mixture that speed is measured with: 32 values a scene, four of them 4,096 bytes.
  @Test func `a store of many scenes takes little more than its payload`() throws {
    let folder = try StoreFolder()
    let tabs = ["tab0", "tab1", "tab2", "tab3"] as [TabID]
    var payload = 0
    try folder.withStore(.init(commitDelay: .seconds(3600))) { store in
      for scene in 0..<100 {
        for tab in tabs {
          let scope = store.scene(SceneID(rawValue: "scene-\(scene)")).tab(tab)
          scope[SceneKey("selectedItem", default: 0)] = scene + 1
          scope[SceneKey("scrollOffset", default: 0)] = scene + 2
          scope[SceneKey("isEditing", default: false)] = true
          scope[SceneKey("showsSidebar", default: false)] = true
          scope[SceneKey("searchText", default: "")] = String(repeating: "s", count: 24)
          scope[SceneKey("title", default: "")] = String(repeating: "t", count: 24)
          scope[SceneKey("navigation", default: Data())] = value(200, scene)
          scope[SceneKey("thumbnail", default: Data())] = value(4_096, scene)
          payload += 8 + 8 + 1 + 1 + 24 + 24 + 200 + 4_096
        }
      }
      try store.flush()
    }
    let file = try Data(contentsOf: folder.store.appending(path: "data.mdb")).count
    let ratio = Double(file) / Double(payload)
    #expect(ratio <= 1.35, "\(file) bytes for \(payload): \(ratio)")
    #expect(try tails(folder).count == 400)
  }

  /// Makes the file of a version that cut nothing: four databases, whole rows.
  private func makeOlder(_ folder: StoreFolder) throws {
    let rows = try StoreInspector.contents(folder.store.path)
    let older = folder.url.appending(path: "older.store").path
    let environment = try Environment.open(
      older, options: .init(databases: DamagedStoreSample.tables))
    try environment.write { txn throws(LMDBError) in
      for (name, rows) in rows.databases {
        guard let database = environment.database(name) else { throw .closed }
        for row in rows { try txn.put(row.key, row.bytes, in: database) }
        guard name == "info" else { continue }
        let commit = CommitRecord(
          transaction: txn.id, epoch: 100, entryCount: UInt64(rows.isEmpty ? 0 : 3))
        try txn.put(InfoKey.commit, commit.bytes, in: database)
      }
    }
    environment.close()
    let files = FileManager.default
    try files.removeItem(at: folder.store)
    try files.moveItem(atPath: older, toPath: folder.store.path)
  }

  @Test func `a store of an earlier version is read as it is and cut from then on`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[data] = value(4_096)
      store.scene("A")[text] = "short"
      store.scene("B")[data] = value(4_100)
    }
    try makeOlder(folder)
    let file = try DataFile.open(folder.store.path + "/data.mdb")
    #expect(
      file.databases(of: try #require(file.snapshots.first)).sorted() == [
        "info", "sessions", "set-aside", "values",
      ])
    #expect(file.storeVerdict().isSound)
    // Who only looks leaves it so.
    #expect(
      try StoreInspector.look(folder.store.path).snapshot().entries.map(\.bytes) == [
        4_096, 5, 4_100,
      ])
    #expect(try StoreInspector.examine(folder.store.path).isSound)
    #expect(!file.hasMoved)
    try folder.withStore { store in
      #expect(store.scene("A")[data] == value(4_096) && store.scene("B")[data] == value(4_100))
      #expect(store.reportedProblems == [] && store.recoveryReport == nil)
    }
    #expect(try tails(folder) == [:])
    #expect(try features(folder) == 0)
    try folder.withStore { store in store.scene("A")[data] = value(4_096, 1) }
    #expect(try tails(folder).count == 1)
    #expect(try features(folder) == StoreFeature.cutValues)
    try folder.withStore { store in
      #expect(store.scene("A")[data] == value(4_096, 1) && store.scene("B")[data] == value(4_100))
      #expect(store.recoveryReport == nil)
    }
  }
}
