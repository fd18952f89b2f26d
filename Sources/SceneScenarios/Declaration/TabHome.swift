import SceneLifecycle
import SceneSimulator
import SceneState

// Tabs whose list does not belong to the window: that of the app, or of the place that is shown.
extension AppDeclaration {
  /// Whether all windows show the same tabs.
  package var hasTabsOfApp: Bool { tabSource.flatMap { key($0.key) }?.scope == .app }

  /// What the tabs lie in while a place is shown; nil if that is the window.
  func tabHome(shown: @autoclosure () -> ValuePlace?) -> PlaceKind.Home? {
    guard let key = tabSource.flatMap({ key($0.key) }) else { return nil }
    switch key.scope {
    case .app: return .app
    case .places: return shown().flatMap { key.standing(at: $0, in: self).home }
    default: return nil
    }
  }
}

extension ScenarioScene {
  /// What the tabs lie in that are shown; nil if that is the window.
  private var tabHome: PlaceKind.Home? { declaration.tabHome(shown: shownPlace) }

  /// A key where it has a value now: in the place that is shown, or in a tab that does not lie in the
  /// window.
  func located(_ key: StorageKey, tab: String?) -> StorageKey {
    var key = key
    key.scope = place(of: key, tab: tab)
    return key
  }

  private func place(of key: StorageKey, tab: String?) -> StorageKey.Scope {
    switch key.scope {
    case .places(let kinds):
      guard let place = shownPlace, let kind = place.kind, kinds.contains(kind) else { break }
      return .standing(at: place, in: declaration)
    case .selectedTab, .tab:
      guard let tab = key.scope == .selectedTab ? tab : key.path(tab: nil).first,
        let home = tabHome
      else { break }
      return .place(home, kind: OpenTabs.kind, id: tab)
    case .scene, .nested, .place, .app: break
    }
    return key.scope
  }

  /// Whether a key has no value of its own now: no tab is open, or no place is shown, that keeps it.
  func isNowhere(_ key: StorageKey) -> Bool {
    if key.scope == .selectedTab { return declaration.tabSource != nil && tabs.isEmpty }
    return located(key, tab: nil).kinds != nil
  }

  /// Where a key's value lives now.
  func scope(of key: StorageKey, tab: String?) -> SceneScope {
    place(of: key, tab: tab).scope(in: scene.scope, tab: tab)
  }

  /// Where all that a tab has lives.
  func scope(ofTab tab: String) -> SceneScope {
    let home = tabHome.map { scope(of: $0) } ?? scene.scope
    return OpenTabs.scope(of: TabID(rawValue: tab), in: home)
  }

  /// This window, and all others that show the same tabs.
  var windowsOfTabs: [ScenarioScene] {
    [self] + (tabHome.map { windows(showing: scope(of: $0)) } ?? [])
  }

  private func scope(of home: PlaceKind.Home) -> SceneScope {
    home.scope(in: scene.scope, tab: nil)
  }

  private func windows(showing place: SceneScope) -> [ScenarioScene] {
    (scene.host?.scenes ?? []).compactMap { $0.delegate as? ScenarioScene }.filter { window in
      window.tabHome.map { window.scope(of: $0) } == place
    }
  }

  /// The tabs of a place; nil if those of the app do not belong to such places.
  func tabs(in place: ValuePlace) -> [String]? {
    guard let key = declaration.tabSource.flatMap({ declaration.key($0.key) }),
      let kind = place.kind, key.kinds?.contains(kind) == true,
      declaration.refusal(of: place) == nil,
      case .list(let list) = value(of: key.standing(at: place, in: declaration), tab: nil)
    else { return nil }
    return list.compactMap(\.plainText)
  }

