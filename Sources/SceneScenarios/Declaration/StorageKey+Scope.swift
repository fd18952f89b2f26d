import SceneState
import StoreFormat

extension [StorageKey] {
  /// Those that have a value in a place, there; keys of no place are what they are.
  func at(_ place: StorageKey.Scope) -> [StorageKey] {
    compactMap { key in
      guard let kinds = key.kinds else { return key }
      guard case .place(_, let kind, _) = place, kinds.contains(kind) else { return nil }
      var key = key
      key.scope = place
      return key
    }
  }
}

extension StorageKey {
  /// The kinds of places in which the key has a value each; nil for one that is in no place.
  package var kinds: [String]? { if case .places(let kinds) = scope { kinds } else { nil } }

  /// The scope that a node means: `scene`, `app`, `tab`, `tab(hawk)`, `tab/NAME`, `scene/NAME`.
  static func scope(_ node: Node?, name: String, _ context: Context) throws(Diagnostic) -> Scope {
    guard let node else { return .scene }
    let source = context.source
    if let nodes = node.list { return try places(nodes, node, context) }
    let text = try source.text(node, for: "`scope`")
    if context.places.contains(where: { $0.name == text }) { return .places([text]) }
    if text == "scene" { return .scene }
    if text == "app" { return .app }
    if text.hasPrefix("scene/") {
      return try nested(node, String(text.dropFirst("scene/".count)), isInTab: false, context)
    }
    let isNested = text.hasPrefix("tab/")
    let isOneTab = text.hasPrefix("tab(") && text.hasSuffix(")")
    guard text == "tab" || isNested || isOneTab else {
      let words =
        ["scene", "tab", "app", "tab(…)", "tab/…", "scene/…"] + context.places.map(\.name)
      var mistake = source.wrongValue(node, for: "`scope`", words: words)
      if context.tabs.contains(text) {
        mistake.hint = "a value of one tab has `scope: tab(\(text))`"
      } else if let slash = text.firstIndex(of: "/"), context.tabs.contains(String(text[..<slash]))
      {
        mistake.hint =
          "a nested scope of each tab is `tab\(text[slash...])`, declared under `nested`"
      } else if let hint = LeftToApps.hint(forScope: text) {
        mistake.hint = hint
      } else if let hint = mistake.hint, !hint.hasPrefix("did you mean") {
        mistake.hint =
          "\(hint), and kinds of places: `places: { \(text): { in: $scene } }`"
      }
      throw mistake
    }
    if !context.hasTabs {
      throw source.contradiction(node, "`scope: \(text)` in an app without tabs")
    }
    if name == selectedTab {
      throw source.contradiction(node, "the selected tab belongs to the window, not to a tab")
    }
    if text == "tab" { return .selectedTab }
    if isNested {
      return try nested(node, String(text.dropFirst("tab/".count)), isInTab: true, context)
    }
    let tab = String(text.dropFirst(4).dropLast())
    guard context.tabs.contains(tab) else {
      throw source.diagnostic(
        .wrongValue, at: node.range, "the app declares no tab `\(tab)`",
        hint: SourceFile.choice(for: tab, among: context.tabs))
    }
    return .tab(tab)
  }

  /// A key that has a value in each place of several kinds.
  private static func places(
    _ nodes: [Node], _ node: Node, _ context: Context
  ) throws(Diagnostic) -> Scope {
    var kinds: [String] = []
    for node in nodes {
      kinds.append(try context.source.name(node, "place", among: context.places.map(\.name)))
    }
    guard Set(kinds).count == nodes.count, !kinds.isEmpty else {
      throw context.source.contradiction(node, "a list of places names each kind once")
    }
    return .places(kinds)
  }

  /// A scope below a tab must be declared, because the declaration says which tab that is.
  private static func nested(
    _ node: Node, _ name: String, isInTab: Bool, _ context: Context
  ) throws(Diagnostic) -> Scope {
    let declared = context.nested.first { $0.name == name }
    if let declared, (declared.tab != nil) != isInTab {
      let place = declared.tab.map { "the tab `\($0)`" } ?? "the window"
      throw context.source.contradiction(
        node, "the nested scope `\(name)` lies below \(place)",
        hint: isInTab ? "write `scope: scene/\(name)`" : "write `scope: tab/\(name)`")
    }
    if declared == nil, context.places.contains(where: { $0.name == name }) {
      throw context.source.contradiction(
        node, "`\(name)` is a kind of place, and no nested scope",
        hint: "write `scope: \(name)`")
    }
    let names = context.nested.map(\.name)
    if declared == nil, isInTab || !NearestName.suggestions(for: name, among: names).isEmpty {
      throw context.source.diagnostic(
        .wrongValue, at: node.range, "the app declares no nested scope `\(name)`",
        hint: SourceFile.choice(for: name, among: names)
          ?? "declare it: `nested: { \(name): { in: … } }`")
    }
    try Names.checkLower(
      name, "a nested scope", at: node.range, in: context.source, mayBeCapital: true)
    return .nested(tab: declared?.tab, name: name)
  }

