import Foundation
import SceneState
import StoreFormat
import StoreTools
import Testing

struct DumpLoadTests {
  private static let mdbLoad = ["/usr/bin/mdb_load", "/usr/local/bin/mdb_load"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A store as apps make it, with a destroyed window and a set-aside value.
  private static func fill(_ folder: StoreFolder, windows: Int = 3) throws {
    try folder.withStore { store in
      for index in 0..<windows {
        let window = store.scene(SceneID(rawValue: "W\(index)"))
        window[SceneKey("selectedTab", default: "")] = "hawk"
        window.tab("hawk")[SceneKey("draft", default: "")] = "Tala \(index)"
        window.tab("hawk")[SceneKey("token", default: "")] = "old"
      }
      store.setAlias("first", for: "W0")
      try store.flush()
      store.destroySession("W1")
    }
    try folder.withStore { store in
      store.scene("W0").tab("hawk")[SceneKey("token", default: 0)] = 3
    }
  }

  private static func dump(_ folder: StoreFolder) throws -> String {
    DumpWriter(try StoreInspector.contents(folder.store.path)).text
  }

  private static func load(
    _ contents: StoreContents, _ policy: LoadPolicy, into folder: StoreFolder, isNew: Bool = false
  ) throws -> LoadPlan.Counts? {
    let editor = try StoreEditor(
      folder.store.path, firstSequence: isNew ? contents.sequence : 0)
    let outcome = try editor.load(contents, policy, isNew: isNew)
    try editor.close()
    if case .loaded(let counts) = outcome { return counts }
    return nil
  }

  @Test func `a store made from a dump gives the same dump`() throws {
    let folder = try StoreFolder()
    try Self.fill(folder)
    let text = try Self.dump(folder)
    #expect(text.contains(#""kind":"aside""#) && text.contains("tombstone"))
    let copy = try StoreFolder()
    let counts = try Self.load(
      DumpReader.contents(Array(text.utf8)), .replace, into: copy, isNew: true)
    #expect(counts?.added == 6)
    #expect(try Self.dump(copy) == text)
    // It goes on where the old one was: what comes later is newer.
    let before = try StoreInspector.contents(copy.store.path).sequence
    try copy.withStore { $0.scene("W0")[SceneKey("selectedTab", default: "")] = "raven" }
    #expect(try StoreInspector.contents(copy.store.path).sequence == before + 1)
  }

  @Test func `odd contents survive a store of their own`() throws {
    var contents = try DumpSamples.contents()
    // A version that must not write a store does not load one either.
    contents.info.removeAll { $0.key == InfoKey.readOnlyFeatures }
    let (copy, other) = (try StoreFolder(), try StoreFolder())
    // Nor one in which a name leads to no session, or a type has another's number.
    let odd = [Array("session/gone".utf8), InfoKey.type(5)]
    for key in odd {
      var odd = contents
      odd.info.removeAll { $0.key == key }
      #expect(try Self.load(odd, .replace, into: other, isNew: true) == nil)
    }
    contents.info.removeAll { odd.contains($0.key) }
    #expect(try Self.load(contents, .replace, into: other, isNew: true) == nil)
    let stranger = SessionRecord.key(number: 11)
    contents.values.removeAll { $0.key.starts(with: stranger) }
    _ = try Self.load(contents, .replace, into: copy, isNew: true)
    #expect(try StoreInspector.contents(copy.store.path) == contents)
  }

  @Test func `merging takes the dump's values, keeping adds what is missing`() throws {
    let (left, right) = (try StoreFolder(), try StoreFolder())
    let draft = SceneKey("draft", default: "")
    try left.withStore { store in
      store.scene("X")[draft] = "left X"
      store.scene("A")[draft] = "left"
      store.scene("A").tab("t")[draft] = "only left"
    }
    try right.withStore { store in
      store.scene("A")[draft] = "right"
      store.scene("B")[draft] = "only right"
      store.scene("A").tab("u")[draft] = "same"
    }
    let dump = try StoreInspector.contents(left.store.path)
    func values() throws -> [String] {
      try StoreInspector.look(right.store.path).snapshot().entries.map {
        "\($0.address)=\($0.json ?? "")"
      }
    }
    let kept = try Self.load(dump, .keep, into: right)
    #expect(kept?.kept == 1 && kept?.added == 2 && kept?.sessionsAdded == 1)
    #expect(
      try Set(values()) == [
        #"A/draft="right""#, #"A/t/draft="only left""#, #"A/u/draft="same""#,
        #"B/draft="only right""#, #"X/draft="left X""#,
      ])
    let merged = try Self.load(dump, .merge, into: right)
    #expect(merged?.changed == 1 && merged?.added == 0 && merged?.removed == 0)
    #expect(try values().contains(#"A/draft="left""#))
    let again = try StoreInspector.contents(right.store.path)
    _ = try Self.load(dump, .merge, into: right)
    #expect(try StoreInspector.contents(right.store.path).values == again.values)
    let replaced = try Self.load(dump, .replace, into: right)
    #expect(replaced?.removed == 2 && replaced?.sessionsRemoved == 1)
    #expect(
      try Set(values()) == [
        #"A/draft="left""#, #"A/t/draft="only left""#, #"X/draft="left X""#,
      ])
    // The app opens it and goes on.
    try right.withStore { store in
      #expect(store.scene("A")[draft] == "left")
      store.scene("new")[draft] = "x"
      try store.flush()
      #expect(Set(try store.sessions().map(\.number)).count == 3)
    }
  }

  @Test func `an app that has the store open sees what is loaded`() async throws {
    let (left, right) = (try StoreFolder(), try StoreFolder())
    let draft = SceneKey("draft", default: "")
    try left.withStore { $0.scene("A")[draft] = "loaded" }
    let text = try Self.dump(left)
    try right.withStore { $0.scene("A")[draft] = "app" }
    let store = try right.open()
    #expect(store.scene("A")[draft] == "app")
    await #expect(processExitsWith: .success) {
      [path = right.store.path as String, text = text as String] in
      let editor = try StoreEditor(path)
      _ = try editor.load(try DumpReader.contents(Array(text.utf8)), .merge, isNew: false)
      try editor.close()
    }
    store.refresh()
    #expect(store.scene("A")[draft] == "loaded")
    store.close()
  }

  @Test func `unreadable bytes are set aside before a dump's value stands there`() throws {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "")
    try folder.withStore { store in
      store.scene("A")[draft] = "good"
      try store.flush()
    }
    let dump = try StoreInspector.contents(folder.store.path)
    try folder.withStore { store in
      let number = try #require(store.sessions().first?.number)
      try store.corrupt(ValueAddress(session: number, path: .root, key: "draft"))
    }
    _ = try Self.load(dump, .merge, into: folder)
    let after = try StoreInspector.contents(folder.store.path)
    #expect(after.setAside.count == 1)
    try folder.withStore { #expect($0.scene("A")[draft] == "good") }
  }

  @Test(.enabled(if: mdbLoad != nil, "needs mdb_load of lmdb-utils"), arguments: [3, 120, 400])
  func `LMDB's own tool restores an equal store from a dump for it`(windows: Int) throws {
    let folder = try StoreFolder()
    try Self.fill(folder, windows: windows)
    let contents = try StoreInspector.contents(folder.store.path)
    let copy = try StoreFolder()
    let file = copy.url.appending(path: "dump.mdb").path
    var text = ""
    ToolDump(contents).forEachLine { text += $0 + "\n" }
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(
      at: copy.store, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.mdbLoad))
    process.arguments = ["-f", file, copy.store.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    var restored = try StoreInspector.contents(copy.store.path)
    let sequence = restored.sequence
    // A small history and many entries: the tool commits more often than the apps did.
    #expect(sequence >= contents.sequence)
    restored.sequence = contents.sequence
    #expect(restored == contents)
    try copy.withStore { store in
      #expect(store.scene("W0").tab("hawk")[SceneKey("draft", default: "")] == "Tala 0")
      store.scene("W0")[SceneKey("selectedTab", default: "")] = "raven"
    }
    let after = try StoreInspector.contents(copy.store.path)
    #expect(after.sequence == sequence + 1)
  }
}
