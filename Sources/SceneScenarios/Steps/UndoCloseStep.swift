import SceneSimulator

/// Brings a closed window back with its values, in apps with `tombstones: true`.
struct UndoCloseStep: ScenarioStep {
  static let name = "undo-close"
  static let syntax = "undo-close: A"
  static let summary =
    "Brings a closed window back with its values, in apps with `tombstones: true`."

  private let window: PlacedName

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    window = PlacedName(name: try Names.window(node, in: input.source), range: node.range)
  }

  func run(in context: StepContext) throws(StepError) {
    try context.refusing(at: window.range) { () throws(StepFailure) in
      _ = try context.simulation.undoClose(window.name)
    }
  }
}
