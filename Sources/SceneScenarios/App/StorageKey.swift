import SceneLifecycle
package import SceneState

/// One declared storage key of a scenario's app.
package struct StorageKey: Sendable {
  /// Which values share a place.
  package enum Scope: Hashable, Sendable {
    case scene
    /// One value per tab; the selected one counts.
    case selectedTab
    case tab(String)
    case app
  }

  package let name: String
  package let type: ValueType
  package let scope: Scope
  package let initial: ScenarioValue
  /// Where the key is declared.
  package let range: SourceRange
  package let key: SceneKey<ScenarioValue>

  /// The key under which an app keeps its selected tab.
  static let selectedTab = "selectedTab"
  /// The key under which an app keeps its path.
  static let path = "path"

  init(
    _ entry: Entry, types: TypeTable, tabs: [String], in source: SourceFile
  ) throws(Diagnostic) {
    name = entry.key.name
    range = entry.key.range
    try Names.checkLower(name, "a key", at: range, in: source)
    if entry.value.text != nil {
      type = try types.type(entry.value)
      scope = .scene
      initial = try Self.initial(nil, name: name, type: type, tabs: tabs, at: range, in: source)
    } else {
      let map = try NodeMap(entry.value, in: source, of: "storage key `\(entry.key.name)`")
      for entry in map.entries where ["via", "on-mismatch"].contains(entry.key.name) {
        if entry.value.text == "store" || entry.value.text == "set-aside" { continue }
        throw Diagnostic(
          .unknownKey, file: source.path, range: entry.key.range,
          "this version of scenesim does not read this `\(entry.key.name)` yet")
      }
      try map.checkKeys(known: ["type", "scope", "default", "via", "on-mismatch"])
      type = try types.type(try map.required("type"))
      scope = try Self.scope(map.optional("scope"), name: name, tabs: tabs, in: source)
      initial = try Self.initial(
        map.optional("default"), name: name, type: type, tabs: tabs, at: range, in: source)
    }
    try Self.checkReserved(name, type, at: range, in: source)
    key = SceneKey(name: name, default: initial, scope: .inherited, coding: type.coding)
  }

  private static func scope(
    _ node: Node?, name: String, tabs: [String], in source: SourceFile
  ) throws(Diagnostic) -> Scope {
    guard let node else { return .scene }
    let text = try source.text(node, for: "`scope`")
    func refused(_ message: String) -> Diagnostic {
      Diagnostic(.contradiction, file: source.path, range: node.range, message)
    }
    if text == "scene" { return .scene }
    if text == "app" { return .app }
    let isTab = text == "tab" || (text.hasPrefix("tab(") && text.hasSuffix(")"))
    guard isTab else {
      throw source.wrongValue(node, for: "`scope`", words: ["scene", "tab", "app", "tab(…)"])
    }
    if tabs.isEmpty { throw refused("`scope: \(text)` in an app without tabs") }
    if name == selectedTab { throw refused("the selected tab belongs to the window, not to a tab") }
    if text == "tab" { return .selectedTab }
    let tab = String(text.dropFirst(4).dropLast())
    guard tabs.contains(tab) else { throw source.wrongValue(node, for: "a tab", words: tabs) }
    return .tab(tab)
  }

  private static func initial(
    _ node: Node?, name: String, type: ValueType, tabs: [String], at range: SourceRange,
    in source: SourceFile
  ) throws(Diagnostic) -> ScenarioValue {
    if let node { return try type.value(of: node, in: source) }
    if name == selectedTab, let first = tabs.first { return .text(first) }
    if let value = type.initialValue { return value }
    throw Diagnostic(
      .missingKey, file: source.path, range: range,
      "`default` is missing: a `\(type)` has none of its own", hint: "add `default: …`")
  }

  private static func checkReserved(
    _ name: String, _ type: ValueType, at range: SourceRange, in source: SourceFile
  ) throws(Diagnostic) {
    let wanted: ValueType
    switch name {
    case selectedTab: wanted = .string
    case path: wanted = .list(.string)
    default: return
    }
    if type == wanted { return }
    throw Diagnostic(
      .contradiction, file: source.path, range: range,
      "`\(name)` must be `\(wanted)`, not `\(type)`")
  }

  /// The scope of this key's value, seen from a window in which `tab` is selected.
  func scope(in scene: SceneScope, tab: String?) -> SceneScope {
    switch scope {
    case .scene: scene
    case .app: scene.store.app
    case .tab(let name): scene.tab(TabID(rawValue: name))
    case .selectedTab: tab.map { scene.tab(TabID(rawValue: $0)) } ?? scene
    }
  }

  /// The names of the scopes below the window, seen from a window in which `tab` is selected.
  func path(tab: String?) -> [String] {
    switch scope {
    case .scene, .app: []
    case .tab(let name): [name]
    case .selectedTab: tab.map { [$0] } ?? []
    }
  }
}
