internal import SceneLifecycle
import SceneSimulator
internal import SceneState
import StoreFormat

struct MoveTabStep: ScenarioStep {
  static let name = "move-tab"
  static let argument = Shape.map(fields)

  private static let fields = [
    Shape.Field("tab", .text("a tab"), "the tab", isRequired: true),
    Shape.Field(
      "to", .either([.window, .word([WindowsMeant.here]), .text("a place")]),
      "the window it goes to, or the place, such as group/right, which is shown then; its own if left "
        + "out; for an app below `in: others` the window it acts in"),
    Shape.Field("after", .text("a tab"), "the tab there that it stands behind; the last one"),
    Shape.Field("before", .text("a tab"), "the tab there that it stands before"),
    Shape.Field("as", .text("a tab"), "its name there, if that window has a tab of its name"),
  ]

  private let tab: PlacedName
  private let to: PlacedName?
  private let place: PlacedName?
  private let after: PlacedName?
  private let before: PlacedName?
  private let name: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) {
    let map = try input.map(Self.keys)
    let node = try map.required("tab")
    let text = try map.source.text(node, for: "`tab`")
    tab = PlacedName(name: text.normalFormC, range: node.range)
    // For steps of the app it is a window, too.
    let goal = map.optional("to")
    place = try goal.map(Self.isPlace) == true ? map.optionalPlaced("to") : nil
    let isHere = goal?.text == WindowsMeant.here
    to =
      try place != nil ? nil : isHere ? map.optionalPlaced("to") : map.optionalWindow("to")
    after = try map.optionalPlaced("after")
    before = try map.optionalPlaced("before")
    name = try map.optionalPlaced("as")
    if let after, before != nil {
      throw map.source.diagnostic(
        .contradiction, at: after.range, "`after` and `before` both say where it stands",
        hint: "leave one of them out")
    }
    if let name, to == nil, place == nil {
      throw map.source.diagnostic(
        .contradiction, at: name.range, "a tab keeps its name in its own window",
        hint: "`rename-scope` gives its values another")
    }
  }

  /// Whether what a tab goes to is a place: windows have no slash in their names, and kinds of places
  /// no capital.
  static func isPlace(_ goal: Node) -> Bool {
    goal.text.map { $0.contains("/") && !Names.isCapital($0) } ?? false
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsOpenTabs(input)
    let map = check.map(input, keys: keys, required: ["tab"])
    guard let window = map?.optional("to") else { return }
    if isPlace(window) { return check.place(window) }
    if window.text == WindowsMeant.here {
      if check.isInside { return }
      return check.collect(try Names.window(window, in: check.source))
    }
    check.window(window)
    check.process.connect(check.needs(window, in: .connected, at: window.range, input))
    check.windowMayGo()
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.openTabs()
    try context.find(tab, in: scene)
    if let place { return try move(to: place, window, scene, context) }
    let goal = try to.map { (to) throws(StepError) in try context.goal(to) } ?? window
    let target = try context.refusing(at: to?.range, try context.inside(goal))
    let isMoved = goal.name != window.name
    var tabs = target.tabs
    if !isMoved { tabs.removeAll { $0 == tab.name } }
    let index = try index(among: tabs, in: target, context)
    if isMoved {
      return try context.move(tab, from: (window, scene), to: (goal, target), at: index, as: name)
    }
    tabs.insert(tab.name, at: index)
    try context.refusing(try window.act { () throws(StepFailure) in try scene.setTabs(tabs) })
  }

  private func move(
    to name: PlacedName, _ window: SimulatedWindow, _ scene: any WindowInside,
    _ context: StepContext
  ) throws(StepError) {
    let place = ValuePlace(name.name)
    guard let scene = scene as? ScenarioScene, let tabs = scene.tabs(in: place) else {
      let failure = context.declaration.refusal(of: place) ?? StepFailure.noTabsThere(place)
      throw .refused(failure, at: name.range)
    }
    let moved = self.name?.name.normalFormC ?? tab.name
    let isOrdered = scene.shownPlace == place
    guard isOrdered || !tabs.contains(moved) else {
      throw .refused(
        .noSuchTab, "`\(place.text)` has a tab `\(moved)` already",
        at: self.name?.range ?? tab.range, hint: "`as: …` gives it another name there")
    }
    let others = isOrdered ? tabs.filter { $0 != tab.name } : tabs
    let index = try index(among: others, in: scene, context)
    try context.refusing { () throws(StepFailure) in
      try window.act { () throws(StepFailure) in
        if isOrdered {
          var tabs = others
          tabs.insert(tab.name, at: index)
          try scene.setTabs(tabs)
        } else {
          try scene.move(tab.name, to: place, at: index, as: moved)
        }
      }
    }
  }

  /// Its place among the tabs that it comes to.
  private func index(
    among tabs: [String], in scene: any WindowInside, _ context: StepContext
  ) throws(StepError) -> Int {
    guard let neighbour = after ?? before else { return tabs.count }
    guard let place = tabs.firstIndex(of: neighbour.name.normalFormC) else {
      throw .refused(
        self.place == nil
          ? StepFailure.noSuchTab(neighbour.name, in: scene, of: context.declaration)
          : StepFailure(
            .noSuchTab, "no tab `\(neighbour.name)` is there",
            hint: SourceFile.choice(for: neighbour.name, among: tabs)), at: neighbour.range)
    }
    return after == nil ? place : place + 1
  }
}

