package import SceneLifecycle
import SceneState

// What an app written in Swift says about itself, as scenarios see apps.
extension AppDeclaration {
  /// Makes the declaration of an app that a file names instead of declaring it.
  package init(_ manifest: SceneManifest, named node: Node, in source: SourceFile) {
    var none = DiagnosticList()
    self.init(nil, in: source, mistakes: &none)
    self.node = node
    name = node.text ?? ""
    id = manifest.id
    hasManyWindows = manifest.multipleWindows
    tabs = manifest.tabs.map(\.rawValue)
    conditions = manifest.conditions
    external = manifest.external
    activities = manifest.activities.map {
      let sample = ($0 as? any PayloadTyped).flatMap { TypeProbe.type(of: $0.payloadType) }
      return ActivityDeclaration(
        type: $0.name, payload: nil, sample: sample, range: node.range)
    }
    navigator = manifest.places.map {
      NavigatorDeclaration($0, savesTo: manifest.placeKeeper?.keyName, range: node.range)
    }
    if manifest.scenes != [.main] {
      scenes = manifest.scenes.map { SceneKindDeclaration($0, range: node.range) }
    }
    readKeys(of: manifest, range: node.range)
  }

  // NB: in an initialiser nobody would observe that the keys are set, and look them up by name.
  private mutating func readKeys(of manifest: SceneManifest, range: SourceRange) {
    keys = manifest.keys.compactMap { $0 as? any DynamicSceneKey }.map {
      StorageKey($0, of: types, hasTabs: !tabs.isEmpty, range: range)
    }
  }

  /// Reads what stands under `app:`: a declaration, or the name of an app written in Swift.
  ///
  /// - Throws: The first mistake.
  package init(_ node: Node?, in source: SourceFile, knownTo apps: KnownApps) throws(Diagnostic) {
    guard let node, let named = node.swiftApp, let name = named.text else {
      try self.init(node, in: source)
      return
    }
    if let mistake = apps.mistake(named, name, in: source) { throw mistake }
    let manifest = apps.factory(name)?().manifest ?? SceneManifest(id: name)
    self.init(manifest, named: named, in: source)
    var mistakes = DiagnosticList()
    readBeside(node, &mistakes)
    if let first = mistakes.sorted.first { throw first }
  }

  /// The keys that can stand beside `swift:`: what a manifest does not say.
  static let knownBesideSwift = [
    "swift", "version", "data", "loads-data", "lists", "device", "profile",
  ]

  /// Reads what stands beside the name of an app in Swift.
  mutating func readBeside(_ node: Node, _ mistakes: inout DiagnosticList) {
    self.node = node
    guard node.map != nil,
      let map = mistakes.map(
        node, in: source, of: "an app in Swift", known: Self.knownBesideSwift)
    else { return }
    let (tree, saves, restores, from) = (tree, allowsSaving, allowsRestoring, restoresFrom)
    let (many, own) = (hasManyWindows, (name: name, id: id))
    readPlainValues(map, &mistakes)
    readData(map, &mistakes)
    (self.tree, allowsSaving, allowsRestoring, restoresFrom) = (tree, saves, restores, from)
    (hasManyWindows, (name, id)) = (many, own)
  }
}

extension StorageKey {
  /// Makes a key of one that an app in Swift lists in its manifest.
  init(_ key: any DynamicSceneKey, of types: TypeTable, hasTabs: Bool, range: SourceRange) {
    name = key.name
    self.range = range
    type = Self.type(of: key, types)
    scope = Self.scope(of: key, hasTabs: hasTabs)
    via = .store
    onMismatch = .setAside
    (isShared, mayLose, row, latest, version) = (key.isShared, false, nil, nil, nil)
    isTransient = key.isTransient
    formers = []
    migration = ValueMigration(migrations: [], version: 1)
    if case .opaque = type {
      sample = TypeProbe.type(of: key.valueType) ?? type
    } else {
      sample = type
    }
    let decoded = key.encodedDefault.flatMap { ScenarioValue(json: $0.jsonText) } ?? .null
    // The declared type tells texts from dates; a default of another type is shown as it is.
    initial = (try? type.value(from: decoded)) ?? decoded
    self.key = SceneKey(
      name: name, default: initial, scope: .inherited, coding: type.coding(key: name))
  }

  private static func type(of key: any DynamicSceneKey, _ types: TypeTable) -> ValueType {
    if key.name == selectedTab { return .string }
    return types.type(described: key.typeName) ?? .opaque(key.typeName)
  }

  /// Keys without a scope of their own belong to what a tab shows, but the selected tab itself.
  private static func scope(of key: any DynamicSceneKey, hasTabs: Bool) -> Scope {
    let inner: Scope = hasTabs && key.name != selectedTab ? .selectedTab : .scene
    let selector = key.selector
    if let nested = selector.nestedKind { return .nested(tab: selector.tabName, name: nested) }
    switch selector {
    case .app: return .app
    case .scene: return .scene
    case .inherited, .selectedTab: return inner
    default: return selector.tabName.map { .tab($0) } ?? inner
    }
  }
}

extension Node {
  /// The name of an app in Swift: `app: Restorer`, or `app: {swift: Restorer, data: …}`.
  var swiftApp: Node? {
    if text != nil { return self }
    return self["swift"].flatMap { $0.text == nil ? nil : $0 }
  }
}
