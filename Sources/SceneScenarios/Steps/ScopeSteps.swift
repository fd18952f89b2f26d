import SceneSimulator

struct RenameScopeStep: ScenarioStep {
  static let name = "rename-scope"
  static let argument = Shape.map(ScopeTransfer.fields)

  private let transfer: ScopeTransfer

  init(_ input: StepInput) throws(Diagnostic) {
    transfer = try ScopeTransfer(input, .rename)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    ScopeTransfer.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) { try transfer.run(in: context) }
}

struct MoveScopeStep: ScenarioStep {
  static let name = "move-scope"
  static let argument = Shape.map(ScopeTransfer.fields)

  private let transfer: ScopeTransfer

  init(_ input: StepInput) throws(Diagnostic) {
    transfer = try ScopeTransfer(input, .move)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    ScopeTransfer.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) { try transfer.run(in: context) }
}

struct CopyScopeStep: ScenarioStep {
  static let name = "copy-scope"
  static let argument = Shape.map(ScopeTransfer.fields)

  private let transfer: ScopeTransfer

  init(_ input: StepInput) throws(Diagnostic) {
    transfer = try ScopeTransfer(input, .copy)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    ScopeTransfer.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) { try transfer.run(in: context) }
}
