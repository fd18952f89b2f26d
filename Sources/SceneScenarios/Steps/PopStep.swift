import SceneSimulator

struct PopStep: WindowStep {
  static let name = "pop"
  static let argument = Shape.either([.nothing, .count, .word(["all"])])

  /// How many; nil is all.
  private let count: Int?

  init(_ input: StepInput) throws(Diagnostic) {
    guard let node = input.argument else {
      count = 1
      return
    }
    if node.text == "all" {
      count = nil
    } else {
      let number = try input.source.int(node, for: "`pop`")
      guard number > 0 else {
        throw input.source.diagnostic(
          .wrongValue, at: node.range, "`pop` takes a number from 1, or `all`")
      }
      count = number
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    let tab = scene.selectedTab
    let path = scene.path(in: tab)
    // An app that pops whatever there is means no screen.
    if path.isEmpty, context.actingScene == nil {
      context.note("nothing is popped: the path is empty")
    } else if let count, count > path.count, context.actingScene == nil {
      let there = path.count == 1 ? "1 screen" : "\(path.count) screens"
      context.note("the path has \(there), and no \(count) to pop")
    }
    try context.refusing(
      try window.act { () throws(StepFailure) in
        try scene.show(Array(path.dropLast(count ?? path.count)), in: tab)
      })
  }
}
