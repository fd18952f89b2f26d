import Foundation
import LMDB
import SceneState
import StoreFormat
import Synchronization
import Testing

/// What other processes commit reaches the values that are in memory.
@Suite struct OutsideChangeTests {
  private let draft = SceneKey("draft", default: "")
  private let title = SceneKey("title", default: "none")

  private static var quiet: SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitsByItself = false
    options.recordsCommits = true
    return options
  }

  private func text(_ text: String) -> EncodedValue {
    EncodedValue(tag: 5, payload: Array(text.utf8))
  }

  private func address(_ scope: SceneScope, _ key: String = "draft") throws -> ValueAddress {
    try #require(scope.valueAddress(of: key))
  }

  @Test func `a value in memory takes what somebody else wrote and tells its observers`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.quiet)
    defer { store.close() }
    let scope = store.scene("A").tab("hawk")
    (scope[draft], scope[title]) = ("ours", "ours")
    try store.flush()
    let seen = Mutex<[String]>([])
    let titles = Counter()
    let subscription = scope.observe(draft) { text in seen.withLock { $0.append(text) } }
    let other = scope.observe(title) { _ in titles.add() }
    try store.writeAsForeigner(address(scope), text("theirs"), appVersion: 1)
    #expect(scope[draft] == "ours")
    store.refresh()
    #expect(scope[draft] == "theirs")
    #expect(scope[title] == "ours")
    try store.writeAsForeigner(address(scope), nil, appVersion: 1)
    store.refresh()
    store.refresh()
    #expect(scope[draft] == "")
    #expect(!scope.contains(draft))
    #expect(seen.withLock { $0 } == ["theirs", ""])
    #expect(titles.value == 0)
    subscription.cancel()
    other.cancel()
  }

  @Test func `the next tick notices and is not harmed`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.quiet)
    let scope = store.scene("A")
    (scope[draft], scope[title]) = ("ours", "ours")
    try store.flush()
    _ = store.drainCommitLog()
    try store.writeAsForeigner(address(scope), text("theirs"), appVersion: 1)
    scope[title] = "next"
    try store.flush()
    #expect(scope[draft] == "theirs")
    #expect(store.drainCommitLog().map(\.addressText) == ["A/draft", "A/title"])
    store.close()
    try folder.withStore { store in
      #expect(store.scene("A")[draft] == "theirs")
      #expect(store.scene("A")[title] == "next")
    }
  }

  @Test func `a value that waits to be written wins and its commit stands`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.quiet)
    let scope = store.scene("A")
    scope[draft] = "old"
    try store.flush()
    scope[draft] = "ours"
    try store.writeAsForeigner(address(scope), text("theirs"), appVersion: 1)
    store.refresh()
    #expect(scope[draft] == "ours")
    store.close()
    try folder.withStore { #expect($0.scene("A")[draft] == "ours") }
  }

  @Test func `a value of another type gives the default and a problem and is moved not lost`()
    throws
  {
    let folder = try StoreFolder()
    let store = try folder.open(Self.quiet)
    defer { store.close() }
    let scope = store.scene("A")
    scope[draft] = "ours"
    try store.flush()
    try store.writeAsForeigner(
      address(scope), EncodedValue(tag: 1, payload: [1]), appVersion: 1)
    store.refresh()
    #expect(scope[draft] == "")
    #expect(scope.facts(of: draft).problem?.code == .valueNotReadable)
    try store.flush()
    #expect(store.setAsideCount == 1)
    scope[draft] = "again"
    try store.flush()
    #expect(store.drainCommitLog().map(\.change).contains(.aside))
    #expect(try store.inspect().entries.map(\.json) == [#""again""#])
  }

  @Test func `flipped bits are found at the next look at the file`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.quiet)
    defer { store.close() }
    let scope = store.scene("A")
    scope[draft] = "ours"
    try store.flush()
    try store.corrupt(address(scope), flippingLowestBits: 3)
    store.refresh()
    #expect(scope[draft] == "ours")
    #expect(try store.inspect().entries.map(\.json) == [nil])
    store.reread("A")
    #expect(scope[draft] == "")
    #expect(scope.facts(of: draft).problem?.code == .valueNotReadable)
  }

  @Test func `what cannot be written or damaged is refused`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.quiet)
    defer { store.close() }
    let nobody = ValueAddress(session: 7, path: .root, key: "draft")
    #expect(store.scene("A").valueAddress(of: "draft") == nil)
    #expect(throws: SceneProblem.self) {
      try store.writeAsForeigner(nobody, text("x"), appVersion: 1)
    }
    let nothing = ValueAddress(session: 0, path: .root, key: "draft")
    #expect(throws: SceneProblem.self) { try store.corrupt(nothing) }
    try store.writeAsForeigner(nothing, text("x"), appVersion: 1)
    store.refresh()
    #expect(store.app[draft] == "x")
    try store.writeAsForeigner(nothing, text(""), appVersion: 1)
    try store.corrupt(nothing)
    #expect(try store.inspect().entries.map(\.json) == [nil])
  }

  @Test func `a foreign write carries its app's version`() throws {
    let folder = try StoreFolder()
    var options = Self.quiet
    options.appVersion = 3
    let store = try folder.open(options)
    defer { store.close() }
    let versions = Mutex<[UInt32]>([])
    let key = SceneKey<String>(
      name: "draft", default: "", scope: .scene, coding: .codable(String.self),
      migrate: { _, version throws(CodingProblem) in
        versions.withLock { $0.append(version) }
        return nil
      })
    let scope = store.scene("A")
    scope[key] = "ours"
    try store.flush()
    try store.writeAsForeigner(address(scope), text("older"), appVersion: 2)
    store.refresh()
    #expect(scope[key] == "older")
    #expect(versions.withLock { $0 } == [2])
  }

  @Test func `a selection without a key follows what somebody else selects`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[SceneKey.selectedTab(default: "hawk")] = "bear" }
    let store = try folder.open(Self.quiet)
    defer { store.close() }
    let scope = store.scene("A")
    #expect(scope.selectedTab == "bear")
    try store.writeAsForeigner(address(scope, "selectedTab"), text("owl"), appVersion: 1)
    store.refresh()
    #expect(scope.selectedTab == "owl")
  }

  @Test(.timeLimit(.minutes(30)))
  func `a second process is noticed within a moment while somebody observes`() async throws {
    let folder = try StoreFolder()
    let path = folder.store.path
    let store = try folder.open()
    defer { store.close() }
    let scope = store.scene("A")
    scope[draft] = "ours"
    try store.flush()
    let told = Mutex<String?>(nil)
    let subscription = scope.observe(draft) { text in told.withLock { $0 = text } }
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = try SceneStore.open(URL(filePath: path))
      store.scene("A")[SceneKey("draft", default: "")] = "theirs"
      store.scene("B")[SceneKey("draft", default: "")] = "new session"
      try store.flush()
      store.close()
    }
    while told.withLock({ $0 }) == nil { await Task.yield() }
    #expect(told.withLock { $0 } == "theirs")
    #expect(store.scene("B")[draft] == "new session")
    subscription.cancel()
  }

  @Test(.timeLimit(.minutes(30)))
  func `a session that another process destroyed gets a new number`() async throws {
    let folder = try StoreFolder()
    let path = folder.store.path
    let store = try folder.open(Self.quiet)
    let scope = store.scene("A")
    scope[draft] = "ours"
    try store.flush()
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = try SceneStore.open(URL(filePath: path))
      store.destroySession("A")
      try store.flush()
      store.close()
    }
    store.refresh()
    #expect(scope[draft] == "")
    scope[draft] = "anew"
    try store.flush()
    #expect(try store.sessions().map(\.number) == [2])
    store.close()
    try folder.withStore { #expect($0.scene("A")[draft] == "anew") }
  }
}
