internal import SceneLifecycle

/// Finds slips of the pen in rows of tables, and in what points at rows.
struct RowLook {
  private let app: AppDeclaration
  /// The steps of the scenario, and those of the app itself.
  private let steps: [ParsedStep]
  private var found: [Diagnostic] = []

  static func warnings(_ app: AppDeclaration, _ steps: [ParsedStep]) -> [Diagnostic] {
    if app.tables.isEmpty { return [] }
    var look = RowLook(app, steps)
    for table in app.tables {
      let inserted = look.inserted(into: table.name)
      look.columns(table, inserted)
      look.changedFields(table, inserted)
      look.doubles(table, inserted)
    }
    look.values()
    look.places()
    look.screens()
    return look.found
  }

  private init(_ app: AppDeclaration, _ steps: [ParsedStep]) {
    (self.app, self.steps) = (app, steps + app.ownSteps.andInner)
  }

  // MARK: What there is

  private typealias Inserted = (row: Node, source: SourceFile)

  private var changes: [ParsedStep] { steps.filter { $0.kind is ChangeDataStep.Type } }

  private func inserted(into table: String) -> [Inserted] {
    changes.flatMap { step in
      (step.argument?[table]?["insert"]?["rows"]?.list ?? []).map { ($0, step.source) }
    }
  }

  /// Whether a step says with a variable, or an update anew, which rows there are.
  private func isOpen(_ table: String) -> Bool {
    steps.contains { step in
      if step.kind is UpdateStep.Type { return step.argument?["data"] != nil }
      guard step.kind is ChangeDataStep.Type, let change = step.argument?[table] else {
        return false
      }
      return change.map == nil || VariableText.isIn(change)
    }
  }

  /// The fields by which something finds the rows of a table again.
  private func identifiers(of table: String) -> [String] {
    var names: Set<String> = []
    for list in app.lists where list.rows == table {
      if case .field(let name) = list.id { names.insert(name) }
    }
    let references =
      app.keys.compactMap(\.row) + app.places.compactMap(\.row) + app.screens.map(\.row)
      + app.scenes.compactMap(\.row)
    for row in references where row.table == table { names.insert(row.field) }
    return names.sorted()
  }

  // MARK: Rows

  /// A field of one row that is almost one that all the others have.
  private mutating func columns(_ table: TableDeclaration, _ inserted: [Inserted]) {
    let all = table.rows.map { ($0, app.source) } + inserted
    guard all.count > 1 else { return }
    var counts: [String: Int] = [:]
    for (row, _) in all { for entry in row.map ?? [] { counts[entry.key.name, default: 0] += 1 } }
    for (row, source) in all {
      for entry in row.map ?? [] where counts[entry.key.name] == 1 {
        let others = counts.keys.filter { counts[$0] == all.count - 1 && row[$0] == nil }
        guard let near = NearestName.nearest(to: entry.key.name, among: others) else { continue }
        found.append(
          source.warning(
            at: entry.key.range,
            "only this row of table `\(table.name)` has a field `\(entry.key.name)`, "
              + "and it alone has no `\(near)`", hint: "did you mean `\(near)`?"))
      }
    }
  }

  /// A changed row gets a field that no row has, and that is almost one.
  private mutating func changedFields(_ table: TableDeclaration, _ inserted: [Inserted]) {
    let rows = table.rows + inserted.map(\.row)
    let known = Set(rows.flatMap { ($0.map ?? []).map(\.key.name) }).sorted()
    for step in changes {
      for row in step.argument?[table.name]?["change"]?.map ?? [] {
        for entry in row.value.map ?? [] where !known.contains(entry.key.name) {
          guard let near = NearestName.nearest(to: entry.key.name, among: known) else { continue }
          found.append(
            step.source.warning(
              at: entry.key.range,
              "no row of table `\(table.name)` has a field `\(entry.key.name)`",
              hint: "did you mean `\(near)`?"))
        }
      }
    }
  }

  /// Two rows with one name, in a table whose rows are found again by it.
  private mutating func doubles(_ table: TableDeclaration, _ inserted: [Inserted]) {
    // Rows that come with a variable are open; the others are there all the same.
    let isOpen = changes.contains { step in
      step.argument?[table.name]?["remove"].map(VariableText.isIn) ?? false
    }
    if isOpen { return }
    let removed = changes.contains { $0.argument?[table.name]?["remove"] != nil }
    let changed = changes.contains { $0.argument?[table.name]?["change"] != nil }
    for field in identifiers(of: table.name) {
      var seen: [String: Int] = [:]
      let isReplaced = steps.contains {
        $0.kind is UpdateStep.Type && $0.argument?["data"] != nil
      }
      let late = changed || isReplaced ? [] : inserted
      for (row, source) in table.rows.map({ ($0, app.source) }) + late {
        guard let node = row[field], !VariableText.isIn(node),
          let text = ScenarioWorld.text(of: node)
        else { continue }
        guard let line = seen.updateValue(node.range.start.line, forKey: text) else { continue }
        if removed, isRemoved(row, from: table) { continue }
        found.append(
          source.warning(
            at: node.range,
            "two rows of table `\(table.name)` have the `\(field)` `\(text)` (the other one in "
              + "line \(line))",
            hint: "rows are found again by `\(field)`: give each one of its own"))
      }
    }
  }

