import FoundationEssentials
public import SceneLifecycle
package import SceneState

/// A browser: tabs that come and go and move, private windows, links that open tabs, and windows
/// that wait until somebody asks for them.
@MainActor public final class Osprey: @MainActor SceneApp {
  /// What the app says about itself.
  public let manifest: SceneManifest

  /// Makes the app of a process.
  public init() {
    var secret = SceneDeclaration("secret", isRestorable: false)
    secret.isPrivate = true
    var later = SceneDeclaration("later")
    later.restoresOnDemand = true
    manifest = SceneManifest(
      id: "com.example.osprey",
      keys: [
        OspreyKeys.openTabs, OspreyKeys.selected, OspreyKeys.path, OspreyKeys.url,
        OspreyKeys.scroll, OspreyKeys.form, OspreyKeys.sidebar, OspreyKeys.search,
      ],
      activities: [ActivityType.page, ActivityType.openPage], scenes: [.main, secret, later])
  }

  /// Makes a window.
  public func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    OspreyScene(scene)
  }
}

/// Where a page is.
struct PageAddress: Codable, Hashable, Sendable {
  var url: String
}

extension ActivityType where Payload == PageAddress {
  /// The page that a window shows.
  static var page: Self { .init("osprey.page") }
  /// A page that somebody wants to see.
  static var openPage: Self { .init("osprey.open") }
}

/// Who is asked; one that an older app does not know is the first.
enum Search: String, Codable, Sendable {
  case duck, fox, owl
}

/// The keys of the app.
package enum OspreyKeys {
  static let openTabs = SceneKey<[String]>("openTabs", default: [], scope: .scene)
  static let selected = SceneKey<String>.selectedTab(default: "")
  static let path = SceneKey<[String]>("path", default: [])
  package static let url = SceneKey("url", default: "about:home")
  static let scroll = SceneKey("scroll", default: 0.0)
  static let form = SceneKey<[String: String]>("form", default: [:])
  static let sidebar = SceneKey("sidebar", default: false, scope: .scene)
  static let search = SceneKey("search", default: Search.duck, scope: .app)
}

/// One window of the browser.
@MainActor final class OspreyScene: @MainActor TabbedWindow {
  let openTabs: OpenTabs
  private var bag: [Registration] = []

  init(_ scene: ConnectedScene) {
    openTabs = OpenTabs(scene, list: OspreyKeys.openTabs, selected: OspreyKeys.selected)
  }

  func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    scene.continuations.onContinue(.openPage, at: .window) { [unowned self] page, _ in
      try open(page.url, in: "linked")
    }.keep(in: &bag)
    scene.continuations.onOpenURL { [unowned self] url in
      if let words = Self.words(of: url) { try open("birds:\(words)", in: "found") }
    }.keep(in: &bag)
  }

  private func open(_ url: String, in tab: TabID) throws {
    try openTabs.open(tab)
    openTabs.scope(of: tab)[OspreyKeys.url] = url
  }

  /// What is searched for: as in a form, `+` is a blank.
  private static func words(of url: URL) -> String? {
    guard url.absoluteString.hasPrefix("osprey://search?"),
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    else { return nil }
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%20")
    return parts.queryItems?.first { $0.name == "q" }?.value
  }

  func scene(_ scene: ConnectedScene, restore activity: UserActivity) -> RestorationOutcome {
    activity.activityType == ActivityType.page.name ? .restored : .notRecognised
  }

  func stateRestorationActivity(for scene: ConnectedScene) -> UserActivity? {
    let page = openTabs.scope(of: openTabs.selected ?? "")
    return UserActivity(activityType: ActivityType.page.name, title: page[OspreyKeys.url])
  }
}
