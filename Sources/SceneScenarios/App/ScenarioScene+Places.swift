import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

// Tabs, paths and lists.
extension ScenarioScene: WindowInside {
  /// The tab shown; nil in an app without tabs.
  ///
  /// A stored tab that is gone shows the first one.
  var selectedTab: String? {
    let tabs = tabs
    guard let first = tabs.first else { return nil }
    if let navigator = scene.navigator { return navigator.selectedTab?.rawValue ?? first }
    var tab = tree?.selectedTab ?? memory.tab ?? first
    if let key = declaration.key(StorageKey.selectedTab),
      case .text(let stored) = value(of: key, tab: nil)
    {
      tab = stored
    }
    return tabs.contains(tab) ? tab : first
  }

  func select(_ name: String) throws(StepFailure) {
    let tab = name.normalFormC
    guard tabs.contains(tab) else { throw .noSuchTab(tab, in: self, of: declaration) }
    if let navigator = scene.navigator {
      try StepFailure.wrapping(try navigator.select(TabID(rawValue: tab)))
    } else if let key = declaration.key(StorageKey.selectedTab) {
      try set(.text(tab), for: key, tab: nil)
    } else if tree?.select(tab) != true {
      memory.tab = tab
    }
    // Another window may have opened it.
    registerHandlers(in: opensTabs ? tabs : [])
    updateConditions()
    identifyPlaceOfTab()
    scene.selectedTabDidChange()
  }

  func path(in tab: String?) -> [String] {
    if let navigator = scene.navigator {
      return navigator.path(in: tab.map { TabID(rawValue: $0) })
    }
    guard let key = declaration.key(StorageKey.path) else {
      return tree?.path(in: tab) ?? memory.paths[tab ?? ""] ?? []
    }
    guard case .list(let list) = value(of: key, tab: tab) else { return [] }
    let path = list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    return !declaration.screens.isEmpty && waitsForRows(path) ? [] : path
  }

  func show(_ path: [String], in tab: String?) throws(StepFailure) {
    if let navigator = scene.navigator {
      return try StepFailure.wrapping(try navigator.show(path, in: tab.map { TabID(rawValue: $0) }))
    }
    // With no tab open there is no place for it.
    if declaration.tabSource != nil, tab == nil { throw .noTabIsOpen }
    guard let key = declaration.key(StorageKey.path) else {
      if tree?.show(path, in: tab) != true { memory.paths[tab ?? ""] = path }
      adoptLists()
      return
    }
    try set(.list(path.map { .text($0) }), for: key, tab: tab)
  }

  func discardState(of tab: String) throws(StepFailure) {
    memory.paths[tab] = nil
    try StepFailure.wrapping(try scope(ofTab: tab).discard())
  }

  // MARK: Lists

  func register(_ list: ListDeclaration) {
    if let state = tree?.list(list.name) { return scene.lists.adopt(state, as: list.name) }
    let source = TableSource(list, in: app.box) { [weak app] in app?.hasLoadedData ?? false }
    scene.lists.register(list.name, source: source, keepsPosition: !list.isTransient) {
      source.rows.count
    }
  }

  var listNames: [String] { declaration.lists.map(\.name) }

  func place(of list: String) -> (top: Int, picked: Int?)? { place(of: list, in: scene.lists) }

  func rowNames(of list: String) -> [String] {
    guard app.hasLoadedData, let declared = declaration.lists.first(where: { $0.name == list })
    else { return [] }
    return (app.box.world.tables[declared.rows] ?? []).map { ScenarioWorld.name(of: $0) }
  }

  func scroll(_ list: String, to row: Int) throws(StepFailure) {
    try scroll(scene.lists[list], to: row)
  }

  func pick(_ list: String, _ row: Int?) throws(StepFailure) { try pick(scene.lists[list], row) }
}

extension StepFailure {
  /// Runs a body and turns what the lifecycle or the store refuses into the failure of a step.
  static func wrapping<Result>(
    _ body: () throws(SceneProblem) -> Result
  ) throws(StepFailure) -> Result {
    do throws(SceneProblem) {
      return try body()
    } catch {
      // Where the key stands in our sources is nothing to whoever wrote the scenario.
      throw StepFailure(
        SceneProblem(
          error.code, address: error.address, detail: error.detail, field: error.field,
          isOfPrivateScene: error.isOfPrivateScene))
    }
  }

  /// The same for a body of one expression.
  @discardableResult
  static func wrapping<Result>(
    _ body: @autoclosure () throws(SceneProblem) -> Result
  ) throws(StepFailure) -> Result {
    try wrapping { () throws(SceneProblem) in try body() }
  }
}