  private func isRemoved(_ row: Node, from table: TableDeclaration) -> Bool {
    guard let name = TableDeclaration.names(of: [row]).first else { return true }
    return changes.contains { step in
      (step.argument?[table.name]?["remove"]?.list ?? []).contains {
        ScenarioWorld.text(of: $0) == name
      }
    }
  }

  // MARK: What points at rows

  /// A value that is to name a row and names none that ever is.
  private mutating func values() {
    for step in steps
    where ["set", "append", "prepend"].contains(step.verb.name) && step.fails == nil {
      for entry in step.argument?.map ?? [] {
        guard let row = app.key(entry.key.name)?.row else { continue }
        pointers(Self.pointers(in: entry.value), row.table, row.field, step)
      }
    }
  }

  /// Windows and places that are about a row there never is.
  private mutating func places() {
    for step in steps where step.fails == nil {
      if let place = step.kind is ShowPlaceStep.Type ? step.argument : step.place,
        let text = place.text, !VariableText.isIn(text),
        let row = app.places.first(where: { $0.name == ValuePlace(text).kind })?.row
      {
        pointers(
          [(ValuePlace(text).id, place.range)], row.table, row.field, step, of: " for `\(text)`")
      }
      if step.kind is OpenStep.Type, let value = step.argument?["value"],
        let scene = step.argument?["scene"]?.text,
        let row = app.scenes.first(where: { $0.name == scene })?.row
      {
        pointers(Self.pointers(in: value), row.table, row.field, step)
      }
    }
  }

  /// What points at a row of a table, and at none that it has or gets.
  private mutating func pointers(
    _ all: [(name: String, range: SourceRange)], _ name: String, _ field: String,
    _ step: ParsedStep, of place: String = ""
  ) {
    guard let table = app.tables.first(where: { $0.name == name }), !isOpen(name) else { return }
    let rows = table.rows + inserted(into: name).map(\.row)
    let names = Set(rows.compactMap { $0[field].flatMap { ScenarioWorld.text(of: $0) } })
    if names.isEmpty { return }
    for (text, range) in all where !names.contains(text) {
      found.append(
        step.source.warning(
          at: range, "table `\(name)` has no row with the `\(field)` `\(text)`\(place)",
          hint: SourceFile.choice(for: text, among: names.sorted())))
    }
  }

  /// The texts in a value that point at rows: itself, the elements of a list, the keys of a map.
  private static func pointers(in node: Node) -> [(name: String, range: SourceRange)] {
    let all: [(String?, SourceRange)] =
      switch node.content {
      case .map(let entries): entries.map { ($0.key.name, $0.key.range) }
      case .list(let nodes): nodes.map { (ScenarioWorld.text(of: $0), $0.range) }
      case .null: []
      default: [(ScenarioWorld.text(of: node), node.range)]
      }
    return all.compactMap { text, range in
      text.flatMap { $0.isEmpty || $0.hasPrefix("$") || VariableText.isIn($0) ? nil : ($0, range) }
    }
  }

  /// A pattern that no screen has, and some have almost.
  private mutating func screens() {
    let entries = app.node?["screens"]?.map ?? []
    guard entries.count == app.screens.count, !entries.isEmpty else { return }
    var texts = steps.flatMap { FurtherLook.names(in: $0.argument) }
    texts += app.navigator?.links.places.flatMap(\.path) ?? []
    texts += app.explore.screens
    let heads = Set(texts.compactMap(Self.head)).sorted()
    for (entry, screen) in zip(entries, app.screens)
    where !texts.contains(where: { screen.part(of: $0) != nil }) {
      guard let head = Self.head(of: entry.key.name),
        let near = NearestName.nearest(to: head, among: heads)
      else { continue }
      found.append(
        app.source.warning(
          at: entry.key.range, "no screen here is called `\(entry.key.name)`",
          hint: "did you mean `\(near)/…`?"))
    }
  }

  /// What stands before the first slash.
  private static func head(of screen: String) -> String? {
    screen.firstIndex(of: "/").map { String(screen[..<$0]) }
  }
}
