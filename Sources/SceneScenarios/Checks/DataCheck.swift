import SceneSimulator

/// `data: {countries: [{name: Chile}]}`: the rows of the app's tables, all of them in order, each
/// with all its fields.
enum DataCheck {
  static func validate(_ node: Node, in source: SourceFile) throws(Diagnostic) {
    let tables = try source.map(node, for: "`data`")
    if tables.isEmpty { throw source.vacuous(node, "an empty `data`") }
    for table in tables where !VariableText.isIn(table.value) {
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
      if let mismatch = Matcher.mismatch(table.value, actual) {
        throw FailureReport(context).diagnostic(mismatch, subject: subject)
      }
      guard let mismatch = extra(table.value, actual) else { continue }
      var diagnostic = FailureReport(context).diagnostic(mismatch, subject: subject)
      diagnostic.hint =
        "rows are compared with all their fields: write \(surplus(mismatch)) as well"
      throw diagnostic
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
