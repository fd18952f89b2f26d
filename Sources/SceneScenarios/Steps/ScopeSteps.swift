import SceneLifecycle
import SceneSimulator
import SceneState

/// Gives the values of a tab or nested scope a new name, as when a tab is renamed.
struct RenameScopeStep: ScenarioStep {
  static let name = "rename-scope"
  static let syntax = "rename-scope: {from: hawk, to: falcon}"
  static let summary =
    "Gives the values of a tab or nested scope a new name, as when a tab is renamed."
  static let argument = Shape.map(ScopeTransfer.fields)
  static let example = """
    - launch: A
    - set: { draft: Tala }
    - rename-scope: { from: hawk, to: raven }
    - expect: { store: { A: { raven/draft: Tala, hawk/draft: $absent } } }
    """

  private let transfer: ScopeTransfer

  init(_ input: StepInput) throws(Diagnostic) {
    transfer = try ScopeTransfer(input, crossesWindows: false)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    ScopeTransfer.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) {
    try transfer.run(in: context) { (from, to) throws(SceneProblem) in try from.move(to: to) }
  }
}

/// Moves the values of a tab or nested scope, also to another window.
struct MoveScopeStep: ScenarioStep {
  static let name = "move-scope"
  static let syntax = "move-scope: {from: hawk, to: {window: B, tab: hawk}}"
  static let summary = "Moves the values of a tab or nested scope, also to another window."
  static let argument = Shape.map(ScopeTransfer.fields)
  static let example = """
    - launch: A
    - set: { draft: Tala }
    - open: B
    - { in: A, move-scope: { from: hawk, to: { window: B, tab: hawk } } }
    - expect: { A: { values: { draft: "" } }, B: { values: { draft: Tala } } }
    """

  private let transfer: ScopeTransfer

  init(_ input: StepInput) throws(Diagnostic) {
    transfer = try ScopeTransfer(input, crossesWindows: true)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    ScopeTransfer.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) {
    try transfer.run(in: context) { (from, to) throws(SceneProblem) in try from.move(to: to) }
  }
}

/// Copies the values of a tab or nested scope, also to another window.
struct CopyScopeStep: ScenarioStep {
  static let name = "copy-scope"
  static let syntax = "copy-scope: {from: hawk, to: {window: B, tab: hawk}}"
  static let summary = "Copies the values of a tab or nested scope, also to another window."
  static let argument = Shape.map(ScopeTransfer.fields)
  static let example = """
    - launch: A
    - set: { draft: Tala }
    - open: B
    - { in: A, copy-scope: { from: hawk, to: { window: B, tab: hawk } } }
    - expect: { A: { values: { draft: Tala } }, B: { values: { draft: Tala } } }
    """

  private let transfer: ScopeTransfer

  init(_ input: StepInput) throws(Diagnostic) {
    transfer = try ScopeTransfer(input, crossesWindows: true)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    ScopeTransfer.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) {
    try transfer.run(in: context) { (from, to) throws(SceneProblem) in try from.copy(to: to) }
  }
}

/// Where values come from and where they go.
private struct ScopeTransfer {
  static let fields = ["from", "to"].map {
    Shape.Field(
      $0, .either([.text("a tab or place"), .map(ScopeName.fields)]),
      $0 == "from" ? "where the values are" : "where they go", isRequired: true)
  }

  let from: ScopeName
  let to: ScopeName

  init(_ input: StepInput, crossesWindows: Bool) throws(Diagnostic) {
    let map = try NodeMap(
      try input.required(), in: input.source, of: "`\(input.verb.name)`",
      missingKeysAt: input.verb.range)
    try map.checkKeys(known: Self.fields.names)
    from = try ScopeName(try map.required("from"), crossesWindows, in: input.source)
    to = try ScopeName(try map.required("to"), crossesWindows, in: input.source)
  }

  /// Looks at the names before the run.
  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRunningApp(input)
    let map = check.map(input, keys: ["from", "to"], required: ["from", "to"])
    check.scope(map?.optional("from"), isOld: true)
    check.scope(map?.optional("to"))
  }

  func run(
    in context: StepContext,
    _ body: (SceneScope, SceneScope) throws(SceneProblem) -> Void
  ) throws(StepError) {
    let named = try window(context)
    let origin = try context.session(named)
    let source = try from.scope(in: origin, mustBeDeclared: false, context)
    let target = try to.scope(
      in: try context.session(to.window ?? PlacedName(name: origin, range: to.range)),
      mustBeDeclared: true, context)
    try context.refusing { () throws(StepFailure) in
      try context.simulation.act { () throws(StepFailure) in
        try StepFailure.wrapping { () throws(SceneProblem) in try body(source, target) }
      }
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
private struct ScopeName {
  static let fields = [
    Shape.windowField, Shape.Field("tab", .text("a tab"), "the tab"),
    Shape.Field("nested", .text("a place"), "the place below it"),
  ]

  let window: PlacedName?
  let tab: PlacedName?
  let nested: PlacedName?
  let range: SourceRange

  init(_ node: Node, _ crossesWindows: Bool, in source: SourceFile) throws(Diagnostic) {
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
    try map.checkKeys(known: Self.fields.names.filter { crossesWindows || $0 != "window" })
    window = try map.optional("window").map { (node) throws(Diagnostic) in
      PlacedName(name: try Names.window(node, in: source), range: node.range)
    }
    tab = try Self.name(map, "tab")
    nested = try Self.name(map, "nested")
    if tab == nil, nested == nil {
      throw source.missingKey("tab", of: "this scope", at: SourceRange(at: node.range.start))
    }
  }

  private static func name(_ map: NodeMap, _ key: String) throws(Diagnostic) -> PlacedName? {
    guard let node = map.optional(key) else { return nil }
    return PlacedName(
      name: try map.source.text(node, for: "`\(key)`"), range: node.range)
  }

  /// The scope of a window; a name that is gone since an update may still hold values.
  func scope(
    in window: String, mustBeDeclared: Bool, _ context: StepContext
  ) throws(StepError) -> SceneScope {
    try context.refusing { () throws(StepFailure) in try context.simulation.checkRunning() }
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
      scope = scope.tab(TabID(rawValue: tabName.name))
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
