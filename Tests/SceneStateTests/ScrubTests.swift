import Foundation
import LMDB
import SceneState
import Testing

/// The look through the file while the store is open.
@Suite struct ScrubTests {
  private let draft = SceneKey("draft", default: "")

  private func silent() -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitsByItself = false
    return options
  }

  /// Six windows with so many values that they take many pages.
  private func fill(_ store: SceneStore) throws {
    for window in 0..<6 {
      for number in 0..<60 {
        let key = SceneKey("key-\(number)", default: "")
        store.scene(SceneID(rawValue: "\(window)"))[key] = String(
          repeating: "\(number % 10)", count: 300)
      }
    }
    store.scene("0")[draft] = String(repeating: "large", count: 5_000)
    try store.flush()
  }

  private func data(_ folder: StoreFolder) -> URL { folder.store.appending(path: "data.mdb") }

  @Test func `a sound store gives nothing to tell, a part at a time or all at once`() throws {
    let folder = try StoreFolder()
    try folder.withStore(silent()) { store in
      try fill(store)
      #expect(store.scrub())
      #expect(store.reportedProblems == [] && store.condition == .usable)
    }
    let file = try DataFile.open(data(folder).path)
    let newest = try #require(file.snapshots.first)
    for pages in [2, 3, 10, 1_000] {
      var keys: [[UInt8]] = []
      var parts = 0
      var isUnfinished = true
      while isUnfinished {
        let part = file.part(of: "values", in: newest, after: keys.last ?? [], pages: pages) {
          key, _ in keys.append(key)
        }
        #expect(part.findings == [])
        isUnfinished = part.isUnfinished
        parts += 1
        try #require(parts < 500)
      }
      #expect(keys.count == 361 && keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) == keys)
      #expect(Set(keys).count == 361)
      #expect(pages == 1_000 ? parts == 1 : parts > 3, "\(pages) pages: \(parts) parts")
    }
  }

  @Test func `a damaged value is told and noted although nobody asked for it`() throws {
    let folder = try StoreFolder()
    try folder.withStore(silent()) { store in
      try fill(store)
      let address = try #require(store.scene("4").valueAddress(of: "key-7"))
      try store.corrupt(address, flippingLowestBits: 1)
    }
    try folder.withStore(silent()) { store in
      #expect(store.scrub())
      try store.flush()
      #expect(store.reportedProblems.map(\.address) == ["4/key-7"])
      #expect(store.reportedProblems.map(\.code) == [.valueNotReadable])
      #expect(store.setAsideCount == 1)
      #expect(store.condition == .usable, "one value is no damaged file")
    }
  }

  @Test
  func `a page that is damaged while the store is open is told, and saved at the next opening`()
    throws
  {
    let folder = try StoreFolder()
    let store = try folder.open(silent())
    try fill(store)
    // A leaf of values: its flags are gone. LMDB is not asked for it meanwhile.
    var bytes = [UInt8](try Data(contentsOf: data(folder)))
    let leaf = try #require(
      (2..<bytes.count / 4096).first { page in
        var broken = bytes
        broken[page * 4096 + 10] = 0
        return DataFile(bytes: broken).verdict().newest?.findings.first?.tree == "values"
      })
    let file = try FileHandle(forUpdating: data(folder))
    try file.seek(toOffset: UInt64(leaf * 4096 + 10))
    try file.write(contentsOf: [0])
    try file.close()
    bytes = []
    #expect(store.scrub())
    #expect(store.reportedProblems.map(\.code) == [.storeDamaged])
    #expect(store.reportedProblems[0].detail.contains("page \(leaf) of 'values'"))
    guard case .damaged(let words) = store.condition else {
      Issue.record("\(store.condition)")
      return
    }
    #expect(words.contains("page \(leaf)"))
    store.abandon()
    try folder.withStore(silent()) { store in
      #expect(store.recoveryReport?.values == 361)
      #expect(store.condition == .usable)
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `it goes on by itself, on the thread that commits, and not without its option`() throws {
    for isOn in [true, false] {
      let folder = try StoreFolder()
      try folder.withStore(silent()) { store in
        try fill(store)
        let address = try #require(store.scene("5").valueAddress(of: "key-3"))
        try store.corrupt(address, flippingLowestBits: 1)
      }
      var options = SceneStore.Options(commitDelay: .zero)
      options.backups = nil
      options.scrub =
        isOn ? ScrubRule(pages: 4, interval: .milliseconds(1), rest: .seconds(600)) : nil
      let store = try folder.open(options)
      defer { store.close() }
      // The thread begins with the first write.
      store.scene("A")[draft] = "x"
      let end = monotonicNow() + (isOn ? .seconds(50) : .milliseconds(100))
      // What is told of it comes after it.
      while store.reportedProblems.isEmpty, monotonicNow() < end { usleep(1_000) }
      #expect(store.setAsideCount == (isOn ? 1 : 0))
      #expect(store.reportedProblems.map(\.address) == (isOn ? ["5/key-3"] : []))
    }
  }

  @Test func `the file does not grow because of it, and commits go on between the parts`() throws {
    let folder = try StoreFolder()
    try folder.withStore(silent()) { store in
      try fill(store)
      for round in 0..<200 {
        store.scene("0")[draft] = "round \(round)"
        try store.flush()
      }
      let before = try Data(contentsOf: data(folder)).count
      for round in 0..<100 {
        store.scene("0")[draft] = "round \(round)"
        #expect(store.scrub())
        try store.flush()
      }
      #expect(try Data(contentsOf: data(folder)).count <= before + 8 * 4096)
      #expect(store.reportedProblems == [])
    }
  }
}
