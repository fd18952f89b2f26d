import SceneLifecycle
package import SceneScenarios
import SceneSimulator

/// What follows from an app's declaration alone.
package struct AppFacts: Sendable {
  /// What keeps the selected tab, or the path.
  enum Keeper: Sendable {
    case key(StorageKey)
    /// The URL, in a key if it is kept.
    case navigator(StorageKey?)
    case tree
    /// The window's memory: nothing keeps it.
    case memory
  }

  let app: AppDeclaration
  let tabs: [String]
  let tab: Keeper
  let path: Keeper
  /// What the app itself writes when a window changes its phase: keys, `tab` and `path`.
  let phaseWrites: Set<String>
  /// Whether the app itself says what a window shows when its phase changes.
  let identifiesByPhase: Bool
  /// Whether every window comes back.
  let allRestorable: Bool
  let profile: RestorationProfile

  package init(_ app: AppDeclaration) {
    self.app = app
    tabs = app.tabs
    let url = app.navigator.map { Keeper.navigator($0.savesTo.flatMap(app.key)) }
    let other: Keeper = app.tree.roots.isEmpty ? .memory : .tree
    tab = url ?? app.key(StorageKey.selectedTab).map(Keeper.key) ?? other
    path = url ?? app.key(StorageKey.path).map(Keeper.key) ?? other
    let phaseSteps = app.phaseSteps.all
    phaseWrites = Self.written(by: phaseSteps)
    identifiesByPhase = phaseSteps.contains { $0.verb.name == "identify" }
    allRestorable = app.scenes.allSatisfy { $0.declaration.isRestorable }
    profile = app.profile ?? app.device.profile
  }

  /// Where the index of a tab in a look is; an app without tabs has one place.
  func place(of tab: String?) -> Int { tab.flatMap { tabs.firstIndex(of: $0) } ?? 0 }

  /// The keys that values are compared of: not those that say tab and path.
  var valueKeys: [(index: Int, key: StorageKey)] {
    app.keys.enumerated().compactMap { index, key in
      let places = [StorageKey.selectedTab, StorageKey.path, app.navigator?.savesTo]
      return places.contains(key.name) ? nil : (index, key)
    }
  }

  /// The places of tabs in which a key is shown.
  func places(of key: StorageKey) -> [Int] {
    switch key.scope {
    case .app, .scene, .selectedTab: Array(0..<max(1, tabs.count))
    case .tab(let name), .nested(tab: let name?, _), .place(tab: let name?, _, _):
      [place(of: name)]
    // It belongs to a place of its own, whatever tab is selected.
    case .nested(tab: nil, _), .place(tab: nil, _, _), .places: [0]
    }
  }

  private static func written(by steps: [ParsedStep]) -> Set<String> {
    var names: Set<String> = []
    for step in steps {
      switch step.verb.name {
      case "set", "append", "remove":
        names.formUnion((step.argument?.map ?? []).map(\.key.name))
      case "clear": names.formUnion((step.argument?.list ?? []).compactMap(\.text))
      case "select": names.insert("tab")
      case "show", "push", "pop": names.insert("path")
      case "open-url": names.formUnion(["tab", "path"])
      default: break
      }
    }
    if names.contains(StorageKey.selectedTab) { names.insert("tab") }
    return names
  }
}
