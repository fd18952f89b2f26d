import SceneLifecycle
package import SceneScenarios
import SceneSimulator

/// What follows from an app's declaration alone.
///
/// It is handed on with each step: a reference, for a copy costs as much as a property.
package final class AppFacts: Sendable {
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
  /// The tabs there are, or those that are opened and closed.
  let tabs: [String]
  /// Whether tabs come and go.
  let opensTabs: Bool
  /// What is looked into.
  let sights: StageLook.Sights
  let tab: Keeper
  let path: Keeper
  /// What keeps the place that is shown; nil in an app without such places.
  let place: Keeper?
  /// The screens that the app's own actions show, variables filled in.
  let actionScreens: Set<String>
  /// Whether links come to handlers and to nobody else.
  let handlesLinks: Bool
  /// What the app itself writes: keys, `tab` and `path`.
  let phaseWrites: Set<String>
  /// The same by when and from what.
  package let own: OwnWrites
  /// What handlers and actions write in other windows than their own.
  let otherWrites: Set<String>
  /// Whether the steps of the file change rows before anything is drawn.
  let beginsWithOtherRows: Bool
  /// Whether steps say what windows prefer.
  let setsConditions: Bool
  /// Whether the app itself says what a window shows when its phase changes.
  let identifiesByPhase: Bool
  /// How old dates have to be for the app to do something: as long it is waited.
  let ages: [String]
  /// What users of the file say of its windows when they quit the app.
  let quits: [Bool]
  let profile: RestorationProfile
  /// The keys that users set: not those that say tabs, tab, place and path.
  let setKeys: [(index: Int, key: StorageKey)]
  /// Those of them that values are compared of: what lives in memory alone is not meant to come
  /// back.
  let valueKeys: [(index: Int, key: StorageKey)]

  package init(_ app: AppDeclaration, steps: [ParsedStep] = []) {
    self.app = app
    let reader = HandlerReader(app.ownSteps + steps)
    quits = Set(reader.quits).sorted { $0 && !$1 }
    ages = Self.once(reader.ages.filter { Duration(written: $0) != nil })
    tabs = Self.tabs(of: app, named: reader.tabs)
    opensTabs = app.tabSource != nil
    sights = StageLook.Sights(
      // Without any tab a window shows its own values.
      tabs: opensTabs ? tabs + [nil] : tabs.isEmpty ? [nil] : tabs,
      places: app.places.flatMap { kind in
        // A name with a slash would have to be escaped.
        let rows = kind.row.map { Places.rows($0, in: app).filter { !$0.contains(/[\/%]/) } }
        return (rows ?? kind.names.map { Array($0.prefix(3)) } ?? ["n1", "n2"]).map {
          "\(kind.name)/\($0)"
        }
      })
    let url = app.navigator.map { Keeper.navigator($0.savesTo.flatMap(app.key)) }
    let other: Keeper = app.tree.roots.isEmpty ? .memory : .tree
    tab = url ?? app.key(StorageKey.selectedTab).map(Keeper.key) ?? other
    path = url ?? app.key(StorageKey.path).map(Keeper.key) ?? other
    // What is kept of things may well be no place that anybody goes to, as may two panes.
    let isShown = (app.ownSteps + steps).use("show-place")
    place =
      app.places.isEmpty
      ? nil : app.key(PlaceKind.shownKey).map(Keeper.key) ?? (isShown ? .memory : nil)
    actionScreens = Set(HandlerReader(app.actions.flatMap(\.steps)).screens)
    handlesLinks = app.navigator == nil && app.handlers.contains { $0.link != nil }
    own = OwnWrites(app)
    phaseWrites = own.all.union(own.atStart)
    otherWrites = OwnWrites.written(by: app.ownSteps.filter(\.isTakenElsewhere), of: app)
    beginsWithOtherRows = (app.ownSteps + steps).use("change-data")
    setsConditions = (app.ownSteps + steps).use("conditions")
    identifiesByPhase = (app.own.all + app.putOff).use("identify")
    profile = app.profile ?? app.device.profile
    setKeys = Self.setKeys(of: app)
    valueKeys = setKeys.filter { !$0.key.isTransient }
  }

  /// The tabs that are opened: those that are named anywhere, and a few more.
  private static func tabs(of app: AppDeclaration, named: [String]) -> [String] {
    guard let key = app.tabSource.flatMap({ app.key($0.key) }) else { return app.tabs }
    var names: [String] = []
    if case .list(let list) = key.initial { names = list.compactMap(\.plainText) }
    for node in app.explore.values[key.name] ?? [] { names += node.list?.compactMap(\.text) ?? [] }
    if let row = key.row { return once(names + Places.rows(row, in: app)) }
    names += named
    for name in ["t1", "t2", "t3"] where names.count < 5 { names.append(name) }
    return once(names)
  }

  private static func once(_ names: [String]) -> [String] {
    names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
  }

  /// Whether tab and path are kept as another version keeps them.
  func hasSameKeepers(as other: AppFacts) -> Bool {
    switch (path, other.path) {
    case (.key, .key), (.tree, .tree), (.memory, .memory): true
    default: false
    }
  }

  /// Whether a problem is about a tab that came by itself, and that no look goes into.
  func isUnseen(tabOf problem: NoticedProblem) -> Bool {
    guard opensTabs, let address = problem.address else { return false }
    let parts = address.split(separator: "/", maxSplits: 1).map(String.init)
    return parts.count > 1 && !tabs.contains(parts[1])
  }

  /// The screen that a window shows; nil for the first one of its tab.
  func top(of window: StageLook.Window) -> String? { path(of: window).last }

  /// The tabs and places that an action of the app, or a handler, names itself.
  func places(namedBy action: Action) -> [String] {
    if action.isDelivery || action.verb == "open-url" {
      return HandlerReader(app.handlers.flatMap(\.steps)).places
    }
    return HandlerReader(app.actions.filter { $0.name == action.actName }.flatMap(\.steps)).places
  }

  /// Whether values can be moved from tab to tab.
  var movesScopes: Bool {
    !opensTabs && tabs.count > 1
      && valueKeys.contains { if case .selectedTab = $0.key.scope { true } else { false } }
  }

  /// Whether the tabs that are open come back with their window.
  var keepsTabs: Bool { app.tabSource.flatMap { app.key($0.key) }?.isTransient != true }

  /// Whether the tabs that are open are about rows.
  var hasTabsOfRows: Bool { app.tabSource.flatMap { app.key($0.key) }?.row != nil }

  /// Whether any place has values besides those that are shown.
  var hasPlaces: Bool { opensTabs || !sights.places.isEmpty }

  var hasLists: Bool { valueKeys.contains { $0.key.isList } }

  /// What is declared of the kind of a window; nil in an app with one kind.
  func kind(of window: StageLook.Window) -> SceneKindDeclaration? {
    app.scenes.first { $0.name == window.kind } ?? app.scenes.first
  }

  /// Whether a window is about a row, or a value: it shows that without going anywhere.
  func isAbout(_ window: StageLook.Window) -> Bool {
    let kind = kind(of: window)
    return kind?.row == nil ? kind?.value != nil : window.row != nil
  }

  func isPrivate(_ window: StageLook.Window) -> Bool {
    kind(of: window)?.declaration.isPrivate ?? false
  }

  /// Whether a window is to come back with the next process, and at once.
  func comesBack(_ window: StageLook.Window) -> Bool {
    let kind = kind(of: window)
    return (kind?.restorable.isCertain ?? true) && kind?.declaration.restoresOnDemand != true
      && !isPrivate(window) && !app.retention.forgets(RetentionDeclaration.scenes)
  }

  /// The same, unless it is about a row or has nothing that comes back without a doubt.
  func comesBackForCertain(_ window: StageLook.Window) -> Bool {
    comesBack(window) && kind(of: window)?.row == nil
  }

  /// Whether a window hands over only if a condition holds.
  func handsOverIf(shown window: StageLook.Window) -> Bool {
    (kind(of: window)?.restoration ?? app.restoration)?.condition != nil
  }

  /// After how long what a window has handed over is of no use.
  func expiry(of window: StageLook.Window) -> Duration? {
    (kind(of: window)?.restoration ?? app.restoration)?.expires
  }

  /// The actions of the app that take what other windows have.
  var takers: [String] {
    app.actions.filter { $0.steps.andInner.filter(\.isTakenElsewhere).use("get") }.map(\.name)
  }

  /// Whether a key without a value of its own reads another one, which its app still has.
  func readsAnother(_ key: StorageKey) -> Bool {
    key.formers.contains { app.key($0.key) != nil }
  }

  /// Whether old values of a key may have gone by themselves.
  func forgets(_ key: StorageKey) -> Bool {
    if case .places(let kinds) = key.scope {
      kinds.contains(where: app.retention.forgets)
    } else {
      false
    }
  }

  private static func setKeys(of app: AppDeclaration) -> [(index: Int, key: StorageKey)] {
    var places = [StorageKey.selectedTab, StorageKey.path]
    places += [app.navigator?.savesTo, app.tabSource?.key].compactMap(\.self)
    if !app.places.isEmpty { places.append(PlaceKind.shownKey) }
    return app.keys.enumerated().compactMap { index, key in
      places.contains(key.name) ? nil : (index, key)
    }
  }

  /// Whether other windows write the value, too.
  func isOfApp(_ key: StorageKey) -> Bool {
    key.scope == .app || lies(key, in: .app) || key.scope == .selectedTab && app.hasTabsOfApp
  }

  func lies(_ key: StorageKey, in home: PlaceKind.Home) -> Bool {
    guard case .places(let kinds) = key.scope else { return false }
    return app.places.contains { kinds.contains($0.name) && $0.home == home }
  }
}

extension StorageKey {
  /// Whether it lies in one tab that has a name, whichever is selected.
  var isOfOneTab: Bool {
    switch scope {
    case .tab, .nested(tab: .some, _): true
    case .app, .scene, .selectedTab, .nested(tab: nil, _), .place, .places: false
    }
  }

  /// Whether it holds a list, to which elements are added one by one.
  var isList: Bool { if case .list = type { true } else { false } }
}
