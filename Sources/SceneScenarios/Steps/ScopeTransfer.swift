import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

/// Where values come from and where they go.
struct ScopeTransfer {
  static let fields = ["from", "to"].map {
    Shape.Field(
      $0, .either([.text("a tab or place"), .map(ScopeName.fields)]),
      $0 == "from" ? "where the values are" : "where they go", isRequired: true)
  }

  enum Manner { case rename, move, copy }

  let from: ScopeName
  let to: ScopeName
  let manner: Manner

  init(_ input: StepInput, _ manner: Manner) throws(Diagnostic) {
    let map = try input.map(Self.fields.names)
    self.manner = manner
    from = try ScopeName(try map.required("from"), manner, in: input.source)
    to = try ScopeName(try map.required("to"), manner, in: input.source)
    if from.isWindow == to.isWindow { return }
    throw input.source.diagnostic(
      .contradiction, at: to.range, "all of a window goes to a window",
      hint: "name a tab or a place in both, or in none")
  }

  func run(in context: StepContext) throws(StepError) {
    let named = try window(context)
    let origin = try context.session(named)
    let goal = try context.session(to.window ?? PlacedName(name: origin, range: to.range))
    let source = try from.scope(in: origin, mustBeDeclared: false, context)
    let target = try to.scope(in: goal, mustBeDeclared: true, context)
    if !source.holdsValues { try from.checkIsThere(in: origin, context) }
    // A tab that is renamed is opened under its new name after that.
    if manner != .rename { try to.checkIsOpen(in: goal, context) }
    try checkFits(origin, context)
    if try renamesTab(in: origin, context) { return }
    noteNothingDone(source, target, context)
    try context.refusing(
      try context.simulation.act { () throws(StepFailure) in
        try StepFailure.wrapping { () throws(SceneProblem) in
          if manner == .copy { try source.copy(to: target) } else { try source.move(to: target) }
        }
      })
    let scene = context.simulation.scene(origin)?.delegate as? ScenarioScene
    if let tab = from.openTab(context), manner != .copy { scene?.memory.movedTabs.insert(tab.name) }
    guard from.isWindow, let copy = context.simulation.scene(goal)?.delegate as? ScenarioScene
    else { return }
    copy.adopt(scene?.memory)
  }

  /// Whether an open tab has got its new name, and all of it with it.
  private func renamesTab(in window: String, _ context: StepContext) throws(StepError) -> Bool {
    guard manner == .rename, let old = from.openTab(context)?.name,
      let new = to.openTab(context)?.name.normalFormC,
      // A window that is not shown has values and no tabs.
      let shown = try? context.inside(context.simulation.window(window)),
      shown.tabs.contains(old), !shown.tabs.contains(new)
    else { return false }
    try context.refusing(
      at: to.range,
      try context.simulation.window(window).act { () throws(StepFailure) in
        try shown.rename(old, to: new)
      })
    return true
  }

  /// Notes a step that does nothing, unless the app does it, which may not know what is there.
  private func noteNothingDone(
    _ source: SceneScope, _ target: SceneScope, _ context: StepContext
  ) {
    // What the store could not write is there as well.
    guard context.actingScene == nil, !context.simulation.isBehind else { return }
    if source == target {
      context.note("`from` and `to` are one and the same", at: to.range)
    } else if !source.holdsValues {
      context.note("nothing is stored there", at: from.range)
    }
  }

  /// Refuses values that nobody would look for where they go.
  private func checkFits(_ window: String, _ context: StepContext) throws(StepError) {
    guard let start = from.place(context), let kind = start.kind, context.hasDeclaredApp,
      let store = context.simulation.store, case let goal = to.place(context)?.kind, goal != kind
    else { return }
    let scene = store.scene(SceneID(rawValue: window))
    let tab = from.tab?.name ?? context.simulation.scene(window)?.selectedTab?.rawValue
    for key in context.declaration.keys {
      guard let kinds = key.kinds, kinds.contains(kind), goal.map(kinds.contains) != true,
        case let standing = key.standing(at: start, in: context.declaration),
        standing.scope.scope(in: scene, tab: tab).facts(of: key.key).isStored
      else { continue }
      let name = goal ?? to.tab?.name ?? ""
      let scopes = (kinds + [name]).joined(separator: ", ")
      throw .refused(
        .noSuchKey, "`\(name)` does not hold `\(key.name)`", at: to.range,
        hint: goal == nil
          ? "it goes to places of its kind: `\(kind)/…`"
          : "say so where it is declared: `scope: [\(scopes)]`")
    }
  }

  /// As with other steps, the window need not be named while only one is connected.
  private func window(_ context: StepContext) throws(StepError) -> PlacedName? {
    if let window = from.window { return window }
    if context.windowOfStep != nil { return nil }
    return PlacedName(name: try context.window().name, range: from.range)
  }
}

/// A tab, or a nested scope: `hawk`, `tab(hawk)`, `scene/editor`, or a map with `window`.
struct ScopeName {
  static let fields = [
    Shape.windowField, Shape.Field("tab", .text("a tab"), "the tab"),
    Shape.Field("nested", .text("a place"), "the place below it"),
  ]

  let window: PlacedName?
  let tab: PlacedName?
  let nested: PlacedName?
  let range: SourceRange

  /// Whether all of a window is meant.
  var isWindow: Bool { tab == nil && nested == nil }

