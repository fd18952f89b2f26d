import Foundation
import SceneLifecycle
import SceneState
import Synchronization
import Testing

/// What is saved of a window that connects for something from outside.
struct ExternalWinsTests {
  private static let path = SceneKey("path", default: [String](), options: .navigation)
  private static let draft = SceneKey("draft", default: "")
  private static let item = UserActivity(activityType: "com.example.item")

  private struct Refusal: Error {}

  private final class Kept {
    var subscription: Subscription?
  }

  private let app = RecordingApp()
  private let store = SceneStore.temporary()

  init() {
    app.manifest.activities = [ActivityType<[String: String]>("com.example.item")]
  }

  /// A new process that is launched for an activity, on what an earlier one saved.
  private func launch(
    _ saved: [String] = ["old"], handler: @escaping (ConnectedScene) throws -> Void = { _ in }
  ) throws -> ConnectedScene {
    let first = try #require(SceneHost(app, store: store, profile: .iPadOS).launch().first)
    first.scope[Self.path] = saved
    first.scope[Self.draft] = "kept"
    try store.flush()
    let host = SceneHost(app, store: store, profile: .iPadOS)
    app.onChange = { [app] scene, state in
      guard state == .foregroundInactive else { return }
      scene.continuations.onContinue(activityType: "com.example.item") { _ in
        try handler(scene)
      }.keep(in: &app.registrations)
    }
    let scenes = host.launch(LaunchRequest(activities: [Self.item]))
    app.onChange = nil
    return try #require(scenes.first)
  }

  @Test func `a key that says where the user is reads as its default, and stays stored`() throws {
    let scene = try launch()
    #expect(scene.scope[Self.path] == [])
    #expect(!scene.scope.contains(Self.path))
    #expect(scene.scope[Self.draft] == "kept")
    scene.scope.hidden = nil
    #expect(scene.scope[Self.path] == ["old"])
  }

  @Test func `a write of the default is a write`() throws {
    let scene = try launch()
    scene.scope[Self.path] = []
    scene.scope.hidden = nil
    #expect(scene.scope[Self.path] == [])
    #expect(scene.scope.contains(Self.path))
  }

  @Test func `what the handler writes is there, also if more is read from the file`() throws {
    let scene = try launch { scene in scene.scope[Self.path] = ["item"] }
    try store.flush()
    #expect(scene.scope[Self.path] == ["item"])
    scene.scope.reset(Self.path)
    try store.flush()
    scene.scope.hidden = nil
    #expect(scene.scope[Self.path] == [])
  }

  @Test func `an event that fails shows what was saved, and observers hear it`() throws {
    let told = Mutex<[[String]]>([])
    let kept = Kept()
    let scene = try launch { scene in
      kept.subscription = scene.scope.observe(Self.path) { value in
        told.withLock { $0.append(value) }
      }
      #expect(scene.scope[Self.path] == [])
      throw Refusal()
    }
    #expect(scene.scope[Self.path] == ["old"])
    #expect(told.withLock { $0 } == [["old"]])
    _ = kept
  }

  @Test func `everything or nothing can be meant`() throws {
    app.manifest.externalWins = .nothing
    #expect(try launch().scope[Self.path] == ["old"])
    app.manifest.externalWins = .everything
    let scene = try launch()
    #expect(scene.scope[Self.path] == [] && scene.scope[Self.draft] == "")
  }
}
