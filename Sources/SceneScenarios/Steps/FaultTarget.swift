internal import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

/// A stored value as a fault names it, also while the app does not run.
struct FaultTarget {
  let window: PlacedName?
  let tab: PlacedName?
  let key: PlacedName

  init(_ map: NodeMap) throws(Diagnostic) {
    key = try map.placed("key")
    window = try map.optionalWindow("window")
    tab = try map.optionalPlaced("tab")
  }

  /// Looks at the names before the run.
  static func check(_ node: Node?, _ subject: String, keys: [String], in check: StepCheck) {
    guard
      let map = check.map(node, of: "`\(subject)`", keys: keys, required: ["key"])
    else { return }
    check.window(map.optional("window"))
    check.tab(map.optional("tab"))
    guard let node = map.optional("key"), let name = check.literal(node) else { return }
    check.key(name, at: node.range)
    guard let value = map.optional("value") else { return }
    if let type = map.optional("as") { return check.value(value, ofType: type) }
    check.value(value, ofKey: name)
  }

  func find(
    in context: StepContext
  ) throws(StepError) -> (StorageKey, StoredPlace, ScopePath) {
    let declared = try context.declaredKey(key.name, at: key.range)
    guard declared.via == .store else {
      throw .refused(
        .noSuchKey, "`\(key.name)` lives in the window's activity, not in the store", at: key.range)
    }
    if declared.scope == .app {
      if let window {
        throw .mistake(
          context.source.diagnostic(
            .contradiction, at: window.range, "`\(key.name)` belongs to the app, not to a window"))
      }
      return (declared, context.place(of: declared, window: "", tab: nil), .root)
    }
    let tab = try knownTab(in: context)
    let placed = try placed(declared, tab: tab, in: context)
    let window = placed.isOfApp ? "" : try context.session(window)
    return (
      placed, context.place(of: placed, window: window, tab: tab),
      placed.scopePath(tab: tab)
    )
  }

  /// The key in the place that the step names, which need not be shown, else in the shown one.
  private func placed(
    _ declared: StorageKey, tab: String?, in context: StepContext
  ) throws(StepError) -> StorageKey {
    let place = context.placeOfStep.map { (place: ValuePlace($0.name), range: $0.range) }
    if declared.scope == .selectedTab, let tab = place?.place.tab ?? tab,
      let home = try homeOfTabs(place?.place, in: context)
    {
      var key = declared
      key.scope = .place(home, kind: OpenTabs.kind, id: tab)
      return key
    }
    guard let place else {
      let isKnown = tab != nil && declared.kinds == nil
      return isKnown ? declared : try context.placed(declared, at: key.range)
    }
    return try context.refusing(at: place.range, try context.standing(declared, at: place.place))
  }

  /// What the tabs lie in, if that is not the window.
  private func homeOfTabs(
    _ place: ValuePlace?, in context: StepContext
  ) throws(StepError) -> PlaceKind.Home? {
    let app = context.declaration
    let kind = place?.kind
    guard let list = app.tabSource.flatMap({ app.key($0.key) }),
      kind.map({ list.kinds?.contains($0) ?? false }) ?? true
    else { return nil }
    let home = app.tabHome(shown: kind == nil ? scene(in: context)?.shownPlace : place)
    if home == nil, list.kinds != nil { throw .refused(.noPlaceOfTabs(list), at: key.range) }
    return home
  }

  private func scene(in context: StepContext) -> ScenarioScene? {
    let names = context.simulation.windowNames
    let name = (window ?? context.windowOfStep)?.name ?? (names.count == 1 ? names[0] : nil)
    return name.flatMap { context.simulation.scene($0)?.delegate as? ScenarioScene }
  }

  /// The tab that is named, else the first one, or that which is selected if tabs come and go.
  private func knownTab(in context: StepContext) throws(StepError) -> String? {
    guard let tab else { return context.declaration.tabs.first ?? scene(in: context)?.selectedTab }
    try context.checkTab(tab)
    return tab.name
  }
}

extension StepContext {
  /// The name of a window that need not be connected: the one given, or the only one.
  func session(_ name: PlacedName?) throws(StepError) -> String {
    if let name = name ?? windowOfStep {
      return try refusing(at: name.range, try simulation.window(name.name).name)
    }
    let names = simulation.windowNames
    if names.count == 1 { return names[0] }
    throw .refused(
      .whichWindow,
      names.isEmpty
        ? "there is no window" : "which window? There are \(names.joined(separator: ", "))",
      hint: names.isEmpty ? nil : SourceFile.windowChoice(names, under: "window"))
  }

  /// Refuses a tab that the app does not have.
  func checkTab(_ tab: PlacedName) throws(StepError) {
    // Tabs that come and go are where values of them are.
    if declaration.tabs.contains(tab.name) || declaration.tabSource != nil { return }
    let hint = SourceFile.choice(for: tab.name, among: declaration.tabs)
    throw .refused(.noSuchTab, "the app has no tab `\(tab.name)`", at: tab.range, hint: hint)
  }
}
