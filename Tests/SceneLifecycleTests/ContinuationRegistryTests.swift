import Foundation
import SceneLifecycle
import SceneState
import Testing

/// A scene as the registry sees it: three tabs that are all alive, and what happened.
final class ContinuingScene {
  let registry = ContinuationRegistry()
  let scope = SceneStore.temporary().scene("A")
  var selected: TabID? = "hawk"
  var log: [String] = []
  var bag: [Registration] = []

  static let tabs: [TabID] = ["hawk", "raven", "swift"]

  /// Registers a handler that notes its name.
  func note(
    _ name: String, at level: ContinuationRegistry.Level,
    type: String = ActivityType.character.name
  ) {
    registry.onContinue(activityType: type, at: level) { [unowned self] _ in log.append(name) }
      .keep(in: &bag)
  }

  /// Registers a handler in every tab, the last tab first.
  func noteInTabs() {
    for tab in Self.tabs.reversed() { note(tab.rawValue, at: .tab(tab)) }
  }

  @discardableResult
  func deliver(_ activity: UserActivity) throws -> Bool {
    try registry.deliver(activity, selectedTab: { selected }, willRun: { log.append("run \($0)") })
  }

  func retry() throws {
    try registry.retry(
      selectedTab: { selected },
      willRun: { log.append("again \($0.targetContentIdentifier ?? "") \($1)") })
  }

  /// What happened since the last call.
  func news() -> [String] {
    defer { log = [] }
    return log
  }
}

extension UserActivity {
  static func character(_ book: Book, _ target: String? = nil) throws -> UserActivity {
    try UserActivity(
      .character, payload: BookCharacter(id: "tala", name: "Tala", book: book), target: target)
  }
}

struct ContinuationRegistryTests {
  private let scene = ContinuingScene()
  private var registry: ContinuationRegistry { scene.registry }

