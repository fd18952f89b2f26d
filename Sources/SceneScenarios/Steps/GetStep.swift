struct GetStep: PlacedStep, WindowStep {
  static let name = "get"
  static let argument = Shape.named("a key", .text("a variable"))

  private let entries: [Entry]

  init(_ input: StepInput) throws(Diagnostic) {
    entries = try input.source.map(try input.required(), for: "`get`")
    for entry in entries {
      let name = try input.source.text(entry.value, for: "the name of a variable")
      try Names.checkLower(name, "a variable", at: entry.value.range, in: input.source)
    }
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    for entry in input.argument?.map ?? [] {
      check.key(entry.key.name, at: entry.key.range)
      guard let bare = bareName(in: entry.value) else { continue }
      check.add(
        .wrongValue, at: entry.value.range,
        "`\(entry.value.text ?? "")` is the value of a variable, and `get` gives it one",
        hint: "the name stands alone: `get: { \(entry.key.name): \(bare) }`")
    }
  }

  /// The name in a variable that stands where its name should; nil if none does.
  static func bareName(in node: Node) -> String? { VariableText.name(alone: node) }

  func run(in context: StepContext) throws(StepError) {
    let (_, scene) = try context.inside()
    for entry in entries {
      let key = try context.key(entry.key.name, at: entry.key.range)
      let value = scene.value(of: key, tab: scene.selectedTab)
      let node = Node(value.content, range: entry.value.range)
      context.memory.keep(node, as: entry.value.text ?? "")
    }
  }
}
