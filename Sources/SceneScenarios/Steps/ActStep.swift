import SceneSimulator

/// Does what an app in Swift offers its users beyond what every app has.
struct ActStep: ScenarioStep {
  static let name = "act"
  static let syntax = "act: new note"
  static let summary =
    "Does what an app in Swift offers by that name (`ExplorableApp`); other apps offer nothing."
  static let argument = Shape.text("an action")
  static let example = """
    - launch: A
    - { act: new note, fails: no-such-action }
    - expect: { A: { values: { draft: "" } } }
    """

  private let action: PlacedName

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    action = PlacedName(name: try input.source.text(node, for: "an action"), range: node.range)
  }

  static func check(_ input: StepInput, in check: StepCheck) { check.needsWindow(input) }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window()
    try context.refusing(at: action.range) { () throws(StepFailure) in
      try window.perform(action.name)
    }
  }
}
