public import SceneLifecycle
import SceneSimulator
import SceneState

/// A browser: tabs that come and go, private windows, links that open tabs.
@MainActor public final class Osprey: @MainActor SceneApp {
  /// What the app says about itself.
  public let manifest: SceneManifest

  /// Makes the app of a process.
  public init() {
    var secret = SceneDeclaration("secret", isRestorable: false)
    secret.isPrivate = true
    manifest = SceneManifest(
      id: "com.example.osprey",
      keys: [
        OspreyKeys.openTabs, OspreyKeys.selected, OspreyKeys.path, OspreyKeys.url,
        OspreyKeys.scroll, OspreyKeys.form, OspreyKeys.sidebar, OspreyKeys.search,
      ],
      activities: [ActivityType.page, ActivityType.openPage], scenes: [.main, secret])
  }

  /// Makes a window.
  public func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    OspreyScene(scene.scope)
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
enum OspreyKeys {
  static let openTabs = SceneKey<[String]>("openTabs", default: [], scope: .scene)
  static let selected = SceneKey<String>.selectedTab(default: "")
  static let path = SceneKey<[String]>("path", default: [])
  static let url = SceneKey("url", default: "about:home")
  static let scroll = SceneKey("scroll", default: 0.0)
  static let form = SceneKey<[String: String]>("form", default: [:])
  static let sidebar = SceneKey("sidebar", default: false, scope: .scene)
  static let search = SceneKey("search", default: Search.duck, scope: .app)
}

/// One window of the browser.
@MainActor final class OspreyScene: @MainActor SceneDelegate {
  /// What a tab held that was closed; what was never written is nil.
  private struct ClosedTab {
    let tab: TabID
    let index: Int
    let url: String?
    let scroll: Double?
    let form: [String: String]?
    let path: [String]?
  }

  private let scope: SceneScope
  private var closed: [ClosedTab] = []
  private var bag: [Registration] = []

  init(_ scope: SceneScope) { self.scope = scope }

  func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    scene.continuations.onContinue(.openPage, at: .window) { [unowned self] page, _ in
      try setOpenTabs(openTabs + ["linked"])
      scope[OspreyKeys.selected] = "linked"
      scope.tab("linked")[OspreyKeys.url] = page.url
    }.keep(in: &bag)
  }

  func scene(_ scene: ConnectedScene, restore activity: UserActivity) -> RestorationOutcome {
    activity.activityType == ActivityType.page.name ? .restored : .notRecognised
  }

  func stateRestorationActivity(for scene: ConnectedScene) -> UserActivity? {
    let page = scope.tab(TabID(rawValue: scope[OspreyKeys.selected]))
    return UserActivity(activityType: ActivityType.page.name, title: page[OspreyKeys.url])
  }

  private func keeping(_ tab: TabID, at index: Int) -> ClosedTab {
    let page = scope.tab(tab)
    func stored<Value>(_ key: SceneKey<Value>) -> Value? { page.contains(key) ? page[key] : nil }
    return ClosedTab(
      tab: tab, index: index, url: stored(OspreyKeys.url), scroll: stored(OspreyKeys.scroll),
      form: stored(OspreyKeys.form), path: stored(OspreyKeys.path))
  }
}

extension OspreyScene: @MainActor TabbedWindow {
  var openTabs: [TabID] { scope[OspreyKeys.openTabs].map { TabID(rawValue: $0) } }

  func setOpenTabs(_ tabs: [TabID]) throws {
    let (old, selected) = (openTabs, TabID(rawValue: scope[OspreyKeys.selected]))
    for (index, tab) in old.enumerated() where !tabs.contains(tab) {
      closed.append(keeping(tab, at: index))
    }
    scope[OspreyKeys.openTabs] = tabs.map(\.rawValue)
    for tab in old where !tabs.contains(tab) { try scope.tab(tab).discard() }
    guard !tabs.contains(selected), let index = old.firstIndex(of: selected) else { return }
    // The next one, else the one before.
    let next = old[index...].first { tabs.contains($0) } ?? old[..<index].last
    scope[OspreyKeys.selected] = next?.rawValue ?? ""
  }

  func reopenTab(_ tab: TabID?) throws -> Bool {
    guard let index = closed.lastIndex(where: { tab == nil || $0.tab == tab }) else { return false }
    let found = closed.remove(at: index)
    var tabs = openTabs
    tabs.insert(found.tab, at: min(found.index, tabs.count))
    try setOpenTabs(tabs)
    let page = scope.tab(found.tab)
    if let url = found.url { page[OspreyKeys.url] = url }
    if let scroll = found.scroll { page[OspreyKeys.scroll] = scroll }
    if let form = found.form { page[OspreyKeys.form] = form }
    if let path = found.path { page[OspreyKeys.path] = path }
    scope[OspreyKeys.selected] = found.tab.rawValue
    return true
  }
}
