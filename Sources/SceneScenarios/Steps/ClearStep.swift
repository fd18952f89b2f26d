import SceneSimulator

struct ClearStep: PlacedStep, WindowStep {
  static let name = "clear"
  static let argument = Shape.list(.text("a key"))

  private let keys: [PlacedName]

  init(_ input: StepInput) throws(Diagnostic) {
    var keys: [PlacedName] = []
    for node in try input.source.list(try input.required(), for: "`clear`") {
      keys.append(
        try input.source.placed(node, for: "the name of a key"))
    }
    self.keys = keys
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    for node in input.argument?.list ?? [] {
      if let name = check.literal(node) { check.key(name, at: node.range) }
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    var declared: [StorageKey] = []
    for key in keys { declared.append(try context.key(key.name, at: key.range)) }
    let tab = scene.selectedTab
    if context.actingScene == nil, !declared.contains(where: { scene.isStored($0, tab: tab) }) {
      context.note("nothing is stored there", at: keys[0].range)
    }
    window.act { for key in declared { scene.clear(key, tab: tab) } }
  }
}
