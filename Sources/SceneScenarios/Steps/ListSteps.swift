import SceneSimulator

struct ScrollStep: RowStep {
  static let name = "scroll"
  static let argument = Shape.named("a list", .either([.text("a row"), .decimal, .bool]))
  static let takesNone = false
  let rows: [RowChoice]

  func move(_ list: String, to row: Int?, in scene: any WindowInside) throws(StepFailure) {
    try scene.scroll(list, to: row ?? 0)
  }
}

struct PickStep: RowStep {
  static let name = "pick"
  static let argument = Shape.named("a list", .either([.nothing, .text("a row"), .decimal, .bool]))
  static let takesNone = true
  let rows: [RowChoice]

  func move(_ list: String, to row: Int?, in scene: any WindowInside) throws(StepFailure) {
    try scene.pick(list, row)
  }
}

/// A step that goes to rows of lists.
protocol RowStep: WindowStep {
  /// Whether no row can be meant.
  static var takesNone: Bool { get }
  var rows: [RowChoice] { get }
  init(rows: [RowChoice])
  func move(_ list: String, to row: Int?, in scene: any WindowInside) throws(StepFailure)
}

extension RowStep {
  init(_ input: StepInput) throws(Diagnostic) {
    self.init(rows: try RowChoice.all(input, allowsNone: Self.takesNone))
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    for entry in input.argument?.map ?? [] {
      check.list(entry.key)
      if ListEnd(entry.value.text) == nil { check.row(entry.value, of: entry.key.name) }
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    for choice in rows {
      try choice.act(in: scene, of: window.name, context) { (row) throws(StepFailure) in
        try window.act { () throws(StepFailure) in try move(choice.list.name, to: row, in: scene) }
      }
    }
  }
}

/// A row of a list, by the text of its first field.
struct RowChoice {
  let list: PlacedName
  /// nil is no row.
  let row: PlacedName?

  fileprivate static func all(
    _ input: StepInput, allowsNone: Bool
  ) throws(Diagnostic) -> [RowChoice] {
    let node = try input.required()
    let entries = try input.source.filled(node, for: "`\(input.verb.name)`")
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

  fileprivate func act(
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
        "list `\(list.name)` is in tab `\(tab)`, and `\(selected)` is selected", at: list.range)
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
