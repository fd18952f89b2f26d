import SceneSimulator
import SceneState

struct DiscardStateStep: WindowStep {
  static let name = "discard-state"
  static let argument = Shape.text("a tab or place")

  private let place: ScopeName

  init(_ input: StepInput) throws(Diagnostic) {
    place = try ScopeName(try input.required(), .rename, in: input.source)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.scope(input.argument)
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    let scope = try place.scope(in: window.name, mustBeDeclared: true, context)
    let isInMemory = context.declaration.keys.contains(where: \.isTransient)
    if context.actingScene == nil, scope.entries.isEmpty, !isInMemory, !context.simulation.isBehind
    {
      context.note("nothing is stored there", at: place.range)
    }
    try context.refusing { () throws(StepFailure) in
      try window.act { () throws(StepFailure) in
        // What the window has in memory of a tab goes, too.
        if let tab = place.tab?.name, scene.tabs.contains(tab) {
          return try scene.discardState(of: tab)
        }
        try StepFailure.wrapping(try scope.discard())
      }
    }
  }
}
