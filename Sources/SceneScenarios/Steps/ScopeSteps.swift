import SceneSimulator

struct RenameScopeStep: ScenarioStep {
  static let name = "rename-scope"
  static let syntax = "rename-scope: {from: hawk, to: falcon}"
  static let summary =
    "Gives the values of a tab or nested scope a new name; a tab that its user has opened is renamed."
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
  static let syntax = "move-scope: {from: hawk, to: {window: B, tab: hawk}}"
  static let summary = "Moves the values of a tab or nested scope, also to another window."
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
  static let syntax = "copy-scope: {from: hawk, to: {window: B, tab: hawk}}"
  static let summary =
    "Copies the values of a tab or nested scope, also to another window, or those of a whole window."
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
