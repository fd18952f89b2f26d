import SceneLifecycle
import SceneSimulator
internal import SceneState

struct ChangeDataStep: ScenarioStep {
  static let name = "change-data"
  static let argument = Shape.named("a table", .map(fields))

  private static let fields = [
    Shape.Field(
      "remove", .list(.either([.text("a row"), .decimal, .bool])),
      "rows that go, by their first fields"),
    Shape.Field(
      "change", .named("a row", .named("a field", .value)), "new values for fields of rows"),
    Shape.Field("insert", .map(inserting), "rows that come"),
  ]
  private static let inserting = [
    Shape.Field("at", .integer(0...Int.max), "where they go; the end if it is left out"),
    Shape.Field("rows", .list(.named("a field", .value)), "the rows", isRequired: true),
  ]

  /// What becomes of one table.
  private struct Change {
    let table: PlacedName
    /// The rows that go, by the text of their first field.
    var removed: [PlacedName] = []
    var changed: [Entry] = []
    var inserted: [Node] = []
    /// Where they go, in the table without the removed rows; nil is the end.
    var place: (row: Int, range: SourceRange)?
  }

  private let changes: [Change]

  init(_ input: StepInput) throws(Diagnostic) {
    let source = input.source
    let node = try input.required()
    let tables = try source.filled(node, for: "`change-data`")
    var changes: [Change] = []
    for table in tables { changes.append(try Self.change(table, in: source)) }
    self.changes = changes
  }

  private static func change(
    _ entry: Entry, in source: SourceFile
  ) throws(Diagnostic) -> Change {
    let subject = "table `\(entry.key.name)`"
    let map = try NodeMap(entry.value, in: source, of: subject)
    try map.checkKeys(known: fields.names)
    if map.entries.isEmpty { throw source.vacuous(entry.value, "an empty change") }
    var change = Change(table: entry.key)
    for node in try map.optionalList("remove") ?? [] {
      guard let name = ScenarioWorld.text(of: node) else {
        var mistake = source.wrongKind(
          node, for: "`remove`", wanted: "the text of a row's first field")
        mistake.hint = (node.map?.first?.value).map {
          "such as `remove: [\(source.text(in: $0.range))]`"
        }
        throw mistake
      }
      change.removed.append(PlacedName(name: name, range: node.range))
    }
    change.changed = try map.optionalMap("change")?.entries ?? []
    for row in change.changed {
      guard row.value.map == nil else {
        try TableDeclaration.check(row.value, entry.key.name, in: source)
        continue
      }
      var mistake = source.wrongKind(row.value, for: "row `\(row.key.name)`", wanted: "a map")
      mistake.hint = "the row is named before its fields: `change: { ROW: { \(row.key.name): … } }`"
      throw mistake
    }
    guard let insert = try map.optionalMap("insert") else { return change }
    try insert.checkKeys(known: inserting.names)
    change.inserted = try insert.list("rows")
    for row in change.inserted { try TableDeclaration.check(row, entry.key.name, in: source) }
    if let row = try insert.optionalInt("at", from: 0, to: Int.max),
      let node = insert.optional("at")
    {
      change.place = (row, node.range)
    }
    return change
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    for entry in input.argument?.map ?? [] {
      check.table(entry.key)
      if entry.value["remove"] != nil || entry.value["change"] != nil {
        check.closeWindows(ofRowsIn: entry.key.name)
      }
      let subject = "table `\(entry.key.name)`"
      let change = check.map(entry.value, of: subject, keys: fields.names)
      _ = check.map(change?.optional("insert"), of: "`insert`", keys: ["at", "rows"])
      let rows = change?.optional("insert")?["rows"]?.list ?? []
      for row in rows { check.identifiers(in: row, ofTable: entry.key.name) }
      guard check.fails == nil else { continue }
      let changed = change?.optional("change")?.map ?? []
      let named = changed.map { Node(.text($0.key.name), range: $0.key.range) }
      for row in named + (change?.optional("remove")?.list ?? []) {
        check.row(row, ofTable: entry.key.name)
      }
    }
  }

