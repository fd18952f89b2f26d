package import SceneLifecycle
import SceneSimulator
import SceneState

/// The app that a scenario declares: a real app to the lifecycle, without code of its own.
package final class ScenarioApp: SceneApp {
  let declaration: AppDeclaration
  /// Hears what a window noticed while it connected: code, window and key.
  let notice: (String, String, String) -> Void

  init(_ declaration: AppDeclaration, notice: @escaping (String, String, String) -> Void) {
    self.declaration = declaration
    self.notice = notice
  }

  package var manifest: SceneManifest {
    SceneManifest(
      id: declaration.id, multipleWindows: declaration.hasManyWindows,
      tabs: declaration.tabs.map { TabID(rawValue: $0) }, keys: declaration.keys.map(\.key))
  }

  package func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    ScenarioScene(scene, app: self)
  }
}

/// What a scenario's app keeps in memory for one window; gone with the window or the process.
package final class ScenarioScene: SceneDelegate {
  private let scene: ConnectedScene
  private let app: ScenarioApp
  /// The selected tab of an app that declares no key for it.
  private var memoryTab: String?
  /// The path of each tab in an app that declares no key for it.
  private var memoryPaths: [String: [String]] = [:]

  init(_ scene: ConnectedScene, app: ScenarioApp) {
    self.scene = scene
    self.app = app
  }

  var declaration: AppDeclaration { app.declaration }

  package func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    let tabs: [String?] = declaration.tabs.isEmpty ? [nil] : declaration.tabs
    for key in declaration.keys {
      for tab in key.scope == .selectedTab ? tabs : [tabs[0]] {
        let scope = key.scope(in: scene.scope, tab: tab)
        _ = scope[key.key]
        if let problem = scope.facts(of: key.key).problem {
          app.notice(problem.code.rawValue, scene.id.rawValue, problem.address)
        }
      }
    }
    if let key = declaration.key(StorageKey.selectedTab), !declaration.tabs.isEmpty,
      case .text(let stored) = value(of: key, tab: nil), !declaration.tabs.contains(stored)
    {
      app.notice("no-such-tab", scene.id.rawValue, stored)
    }
    scene.selectedTab = selectedTab.map { TabID(rawValue: $0) }
  }

  // MARK: Tabs and paths

  /// The tab shown; nil in an app without tabs.
  ///
  /// A stored tab that is gone shows the first one.
  var selectedTab: String? {
    guard let first = declaration.tabs.first else { return nil }
    var tab = memoryTab ?? first
    if let key = declaration.key(StorageKey.selectedTab),
      case .text(let stored) = value(of: key, tab: nil)
    {
      tab = stored
    }
    return declaration.tabs.contains(tab) ? tab : first
  }

  func select(_ tab: String) throws(StepFailure) {
    guard declaration.tabs.contains(tab) else {
      let hint = SourceFile.choice(for: tab, among: declaration.tabs)
      throw StepFailure("no-such-tab", "the app has no tab `\(tab)`", hint: hint)
    }
    if let key = declaration.key(StorageKey.selectedTab) {
      try set(.text(tab), for: key, tab: nil)
    } else {
      memoryTab = tab
    }
    scene.selectedTab = TabID(rawValue: tab)
  }

  func path(in tab: String?) -> [String] {
    guard let key = declaration.key(StorageKey.path) else { return memoryPaths[tab ?? ""] ?? [] }
    guard case .list(let list) = value(of: key, tab: tab) else { return [] }
    return list.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  func show(_ path: [String], in tab: String?) throws(StepFailure) {
    guard let key = declaration.key(StorageKey.path) else {
      memoryPaths[tab ?? ""] = path
      return
    }
    try set(.list(path.map { .text($0) }), for: key, tab: tab)
  }

  // MARK: Values

  func value(of key: StorageKey, tab: String?) -> ScenarioValue {
    key.scope(in: scene.scope, tab: tab)[key.key]
  }

  func isStored(_ key: StorageKey, tab: String?) -> Bool {
    key.scope(in: scene.scope, tab: tab).facts(of: key.key).isStored
  }

  func set(_ value: ScenarioValue, for key: StorageKey, tab: String?) throws(StepFailure) {
    do throws(SceneProblem) {
      try key.scope(in: scene.scope, tab: tab).write(value, to: key.key)
    } catch {
      throw StepFailure(error)
    }
  }

  func clear(_ key: StorageKey, tab: String?) {
    key.scope(in: scene.scope, tab: tab).reset(key.key)
  }
}
