import Foundation
import SceneLifecycle
import SceneState
import Testing

/// Activities that are asked for again, and those that are of no use any more.
struct HandOverTests {
  private let app = RecordingApp()
  private let store = SceneStore.temporary()

  private func host(at time: Double) -> SceneHost {
    SceneHost(app, store: store, profile: .iPadOS, clock: { Date(timeIntervalSince1970: time) })
  }

  @Test func `an expired activity is not restored, one that is not is`() throws {
    let first = host(at: 1000)
    let scene = try #require(first.launch().first)
    var activity = UserActivity(activityType: "com.example.note", title: "Tala")
    activity.expirationDate = Date(timeIntervalSince1970: 2000)
    scene.userActivity = activity
    try first.bring("A", to: .background)
    try store.flush()
    #expect(host(at: 1999).launch().first?.userActivity == activity)
    let late = host(at: 2000).launch()
    #expect(late.first?.userActivity == nil)
    #expect(late.first?.session.stateRestorationActivity == nil)
  }

  @Test func `a window in the background is asked again, and no other`() throws {
    let host = host(at: 0)
    let scene = try #require(host.launch().first)
    #expect(throws: SceneProblem.self) { try host.refresh("A") }
    #expect(throws: SceneProblem.self) { try host.refresh("B") }
    try host.bring("A", to: .background)
    #expect(scene.session.stateRestorationActivity == nil)
    var titles: [String?] = []
    scene.onTitleChange = { titles.append($0) }
    scene.userActivity = UserActivity(activityType: "com.example.note", title: "Tala")
    scene.title = "Tala"
    #expect(titles == ["Tala"])
    try host.refresh("A")
    #expect(scene.session.stateRestorationActivity?.title == "Tala")
  }

  @Test func `the date goes through the bytes`() throws {
    var activity = UserActivity(activityType: "com.example.note")
    activity.expirationDate = Date(timeIntervalSince1970: 1234.5)
    let bytes = try JSONEncoder().encode(activity)
    #expect(try JSONDecoder().decode(UserActivity.self, from: bytes) == activity)
  }
}
