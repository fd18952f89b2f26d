internal import SceneLifecycle
import SceneSimulator
import SceneState
import StoreFormat

/// A tab that is dragged out of its window: to an edge, where one opens for it, or onto another.
struct TabDrag {
  private let tab: PlacedName

  /// Reads what `drag` says beside `from` and `drop`; nil if no tab is dragged.
  init?(_ map: NodeMap, to place: DropPlace) throws(Diagnostic) {
    guard let node = map.optional("tab") else { return nil }
    for key in GivenActivity.keys {
      guard let entry = map.entry(key) else { continue }
      throw map.source.diagnostic(
        .contradiction, at: entry.key.range,
        "a tab is dragged, or an activity: `\(key)` does not go with `tab`",
        hint: "leave one of them out")
    }
    if case .hold = place, let drop = map.optional("drop") {
      throw map.source.diagnostic(
        .contradiction, at: drop.range, "a tab is let go in the same step",
        hint: "write where it is dropped")
    }
    let name = try map.source.text(node, for: "`tab`").normalFormC
    tab = PlacedName(name: name, range: node.range)
  }

  /// Looks at the names before the run.
  static func check(_ map: NodeMap, _ input: StepInput, in check: StepCheck) {
    let outer = check.windowOfStep
    check.windowOfStep = map.optional("from") ?? outer
    check.needsOpenTabs(input)
    check.windowOfStep = outer
    DropPlace.check(map.optional("drop"), opens: map.optional("opens"), input, in: check)
    check.windowMayGo()
  }

  var traceText: String { "tab \(tab.name)" }

  /// Moves the tab from the window in which the step acts.
  func run(
    to place: DropPlace, opens: PlacedName?, in context: StepContext
  ) throws(StepError) {
    let (window, scene) = try context.openTabs()
    try context.find(tab, in: scene)
    let target = try place.target(in: context)
    context.course.drag = place.drag(from: window.name, opens: opens, item: traceText)
    switch target {
    case .cancelled: return
    case .on(let goal):
      // It is let go where it was.
      if goal.name == window.name { return }
      try move((window, scene), to: goal, context)
    case .edge, .newWindow:
      if let opens { try context.checkIsNotElsewhere(opens) }
      try context.checkMayLeave(tab)
      var request = OpenRequest(id: opens.map { SceneID(rawValue: $0.name) })
      // It is as private as the window that the tab comes from.
      request.scene = context.simulation.session(window.name)?.record.scene
      request.source = .drag
      let goal = try context.refusing(opens: opens, try context.simulation.open(request))
      // It opens for this tab, and not for those that a window begins with.
      let opened = context.simulation.scene(goal.name)?.delegate as? ScenarioScene
      try context.refusing(try opened?.letGoOfTabs())
      try move((window, scene), to: goal, context)
    }
  }

  /// A window that has a tab of its name has it once, as it is there: two windows of one document.
  private func move(
    _ origin: StepContext.Inside, to goal: SimulatedWindow, _ context: StepContext
  ) throws(StepError) {
    let inside = try context.refusing(try context.inside(goal))
    if inside.tabs.contains(tab.name) {
      try context.checkMayLeave(tab)
      try context.refusing(try goal.act { () throws(StepFailure) in try inside.select(tab.name) })
      try context.close(tab, of: origin)
    } else {
      try context.move(tab, from: origin, to: (goal, inside))
    }
    guard context.simulation.windows.contains(where: { $0.name == goal.name }) else { return }
    try context.refusing(try goal.activate())
  }
}
