import Foundation
import SceneLifecycle
import SceneState
import StoreFormat
import Testing

struct SceneHostTests {
  private let app = RecordingApp()
  private let store = SceneStore.temporary()

  /// A host as a new process makes it, on what the store holds.
  private func host(_ profile: RestorationProfile = .iPadOS) throws -> SceneHost {
    try store.flush()
    return SceneHost(app, store: store, profile: profile)
  }

  private func ids(_ scenes: [ConnectedScene]) -> [String] { scenes.map(\.id.rawValue) }

  @Test func `a first launch opens one fresh window, callbacks in order`() throws {
    let scenes = try host().launch()
    #expect(ids(scenes) == ["A"])
    #expect(
      app.news() == [
        "will finish", "did finish", "make A", "A connects", "A foregroundInactive",
        "A foregroundActive",
      ])
  }

  @Test func `a window that another machine has stays away until somebody asks for it`() throws {
    let first = try host(.macOS)
    first.launch()
    try first.open()
    try store.flush()
    let numbers = Dictionary(
      uniqueKeysWithValues: try store.sessions().map { ($0.id, $0.number) })
    func move(_ id: SceneID, elsewhere: Bool) throws {
      let number = try #require(numbers[id])
      try store.setRoaming([number: RoamingRow(id: "\(id)", isElsewhere: elsewhere)])
    }
    try move("B", elsewhere: true)
    let second = try host(.macOS)
    #expect(ids(second.launch()) == ["A"])
    #expect(second.knownSessions.map(\.id) == ["A", "B"])
    try second.reconnect("B")
    #expect(ids(second.scenes) == ["A", "B"])
    // With nothing else to show, it is not the one that comes instead of nothing.
    try move("A", elsewhere: true)
    let third = try host(.iPadOS)
    #expect(ids(third.launch()) == ["C"])
  }

  @Test func `a window that the app lets go does not come back`() throws {
    let first = try host(.macOS)
    first.launch()
    try first.open()
    app.gone = ["A"]
    let second = try host(.macOS)
    #expect(ids(second.launch()) == ["B"])
    #expect(second.knownSessions.map(\.id) == ["B"])
    try store.flush()
    #expect(try store.sessions().map(\.id) == ["B"])
  }

  @Test func `the app says which windows wait of a kind that is restored on demand`() throws {
    var kind = SceneDeclaration.main
    kind.restoresOnDemand = true
    let app = RecordingApp()
    app.manifest.scenes = [kind]
    let host = SceneHost(app, store: .inMemory(), profile: .macOS)
    _ = host.launch()
    for waits in [true, false] {
      app.eager = waits ? [] : ["A"]
      try host.bring("A", to: .unattached)
      #expect(try host.reconnect("A").awaitsRestoration == waits)
    }
  }

  @Test func `going to the background and back connects nothing again`() throws {
    let host = try host()
    host.launch()
    _ = app.news()
    try host.transition("A", to: .foregroundInactive)
    try host.transition("A", to: .background)
    try host.transition("A", to: .foregroundInactive)
    #expect(app.news() == ["A foregroundInactive", "A background", "A foregroundInactive"])
  }

  @Test func `a window that a callback closes hears nothing after that`() throws {
    let host = try host(.macOS)
    host.launch("A")
    try host.open("B")
    _ = app.news()
    app.onChange = { [app] scene, state in
      guard scene.id == "A", state == .background else { return }
      app.onChange = nil
      do { try host.discard("B") } catch { Issue.record(error) }
    }
    host.moveAll(to: .background)
    let news = app.news()
    let end = try #require(news.firstIndex(of: "B disconnects"))
    #expect(!news[end...].dropFirst().contains { $0.hasPrefix("B ") }, "\(news)")
    #expect(news.contains("A background"))
    host.enterForeground()
    #expect(!app.news().contains { $0.hasPrefix("B ") })
  }

  @Test func `a window that closes itself on the way to the background ends there`() throws {
    let host = try host(.macOS)
    host.launch("A")
    try host.open("B")
    _ = app.news()
    app.onChange = { [app] scene, state in
      guard scene.id == "B", state == .foregroundInactive else { return }
      app.onChange = nil
      do { try host.discard("B") } catch { Issue.record(error) }
    }
    try host.bring("B", to: .background)
    let news = app.news()
    let end = try #require(news.firstIndex(of: "B disconnects"))
    #expect(!news[end...].dropFirst().contains { $0.hasPrefix("B ") }, "\(news)")
  }

  @Test func `a change that cannot follow is refused and tells nobody`() throws {
    let host = try host()
    host.launch()
    _ = app.news()
    let problem = #expect(throws: SceneProblem.self) {
      try host.transition("A", to: .background)
    }
    #expect(problem?.code.rawValue == "wrong-phase")
    #expect(problem?.detail == "from foregroundActive to background")
    #expect(app.news() == [])
    #expect(throws: SceneProblem.self) { try host.transition("B", to: .background) }
  }

  @Test func `on the iPad a launch brings back what was on screen, elsewhere everything`() throws {
    let first = try host()
    first.launch("A")
    try first.open("B")
    try first.transition("A", to: .foregroundInactive)
    try first.transition("A", to: .background)
    try first.transition("B", to: .foregroundInactive)
    try first.transition("B", to: .background)
    #expect(ids(try host(.iPadOS).launch()) == ["B"])
    #expect(ids(try host(.macOS).launch()) == ["A", "B"])
    #expect(ids(try host(.wayland).launch()) == ["A", "B"])
  }

  @Test func `windows sent away at once come back together, the front one last`() throws {
    let first = try host()
    first.launch("A")
    try first.open("B")
    try first.transition("A", to: .foregroundActive)
    try first.willQuit()
    _ = app.news()
    let second = try host()
    #expect(ids(second.launch()) == ["A", "B"])
    #expect(app.news().filter { $0.hasPrefix("make") } == ["make B again", "make A again"])
    #expect(second.front?.id == "A")
  }

  @Test func `a user says what becomes of the windows at a quit`() throws {
    for (profile, keeps) in [(RestorationProfile.macOSDiscard, true), (.macOS, false)] {
      for asked in [nil, keeps] {
        let store = SceneStore.temporary()
        let host = SceneHost(app, store: store, profile: profile)
        host.launch("A")
        try host.willQuit(keepsWindows: asked)
        #expect(try store.sessions().isEmpty == (asked == nil ? keeps : !keeps))
      }
    }
  }

  @Test func `closing the last window ends an app only where it has no life without one`() throws {
    let host = try host(.wayland)
    host.launch("A")
    #expect(host.closingEndsApp("A"))
    try host.open("B")
    #expect(!host.closingEndsApp("A"))
    try host.discard("A")
    #expect(host.closingEndsApp("B"))
    #expect(!host.closingEndsApp("A"), "it is no window any more")
    let other = SceneHost(app, store: SceneStore.temporary(), profile: .macOS)
    other.launch("A")
    #expect(!other.closingEndsApp("A"))
  }

  @Test func `naming a window that was not on screen brings back only that one`() throws {
    let first = try host()
    first.launch("A")
    try first.open("B")
    try first.transition("A", to: .foregroundInactive)
    try first.transition("A", to: .background)
    #expect(ids(try host().launch("A")) == ["A"])
  }

  @Test func `naming an unknown window opens it fresh`() throws {
    try host().launch("A")
    #expect(ids(try host(.iPadOS).launch("C")) == ["C"])
    #expect(ids(try host(.macOS).launch("D")) == ["A", "C", "D"])
  }

  @Test func `a discarded session loses its values and its name is free again`() throws {
    let key = SceneKey("draft", default: "")
    let host = try host()
    let scene = try #require(host.launch("A").first)
    scene.scope[key] = "Tala is brave"
    try host.open("B")
    _ = app.news()
    try host.discard("A")
    #expect(
      app.news() == ["A foregroundInactive", "A background", "A disconnects", "discarded A"])
    try store.flush()
    #expect(try store.inspect().entries.isEmpty)
    #expect(try host.open("A").scope[key] == "")
  }

  @Test func `an app with one window opens no second one`() throws {
    app.manifest.multipleWindows = false
    let host = try host()
    host.launch()
    let problem = #expect(throws: SceneProblem.self) { try host.open() }
    #expect(problem?.code.rawValue == "one-window-app")
  }

  @Test func `a window that exists is not opened twice`() throws {
    let host = try host()
    host.launch("A")
    let problem = #expect(throws: SceneProblem.self) { try host.open("A") }
    #expect(problem?.code.rawValue == "window-exists")
  }

  @Test func `values and session record of one call are one transaction`() throws {
    let host = try host()
    host.launch("A")
    try store.flush()
    let before = try store.inspect().lastTransaction
    try host.transition("A", to: .foregroundInactive)
    try store.flush()
    #expect(try store.inspect().lastTransaction == before + 1)
  }

  @Test func `a toolkit sees the windows, the front one and the sessions without a window`() throws
  {
    let host = try host(.wayland)
    host.launch("A")
    let second = try host.open()
    #expect(ids(host.scenes) == ["A", "B"])
    #expect(host.front === second)
    #expect(host.scene("B")?.delegate is RecordingApp.Delegate)
    _ = app.news()
    try host.bring("B", to: .unattached)
    #expect(app.news() == ["B foregroundInactive", "B background", "B disconnects"])
    #expect(host.scene("B") == nil)
    #expect(host.front?.id == "A")
    #expect(host.knownSessions.map(\.id) == ["A", "B"])
  }

  @Test func `a drop opens a window, or continues in the one it was dropped on`() throws {
    struct Page: Codable, Sendable { var number: Int }
    let type = ActivityType<Page>("com.example.recording.page")
    app.manifest.activities = [type]
    let host = try host()
    host.launch("A")
    let item = DragItem(try UserActivity(type, payload: Page(number: 1), target: "page/1"))
    #expect(try host.drop(item) == "B")
    #expect(host.scene("B")?.userActivity == item.activity)
    #expect(try host.drop(item, on: "A") == "A")
    #expect(host.front?.id == "A")
    #expect(host.scenes.count == 2)
    let unknown = DragItem(UserActivity(activityType: "com.example.other"))
    let problem = #expect(throws: SceneProblem.self) { try host.drop(unknown) }
    #expect(
      problem?.description == "activity not declared: the app does not declare com.example.other"
        + " [activity-not-declared]")
  }

  @Test func `of the windows that are not open the oldest go, if the store is told to`() throws {
    let options = SceneStore.Options(retention: [.disconnectedScenes(latest: 1)])
    let host = SceneHost(app, store: .temporary(options: options), profile: .macOS)
    host.launch("A")
    for name in ["B", "C"] { try host.open(name) }
    for id: SceneID in ["A", "B", "C"] { try host.bring(id, to: .unattached) }
    #expect(host.knownSessions.map(\.id) == ["C"])
    // A window that is open counts for nothing.
    try host.reconnect("C")
    try host.open("D")
    try host.bring("D", to: .unattached)
    #expect(host.knownSessions.map(\.id) == ["C", "D"])
  }

  @Test func `launch, recovery and a session that comes back are told apart`() throws {
    let first = try host()
    first.launch("A")
    try store.flush()
    // The process ends while its window is in front.
    let second = try host()
    #expect(second.launchReason == .recover)
    second.launch()
    second.moveAll(to: .background)
    try store.flush()
    let third = try host()
    #expect(third.launchReason == .launch)
    third.launch(reason: .sessionRestore)
    #expect(third.session("A")?.record.reason == "session-restore")
  }
}