  /// The key in each place where it can have a value: in each tab of `tabs` with that, and in each
  /// place of the window that holds anything.
  func standings(
    in scene: SceneScope, tabs: [String?], of app: AppDeclaration
  ) -> [(key: StorageKey, tab: String?)] {
    switch scope {
    case .selectedTab: tabs.map { (self, $0) }
    case .places(let kinds):
      app.places.filter { kinds.contains($0.name) }.flatMap { kind in
        (kind.home == .eachTab ? tabs : [tabs[0]]).flatMap { tab in
          kind.home.scope(in: scene, tab: tab).nestedIDs(kind.name).map { id in
            var key = self
            key.scope = .place(kind.home, kind: kind.name, id: id)
            return (key, tab)
          }
        }
      }
    case .scene, .app, .tab, .nested, .place: [(self, tabs[0])]
    }
  }

  /// The same as a path below the session.
  func scopePath(tab: String?) -> ScopePath {
    switch scope {
    case .scene, .app, .places: .root
    case .tab(let name): ScopePath([.tab(name)])
    case .selectedTab: ScopePath(tab.map { [.tab($0)] } ?? [])
    case .nested(let tab, let name):
      ScopePath((tab.map { [.tab($0)] } ?? []) + [.nested(kind: name, id: "")])
    case .place(let home, let kind, let id):
      ScopePath(home.components(tab) + [.nested(kind: kind, id: id)])
    }
  }

  /// The names of the scopes below the window, seen from a window in which `tab` is selected.
  func path(tab: String?) -> [String] {
    switch scope {
    case .scene, .app, .places: []
    case .tab(let name): [name]
    case .selectedTab: tab.map { [$0] } ?? []
    case .nested(let tab, let name): (tab.map { [$0] } ?? []) + [name, ""]
    case .place(let home, let kind, let id): home.path(tab) + [kind, id]
    }
  }

  /// Whether all windows have the one value.
  var isOfApp: Bool {
    switch scope {
    case .app: true
    case .place(let home, _, _): home.isOfApp
    default: false
    }
  }
}

extension StorageKey.Scope {
  static func standing(at place: ValuePlace, in app: AppDeclaration) -> Self {
    let home = app.places.first { $0.name == place.kind }?.home ?? .window
    return place.kind.map { .place(home, kind: $0, id: place.id) } ?? .tab(place.id)
  }

  /// The same in the store, seen from a window in which `tab` is selected.
  func scope(in scene: SceneScope, tab: String?) -> SceneScope {
    switch self {
    case .scene: scene
    case .app: scene.store.app
    case .tab(let name): scene.tab(TabID(rawValue: name))
    case .selectedTab: tab.map { scene.tab(TabID(rawValue: $0)) } ?? scene
    // A scenario names one scope of a kind, so the name is its kind and there is no identity.
    case .nested(let tab?, let name): scene.tab(TabID(rawValue: tab)).nested(name, "")
    case .nested(nil, let name): scene.nested(name, "")
    case .place(let home, let kind, let id): home.scope(in: scene, tab: tab).nested(kind, id)
    // Nobody says which place is meant, so nothing is ever written here.
    case .places: scene
    }
  }
}

extension PlaceKind.Home {
  /// The tab, seen from a window in which `selected` is shown; nil for what lies in none.
  func tab(_ selected: String?) -> String? {
    switch self {
    case .window, .app: nil
    case .tab(let name): name
    case .eachTab: selected
    case .place(let home, _, _): home.tab(selected)
    }
  }

  /// Whether it is the same in all windows.
  var isOfApp: Bool {
    switch self {
    case .app: true
    case .place(let home, _, _): home.isOfApp
    case .window, .tab, .eachTab: false
    }
  }

  /// Where it is below the window or the app.
  func components(_ selected: String?) -> [ScopePath.Component] {
    guard case .place(let home, let kind, let id) = self else {
      return tab(selected).map { [.tab($0)] } ?? []
    }
    return home.components(selected) + [.nested(kind: kind, id: id)]
  }

  /// The same as names.
  func path(_ selected: String?) -> [String] {
    guard case .place(let home, let kind, let id) = self else {
      return tab(selected).map { [$0] } ?? []
    }
    return home.path(selected) + [kind, id]
  }

  /// Where it is, seen from such a window.
  func scope(in scene: SceneScope, tab selected: String?) -> SceneScope {
    if self == .app { return scene.store.app }
    if case .place(let home, let kind, let id) = self {
      return home.scope(in: scene, tab: selected).nested(kind, id)
    }
    return tab(selected).map { scene.tab(TabID(rawValue: $0)) } ?? scene
  }
}
