import Foundation
import SceneLifecycle
import SceneState
import Testing

struct ContinuationQueueTests {
  private let scene = ContinuingScene()
  private var registry: ContinuationRegistry { scene.registry }

  /// Delivers as a scene does: what nobody takes waits.
  private func arrive(_ activity: UserActivity) throws {
    if try !scene.deliver(activity) { registry.enqueue(activity) }
    try scene.retry()
  }

  private func noteTarget(at level: ContinuationRegistry.Level) {
    registry.onContinue(.character, at: level) { [scene] _, activity in
      scene.log.append(activity.targetContentIdentifier ?? "")
    }.keep(in: &scene.bag)
  }

  @Test func `a handler that appears later gets what waits, in order`() throws {
    registry.handlerAppeared = { [scene] in
      scene.log.append("appeared")
      #expect(throws: Never.self) { try scene.retry() }
    }
    for target in ["1", "2", "3"] { try arrive(.character(.hawk, target)) }
    try arrive(UserActivity(activityType: "com.example.other"))
    #expect(scene.news() == [])
    #expect(registry.queued.compactMap(\.targetContentIdentifier) == ["1", "2", "3"])
    noteTarget(at: .tab("hawk"))
    #expect(
      scene.news() == ["appeared", "again 1 1", "1", "again 2 1", "2", "again 3 1", "3"])
    #expect(registry.queued.map(\.activityType) == ["com.example.other"])
  }

  @Test func `what no selected tab takes waits for the tab to be selected`() throws {
    for tab in ContinuingScene.tabs where tab != "hawk" { scene.note(tab.rawValue, at: .tab(tab)) }
    try arrive(.character(.raven, "r"))
    #expect(scene.news() == [])
    scene.selected = "swift"
    try scene.retry()
    #expect(scene.news() == ["again r 2", "swift"])
    scene.selected = "raven"
    try scene.retry()
    #expect(scene.news() == [])
  }

  @Test func `a retry during a delivery waits for its end`() throws {
    try arrive(.character(.hawk, "waits"))
    registry.onContinue(activityType: "com.example.select", at: .window) { [scene] _ in
      scene.selected = "raven"
      try scene.retry()
      scene.log.append("selected")
    }.keep(in: &scene.bag)
    noteTarget(at: .tab("raven"))
    try arrive(UserActivity(activityType: "com.example.select"))
    #expect(scene.news() == ["run 1", "selected", "again waits 1", "waits"])
    #expect(registry.queued.isEmpty)
  }

  @Test func `a handler that selects a tab while the queue is tried starts it over`() throws {
    scene.selected = nil
    try arrive(.character(.hawk, "first"))
    try arrive(UserActivity(activityType: "com.example.select"))
    noteTarget(at: .tab("raven"))
    registry.onContinue(activityType: "com.example.select", at: .window) { [scene] _ in
      scene.selected = "raven"
      try scene.retry()
    }.keep(in: &scene.bag)
    try scene.retry()
    #expect(scene.news() == ["again  1", "again first 1", "first"])
    #expect(registry.queued.isEmpty)
  }

  @Test func `one that is not taken does not hold up the next`() throws {
    for book in [Book.raven, .hawk, .raven] { try arrive(.character(book, "\(book)")) }
    registry.onContinue(
      activityType: ActivityType.character.name, at: .window,
      isLive: { $0.userInfo["book"] == "hawk" }, { [scene] _ in scene.log.append("hawk") }
    ).keep(in: &scene.bag)
    try scene.retry()
    #expect(scene.news() == ["again hawk 1", "hawk"])
    #expect(registry.queued.compactMap(\.targetContentIdentifier) == ["raven", "raven"])
  }

  @Test func `an activity that fails no longer waits, the later ones do`() throws {
    var wrong = try UserActivity.character(.hawk, "wrong")
    wrong.userInfo = ["id": 1]
    try arrive(wrong)
    try arrive(.character(.hawk, "right"))
    noteTarget(at: .window)
    #expect(throws: ActivityError.self) { try scene.retry() }
    #expect(registry.queued.compactMap(\.targetContentIdentifier) == ["right"])
    try scene.retry()
    #expect(scene.news() == ["again right 1", "right"])
  }

  @Test func `a dropped queue is empty and says what was in it`() throws {
    for target in ["1", "2"] { try arrive(.character(.hawk, target)) }
    registry.removeAll()
    #expect(registry.dropQueue().compactMap(\.targetContentIdentifier) == ["1", "2"])
    #expect(registry.dropQueue().isEmpty)
    noteTarget(at: .window)
    try scene.retry()
    #expect(scene.news() == [])
  }

  @Test func `a handler that disconnects the scene ends the trying`() throws {
    for target in ["1", "2"] { try arrive(.character(.hawk, target)) }
    registry.onContinue(.character) { [scene] _, activity in
      scene.log.append(activity.targetContentIdentifier ?? "")
      scene.registry.removeAll()
      _ = scene.registry.dropQueue()
    }.keep(in: &scene.bag)
    try scene.retry()
    #expect(scene.news() == ["again 1 1", "1"])
    #expect(registry.queued.isEmpty)
  }

  @Test func `URL handlers all run, in order, until one throws`() throws {
    struct Refusal: Error {}
    let url = try #require(URL(string: "quotes://quote/4"))
    #expect(try !registry.openURL(url))
    registry.onOpenURL { [scene] in scene.log.append("1 \($0)") }.keep(in: &scene.bag)
    registry.onOpenURL { [scene] _ in scene.log.append("2") }.keep(in: &scene.bag)
    #expect(try registry.openURL(url))
    #expect(scene.news() == ["1 quotes://quote/4", "2"])
    registry.onOpenURL { _ in throw Refusal() }.keep(in: &scene.bag)
    registry.onOpenURL { [scene] _ in scene.log.append("4") }.keep(in: &scene.bag)
    #expect(throws: Refusal.self) { try registry.openURL(url) }
    #expect(scene.news() == ["1 quotes://quote/4", "2"])
    scene.bag.removeFirst(3)
    #expect(try registry.openURL(url))
    #expect(scene.news() == ["4"])
  }

  @Test func `a universal link goes to the URL handlers only`() throws {
    scene.note("activity", at: .window, type: UserActivity.webBrowsing)
    var activity = UserActivity(activityType: UserActivity.webBrowsing)
    activity.webpageURL = URL(string: "https://example.com/quote/4")
    #expect(try !scene.deliver(activity))
    registry.onOpenURL { [scene] in scene.log.append($0.absoluteString) }.keep(in: &scene.bag)
    #expect(try scene.deliver(activity))
    #expect(scene.news() == ["https://example.com/quote/4"])
    activity.webpageURL = nil
    #expect(throws: ActivityError.self) { try scene.deliver(activity) }
  }
}
