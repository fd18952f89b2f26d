import Foundation
import SceneLifecycle
import SceneState
import Testing

/// State that ends the app whenever it comes back.
@Suite struct LaunchGuardTests {
  private static let draft = SceneKey("draft", default: "")

  /// An app that dies at the sight of a certain value.
  private final class FragileApp: SceneApp, SceneDelegate {
    let manifest = SceneManifest(id: "com.example.fragile")
    let diesEarly: Bool

    init(diesEarly: Bool = false) { self.diesEarly = diesEarly }

    func didFinishLaunching() { if diesEarly { _exit(7) } }

    func makeDelegate(
      for scene: ConnectedScene, options: ConnectionOptions
    ) -> any SceneDelegate { self }

    func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
      if scene.scope[LaunchGuardTests.draft] == "poison" { _exit(7) }
    }
  }

  /// A store with three windows, one of them with a value that the app cannot bear.
  private func prepare(_ folder: LaunchFolder, poisoned: SceneID?) throws {
    let store = try SceneStore.open(folder.store)
    let host = SceneHost(RecordingApp(), store: store)
    host.launch("A")
    for name in ["B", "C"] { try host.open(name) }
    for id in ["A", "B", "C"] as [SceneID] {
      store.scene(id)[Self.draft] = id == poisoned ? "poison" : "of \(id.rawValue)"
    }
    try store.flush()
    store.close()
  }

  private func launchAndDie(_ path: String, early: Bool = false) async {
    await #expect(processExitsWith: .exitCode(7)) {
      [path = path as String, early = early as Bool] in
      let store = try SceneStore.open(URL(filePath: path))
      SceneHost(FragileApp(diesEarly: early), store: store).launch()
    }
  }

  @Test func `after two launches that failed the one window is set aside, told, and clean`()
    async throws
  {
    let folder = try LaunchFolder()
    try prepare(folder, poisoned: "B")
    await launchAndDie(folder.store.path)
    await launchAndDie(folder.store.path)
    let store = try SceneStore.open(folder.store)
    defer { store.close() }
    let host = SceneHost(FragileApp(), store: store)
    #expect(host.launch().map(\.id) == ["A", "B", "C"])
    #expect(["A", "B", "C"].map { store.scene($0)[Self.draft] } == ["of A", "", "of C"])
    let told = store.reportedProblems.filter { $0.code.rawValue == "partly-restored" }
    #expect(told.map(\.address) == ["B"])
    #expect(told.first?.detail.contains("2 times") == true)
    // Its bytes are kept, for people to look at.
    try store.flush()
    #expect(store.setAsideCount == 1)
    #expect(try store.inspect().entries.map(\.address) == ["A/draft", "C/draft"])
  }

  @Test func `what was set aside comes back when its user wants it, and what was there goes aside`()
    async throws
  {
    let folder = try LaunchFolder()
    try prepare(folder, poisoned: "B")
    await launchAndDie(folder.store.path)
    await launchAndDie(folder.store.path)
    let store = try SceneStore.open(folder.store)
    defer { store.close() }
    let host = SceneHost(RecordingApp(), store: store)
    host.launch()
    try store.flush()
    #expect(["A", "B", "C"].map { host.hasStateSetAside($0) } == [false, true, false])
    // Written since, and not in the file yet.
    store.scene("B")[Self.draft] = "since"
    store.scene("B").nested("note", "1")[Self.draft] = "new"
    let scene = try host.bringBackStateSetAside("B")
    #expect(host.scene("B") === scene && host.front === scene && scene.isRestored)
    #expect(scene.scope[Self.draft] == "poison")
    #expect(scene.scope.nested("note", "1")[Self.draft] == "")
    #expect(try store.inspect().entries.map(\.address) == ["A/draft", "B/draft", "C/draft"])
    #expect(store.setAsideCount == 2)
    // The other way round.
    let again = try host.bringBackStateSetAside("B").scope
    #expect(again[Self.draft] == "since" && again.nested("note", "1")[Self.draft] == "new")
    #expect(store.setAsideCount == 1)
    // With nothing set aside the window only connects.
    #expect(try host.bringBackStateSetAside("A").scope[Self.draft] == "of A")
    #expect(throws: SceneProblem.self) { try host.bringBackStateSetAside("none") }
  }

  @Test func `what was set aside stays so while the store cannot be written to`() async throws {
    let folder = try LaunchFolder()
    try prepare(folder, poisoned: "B")
    await launchAndDie(folder.store.path)
    await launchAndDie(folder.store.path)
    let store = try SceneStore.open(folder.store)
    defer { store.close() }
    let host = SceneHost(RecordingApp(), store: store)
    host.launch()
    try store.flush()
    store.scene("B")[Self.draft] = "since"
    let (file, aside) = (
      folder.store.appending(path: "data.mdb"), folder.url.appending(path: "aside")
    )
    try FileManager.default.moveItem(at: file, to: aside)
    #expect(throws: SceneProblem.self) { try host.bringBackStateSetAside("B") }
    #expect(host.scene("B")?.scope[Self.draft] == "since")
    try FileManager.default.moveItem(at: aside, to: file)
    try store.flush()
    #expect(store.scene("B")[Self.draft] == "since" && store.setAsideCount == 1)
    #expect(try host.bringBackStateSetAside("B").scope[Self.draft] == "poison")
  }

  @Test func `what a toolkit makes for a window counts as well`() async throws {
    let folder = try LaunchFolder()
    try prepare(folder, poisoned: nil)
    for _ in 0..<2 {
      await #expect(processExitsWith: .exitCode(7)) { [path = folder.store.path as String] in
        let store = try SceneStore.open(URL(filePath: path))
        let host = SceneHost(RecordingApp(), store: store)
        host.onConnect = { if $0.id == "C" { _exit(7) } }
        host.launch()
      }
    }
    let store = try SceneStore.open(folder.store)
    defer { store.close() }
    let host = SceneHost(RecordingApp(), store: store)
    var made: [SceneID] = []
    host.onConnect = { scene in
      #expect(scene.state != .foregroundActive)
      made.append(scene.id)
    }
    host.launch()
    // The window that was active last, before the one that ended the process, is in front.
    #expect(made == ["A", "C", "B"])
    #expect(["A", "B", "C"].map { host.hasStateSetAside($0) } == [false, false, true])
  }

  @Test func `one launch that failed takes nothing away, and a good one ends the count`()
    async throws
  {
    let folder = try LaunchFolder()
    try prepare(folder, poisoned: "B")
    await launchAndDie(folder.store.path)
    do {
      let store = try SceneStore.open(folder.store)
      let host = SceneHost(RecordingApp(), store: store)
      #expect(host.launch().map(\.id) == ["A", "B", "C"])
      #expect(store.scene("B")[Self.draft] == "poison")
      #expect(host.knownSessions.allSatisfy { $0.record.failedLaunches == 0 })
      store.close()
    }
    await launchAndDie(folder.store.path)
    let store = try SceneStore.open(folder.store)
    defer { store.close() }
    SceneHost(RecordingApp(), store: store).launch()
    #expect(store.scene("B")[Self.draft] == "poison")
    #expect(store.setAsideCount == 0)
  }

  @Test func `what ends the app before any window comes back counts for all of them`()
    async throws
  {
    let folder = try LaunchFolder()
    try prepare(folder, poisoned: nil)
    await launchAndDie(folder.store.path, early: true)
    await launchAndDie(folder.store.path, early: true)
    let store = try SceneStore.open(folder.store)
    defer { store.close() }
    SceneHost(RecordingApp(), store: store).launch()
    try store.flush()
    #expect(store.setAsideCount == 3)
    #expect(try store.inspect().entries.isEmpty)
  }
}

/// A folder of one test's own, removed at the end.
final class LaunchFolder: Sendable {
  let url: URL
  var store: URL { url.appending(path: "scenes.store") }

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "launch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
