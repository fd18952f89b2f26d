import SceneSimulator

/// A step about a display.
protocol DisplayStep: ScenarioStep { init(display: PlacedName) }

extension DisplayStep {
  static var argument: Shape { .text("a display") }

  init(_ input: StepInput) throws(Diagnostic) {
    self.init(display: try input.placed("a display"))
  }

  static func check(_ input: StepInput, in check: StepCheck) { check.display(input.argument) }
}

struct UnplugStep: DisplayStep {
  static let name = "unplug"
  let display: PlacedName

  func run(in context: StepContext) throws(StepError) {
    try context.checkDisplay(display)
    if display.name == context.declaration.displays.first?.name {
      throw .refused(
        .noSuchDisplay, "`\(display.name)` is the main display, which stays", at: display.range,
        hint: "the first of `displays` is the main one")
    }
    try context.setDisplay(display, isPlugged: false)
  }
}

struct PlugStep: DisplayStep {
  static let name = "plug"
  let display: PlacedName

  func run(in context: StepContext) throws(StepError) {
    try context.checkDisplay(display)
    try context.setDisplay(display, isPlugged: true)
  }
}

extension StepContext {
  /// Changes which displays there are, and says which windows moved.
  fileprivate func setDisplay(_ named: PlacedName, isPlugged: Bool) throws(StepError) {
    let name = named.name
    if isPlugged != simulation.unplugged.contains(name) {
      throw .refused(
        .noSuchDisplay, "`\(name)` is \(isPlugged ? "there" : "unplugged") already",
        at: named.range,
        hint: isPlugged ? "`unplug: \(name)` takes it away" : "`plug: \(name)` brings it back")
    }
    let windows = simulation.windows.map(\.name)
    let before = windows.map { display(of: $0, in: simulation) }
    simulation.setDisplay(name, isPlugged: isPlugged)
    for (window, old) in zip(windows, before) {
      let now = display(of: window, in: simulation)
      if let now, now != old { simulation.tell(window, movedTo: now) }
    }
  }
}
