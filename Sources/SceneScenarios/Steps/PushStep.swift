import SceneSimulator

struct PushStep: WindowStep {
  static let name = "push"
  static let argument = Shape.either([.text("a screen"), .map(fields)])

  private static let fields = [
    Shape.Field("screen", .text("a screen"), "the screen", isRequired: true),
    Shape.Field(
      "needs", .named("a table", .named("a field", .value)),
      "the rows without which the screen is not shown again"),
  ]

  private let screen: String
  /// The rows without which the screen is not shown again: table, then field and value.
  private let needs: [(table: PlacedName, fields: [Entry])]?

  init(_ input: StepInput) throws(Diagnostic) {
    let source = input.source
    let node = try input.required()
    guard node.map != nil else {
      screen = try source.text(node, for: "`push`")
      needs = nil
      return
    }
    let map = try NodeMap(
      node, in: source, of: "`push`", missingKeysAt: input.verb.range)
    try map.checkKeys(known: Self.keys)
    screen = try map.text("screen")
    var needs: [(table: PlacedName, fields: [Entry])] = []
    for table in try map.optionalMap("needs")?.entries ?? [] {
      let fields = try source.filled(
        table.value, for: "table `\(table.key.name)`", empty: "a need without a field")
      needs.append((table.key, fields))
    }
    self.needs = needs
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    let map = check.map(input, keys: keys, required: ["screen"])
    for table in map?.optional("needs")?.map ?? [] {
      check.table(table.key)
      for field in table.value.map ?? [] {
        check.unlessRight { app in
          guard app.isDeclared,
            app.declaration.tables.contains(where: { $0.name == table.key.name })
          else { return nil }
          return RowReference.mistake(
            (table.key.name, field.key.name), at: field.key.range, of: app.declaration,
            in: input.source)
        }
      }
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.insideWithPath()
    try note(in: context)
    try context.refusing(
      try window.act { () throws(StepFailure) in
        let tab = scene.selectedTab
        try scene.show(scene.path(in: tab) + [screen], in: tab)
      })
  }

  /// What a screen needs is known from then on, wherever it is shown.
  private func note(in context: StepContext) throws(StepError) {
    guard let needs else { return }
    var noted: [String: [String: Node]] = [:]
    for (table, fields) in needs {
      let names = context.box.world.tableNames
      guard names.contains(table.name) else {
        throw .mistake(
          context.source.unknownKey(
            table, of: "`data` of the app",
            known: names))
      }
      for field in fields { noted[table.name, default: [:]][field.key.name] = field.value }
    }
    context.box.world.needs[screen] = noted
  }
}
