import FoundationEssentials
import SceneLifecycle
import SceneSimulator
import SceneState

/// A window of an app written in Swift, reached through the keys of its manifest.
final class SwiftWindow: WindowInside {
  private let scene: ConnectedScene
  private let simulation: Simulation
  /// What people call the rows of a list, if the scenario knows.
  private let namesOfRows: (String) -> [String]?

  init(_ scene: ConnectedScene, in context: StepContext) {
    self.scene = scene
    simulation = context.simulation
    namesOfRows = { [unowned context] in context.rowNames(of: $0) }
  }

  var selectedTab: String? {
    scene.selectedTab?.rawValue ?? simulation.manifest.tabs.first?.rawValue
  }

  private var open: OpenTabs? { (scene.delegate as? any TabbedWindow)?.openTabs }

  var tabs: [String] { (open?.ids ?? simulation.manifest.tabs).map(\.rawValue) }

  var opensTabs: Bool { open != nil }

  func setTabs(_ tabs: [String]) throws(StepFailure) {
    try StepFailure.wrapping(try open?.replace(with: tabs.map { TabID(rawValue: $0) }))
  }

  func move(
    _ tab: String, to other: any WindowInside, at index: Int, as name: String
  ) throws(StepFailure) {
    guard let open, let other = (other as? SwiftWindow)?.open else { throw .hasFixedTabs }
    try StepFailure.wrapping(
      try open.move(
        TabID(rawValue: tab), to: other, at: index, orAs: TabID(rawValue: name)))
  }

  func rename(_ tab: String, to name: String) throws(StepFailure) {
    try StepFailure.wrapping(try open?.rename(TabID(rawValue: tab), to: TabID(rawValue: name)))
  }

  func reopen(_ tab: String?) throws(StepFailure) {
    let found = try StepFailure.wrapping(try open?.reopen(tab.map { TabID(rawValue: $0) }))
    if found == nil { throw .noClosedTab(tab) }
  }

  /// An app in Swift knows itself what it shows.
  var shownPlace: ValuePlace? { nil }

  func select(_ tab: String) throws(StepFailure) {
    try simulation.window(scene.id.rawValue).select(TabID(rawValue: tab))
  }

  func path(in tab: String?) -> [String] {
    if let navigator = scene.navigator {
      return navigator.path(in: tab.map { TabID(rawValue: $0) })
    }
    guard let key = simulation.key(StorageKey.path), let value = key.encoded(at: place(key, tab)),
      case .list(let list)? = ScenarioValue(json: value.jsonText)
    else { return [] }
    return list.compactMap(\.plainText)
  }

  func show(_ path: [String], in tab: String?) throws(StepFailure) {
    if let navigator = scene.navigator {
      return try StepFailure.wrapping(try navigator.show(path, in: tab.map { TabID(rawValue: $0) }))
    }
    let key = try key(StorageKey.path)
    try write(.list(path.map { .text($0) }), to: key, in: place(key, tab))
  }

  func value(of key: StorageKey, tab: String?) -> ScenarioValue {
    guard let found = simulation.key(key.name),
      let value = found.encoded(at: place(found, key, tab)),
      let decoded = ScenarioValue(json: value.jsonText)
    else { return key.initial }
    // The declared type tells texts from dates; what it cannot read is shown as it is.
    return (try? key.type.value(from: decoded)) ?? decoded
  }

  func isStored(_ key: StorageKey, tab: String?) -> Bool {
    simulation.key(key.name).map { $0.facts(at: place($0, key, tab)).isStored } ?? false
  }

  func problem(of key: StorageKey, tab: String?) -> SceneProblem? {
    simulation.key(key.name).flatMap { $0.facts(at: place($0, tab)).problem }
  }

  func source(of key: StorageKey, tab: String?) -> String {
    guard let found = simulation.key(key.name) else { return "default" }
    return "\(found.facts(at: place(found, key, tab)).source)"
  }

  func set(_ value: ScenarioValue, for key: StorageKey, tab: String?) throws(StepFailure) {
    let found = try self.key(key.name)
    try write(value, to: found, in: place(found, key, tab))
  }

  func clear(_ key: StorageKey, tab: String?) {
    if let found = simulation.key(key.name) { found.reset(at: place(found, key, tab)) }
  }

  func discardState(of tab: String) throws(StepFailure) {
    try StepFailure.wrapping(try scope(ofTab: tab).discard())
  }

  // MARK: Lists

  var listNames: [String] { scene.lists.names }

  func place(of list: String) -> (top: Int, picked: Int?)? { place(of: list, in: scene.lists) }

  /// Rows of an app that uses the scenario's data are named as there; other apps' rows, and those
  /// of a list that does not show all of its table, by what identifies their models.
  func rowNames(of list: String) -> [String] {
    let identifiers = scene.lists[list]?.modelIDs ?? []
    guard let names = namesOfRows(list), names.count == identifiers.count else {
      return identifiers
    }
    return names
  }

  func scroll(_ list: String, to row: Int) throws(StepFailure) {
    try scroll(scene.lists[list], to: row)
  }

  func pick(_ list: String, _ row: Int?) throws(StepFailure) { try pick(scene.lists[list], row) }

  // MARK: Keys of the manifest

  private func key(_ name: String) throws(StepFailure) -> any DynamicSceneKey {
    if let key = simulation.key(name) { return key }
    throw StepFailure(
      .noSuchKey, "the app's manifest has no key `\(name)`",
      hint: "add it to `keys` of the manifest")
  }

  private func write(
    _ value: ScenarioValue, to key: any DynamicSceneKey, in scope: SceneScope
  ) throws(StepFailure) {
    let json = Array(value.json().utf8)
    try StepFailure.wrapping(try key.write(json: json, at: scope))
  }

  /// Where the app keeps a key, or the place that a step names beside it.
  private func place(
    _ key: any DynamicSceneKey, _ declared: StorageKey, _ tab: String?
  ) -> SceneScope {
    switch declared.scope {
    case .tab(let name): scope(ofTab: name)
    case .place: declared.scope.scope(in: scene.scope, tab: tab)
    default: place(key, tab)
    }
  }

  private func scope(ofTab tab: String) -> SceneScope {
    let tab = TabID(rawValue: tab)
    return open?.scope(of: tab) ?? scene.scope.tab(tab)
  }

  private func place(_ key: any DynamicSceneKey, _ tab: String?) -> SceneScope {
    scene.place(of: key, tab: tab.map { TabID(rawValue: $0) })
  }
}

extension ScenarioValue {
  /// Reads JSON; nil if the text is none.
  init?(json: String) {
    // The callers take other text as it is.
    guard let value = try? JSONDecoder().decode([ScenarioValue].self, from: Data("[\(json)]".utf8))
    else { return nil }
    self = value[0]
  }
}
