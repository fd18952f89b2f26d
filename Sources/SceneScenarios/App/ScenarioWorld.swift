import SceneLifecycle
import SceneState

/// What is around the app of a scenario and outlives its processes: its data, and what the
/// scenario knows of its screens.
struct ScenarioWorld {
  /// The rows of each table; the first field names a row.
  var tables: [String: [Node]] = [:]
  /// The rows with those that have gone since, each at its place, in tables where that counts.
  private var lines: [String: [Node]] = [:]
  /// The order of the tables' names, as declared.
  var tableNames: [String] = []
  /// Which rows a screen needs, by the screen's text: table, then field and value.
  var needs: [String: [String: [String: Node]]] = [:]
  /// In which window the app acted as it opened another one.
  var openers: [SceneID: SceneID] = [:]

  init(_ declaration: AppDeclaration) { reset(declaration) }

  mutating func reset(_ declaration: AppDeclaration) {
    tableNames = declaration.tables.map(\.name)
    tables = Dictionary(
      declaration.tables.map { ($0.name, $0.rows) }, uniquingKeysWith: { first, _ in first })
  }

  /// Replaces the rows of a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - rows: Its rows.
  ///   - keepsPlaces: Whether it is remembered where those stood that are gone.
  mutating func change(_ table: String, to rows: [Node], keepsPlaces: Bool) {
    defer { tables[table] = rows }
    guard keepsPlaces else { return }
    let names = Set(rows.map(Self.name))
    // Those that are gone stand behind the row that stood before them and is still there.
    var (gone, last) = ([:] as [String?: [Node]], nil as String?)
    for row in lines[table] ?? tables[table] ?? [] {
      let name = Self.name(of: row)
      if names.contains(name) { last = name } else { gone[last, default: []].append(row) }
    }
    lines[table] =
      (gone[nil] ?? []) + rows.flatMap { [$0] + (gone[Self.name(of: $0)] ?? []) }
  }

  /// The row that stands next to one that is gone: the next one or the previous one, or on the other
  /// side if there is none; nil if no row is left, or the table never had it.
  func neighbour(ofGone text: String, _ field: String, in table: String, isNext: Bool) -> Node? {
    guard let line = lines[table],
      let index = line.firstIndex(where: { $0[field].flatMap(Self.text) == text })
    else { return nil }
    let names = Set((tables[table] ?? []).map(Self.name))
    func isThere(_ row: Node) -> Bool { names.contains(Self.name(of: row)) }
    let (before, after) = (
      line[..<index].last(where: isThere), line[index...].first(where: isThere)
    )
    return isNext ? after ?? before : before ?? after
  }

  /// The field in which a row names the one above it.
  static let parent = "parent"

  /// The nearest row above one that is gone; nil if none is left, or the table never had it.
  func parent(ofGone text: String, _ field: String, in table: String) -> Node? {
    func find(_ name: String, _ rows: [Node]?) -> Node? {
      rows?.first { $0[field].flatMap(Self.text) == name }
    }
    var (name, met) = (text, Set<String>())
    while met.insert(name).inserted,
      let above = find(name, lines[table])?[Self.parent].flatMap(Self.text)
    {
      if let row = find(above, tables[table]) { return row }
      name = above
    }
    return nil
  }

  /// The name of a row: the text of its first field.
  static func name(of row: Node) -> String {
    guard let first = row.map?.first?.value else { return "" }
    return Self.text(of: first) ?? ""
  }

  /// A plain value as text; nil for lists, maps and nil.
  static func text(of node: Node) -> String? {
    switch node.content {
    case .text(let text): text
    case .int(let int): String(int)
    case .double(let double): "\(double)"
    case .bool(let bool): String(bool)
    case .null, .list, .map: nil
    }
  }

  /// Whether the data has every row that a screen needs.
  func hasRows(for screen: String, isLoaded: Bool) -> Bool {
    guard let needs = needs[screen] else { return true }
    guard isLoaded else { return false }
    return needs.allSatisfy { table, fields in
      (tables[table] ?? []).contains { row in
        fields.allSatisfy { field, value in row[field]?.content == value.content }
      }
    }
  }
}

/// Holds the world of a run: apps of several processes look at the same one.
final class WorldBox {
  var world: ScenarioWorld
  /// The window whose app opens the one that connects.
  var opening: SceneID?

  init(_ world: ScenarioWorld) { self.world = world }
}

/// The rows of a list, found again by the declared field.
final class TableSource: DataSourceModelAssociation {
  private let box: WorldBox
  private let list: ListDeclaration
  private let isLoaded: () -> Bool

  init(_ list: ListDeclaration, in box: WorldBox, isLoaded: @escaping () -> Bool) {
    self.list = list
    self.box = box
    self.isLoaded = isLoaded
  }

  var rows: [Node] { isLoaded() ? box.world.tables[list.rows] ?? [] : [] }

  func modelIdentifier(at row: Int) -> String? {
    guard rows.indices.contains(row) else { return nil }
    switch list.id {
    case .rowNumber: return String(row)
    case .field(let field): return rows[row][field].flatMap { ScenarioWorld.text(of: $0) }
    }
  }

  func row(of modelIdentifier: String) -> Int? {
    rows.indices.first { self.modelIdentifier(at: $0) == modelIdentifier }
  }
}
