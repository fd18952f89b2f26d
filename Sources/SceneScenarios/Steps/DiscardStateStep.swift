import SceneSimulator

/// Removes every value of a tab in a window, as an app does that starts a tab anew.
struct DiscardStateStep: ScenarioStep {
  static let name = "discard-state"
  static let syntax = "discard-state: tab"
  static let summary =
    "Removes every value of a tab in a window, as an app does that starts a tab anew."
  static let argument = Shape.text("a tab")
  static let example = """
    - launch: A
    - set: { draft: Tala }
    - discard-state: hawk
    - expect: { A: { values: { draft: "" } } }
    """

  private let tab: PlacedName

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    tab = PlacedName(
      name: try input.source.text(node, for: "the name of a tab"), range: node.range)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsWindow(input)
    check.tab(input.argument)
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    try context.checkTab(tab)
    try context.refusing { () throws(StepFailure) in
      try window.act { () throws(StepFailure) in try scene.discardState(of: tab.name) }
    }
  }
}
