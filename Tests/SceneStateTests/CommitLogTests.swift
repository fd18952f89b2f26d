import SceneState
import StoreFormat
import Testing

@Suite struct CommitLogTests {
  private let draft = SceneKey("draft", default: "")
  private let number = SceneKey("draft", default: 7)
  private let zoom = SceneKey("zoom", default: 1.0)

  private static var options: SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .zero)
    options.recordsCommits = true
    options.commitsByItself = false
    return options
  }

  private func log(_ store: SceneStore) throws -> [String] {
    try store.flush()
    return store.drainCommitLog().map { entry in
      switch entry.change {
      case .put(let value): "put \(entry.addressText) = \(value.jsonText)"
      case .gone: "gone \(entry.addressText)"
      case .aside: "aside \(entry.addressText)"
      case .back: "back \(entry.addressText)"
      }
    }
  }

  @Test func `puts and removals come in the order of the stored keys and only once`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.options)
    defer { store.close() }
    let scene = store.scene("A")
    scene.tab("hawk")[draft] = "Tala"
    scene[draft] = "first"
    scene[draft] = "second"
    store.app[zoom] = 2
    #expect(
      try log(store) == [
        "put app/zoom = 2.0", #"put A/draft = "second""#, #"put A/hawk/draft = "Tala""#,
      ])
    #expect(try log(store).isEmpty)
    scene.reset(draft)
    #expect(try log(store) == ["gone A/draft"])
  }

  @Test func `what was written and restored between two looks is no change`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.options)
    defer { store.close() }
    let scene = store.scene("A")
    scene[draft] = "old"
    #expect(try log(store).count == 1)
    scene[draft] = "new"
    try store.flush()
    scene[draft] = "old"
    scene[zoom] = 3
    try store.flush()
    scene.reset(zoom)
    #expect(try log(store).isEmpty)
  }

  @Test func `scopes and sessions that go are told value by value`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.options)
    defer { store.close() }
    let scene = store.scene("A")
    scene.tab("x")[draft] = "1"
    scene.tab("x").nested("note", "7")[draft] = "2"
    scene[draft] = "3"
    _ = try log(store)
    try scene.tab("x").move(to: scene.tab("y"))
    #expect(
      try log(store) == [
        "gone A/x/draft", "gone A/x/note/7/draft", #"put A/y/draft = "1""#,
        #"put A/y/note/7/draft = "2""#,
      ])
    try scene.tab("y").discard()
    #expect(try log(store) == ["gone A/y/draft", "gone A/y/note/7/draft"])
    store.destroySession("A")
    #expect(try log(store) == ["gone A/draft"])
  }

  @Test func `bytes that go aside and come back are told and counted`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[draft] = "bytes" }
    let store = try folder.open(Self.options)
    let scene = store.scene("A")
    #expect(store.setAsideCount == 0)
    #expect(scene[number] == 7)
    #expect(try log(store).isEmpty)
    #expect(store.setAsideCount == 1)
    scene[number] = 8
    #expect(try log(store) == ["aside A/draft", "put A/draft = 8"])
    #expect(store.setAsideCount == 1)
    scene.reset(number)
    #expect(try log(store) == ["gone A/draft"])
    store.close()
    let again = try folder.open(Self.options)
    defer { again.close() }
    #expect(again.scene("A")[draft] == "bytes")
    #expect(try log(again) == ["back A/draft", #"put A/draft = "bytes""#])
    #expect(again.setAsideCount == 0)
  }

  @Test func `entries name session and scene`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.options)
    defer { store.close() }
    store.openSession("first")
    store.scene("se/cond")[draft] = "x"
    try store.flush()
    let entry = try #require(store.drainCommitLog().first)
    #expect(entry.scene == "se/cond")
    #expect(entry.address.session == 2)
    #expect(entry.addressText == "se%2Fcond/draft")
  }

  @Test func `nothing is recorded unless it was asked for`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    defer { store.close() }
    store.scene("A")[draft] = "x"
    #expect(try log(store).isEmpty)
  }

  @Test func `a move is told as what went and what came`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.options)
    defer { store.close() }
    let scene = store.scene("A")
    scene.tab("hawk")[draft] = "Tala"
    scene.tab("raven")[draft] = "other"
    _ = try log(store)
    try scene.tab("hawk").move(to: scene.tab("raven"))
    #expect(try log(store) == ["gone A/hawk/draft", #"put A/raven/draft = "Tala""#])
    try scene.tab("raven").copy(to: store.scene("B"))
    #expect(try log(store) == [#"put B/draft = "Tala""#])
  }
}
