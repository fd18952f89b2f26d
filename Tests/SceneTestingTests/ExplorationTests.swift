import AppsInSwift
import SceneLifecycle
import SceneSimulator
import SceneState
import SceneTesting
import Synchronization
import Testing

/// Explorations of apps in Swift, as a test of an app runs them.
@MainActor struct ExplorationTests {
  /// The issues of an exploration, which then fail nothing.
  private func issues(_ options: HawkNotes.Options) async throws -> [String] {
    let issues = Mutex<[String]>([])
    try await withKnownIssue(isIntermittent: true) {
      try await Exploration { HawkNotes(options) }.run(steps: 640, seed: 11)
    } matching: { issue in
      issues.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    return issues.withLock { $0 }
  }

  @Test func `a draft that all tabs share is an issue`() async throws {
    var options = HawkNotes.Options()
    options.sharesDrafts = true
    let found = try await issues(options)
    #expect(found.contains { $0.hasPrefix("isolated: ") && $0.contains("`draft`") }, "\(found)")
  }

  /// Its keys follow the selection, and nobody has read the selection before they are written.
  @Test(arguments: [false, true])
  func `a handler that writes into another window is an issue`(isWrong: Bool) async throws {
    let issues = Mutex<[String]>([])
    try await withKnownIssue(isIntermittent: true) {
      try await Exploration { Marks(writesElsewhere: isWrong) }.run(steps: 1280, seed: 11)
    } matching: { issue in
      issues.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    let found = issues.withLock { $0 }
    #expect(found.contains { $0.hasPrefix("isolated: ") && $0.contains("`mark`") } == isWrong)
    #expect(isWrong || found == [])
  }

  @Test func `what only an action of the app does is found`() async throws {
    let issues = Mutex<[String]>([])
    try await withKnownIssue(isIntermittent: true) {
      try await Exploration { Marks(writesElsewhere: false, marksAll: true) }
        .run(steps: 640, seed: 11)
    } matching: { issue in
      issues.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    let found = issues.withLock { $0 }
    #expect(found.contains { $0.hasPrefix("isolated: `act`") }, "\(found)")
  }

  @Test func `the app as it is shipped gives none`() async throws {
    #expect(try await issues(HawkNotes.Options()) == [])
  }
}

/// An app with a mark in each tab, which comes with an activity.
@MainActor private final class Marks: @MainActor SceneApp, @MainActor ExplorableApp {
  struct Mark: Codable, Sendable {
    enum Colour: String, Codable, CaseIterable, Sendable { case red, green }
    let text: String
    let colour: Colour
    let places: [Int]
    let note: String?
  }

  static let type = ActivityType<Mark>("com.example.mark")
  static let tab = SceneKey.selectedTab(default: "one")
  static let mark = SceneKey("mark", default: "", scope: .selectedTab)
  static let size = SceneKey("size", default: 1, scope: .scene, options: .shared)
  static let cursor = SceneKey("cursor", default: 0, scope: .selectedTab, options: .transient)

  let manifest = SceneManifest(
    id: "com.example.marks", tabs: ["one", "two"], keys: [tab, mark, size, cursor],
    activities: [type])
  private let writesElsewhere: Bool
  private var scopes: [SceneScope] = []

  private let marksAll: Bool

  init(writesElsewhere: Bool, marksAll: Bool = false) {
    (self.writesElsewhere, self.marksAll) = (writesElsewhere, marksAll)
  }

  func actions(in scene: ConnectedScene) -> [SceneAction] {
    marksAll
      ? [
        SceneAction("mark all") { [unowned self] in for scope in scopes { scope[Self.mark] = "all" }
        }
      ]
      : []
  }

  func makeDelegate(for scene: ConnectedScene, options: ConnectionOptions) -> any SceneDelegate {
    scopes.append(scene.scope)
    return Window { [unowned self] in writesElsewhere ? scopes.first : scene.scope }
  }

  @MainActor private final class Window: @MainActor SceneDelegate {
    private let target: () -> SceneScope?
    private var bag: [Registration] = []

    init(_ target: @escaping () -> SceneScope?) { self.target = target }

    func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
      scene.continuations.onContinue(Marks.type, at: .window) { [target] mark, activity in
        target()?[Marks.mark] = "\(mark.text) \(mark.colour) \(mark.places) \(mark.note ?? "")"
        scene.identify(as: activity.targetContentIdentifier)
      }.keep(in: &bag)
    }

    func scene(_ scene: ConnectedScene, restore activity: UserActivity) -> RestorationOutcome {
      .restored
    }
  }
}