  init(
    _ node: Node, _ manner: ScopeTransfer.Manner, in source: SourceFile
  ) throws(Diagnostic) {
    range = node.range
    guard node.map != nil else {
      window = nil
      let text = try source.text(node, for: "a scope")
      if text.hasPrefix("scene/") || text.hasPrefix("tab/") {
        tab = nil
        let name = text.split(separator: "/", maxSplits: 1)[1]
        nested = PlacedName(name: String(name), range: node.range)
      } else {
        let isCall = text.hasPrefix("tab(") && text.hasSuffix(")")
        let name = isCall ? String(text.dropFirst(4).dropLast()) : text
        tab = PlacedName(name: name, range: node.range)
        nested = nil
      }
      return
    }
    let map = try NodeMap(node, in: source, of: "this scope")
    try map.checkKeys(known: Self.fields.names.filter { manner != .rename || $0 != "window" })
    window = try map.optionalWindow("window")
    tab = try map.optionalPlaced("tab")
    nested = try map.optionalPlaced("nested")
    if isWindow, window == nil || manner != .copy {
      throw source.missingKey("tab", of: "this scope", at: SourceRange(at: node.range.start))
    }
  }

  /// The place that comes and goes which is meant; nil for a tab.
  func place(_ context: StepContext) -> ValuePlace? {
    guard let name = nested ?? tab, case let place = ValuePlace(name.name), let kind = place.kind,
      context.declaration.places.contains(where: { $0.name == kind })
    else { return nil }
    return place
  }

  /// The tab that is meant, in an app whose user opens them.
  func openTab(_ context: StepContext) -> PlacedName? {
    guard context.declaration.tabSource != nil, nested == nil, place(context) == nil else {
      return nil
    }
    return tab
  }

  /// Refuses a tab that is not open in a window that is shown.
  func checkIsOpen(in window: String, _ context: StepContext) throws(StepError) {
    guard let tab = openTab(context), context.hasDeclaredApp,
      let scene = context.simulation.scene(window)?.delegate as? ScenarioScene,
      !scene.tabs.contains(tab.name)
    else { return }
    let refusal = StepFailure.noSuchTab(tab.name, in: scene, of: context.declaration)
    let parts = tab.name.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, context.simulation.isKnown(parts[0]) else {
      throw .refused(refusal, at: tab.range)
    }
    throw .refused(
      refusal.code, refusal.message, at: tab.range,
      hint: "write `{ window: \(parts[0]), tab: \(parts[1]) }`")
  }

  /// Refuses a place, or a tab that is not open, that holds nothing.
  func checkIsThere(in window: String, _ context: StepContext) throws(StepError) {
    try checkIsOpen(in: window, context)
    // An app may not know what is there, and cannot ask.
    guard let place = place(context), context.hasDeclaredApp, context.actingScene == nil else {
      return
    }
    let known = context.simulation.stored.keys.filter { $0.window.isEmpty || $0.window == window }
      .flatMap { stored in
        zip(stored.path, stored.path.dropFirst()).map { "\($0)/\($1)" }
      }
    throw .refused(
      .noSuchPlace, "nothing is kept in `\(place.text)`", at: range,
      hint: SourceFile.choice(for: place.text, among: Set(known).sorted())
        ?? context.fates.last(.removed, about: .row(place.id)).map {
          "\(BlameFinder(context).named($0)) took its row away, and what it held with it"
        } ?? "no value was written in it")
  }

  /// The scope of a window; a name that is gone since an update may still hold values.
  func scope(
    in window: String, mustBeDeclared: Bool, _ context: StepContext
  ) throws(StepError) -> SceneScope {
    try context.refusing(try context.simulation.checkRunning())
    guard let store = context.simulation.store else {
      preconditionFailure("A running app has a store.")
    }
    var scope = store.scene(SceneID(rawValue: window))
    if let place = try place(mustBeDeclared, context) {
      // Where each tab has its own, it is named beside the place, or is the selected one.
      let named = nested == nil ? nil : tab?.name
      let selected = named ?? context.simulation.scene(window)?.selectedTab?.rawValue
      return place.home.scope(in: scope, tab: selected).nested(place.kind, place.id)
    }
    let nestedName = nested ?? tab.flatMap { isNested($0.name, context) ? $0 : nil }
    let tabName = nested == nil && nestedName != nil ? nil : tab
    let declared = nestedName.flatMap { name in
      context.declaration.nested.first { $0.name == name.name }
    }
    if let tabName {
      if mustBeDeclared || !holdsValues(tabName.name, window, context) {
        try context.checkTab(tabName)
      }
      let scene = context.simulation.scene(window)?.delegate as? ScenarioScene
      scope = scene?.scope(ofTab: tabName.name) ?? scope.tab(TabID(rawValue: tabName.name))
    } else if let tab = declared?.tab {
      scope = scope.tab(TabID(rawValue: tab))
    }
    if let nestedName { scope = scope.nested(nestedName.name, "") }
    return scope
  }

  /// `note/n1`: a place that comes and goes; nil for what is none.
  private func place(
    _ mustBeDeclared: Bool, _ context: StepContext
  ) throws(StepError) -> (home: PlaceKind.Home, kind: String, id: String)? {
    guard let name = nested ?? tab, case let place = ValuePlace(name.name), let kind = place.kind
    else { return nil }
    let declared = context.declaration.places.first { $0.name == kind }
    // The name of a tab may have a slash, too.
    if declared == nil, nested == nil { return nil }
    if context.hasDeclaredApp, mustBeDeclared || declared == nil,
      let refusal = context.declaration.refusal(of: place)
    {
      throw .refused(refusal, at: name.range)
    }
    return (declared?.home ?? .window, kind, place.id)
  }

  private func isNested(_ name: String, _ context: StepContext) -> Bool {
    !context.declaration.tabs.contains(name)
      && context.declaration.nested.contains { $0.name == name }
  }

  private func holdsValues(_ tab: String, _ window: String, _ context: StepContext) -> Bool {
    context.simulation.stored.keys.contains { $0.window == window && $0.path.first == tab }
  }
}
