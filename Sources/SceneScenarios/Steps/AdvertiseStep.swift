import SceneSimulator

struct AdvertiseStep: WindowStep {
  static let name = "advertise"
  static let argument = Shape.either([.nothing, .map(GivenActivity.fields)])

  static let showsNil = true

  private let given: GivenActivity?

  init(_ input: StepInput) throws(Diagnostic) {
    guard let node = input.argument, !node.isNull else {
      given = nil
      return
    }
    given = try GivenActivity(try input.map(Self.keys), verb: input.verb)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.activity(check.map(input, keys: keys), verb: input.verb)
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window()
    let activity = try given?.activity(in: context)
    try context.refusing(try window.advertise(activity))
  }
}