  /// The place in which a tab is open that the window does not show; nil if there is none.
  func place(withTab tab: String) -> String? {
    let kinds = declaration.tabSource.flatMap { declaration.key($0.key) }?.kinds ?? []
    let places = declaration.places.filter { kinds.contains($0.name) }.lazy.flatMap { kind in
      kind.home.scope(in: self.scene.scope, tab: nil).nestedIDs(kind.name).map {
        "\(kind.name)/\($0)"
      }
    }
    return places.first { self.tabs(in: ValuePlace($0))?.contains(tab) == true }
  }

  /// Moves a tab with all that it has to another place of this window, which is shown then.
  func move(
    _ tab: String, to place: ValuePlace, at index: Int, as name: String
  ) throws(StepFailure) {
    guard let key = declaration.tabSource.flatMap({ declaration.key($0.key) }),
      var there = tabs(in: place), let home = key.standing(at: place, in: declaration).home
    else { return }
    let (old, selected) = (tabs, selectedTab)
    let left = old.filter { $0 != tab }
    there.insert(name, at: index)
    try scene.scope.store.tick { () throws(StepFailure) in
      let goal = OpenTabs.scope(of: TabID(rawValue: name), in: scope(of: home))
      try StepFailure.wrapping { () throws(SceneProblem) in
        try scope(ofTab: tab).move(to: goal)
      }
      memory.paths[name] = memory.paths.removeValue(forKey: tab)
      try write(left, key)
      try selectNext(after: selected, old, left)
      try show(place)
      try write(there, key)
      try select(name)
    }
    updateConditions()
  }

  /// Writes the tabs of a place that is not shown; those that are gone lose their values.
  func setTabs(_ new: [String], of key: StorageKey) throws(StepFailure) {
    guard let home = key.home, case .list(let old) = value(of: key, tab: nil) else { return }
    try writeValue(.list(new.map { .text($0) }), for: key, tab: nil)
    let place = scope(of: home)
    for window in windows(showing: place) { window.registerHandlers(in: new) }
    for tab in old.compactMap(\.plainText) where !new.contains(tab) {
      try StepFailure.wrapping(try OpenTabs.scope(of: TabID(rawValue: tab), in: place).discard())
    }
  }
}

extension StorageKey {
  /// The place in which the key has its value, as something to lie in; nil if that is none.
  fileprivate var home: PlaceKind.Home? {
    if case .place(let home, let kind, let id) = scope {
      return .place(home, kind: kind, id: id)
    }
    return nil
  }
}

extension TabSource {
  /// Whether tabs can lie where the key has its value; a mistake if not.
  static func mistake(_ key: StorageKey, of app: AppDeclaration, at range: SourceRange)
    -> Diagnostic?
  {
    func mistake(_ message: String, _ hint: String) -> Diagnostic {
      app.source.diagnostic(.contradiction, at: range, message, hint: hint)
    }
    guard key.type == .list(.string), key.via == .store else {
      let via = key.via == .store ? "" : " in the \(key.via.rawValue)"
      return mistake(
        "tabs come from a `[string]` that lives in the store, and `\(key.name)` is a `\(key.type)`\(via)",
        "declare it: `storage: { \(key.name): [string] }`")
    }
    if key.latest != nil {
      return mistake(
        "the tabs are closed by their user, and `\(key.name)` has a `latest`, which would push them out",
        "leave `latest` out")
    }
    let kinds = app.places.filter { key.kinds?.contains($0.name) ?? false }
    switch key.scope {
    case .scene: return nil
    case .app, .places: break
    default:
      return mistake(
        "tabs are those of the window, of the app or of a place, and `\(key.name)` belongs to a tab",
        "leave `scope` out, or write `scope: app` or the name of a place")
    }
    if let inner = app.places.first(where: { $0.home == .eachTab }) {
      return mistake(
        "places in each tab, as `\(inner.name)`, and tabs that are not those of the window",
        "write `in: $scene` or `in: $app` at `\(inner.name)`")
    }
    if !kinds.isEmpty, app.key(PlaceKind.shownKey)?.scope == .selectedTab {
      return mistake(
        "the shown place says which tabs there are, and `place` is one of each tab",
        "write `place: string?`")
    }
    return nil
  }
}
