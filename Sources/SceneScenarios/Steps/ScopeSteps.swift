import SceneSimulator

/// Gives the values of a tab or nested scope a new name; a tab that its user has opened is renamed.
struct RenameScopeStep: ScenarioStep {
  static let name = "rename-scope"
  static let syntax = "rename-scope: {from: hawk, to: falcon}"
  static let summary =
    "Gives the values of a tab or nested scope a new name; a tab that its user has opened is renamed."
  static let argument = Shape.map(ScopeTransfer.fields)
  static let example = """
    - launch: A
    - set: { draft: Tala }
    - rename-scope: { from: hawk, to: raven }
    - expect: { store: { A: { raven/draft: Tala, hawk/draft: $absent } } }
    """

  private let transfer: ScopeTransfer

  init(_ input: StepInput) throws(Diagnostic) {
    transfer = try ScopeTransfer(input, .rename)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    ScopeTransfer.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) { try transfer.run(in: context) }
}

/// Moves the values of a tab or nested scope, also to another window.
struct MoveScopeStep: ScenarioStep {
  static let name = "move-scope"
  static let syntax = "move-scope: {from: hawk, to: {window: B, tab: hawk}}"
  static let summary = "Moves the values of a tab or nested scope, also to another window."
  static let argument = Shape.map(ScopeTransfer.fields)
  static let example = """
    - launch: A
    - set: { draft: Tala }
    - open: B
    - { in: A, move-scope: { from: hawk, to: { window: B, tab: hawk } } }
    - expect: { A: { values: { draft: "" } }, B: { values: { draft: Tala } } }
    """

  private let transfer: ScopeTransfer

  init(_ input: StepInput) throws(Diagnostic) {
    transfer = try ScopeTransfer(input, .move)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    ScopeTransfer.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) { try transfer.run(in: context) }
}

/// Copies the values of a tab or nested scope, also to another window.
struct CopyScopeStep: ScenarioStep {
  static let name = "copy-scope"
  static let syntax = "copy-scope: {from: hawk, to: {window: B, tab: hawk}}"
  static let summary =
    "Copies the values of a tab or nested scope, also to another window, or those of a whole window."
  static let argument = Shape.map(ScopeTransfer.fields)
  static let example = """
    - launch: A
    - set: { draft: Tala }
    - open: B
    - { in: A, copy-scope: { from: hawk, to: { window: B, tab: hawk } } }
    - expect: { A: { values: { draft: Tala } }, B: { values: { draft: Tala } } }
    - open: C
    - copy-scope: { from: { window: A }, to: { window: C } }
    - expect: { C: { values: { draft: Tala } } }
    """

  private let transfer: ScopeTransfer

  init(_ input: StepInput) throws(Diagnostic) {
    transfer = try ScopeTransfer(input, .copy)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    ScopeTransfer.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) { try transfer.run(in: context) }
}