extension StepFailure {
  fileprivate static func noTabsThere(_ place: ValuePlace) -> StepFailure {
    StepFailure(
      .noSuchPlace, "`\(place.text)` has no tabs of its own",
      hint: "the list of tabs is kept there with `scope: \(place.kind ?? "")`")
  }
}

extension StepContext {
  /// A window, and what can be done inside it.
  typealias Inside = (window: SimulatedWindow, scene: any WindowInside)

  /// The window to which a tab is moved.
  fileprivate func goal(_ name: PlacedName) throws(StepError) -> SimulatedWindow {
    let home = name.name == WindowsMeant.here ? homeScene?.id.rawValue : nil
    return try window(home.map { PlacedName(name: $0, range: name.range) } ?? name)
  }

  /// Refuses a tab that a window does not have.
  func find(_ tab: PlacedName, in scene: any WindowInside) throws(StepError) {
    if scene.tabs.contains(tab.name) { return }
    throw .refused(.noSuchTab(tab.name, in: scene, of: declaration), at: tab.range)
  }

  /// Refuses to take a tab out of a window where all windows show it.
  func checkMayLeave(_ tab: PlacedName) throws(StepError) {
    guard declaration.hasTabsOfApp else { return }
    throw .refused(
      .noSuchTab, "all windows of this app show the same tabs: `\(tab.name)` is there already",
      at: tab.range, hint: "tabs of a list with `scope: scene` are those of one window")
  }

  /// Moves a tab with all that it has to another window, where it is selected.
  ///
  /// - Parameters:
  ///   - tab: The tab.
  ///   - origin: The window it leaves, which goes with its last tab if the app says so.
  ///   - goal: The window it goes to.
  ///   - index: Its place there; the last one if left out.
  ///   - name: Its name there, if it is to be another one.
  /// - Throws: `no-such-tab` if a tab of its name is there already.
  func move(
    _ tab: PlacedName, from origin: Inside, to goal: Inside, at index: Int? = nil,
    as name: PlacedName? = nil
  ) throws(StepError) {
    let isLast = origin.scene.tabs.count == 1
    let moved = name?.name.normalFormC ?? tab.name
    try checkMayLeave(tab)
    guard !goal.scene.tabs.contains(moved) else {
      throw .refused(
        .noSuchTab, "\(goal.window.name) has a tab `\(moved)` already",
        at: name?.range ?? tab.range,
        hint: "`move-tab: { tab: \(tab.name), to: \(goal.window.name), as: … }` gives it another "
          + "name there")
    }
    try refusing { () throws(StepFailure) in
      let last = goal.scene.tabs.count
      try origin.scene.move(tab.name, to: goal.scene, at: index ?? last, as: moved)
    }
    guard isLast, declaration.tabSource?.lastClosesWindow == true else { return }
    try close(origin.window)
  }
}
