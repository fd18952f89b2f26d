import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

/// Moving and copying scopes: each entry by itself, nothing lost.
@Suite struct MoveTests {
  private let text = SceneKey("n", default: "")
  private let number = SceneKey("n", default: 7)
  private let other = SceneKey("other", default: 0)

  @Test func `a move takes along what was set aside and what is noted as unreadable`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      for key in ["aside", "noted"] {
        store.scene("A").tab("hawk")[SceneKey(key, default: "")] = "\(key) bytes"
      }
    }
    try folder.withStore { store in
      let scene = store.scene("A")
      scene.tab("hawk")[SceneKey("aside", default: 0)] = 1
      #expect(scene.tab("hawk")[SceneKey("noted", default: 0)] == 0)
      try store.flush()
      #expect(try store.inspect().setAside.count == 2)
      try scene.tab("hawk").move(to: scene.tab("raven"))
      #expect(try store.inspect().setAside.count == 2)
      #expect(scene.entries.map(\.address) == ["A/raven/aside", "A/raven/noted"])
    }
    try folder.withStore { store in
      let raven = store.scene("A").tab("raven")
      #expect(raven[SceneKey("aside", default: "")] == "aside bytes")
      #expect(raven[SceneKey("noted", default: "")] == "noted bytes")
      try store.flush()
      // The number took the place of the text that came back.
      #expect(try store.inspect().setAside.count == 1)
    }
  }

  @Test func `values of transient keys go along with a copy and with a move`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      let top = SceneKey("process", default: "", options: .transient)
      let scene = store.scene("A")
      scene.tab("hawk").nested("note", "1")[top] = "top"
      try scene.tab("hawk").copy(to: store.scene("B").tab("raven"))
      #expect(store.scene("B").tab("raven").nested("note", "1")[top] == "top")
      #expect(scene.tab("hawk").nested("note", "1")[top] == "top")
      try store.tick { () throws(SceneProblem) in
        try scene.tab("hawk").move(to: scene.tab("owl"))
      }
      #expect(scene.tab("owl").nested("note", "1")[top] == "top")
      #expect(!scene.tab("hawk").nested("note", "1").contains(top))
      #expect(scene.entries.isEmpty)
    }
  }

  @Test func `damaged bytes stay where they are and a problem says so`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A").tab("hawk")[text] = "bytes"
      store.scene("A").tab("hawk")[other] = 1
    }
    let key = try #require(Self.key(session: 1, "hawk", "n"))
    let damaged = try Self.damage(key, in: folder)
    try folder.withStore { store in
      let scene = store.scene("A")
      try scene.tab("hawk").move(to: scene.tab("raven"))
      #expect(scene.entries.map(\.address) == ["A/hawk/n", "A/raven/other"])
      #expect(store.reportedProblems.map(\.code) == [.valueNotReadable])
      #expect(store.reportedProblems.map(\.address) == ["A/hawk/n"])
      #expect(scene.tab("raven")[other] == 1)
    }
    #expect(try Self.bytes(key, in: folder) == damaged)
  }

  @Test func `what would lie too deep stays readable where it is`() throws {
    let store = SceneStore.temporary()
    let scene = store.scene("A")
    let hawk = scene.tab("hawk")
    let deep = hawk.nested("a", "1").nested("b", "2").nested("c", "3")
    deep[text] = "deep"
    hawk[text] = "flat"
    try hawk.move(to: scene.nested("book", "1"))
    #expect(deep[text] == "deep")
    #expect(hawk[text] == "")
    #expect(scene.nested("book", "1")[text] == "flat")
    #expect(store.reportedProblems.map(\.code) == [.scopeTooDeep])
    #expect(store.reportedProblems.map(\.address) == ["A/hawk/a/1/b/2/c/3/n"])
    #expect(scene.entries.map(\.address) == ["A/hawk/a/1/b/2/c/3/n", "A/book/1/n"])
  }

  @Test func `cells of both scopes show the move and tell their observers`() throws {
    let store = SceneStore.temporary()
    let (source, target) = (store.scene("A").tab("hawk"), store.scene("B").tab("raven"))
    source[text] = "moved"
    target[text] = "replaced"
    target[other] = 5
    try store.flush()
    let seen = Texts()
    let first = source.observe(text) { seen.add("source \($0)") }
    let second = target.observe(text) { seen.add("target \($0)") }
    let third = target.observe(other) { seen.add("other \($0)") }
    try source.move(to: target)
    #expect(Set(seen.all) == ["source ", "target moved"])
    #expect(seen.all.count == 2)
    #expect(source[text] == "" && !source.contains(text))
    #expect(target[text] == "moved" && target[other] == 5)
    source[text] = "again"
    try store.flush()
    #expect(store.scene("A").entries.map(\.address) == ["A/hawk/n"])
    first.cancel()
    second.cancel()
    third.cancel()
  }

  @Test func `set-aside values of one tick in both scopes are both kept`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      for tab in ["hawk", "raven"] as [TabID] { store.scene("A").tab(tab)[text] = tab.rawValue }
    }
    try folder.withStore { store in
      store.tick {
        for tab in ["hawk", "raven"] as [TabID] { store.scene("A").tab(tab)[number] = 8 }
      }
      try store.flush()
      try store.scene("A").tab("hawk").move(to: store.scene("A").tab("raven"))
      #expect(try store.inspect().setAside.count == 2)
    }
  }

  @Test func `unreadable bytes over there are moved aside and not overwritten`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A").tab("raven")[text] = "bytes"
      store.scene("A").tab("hawk")[number] = 3
    }
    try folder.withStore { store in
      let (hawk, raven) = (store.scene("A").tab("hawk"), store.scene("A").tab("raven"))
      #expect(raven[number] == 7)
      try hawk.copy(to: raven)
      #expect(raven[number] == 3)
      #expect(raven.facts(of: number).problem == nil)
      #expect(hawk[number] == 3)
      #expect(try store.inspect().setAside.count == 1)
    }
    try folder.withStore { #expect($0.scene("A").tab("raven")[text] == "bytes") }
  }

  @Test func `a scope moves into the one around it although their names overlap`() throws {
    let store = SceneStore.temporary()
    let outer = store.scene("A").nested("x", "1")
    let inner = outer.nested("x", "1")
    let innermost = inner.nested("x", "1")
    for (scope, value) in [(outer, "outer"), (inner, "inner"), (innermost, "innermost")] {
      scope[text] = value
    }
    try inner.move(to: outer)
    #expect(outer[text] == "inner")
    #expect(inner[text] == "innermost")
    #expect(innermost[text] == "")
  }

  @Test func `copying what is not there makes no session`() throws {
    let store = SceneStore.temporary()
    try store.scene("A").copy(to: store.scene("B"))
    try store.flush()
    #expect(try store.sessions().isEmpty)
  }

  private static func key(session: UInt32, _ tab: String, _ key: String) -> [UInt8]? {
    StoredKey.bytes(of: ValueAddress(session: session, path: ScopePath([.tab(tab)]), key: key))
  }

  private static func environment(_ folder: StoreFolder) throws -> Environment {
    try Environment.open(
      folder.store.path,
      options: Environment.Options(databases: ["info", "sessions", "values", "set-aside"]))
  }

  /// Turns the last byte of a stored value over, and answers the bytes.
  private static func damage(_ key: [UInt8], in folder: StoreFolder) throws -> [UInt8] {
    let environment = try environment(folder)
    defer { environment.close() }
    let values = try #require(environment.database("values"))
    var bytes = try #require(
      try environment.read { txn throws(LMDBError) in try txn.get(key, in: values) })
    bytes[bytes.count - 1] ^= 0xff
    let info = try #require(environment.database("info"))
    try environment.write { [bytes] txn throws(LMDBError) in
      try txn.put(key, bytes, in: values)
      try CommitRecord.write(epoch: 0, info: info, values: values, &txn)
    }
    return bytes
  }

  private static func bytes(_ key: [UInt8], in folder: StoreFolder) throws -> [UInt8]? {
    let environment = try environment(folder)
    defer { environment.close() }
    let values = try #require(environment.database("values"))
    return try environment.read { txn throws(LMDBError) in try txn.get(key, in: values) }
  }
}
