import SceneSimulator

struct ScrollStep: WindowStep {
  static let name = "scroll"
  static let argument = Shape.named("a list", .either([.text("a row"), .decimal, .bool]))

  private let rows: [RowChoice]

  init(_ input: StepInput) throws(Diagnostic) {
    rows = try RowChoice.all(input, allowsNone: false)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    RowChoice.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    for choice in rows {
      try choice.act(in: scene, of: window.name, context) { (row) throws(StepFailure) in
        try window.act { () throws(StepFailure) in
          try scene.scroll(choice.list.name, to: row ?? 0)
        }
      }
    }
  }
}

struct PickStep: WindowStep {
  static let name = "pick"
  static let argument = Shape.named("a list", .either([.nothing, .text("a row"), .decimal, .bool]))

  private let rows: [RowChoice]

  init(_ input: StepInput) throws(Diagnostic) {
    rows = try RowChoice.all(input, allowsNone: true)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    RowChoice.check(input, in: check)
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    for choice in rows {
      try choice.act(in: scene, of: window.name, context) { (row) throws(StepFailure) in
        try window.act { () throws(StepFailure) in try scene.pick(choice.list.name, row) }
      }
    }
  }
}

/// A row of a list, by the text of its first field.
private struct RowChoice {
  let list: PlacedName
  /// nil is no row.
  let row: PlacedName?

  static func all(_ input: StepInput, allowsNone: Bool) throws(Diagnostic) -> [RowChoice] {
    let node = try input.required()
    let entries = try input.source.map(node, for: "`\(input.verb.name)`")
    if entries.isEmpty { throw input.source.vacuous(node, "an empty `\(input.verb.name)`") }
    var result: [RowChoice] = []
    for entry in entries {
      let name = ScenarioWorld.text(of: entry.value)
      guard name != nil || (allowsNone && entry.value.isNull) else {
        throw input.source.wrongKind(
          entry.value, for: "`\(entry.key.name)`", wanted: "the text of a row's first field")
      }
      result.append(
        RowChoice(
          list: entry.key,
          row: name.map { PlacedName(name: $0, range: entry.value.range) }))
    }
    return result
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    for entry in input.argument?.map ?? [] {
      check.list(entry.key)
      if ListEnd(entry.value.text) == nil { check.row(entry.value, of: entry.key.name) }
    }
  }

  func act(
    in scene: any WindowInside, of window: String, _ context: StepContext,
    _ body: (Int?) throws(StepFailure) -> Void
  ) throws(StepError) {
    let lists = scene.listNames
    guard lists.contains(list.name) else {
      throw .mistake(
        context.source.unknownKey(
          list, of: "the lists of the app", known: lists))
    }
    let tab = context.declaration.lists.first { $0.name == list.name }?.tab
    if let tab, let selected = scene.selectedTab, tab != selected, context.actingScene == nil {
      context.note(
        "list `\(list.name)` is in tab `\(tab)`, and `\(selected)` is selected", at: list.range,
        in: context.source)
    }
    context.fates.note(
      .ran, about: .list(list.name, on: context.simulation.name), in: window)
    try context.refusing(at: row?.range) { () throws(StepFailure) in
      guard let row else { return try body(nil) }
      let names = scene.rowNames(of: list.name)
      if let end = ListEnd(row.name), !names.isEmpty {
        return try body(end == .first ? 0 : names.count - 1)
      }
      guard let index = names.firstIndex(of: row.name) else {
        throw .noSuchRow(row.name, in: "list `\(list.name)`", known: names)
      }
      try body(index)
    }
  }
}
