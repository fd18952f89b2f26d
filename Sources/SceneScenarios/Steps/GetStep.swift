import SceneSimulator

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
      let (keys, name) = (check.declaredNames.keys, entry.key.name)
      if let word = check.literal(entry.value), keys.contains(word), !keys.contains(name) {
        check.add(
          .noSuchKey, at: entry.key.range, "the app declares no key `\(name)`",
          hint: "the key comes first, and the variable behind it: `get: { \(word): \(name) }`")
        continue
      }
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
