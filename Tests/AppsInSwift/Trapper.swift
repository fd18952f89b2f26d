public import SceneLifecycle
import SceneState

/// An app with one key for all tabs, which traps in two places.
@MainActor public final class Trapper: @MainActor SceneApp {
  struct Mark: Codable, Sendable { let text: String }

  static let type = ActivityType<Mark>("com.example.mark")
  static let tab = SceneKey.selectedTab(default: "one")
  static let mark = SceneKey("mark", default: "", scope: .scene)

  /// What the app says about itself.
  public let manifest = SceneManifest(
    id: "com.example.trapper", tabs: ["one", "two"], keys: [tab, mark], activities: [type])
  private let hangs: Bool

  /// Makes the app of a process.
  public init(hangs: Bool = false) { self.hangs = hangs }

  /// Makes what a window talks to.
  public func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    Window(hangs: hangs)
  }

  @MainActor private final class Window: @MainActor SceneDelegate {
    private let hangs: Bool
    private var bag: [Registration] = []

    init(hangs: Bool) { self.hangs = hangs }

    func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
      scene.continuations.onContinue(Trapper.type, at: .window) { mark, _ in
        precondition(!mark.text.isEmpty, "nobody has thought of an empty mark")
      }.keep(in: &bag)
    }

    func scene(_ scene: ConnectedScene, didChange state: ActivationState) {
      guard state == .background, scene.scope[Trapper.tab] == "two" else { return }
      while hangs {}
      preconditionFailure("nobody has thought of the second tab")
    }
  }
}
