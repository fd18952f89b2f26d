internal import SceneLifecycle
import SceneSimulator
import StoreFormat

struct OpenTabStep: ScenarioStep {
  static let name = "open-tab"
  static let argument = Shape.either([.text("a tab"), .map(fields)])

  private static let fields = [
    Shape.Field("tab", .text("a tab"), "the tab", isRequired: true),
    Shape.Field("after", .text("a tab"), "the tab it stands behind; the last one if left out"),
    Shape.Field("select", .bool, "whether it is selected; true if left out"),
  ]

  private let tab: String
  private let after: PlacedName?
  private let selects: Bool

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    guard node.map != nil else {
      tab = try input.source.text(node, for: "the name of a tab").normalFormC
      (after, selects) = (nil, true)
      return
    }
    let map = try input.map(Self.keys)
    tab = try map.text("tab").normalFormC
    after = try map.optionalPlaced("after")
    selects = try map.optionalBool("select") ?? true
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsOpenTabs(input)
    _ = check.map(input, keys: keys, required: ["tab"])
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.openTabs()
    var tabs = scene.tabs
    if !tabs.contains(tab) {
      var index = tabs.count
      if let after {
        guard let place = tabs.firstIndex(of: after.name) else {
          throw .refused(
            .noSuchTab(after.name, in: scene, of: context.declaration), at: after.range)
        }
        index = place + 1
      }
      tabs.insert(tab, at: index)
    }
    try context.refusing(
      try window.act { () throws(StepFailure) in
        try scene.setTabs(tabs)
        if selects { try scene.select(tab) }
      })
  }
}

struct CloseTabStep: ScenarioStep {
  static let name = "close-tab"
  static let argument = Shape.text("a tab")

  private let tab: PlacedName

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    let name = try input.source.text(node, for: "the name of a tab").normalFormC
    tab = PlacedName(name: name, range: node.range)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsOpenTabs(input)
    check.windowMayGo()
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.openTabs()
    try context.find(tab, in: scene)
    try context.close(tab, of: (window, scene))
  }
}

struct UndoCloseTabStep: ScenarioStep {
  static let name = "undo-close-tab"
  static let argument = Shape.either([.nothing, .text("a tab")])

  private let tab: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) {
    tab = try input.argument.map { (node) throws(Diagnostic) in
      let name = try input.source.text(node, for: "the name of a tab").normalFormC
      return PlacedName(name: name, range: node.range)
    }
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsOpenTabs(input)
    check.unlessRight { app in
      guard app.isDeclared, check.fails == nil, !app.declaration.keepsTombstones,
        app.declaration.tabSource != nil
      else { return nil }
      return check.source.diagnostic(
        .noSuchTab, at: input.verb.range, "the app keeps no tab that is closed",
        hint: "`tombstones: true` in the app keeps them until its end")
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.openTabs()
    let tabs = scene.tabs
    try context.refusing(at: tab?.range) { () throws(StepFailure) in
      try window.act { () throws(StepFailure) in
        try scene.reopen(tab?.name)
        // The row that it was about may have gone meanwhile.
        (scene as? ScenarioScene)?.dropWhatIsGone()
      }
    }
    if context.actingScene == nil, scene.tabs == tabs {
      context.note("the tab is about a row that is gone: it closes again at once", at: tab?.range)
    }
  }
}

extension StepContext {
  /// The window a step acts in, if its user opens and closes tabs.
  func openTabs() throws(StepError) -> (SimulatedWindow, any WindowInside) {
    let (window, scene) = try inside()
    guard scene.opensTabs else { throw .refused(.hasFixedTabs, at: nil) }
    return (window, scene)
  }

  /// Closes a tab that is open, and its window with it if it is the last one and the app says so.
  func close(_ tab: PlacedName, of origin: Inside) throws(StepError) {
    let (window, scene) = origin
    if scene.tabs == [tab.name], declaration.tabSource?.lastClosesWindow == true {
      // It goes with all that it has: what brings it back brings its tab back.
      return try close(window)
    }
    try refusing(
      try window.act { () throws(StepFailure) in
        try scene.setTabs(scene.tabs.filter { $0 != tab.name })
      })
  }
}

extension StepFailure {
  static let hasFixedTabs = StepFailure(
    .noSuchTab, "the tabs of this app do not come and go",
    hint: "declare `tabs: { $from: openTabs }` with `storage: { openTabs: [string] }`; in Swift "
      + "the window's delegate is a `TabbedWindow`")

  /// Which tabs there are depends on the place.
  static func noPlaceOfTabs(_ key: StorageKey) -> StepFailure {
    let kind = key.kinds?.first ?? ""
    return StepFailure(
      .whichPlace, "which \(kind)? Its tabs are those of the place that the window shows",
      hint: "show one: `show-place: \(kind)/…`")
  }

  static let noTabIsOpen = StepFailure(
    .noSuchTab, "no tab is open", hint: "`open-tab: …` opens one")

  static func noClosedTab(
    _ tab: String?, kept: Int = OpenTabs.closedLimit, hint: String? = nil
  ) -> StepFailure {
    StepFailure(
      .noSuchTab, tab.map { "no closed tab `\($0)` is kept" } ?? "no closed tab is kept",
      hint: hint
        ?? "a window keeps the last \(kept) that were closed in it since the launch, and `$keeps: …` "
        + "under `tabs` says another number; \(ownListOfTabs)")
  }

  /// Where closed tabs can be kept that are to come back in another process.
  static let ownListOfTabs =
    "over the end of its process the app keeps a list: `on-tab-close: [{ append: { closed: "
    + "\"${payload.tab}\" } }]`, and an action with `open-tab`"
}

extension StepCheck {
  /// A step that may take the last tab of a window: whether it is the last, only the run knows.
  func windowMayGo() {
    if apps.contains(where: { $0.declaration.tabSource?.lastClosesWindow == true }) {
      process.forget()
    }
  }

  /// A step that is about tabs of a value.
  func needsOpenTabs(_ input: StepInput) {
    needsWindow(input)
    unlessRight { app in
      guard app.isDeclared, app.declaration.tabSource == nil else { return nil }
      let failure = StepFailure.hasFixedTabs
      return source.diagnostic(
        .noSuchTab, at: input.verb.range, failure.message, hint: failure.hint)
    }
  }
}
