import SceneSimulator

struct ShowStep: WindowStep {
  static let name = "show"
  static let argument = Shape.texts

  private let path: [String]

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    if let text = node.text {
      var mistake = input.source.wrongKind(node, for: "`show`", wanted: "a list")
      mistake.hint = "it is all that is shown, as a list: `show: [\(text)]`"
      throw mistake
    }
    path = try input.source.texts(node, for: "`show`")
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.insideWithPath()
    try context.refusing(
      try window.act { () throws(StepFailure) in try scene.show(path, in: scene.selectedTab) })
  }
}
