import SceneLifecycle
import SceneSimulator

struct IdentifyStep: WindowStep {
  static let name = "identify"
  static let showsNil = true
  static let argument = Shape.either([.nothing, .text("what is shown")])

  private let identity: String?

  init(_ input: StepInput) throws(Diagnostic) {
    guard let node = input.argument, !node.isNull else {
      identity = nil
      return
    }
    identity = try input.source.text(node, for: "`identify`")
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window()
    try context.refusing(try window.scene().identify(as: identity))
  }
}
