import SceneSimulator

struct SelectStep: WindowStep {
  static let name = "select"
  static let argument = Shape.text("a tab")

  private let tab: PlacedName

  init(_ input: StepInput) throws(Diagnostic) { tab = try input.placed("`select`") }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.tab(input.argument)
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    // An app may make sure of what it shows.
    if context.actingScene == nil, scene.selectedTab == tab.name {
      context.note("tab `\(tab.name)` is selected already", at: tab.range)
    }
    try context.refusing(
      at: tab.range, try window.act { () throws(StepFailure) in try scene.select(tab.name) })
  }
}
