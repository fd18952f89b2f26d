import SceneSimulator

/// Shows one more screen on top of the selected tab's path.
struct PushStep: ScenarioStep {
  static let name = "push"
  static let syntax = "push: screen"
  static let summary = "Shows one more screen on top of the selected tab's path."

  private let screen: String

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    if let entries = node.map, let first = entries.first {
      throw Diagnostic(
        .noSuchStep, file: input.source.path, range: first.key.range,
        "this version of scenesim does not run `push` with `\(first.key.name)` yet")
    }
    screen = try input.source.text(node, for: "`push`")
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    try context.refusing { () throws(StepFailure) in
      try window.act { () throws(StepFailure) in
        let tab = scene.selectedTab
        try scene.show(scene.path(in: tab) + [screen], in: tab)
      }
    }
  }
}
