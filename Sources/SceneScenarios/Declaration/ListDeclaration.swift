internal import SceneSimulator

/// A table of an app's data.
package struct TableDeclaration: Sendable {
  package let name: String
  /// The rows in order; each is a map whose first field names the row.
  package let rows: [Node]
  package let range: SourceRange

  /// The fields of the first row in order.
  package var fields: [String] { rows.first?.map?.map(\.key.name) ?? [] }

  /// The names of rows: the text of their first field.
  static func names(of rows: [Node]) -> [String] {
    rows.compactMap { $0.map?.first.flatMap { ScenarioWorld.text(of: $0.value) } }
  }

  /// Reads the map under `data:`.
  static func all(_ map: NodeMap, _ mistakes: inout DiagnosticList) -> [TableDeclaration] {
    mistakes.names(map, "data", "a table").map { entry in
      let rows = mistakes.collect { () throws(Diagnostic) in
        if let mistake = rowsByName(entry, in: map.source) { throw mistake }
        return try map.source.list(entry.value, for: "table `\(entry.key.name)`")
      }
      // One with a mistake is there all the same.
      let maps = (rows ?? []).filter { row in
        mistakes.collect { () throws(Diagnostic) in
          try Self.check(row, entry.key.name, in: map.source)
        } != nil
      }
      return TableDeclaration(name: entry.key.name, rows: maps, range: entry.key.range)
    }
  }

  /// The mistake in rows that are written below their names.
  private static func rowsByName(_ entry: Entry, in source: SourceFile) -> Diagnostic? {
    guard let row = entry.value.map?.first, let fields = row.value.map else { return nil }
    let others = fields.map { ", \($0.key.name): \(source.text(in: $0.value.range))" }.joined()
    return source.diagnostic(
      .wrongKind, at: entry.value.range,
      "table `\(entry.key.name)` needs a list of rows, this is a map of them",
      hint: "the first field of a row is its name: `- { id: \(row.key.name)\(others) }`")
  }

  /// A row needs a first field, because that is its name.
  package static func check(
    _ row: Node, _ table: String, in source: SourceFile
  ) throws(Diagnostic) {
    let fields = try source.map(row, for: "a row of table `\(table)`")
    if !fields.isEmpty { return }
    throw source.diagnostic(
      .missingKey, at: SourceRange(at: row.range.start), "a row of table `\(table)` needs a field",
      hint: "its first field names the row")
  }
}

/// A list on a screen of an app, which shows the rows of a table.
package struct ListDeclaration: Sendable {
  /// How a row is found again.
  package enum Identifier: Hashable, Sendable {
    case field(String)
    case rowNumber
  }

  package let name: String
  package let tab: String?
  /// The table whose rows it shows.
  package let rows: String
  package let id: Identifier
  /// How many rows fit on the screen.
  package let shows: Int?
  /// Whether where it stands lives in memory alone.
  package let isTransient: Bool
  package let range: SourceRange

  static let known = ScenarioLanguage.list.names

  /// Reads the map under `lists:`.
  static func all(
    _ map: NodeMap, tables: [TableDeclaration], tabs: [String], _ mistakes: inout DiagnosticList
  ) -> [ListDeclaration] {
    mistakes.names(map, "lists", "a list", mayBeCapital: true).compactMap { entry in
      ListDeclaration(entry, tables: tables, tabs: tabs, in: map.source, &mistakes)
    }
  }

  private init?(
    _ entry: Entry, tables: [TableDeclaration], tabs: [String], in source: SourceFile,
    _ mistakes: inout DiagnosticList
  ) {
    name = entry.key.name
    range = entry.key.range
    let subject = "list `\(entry.key.name)`"
    guard let map = mistakes.map(entry.value, in: source, of: subject, known: Self.known)
    else { return nil }
    tab = mistakes.read { () throws(Diagnostic) in
      try map.optional("tab").map { (node) throws(Diagnostic) in
        try source.name(node, "tab", among: tabs)
      }
    }
    shows = mistakes.read(try map.optionalInt("shows", from: 1, to: Int.max))
    isTransient =
      mistakes.read(try map.optionalBool("transient")) ?? false
    let rows = mistakes.collect(
      try source.name(try map.required("rows"), "table", among: tables.map(\.name)))
    let table = tables.first { $0.name == rows }
    let id = mistakes.collect(try Self.identifier(try map.required("id"), of: table, in: source))
    guard let rows, let id else { return nil }
    (self.rows, self.id) = (rows, id)
  }

  private static func identifier(
    _ node: Node, of table: TableDeclaration?, in source: SourceFile
  ) throws(Diagnostic) -> Identifier {
    let name = try source.text(node, for: "`id`")
    if name == "row-number" { return .rowNumber }
    guard let table, !table.rows.isEmpty else { return .field(name) }
    guard table.fields.contains(name) else {
      throw source.diagnostic(
        .wrongValue, at: node.range, "the rows of table `\(table.name)` have no field `\(name)`",
        hint: SourceFile.choice(for: name, among: table.fields + ["row-number"]))
    }
    for row in table.rows {
      if let mistake = missing(name, in: row, of: source) { throw mistake }
    }
    return .field(name)
  }

  /// The mistake in a row without the field by which a list finds it; nil if it has it.
  static func missing(_ name: String, in row: Node, of source: SourceFile) -> Diagnostic? {
    if row[name] != nil { return nil }
    let near = row.map?.map(\.key.name).first {
      !NearestName.suggestions(for: $0, among: [name]).isEmpty
    }
    return source.diagnostic(
      .missingKey, at: SourceRange(at: row.range.start),
      "this row has no field `\(name)`, by which a list finds it again",
      hint: near.map { "did you mean `\(name)` where `\($0)` stands?" } ?? "add `\(name): …`")
  }
}
