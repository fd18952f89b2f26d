/// `data: {countries: [{name: Chile}]}`: the rows of the app's tables, all of them in order, each
/// with all its fields.
enum DataCheck {
  static func validate(_ node: Node, in source: SourceFile) throws(Diagnostic) {
    let tables = try source.filled(node, for: "`data`")
    for table in tables where table.value.text.map(VariableText.isIn) != true {
      if table.value.map != nil, Matcher.isMeant(table.value) {
        try Matcher.check(table.value, in: source)
        continue
      }
      _ = try source.list(table.value, for: "table `\(table.key.name)`")
    }
  }

  static func check(_ node: Node, in context: StepContext) throws(Diagnostic) {
    let world = context.box.world
    for table in node.map ?? [] {
      guard let rows = world.tables[table.key.name] else {
        throw context.source.unknownKey(
          table.key, of: "`data` of the app", known: world.tableNames)
      }
      let actual = ScenarioValue.list(rows.map { ScenarioValue($0.content) })
      let subject = "data.\(table.key.name)"
      try FailureReport(context).compare(
        table.value, actual, subject: subject,
        hint: PutOffLook(context).hint(forTable: table.key.name))
      try checkFields(table, rows, in: context)
      guard let mismatch = extra(table.value, actual) else { continue }
      var diagnostic = FailureReport(context).diagnostic(mismatch, subject: subject)
      diagnostic.hint =
        "rows are compared with all their fields: write \(surplus(mismatch)) as well"
      throw diagnostic
    }
  }

  /// A field that no row has is `~` in all of them, and hardly meant: a comma in a text without quotes
  /// makes one.
  private static func checkFields(
    _ table: Entry, _ rows: [Node], in context: StepContext
  ) throws(Diagnostic) {
    let declared = context.declaration.rowType(of: table.key.name).fields?.map(\.name) ?? []
    let known = Set(rows.flatMap { ($0.map ?? []).map(\.key.name) }).union(declared)
    for (index, row) in (table.value.list ?? []).enumerated() {
      let entries = (row.map ?? []).enumerated()
      for (place, entry) in entries where entry.value.isNull && !known.contains(entry.key.name) {
        let before = place > 0 ? row.map?[place - 1] : nil
        let isInText = before?.value.text != nil && entry.key.name.contains(" ")
        let meant = before.flatMap { before in
          before.value.text.map { "`\(before.key.name): \"\($0), \(entry.key.name)\"`" }
        }
        throw context.source.diagnostic(
          .notAsExpected, at: entry.key.range,
          "data.\(table.key.name)[\(index)]: no row has a field `\(entry.key.name)`",
          hint: isInText
            ? meant.map { "a text with a comma stands in quotes: \($0)" }
            : SourceFile.choice(for: entry.key.name, among: known.sorted()))
      }
    }
  }

  /// The fields that a row has beside the expected ones.
  private static func surplus(_ mismatch: Mismatch) -> String {
    guard case .map(let fields)? = mismatch.actual, let entries = mismatch.node.map else {
      return ""
    }
    return fields.keys.filter { name in !entries.contains { $0.key.name == name } }.sorted()
      .map { "`\($0)`" }.joined(separator: ", ")
  }

  /// Rows are compared with all their fields: the first row that has more than it should.
  private static func extra(_ expected: Node, _ actual: ScenarioValue) -> Mismatch? {
    guard let nodes = expected.list, case .list(let rows) = actual else { return nil }
    for (index, node) in nodes.enumerated() {
      guard let entries = node.map, !entries.contains(where: { $0.key.name.hasPrefix("$") }),
        case .map(let fields) = rows[index]
      else { continue }
      if fields.keys.contains(where: { name in !entries.contains { $0.key.name == name } }) {
        return Mismatch(node: node, path: "[\(index)]", actual: rows[index])
      }
    }
    return nil
  }
}