  func run(in context: StepContext) throws(StepError) {
    var world = context.box.world
    for change in changes { try apply(change, to: &world, context) }
    context.box.world = world
    let scenes = context.simulation.windows.compactMap { context.simulation.scene($0.name) }
    // What goes with the rows goes in all windows at once, whoever dies meanwhile.
    context.simulation.act {
      for scene in scenes {
        scene.lists.dataChanged()
        (scene.delegate as? ScenarioScene)?.dropWhatIsGone()
      }
    }
    if context.actingScene == nil {
      for scene in scenes { (scene.delegate as? ScenarioScene)?.offerWhatWaits() }
    }
    context.simulation.tablesDidChange()
    // A window in which steps of the app run closes when they are done.
    guard context.actingScene == nil else { return context.course.hasChangedDataInside = true }
    try context.closeWindowsOfGoneRows()
    try context.runOwnSteps(afterChangesOf: Set(changes.map(\.table.name)))
  }

  private func apply(
    _ change: Change, to world: inout ScenarioWorld, _ context: StepContext
  ) throws(StepError) {
    guard var rows = world.tables[change.table.name] else {
      throw .mistake(
        context.source.unknownKey(
          change.table, of: "`data` of the app",
          known: world.tableNames))
    }
    func index(of name: String, at range: SourceRange) throws(StepError) -> Int {
      let names = rows.map { ScenarioWorld.name(of: $0) }
      if let index = names.firstIndex(of: name) { return index }
      throw .refused(
        .noSuchRow(name, in: "table `\(change.table.name)`", known: names), at: range)
    }
    for row in change.removed {
      rows.remove(at: try index(of: row.name, at: row.range))
      context.fates.note(.removed, about: .row(row.name))
    }
    for row in change.changed {
      let index = try index(of: row.key.name, at: row.key.range)
      let merged = rows[index].merging(row.value)
      if context.actingScene == nil, merged.content == rows[index].content {
        context.note(
          "row `\(row.key.name)` is so already: nothing changes", at: row.key.range)
      }
      rows[index] = merged
    }
    if let place = change.place, place.row > rows.count {
      throw .refused(
        .noSuchRow,
        "table `\(change.table.name)` has \(rows.count) rows then, there is no row \(place.row)",
        at: place.range, hint: "leave `at` out to insert at the end")
    }
    rows.insert(contentsOf: change.inserted, at: change.place?.row ?? rows.count)
    let name = change.table.name
    let keepsPlaces = context.declaration.keys.contains { key in
      key.row.map { $0.table == name && $0.gone.isNeighbour } ?? false
    }
    world.change(name, to: rows, keepsPlaces: keepsPlaces)
    context.fates.note(.changed, about: .table(name))
  }
}

extension Node {
  /// A map with the entries of another one in place of its own.
  fileprivate func merging(_ other: Node) -> Node {
    var entries = map ?? []
    for entry in other.map ?? [] {
      if let index = entries.firstIndex(where: { $0.key.name == entry.key.name }) {
        entries[index] = entry
      } else {
        entries.append(entry)
      }
    }
    return holding(.map(entries))
  }
}

extension StepFailure {
  static func noSuchRow(_ name: String, in place: String, known: [String]) -> StepFailure {
    StepFailure(
      .noSuchRow, "\(place) has no row `\(name)`",
      hint: SourceFile.choice(for: name, among: known))
  }
}

extension StepContext {
  /// What the app does in each of its windows when rows are other ones.
  fileprivate func runOwnSteps(afterChangesOf tables: Set<String>) throws(StepError) {
    for window in simulation.windows {
      let scene = simulation.scene(window.name)?.delegate as? ScenarioScene
      for (table, steps) in declaration.own.data where tables.contains(table.name) {
        scene?.run(steps)
        if let error = course.innerError { throw error }
      }
    }
  }

  /// A window that is about a row goes with it, also one that the system has disconnected.
  func closeWindowsOfGoneRows() throws(StepError) {
    guard declaration.scenes.contains(where: { $0.row != nil }) else { return }
    let apps = simulation.windows.compactMap { window in
      (simulation.scene(window.name)?.delegate as? ScenarioScene)?.app
    }
    for name in simulation.windowNames where simulation.scene(name) == nil {
      guard let record = simulation.session(name)?.record, apps.first?.hasRow(record) == false
      else { continue }
      simulation.note(.window(name, .kind(record.scene)))
      try refusing(try simulation.window(name).close())
    }
    for window in simulation.windows {
      guard let scene = simulation.scene(window.name)?.delegate as? ScenarioScene else { continue }
      let record = scene.scene.session.record
      if scene.app.hasRow(record) { continue }
      simulation.note(.window(window.name, .kind(record.scene)))
      try closeAsUser(window)
      if !simulation.isRunning { return }
    }
  }
}
