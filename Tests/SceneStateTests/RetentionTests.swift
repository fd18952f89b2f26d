import Foundation
import SceneState
import Testing

/// What is forgotten, oldest first, when a store is told to.
@Suite struct RetentionTests {
  private let text = SceneKey("text", default: "")
  private let number = SceneKey("text", default: 7)

  private func options(_ retention: [Retention]) -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .zero, retention: retention)
    options.commitsByItself = false
    options.recordsCommits = true
    return options
  }

  private func write(_ ids: [String], in scope: SceneScope) throws {
    for id in ids {
      scope.nested("note", id)[text] = "of \(id)"
      try scope.store.flush()
    }
  }

  private func notes(_ store: SceneStore, _ scope: String = "") throws -> [String] {
    try store.inspect().entries.map(\.address).filter { $0.hasPrefix("A/\(scope)note/") }
  }

  @Test func `the items written longest ago go when one is added`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(options([.nested("note", latest: 2)]))
    let scene = store.scene("A")
    try write(["1", "2"], in: scene)
    scene.nested("note", "1")[text] = "again"
    try store.flush()
    _ = store.drainCommitLog()
    try write(["3"], in: scene)
    #expect(try notes(store) == ["A/note/1/text", "A/note/3/text"])
    #expect(
      store.drainCommitLog().map { "\($0.addressText) \($0.change == .gone)" }
        == ["A/note/2/text true", "A/note/3/text false"])
    #expect(scene.nested("note", "2")[text] == "")
    #expect(scene.nested("note", "1")[text] == "again")
    store.close()
  }

  @Test func `an item goes with all that is nested in it and observers are told`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(options([.nested("note", latest: 1)]))
    defer { store.close() }
    let scene = store.scene("A")
    let old = scene.nested("note", "1")
    old.nested("page", "x")[text] = "deep"
    try write(["1"], in: scene)
    let told = Counter()
    let subscription = old.observe(text) { _ in told.add() }
    try write(["2"], in: scene)
    #expect(try notes(store) == ["A/note/2/text"])
    #expect(old[text] == "")
    #expect(told.value == 1)
    subscription.cancel()
    try write(["1"], in: scene)
    #expect(try notes(store) == ["A/note/1/text"])
  }

  @Test func `other kinds and scenes and changed items stay`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(options([.nested("note", latest: 1)]))
    defer { store.close() }
    try write(["1"], in: store.scene("B"))
    store.scene("A").nested("page", "1")[text] = "x"
    store.scene("A").nested("page", "2")[text] = "x"
    store.scene("A")[text] = "x"
    try write(["1"], in: store.scene("A"))
    store.scene("A").nested("note", "1")[SceneKey("zoom", default: 1.0)] = 2
    try store.flush()
    #expect(
      try store.inspect().entries.map(\.address) == [
        "B/note/1/text", "A/text", "A/note/1/text", "A/note/1/zoom", "A/page/1/text",
        "A/page/2/text",
      ])
  }

  @Test func `an item that is held stays beside the latest ones, and goes when nobody holds it`()
    throws
  {
    let folder = try StoreFolder()
    let store = try folder.open(options([.nested("note", latest: 1)]))
    defer { store.close() }
    let scene = store.scene("A")
    try write(["1"], in: scene)
    let first = KeptSubscription(scene.nested("note", "1").hold())
    let second = KeptSubscription(scene.nested("note", "1").nested("page", "x").hold())
    try write(["2", "3"], in: scene)
    first.end()
    try write(["4"], in: scene)
    #expect(try notes(store) == ["A/note/1/text", "A/note/4/text"])
    #expect(scene.nested("note", "1")[text] == "of 1")
    second.end()
    try write(["5"], in: scene)
    #expect(try notes(store) == ["A/note/5/text"])
  }

  @Test func `set-aside values of a forgotten item go too`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(options([]))
    try write(["1"], in: store.scene("A"))
    store.close()
    let again = try folder.open(options([.nested("note", latest: 1)]))
    defer { again.close() }
    again.scene("A").nested("note", "1")[number] = 8
    try again.flush()
    #expect(again.setAsideCount == 1)
    try write(["2"], in: again.scene("A"))
    #expect(again.setAsideCount == 0)
  }

  @Test func `an item whose value is damaged is as old as its header says`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(options([]))
    try write(["1", "2"], in: store.scene("A"))
    store.close()
    let file = folder.store.appending(path: "data.mdb")
    var bytes = [UInt8](try Data(contentsOf: file))
    let text = Array("of 2".utf8)
    let places = bytes.indices.dropLast(3).filter { bytes[$0..<$0 + 4].elementsEqual(text) }
    for place in places { bytes[place] ^= 1 }
    try Data(bytes).write(to: file)
    let again = try folder.open(options([.nested("note", latest: 2)]))
    defer { again.close() }
    try write(["3"], in: again.scene("A"))
    #expect(try notes(again) == ["A/note/2/text", "A/note/3/text"])
    #expect(!places.isEmpty && again.scene("A").nested("note", "2")[self.text] == "")
  }

  @Test func `items that are copied count as added`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(options([.nested("note", latest: 2)]))
    defer { store.close() }
    let scene = store.scene("A")
    try write(["1", "2"], in: scene)
    try scene.nested("note", "2").copy(to: scene.tab("x").nested("note", "9"))
    #expect(try notes(store) == ["A/note/2/text"])
    #expect(try notes(store, "x/") == ["A/x/note/9/text"])
  }

  @Test func `nothing is forgotten by default`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(options([]))
    defer { store.close() }
    try write((1...20).map(String.init), in: store.scene("A"))
    #expect(try notes(store).count == 20)
    #expect(store.discardScenes(beyondRetention: ["A"]).isEmpty)
  }

  @Test func `windows that are not open go oldest first`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(options([.disconnectedScenes(latest: 2)]))
    defer { store.close() }
    let all: [SceneID] = ["A", "B", "C", "D"]
    for id in all { store.scene(id)[text] = "x" }
    try store.flush()
    #expect(store.discardScenes(beyondRetention: ["C", "A", "B"]) == ["C"])
    #expect(store.discardScenes(beyondRetention: ["A", "B"]).isEmpty)
    try store.flush()
    #expect(try store.sessions().map(\.id) == ["A", "B", "D"])
  }
}