  @Test func `handlers run outermost first, then in order of registration`() throws {
    scene.note("nested 1", at: .nested("hawk", "page"))
    scene.note("tab 1", at: .tab("hawk"))
    scene.note("window 1", at: .window)
    scene.note("nested 2", at: .nested("hawk", "page"))
    scene.note("window 2", at: .window)
    scene.note("tab 2", at: .tab("hawk"))
    #expect(try scene.deliver(.character(.hawk)))
    #expect(
      scene.news()
        == ["run 6", "window 1", "window 2", "tab 1", "tab 2", "nested 1", "nested 2"])
  }

  @Test func `of three tabs that are alive only the selected one's handler runs`() throws {
    scene.noteInTabs()
    for tab in ContinuingScene.tabs {
      scene.selected = tab
      #expect(try scene.deliver(.character(.hawk)))
      #expect(scene.news() == ["run 3", tab.rawValue])
    }
  }

  @Test func `a window's handler selects the tab whose handler then runs`() throws {
    scene.noteInTabs()
    registry.onContinue(.character, at: .window) { [scene] character, _ in
      scene.selected = TabID(rawValue: character.book.rawValue)
      scene.log.append("select \(character.book)")
    }.keep(in: &scene.bag)
    for book in [Book.raven, .swift, .hawk] {
      try scene.deliver(.character(book))
      #expect(scene.news() == ["run 4", "select \(book)", book.rawValue])
    }
  }

  @Test func `a tab's handler that selects another tab ends the turn of its own`() throws {
    registry.onContinue(.character, at: .tab("hawk")) { [scene] _, _ in
      scene.selected = "raven"
      scene.log.append("first")
    }.keep(in: &scene.bag)
    scene.note("hawk", at: .tab("hawk"))
    scene.note("hawk nested", at: .nested("hawk", "page"))
    scene.note("raven nested", at: .nested("raven", "page"))
    try scene.deliver(.character(.hawk))
    #expect(scene.news() == ["run 4", "first", "raven nested"])
  }

  @Test func `an inherited level comes from the current scope`() throws {
    func register(_ name: String) { scene.note(name, at: .inherited) }
    scene.scope.tab("raven").nested("book", "1").nested("page", "2").run { register("deep") }
    scene.scope.tab("raven").nested("book", "1").run { register("nested") }
    scene.scope.nested("note", "1").run { register("note of the scene") }
    scene.scope.tab("hawk").run { register("hawk") }
    scene.scope.tab("raven").run { register("raven") }
    scene.scope.run { register("scene") }
    scene.scope.store.app.run { register("app") }
    register("none")
    scene.selected = "raven"
    try scene.deliver(.character(.hawk))
    #expect(
      scene.news()
        == ["run 8", "scene", "app", "none", "raven", "nested", "note of the scene", "deep"])
    scene.selected = "hawk"
    try scene.deliver(.character(.hawk))
    #expect(scene.news().contains("hawk"))
  }

  @Test func `tab names are compared in normal form C`() throws {
    scene.note("owl", at: .tab("hibou-e\u{301}"))
    scene.selected = "hibou-\u{e9}"
    #expect(try scene.deliver(.character(.hawk)))
  }

  @Test func `only handlers of the type run`() throws {
    scene.note("other", at: .window, type: "com.example.other")
    #expect(try !scene.deliver(.character(.hawk)))
    #expect(scene.news() == [])
  }

  @Test func `conditions are asked of all before the first handler runs`() throws {
    for name in ["first", "second", "never"] {
      registry.onContinue(
        activityType: ActivityType.character.name, at: .window,
        isLive: { [scene] activity in
          scene.log.append("is \(name) live")
          return name != "never" && activity.userInfo["book"] == "hawk"
        },
        { [scene] _ in scene.log.append(name) }
      ).keep(in: &scene.bag)
    }
    #expect(try scene.deliver(.character(.hawk)))
    #expect(
      scene.news() == [
        "is first live", "is second live", "is never live", "run 2", "first", "second",
      ])
    #expect(try !scene.deliver(.character(.raven)))
  }

  @Test func `a content that is no payload fails before any handler runs`() throws {
    scene.note("window", at: .window)
    registry.onContinue(.character, at: .tab("raven")) { [scene] _, _ in
      scene.log.append("typed")
    }.keep(in: &scene.bag)
    var activity = try UserActivity.character(.hawk)
    activity.userInfo["book"] = 7
    let wanted = ActivityError.invalidContent("field 'book': found int, wanted string")
    // Also while the tab of the handler that wants it is not selected.
    #expect(throws: wanted) { try scene.deliver(activity) }
    activity.userInfo = [:]
    #expect(throws: ActivityError.invalidContent("it has none")) { try scene.deliver(activity) }
    #expect(scene.news() == [])
  }

  @Test func `an error of a handler ends the delivery`() throws {
    struct Refusal: Error {}
    scene.note("first", at: .window)
    registry.onContinue(.character, at: .window) { _, _ in throw Refusal() }.keep(in: &scene.bag)
    scene.note("last", at: .window)
    #expect(throws: Refusal.self) { try scene.deliver(.character(.hawk)) }
    #expect(scene.news() == ["run 3", "first"])
    #expect(registry.queued.isEmpty)
  }

  @Test func `a dropped or cancelled registration ends its handler`() throws {
    var dropped: Registration? = registry.onContinue(.character, at: .window) { [scene] _, _ in
      scene.log.append("dropped")
    }
    let cancelled = registry.onContinue(.character, at: .window) { [scene] _, _ in
      scene.log.append("cancelled")
    }
    try scene.deliver(.character(.hawk))
    #expect(scene.news() == ["run 2", "dropped", "cancelled"])
    withExtendedLifetime(dropped) {}
    dropped = nil
    try scene.deliver(.character(.hawk))
    #expect(scene.news() == ["run 1", "cancelled"])
    cancelled.cancel()
    cancelled.cancel()
    #expect(try !scene.deliver(.character(.hawk)))
  }

  @Test func `a handler that is ended by an earlier one does not run`() throws {
    registry.onContinue(.character, at: .window) { [scene] _, _ in
      scene.bag = []
      scene.log.append("ends all")
    }.keep(in: &scene.bag)
    scene.note("inner", at: .tab("hawk"))
    #expect(try scene.deliver(.character(.hawk)))
    #expect(scene.news() == ["run 2", "ends all"])
  }

  @Test func `a handler that registers while an activity is delivered waits for the next`() throws {
    registry.onContinue(.character, at: .window) { [scene] _, _ in
      if scene.bag.count == 1 { scene.note("late", at: .tab("hawk")) }
    }.keep(in: &scene.bag)
    try scene.deliver(.character(.hawk))
    #expect(scene.news() == ["run 1"])
    try scene.deliver(.character(.hawk))
    #expect(scene.news() == ["run 2", "late"])
  }

  @Test func `disconnecting ends all handlers and lets go of what they hold`() throws {
    final class Model {}
    weak var held: Model?
    do {
      let model = Model()
      held = model
      registry.onContinue(.character) { _, _ in _ = model }.keep(in: &scene.bag)
      registry.onOpenURL { _ in _ = model }.keep(in: &scene.bag)
    }
    #expect(held != nil)
    registry.removeAll()
    #expect(held == nil)
    #expect(try !scene.deliver(.character(.hawk)))
    scene.bag = []
  }

  @Test func `a handler that holds its own registration is ended once, and holds nothing`() {
    final class Owner {
      var bag: [Registration] = []
    }
    let registry = ContinuationRegistry()
    weak var held: Owner?
    do {
      let owner = Owner()
      held = owner
      registry.onContinue(.character) { _, _ in _ = owner }.keep(in: &owner.bag)
      registry.onOpenURL { _ in _ = owner }.keep(in: &owner.bag)
    }
    #expect(held != nil)
    registry.removeAll()
    #expect(held == nil)
  }

  @Test func `a registration does not keep the registry alive`() {
    var registry: ContinuationRegistry? = ContinuationRegistry()
    weak let alive = registry
    let registration = registry?.onOpenURL { _ in }
    registry = nil
    #expect(alive == nil)
    registration?.cancel()
  }
}
