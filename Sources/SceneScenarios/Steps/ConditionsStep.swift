import SceneLifecycle
import SceneSimulator

struct ConditionsStep: WindowStep {
  static let name = "conditions"
  static let argument = Shape.map(ScenarioLanguage.conditions)

  /// A list that is not given stays as it is.
  private let prefers: [String]?
  private let can: [String]?

  init(_ input: StepInput) throws(Diagnostic) {
    let map = try input.map(Self.keys)
    prefers = try map.optionalTexts("prefers")
    can = try map.optionalTexts("can")
    if prefers == nil, can == nil {
      throw map.source.missingKey("prefers", of: "`conditions`", at: input.verb.range)
    }
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    _ = check.map(input, keys: keys)
    check.someTakeNotAll = true
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window()
    try context.refusing { () throws(StepFailure) in
      let scene = try window.scene()
      var conditions = scene.conditions
      if let prefers { conditions.prefers = prefers }
      if let can { conditions.can = can }
      scene.conditions = conditions
    }
  }
}
