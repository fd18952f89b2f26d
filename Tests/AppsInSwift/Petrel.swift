public import SceneLifecycle
import SceneState

/// A browser of a phone, whose tabs are those of the app, and a viewer in which each folder has its
/// tabs, whichever window shows them.
@MainActor public final class Petrel: @MainActor SceneApp {
  /// What the app says about itself.
  public let manifest: SceneManifest

  /// Makes the app of a process: with folders the viewer, else the browser.
  public init(hasFolders: Bool = false) {
    let common: [any AnySceneKey] = [PetrelKeys.page, PetrelKeys.path, PetrelKeys.typed]
    manifest =
      hasFolders
      ? SceneManifest(
        id: "com.example.petrel",
        keys: [PetrelKeys.place, PetrelKeys.files, PetrelKeys.file, PetrelKeys.line],
        scenes: ["welcome", "folder", "peek"].map { SceneDeclaration($0) })
      : SceneManifest(
        id: "com.example.petrel", keys: [PetrelKeys.openTabs, PetrelKeys.selected] + common,
        activities: [ActivityType.note])
  }

  /// Makes a window.
  public func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    switch scene.session.record.scene {
    case "welcome": WelcomeScene()
    case "folder", "peek": FolderScene(scene)
    default: PetrelScene(scene)
    }
  }
}

/// What somebody wants to see in a tab.
struct NoteText: Codable, Hashable, Sendable {
  var text: String
}

extension ActivityType where Payload == NoteText {
  /// A text for the selected tab.
  static var note: Self { .init("note") }
}

/// The keys of the app.
enum PetrelKeys {
  static let openTabs = SceneKey<[String]>("openTabs", default: [], scope: .app)
  static let selected = SceneKey("selectedTab", default: "", scope: .app)
  static let page = SceneKey("page", default: "")
  static let path = SceneKey<[String]>("path", default: [])
  static let typed = SceneKey("typed", default: "", options: .transient)

  static let place = SceneKey<String?>("place", default: nil, scope: .scene)
  static let files = SceneKey<[String]>("files", default: [])
  static let file = SceneKey("selectedTab", default: "")
  static let line = SceneKey("line", default: 0)
}

/// One window of the browser; all of them show the same tabs.
@MainActor final class PetrelScene: @MainActor TabbedWindow {
  let openTabs: OpenTabs
  private let scene: ConnectedScene
  private var handled: Set<TabID> = []
  private var bag: [Registration] = []
  private var subscriptions: [KeptSubscription] = []

  init(_ scene: ConnectedScene) {
    self.scene = scene
    openTabs = OpenTabs(scene, list: PetrelKeys.openTabs, selected: PetrelKeys.selected)
  }

  func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    handleNotes()
    // Whichever window opens a tab, this one shows it, too.
    scene.scope.observe(PetrelKeys.openTabs) { [weak self] _ in
      MainActor.assumeIsolated { self?.handleNotes() }
    }.keep(in: &subscriptions)
  }

  private func handleNotes() {
    for tab in openTabs.ids where handled.insert(tab).inserted {
      let place = openTabs.scope(of: tab)
      scene.continuations.onContinue(.note, at: .tab(tab)) { note, _ in
        place[PetrelKeys.page] = note.text
      }.keep(in: &bag)
    }
  }
}

/// A window without a folder.
@MainActor final class WelcomeScene: @MainActor SceneDelegate {}

/// A window that shows a folder, and so the tabs of that.
@MainActor final class FolderScene: @MainActor TabbedWindow {
  let openTabs: OpenTabs
  private let folder: String

  init(_ scene: ConnectedScene) {
    folder = scene.value(default: "")
    openTabs = OpenTabs(
      scene, list: PetrelKeys.files, selected: PetrelKeys.file,
      scope: .app.nested("folder", folder), keeping: 2)
  }

  func scene(_ scene: ConnectedScene, didChange state: ActivationState) {
    guard state == .foregroundActive else { return }
    scene.scope[PetrelKeys.place] = "folder/\(folder)"
    scene.identify(as: "folder/\(folder)")
  }
}
