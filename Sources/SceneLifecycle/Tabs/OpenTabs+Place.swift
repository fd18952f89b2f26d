package import SceneState

// Where tabs lie: in the window, in the app, or in a place of one of them.
extension OpenTabs {
  /// From where a key is seen.
  func base<Value>(of key: SceneKey<Value>) -> SceneScope {
    key.scope == .inherited ? window.resolve(selector) : window
  }

  /// What the tabs lie in: the window, the app or a place.
  var home: SceneScope { base(of: list).resolve(list.scope) }

  var isOfWindow: Bool { home == window }

  var names: [String] {
    get { base(of: list)[list] }
    nonmutating set { base(of: list)[list] = newValue }
  }

  var selectedName: String {
    get { base(of: selection)[selection] }
    nonmutating set { base(of: selection)[selection] = newValue }
  }

  /// The address of the list, by which it is told from other lists of the window.
  var address: String { base(of: list).address(of: list) }

  /// Where the values of a tab live that lies in a window, in the app, or in a place of them.
  package static func scope(of tab: TabID, in home: SceneScope) -> SceneScope {
    // The app has no tabs of its own, as a window has: there they are items of that kind.
    home == home.store.app ? home.nested(kind, tab.rawValue) : home.tab(tab)
  }

  /// The kind of such items.
  package static let kind = "tab"

  /// Where a key of the app has its value, seen from a tab.
  ///
  /// - Returns: The place; nil for a key that is none of tabs.
  package func place(of key: String, _ selector: ScopeSelector, tab: TabID?) -> SceneScope? {
    if key == list.name { return home }
    if key == selection.name { return base(of: selection).resolve(selection.scope) }
    guard selector == .inherited || selector == .selectedTab else { return nil }
    return tab.map { scope(of: $0) }
  }
}
