/// Names in their order; whether one is among them is asked very often.
struct NameList {
  let all: [String]
  private let set: Set<String>

  init(_ names: [String]) { (all, set) = (names, Set(names)) }

  func contains(_ name: String) -> Bool { set.contains(name) }
}

/// The names of rows, made when somebody asks for them.
private final class RowNames {
  private var byTable: [String: NameList] = [:]

  func names(of table: TableDeclaration) -> NameList {
    if let known = byTable[table.name] { return known }
    let names = NameList(TableDeclaration.names(of: table.rows))
    byTable[table.name] = names
    return names
  }
}

/// A version of the app that may be the one that runs at a place of a scenario.
///
/// There is one for each case, and more where it is open whether an update has run.
struct CheckedApp {
  let declaration: AppDeclaration
  /// The variables of the case, which an update may use too.
  let variables: Variables
  /// The version before the last update, and the line of that.
  let former: (app: AppDeclaration, line: Int)?

  // The names of each kind; nil if they cannot be told.
  let tabs: NameList?
  let keys: NameList?
  let lists: NameList?
  let tables: NameList?
  let nested: NameList?
  let activities: NameList?
  let actions: NameList?
  private let rows = RowNames()
  /// The kinds of windows; an app that declares none has one, `main`.
  let scenes: NameList?

  init(
    declaration: AppDeclaration, variables: Variables,
    former: (app: AppDeclaration, line: Int)? = nil
  ) {
    (self.declaration, self.variables, self.former) = (declaration, variables, former)
    func names(_ section: String, _ declared: [String]) -> NameList? {
      Self.names(under: section, of: declaration, declared).map { NameList($0) }
    }
    tabs = declaration.tabSource == nil ? names("tabs", declaration.tabs) : nil
    keys = names("storage", declaration.keys.map(\.name))
    lists = names("lists", declaration.lists.map(\.name))
    tables = names("data", declaration.tables.map(\.name))
    nested = names("nested", declaration.nested.map(\.name))
    activities = names("activities", declaration.activities.map(\.type))
    actions = names("actions", declaration.actions.map(\.name))
    let scenes = names("scenes", declaration.scenes.map(\.name))
    self.scenes = scenes?.all.isEmpty == true ? NameList(["main"]) : scenes
  }

  /// What to say of a name that the version before the last update had.
  func taken(_ name: String, _ names: (AppDeclaration) -> [String]) -> String? {
    guard let former, names(former.app).contains(name) else { return nil }
    return "the update in line \(former.line) took `\(name)` away"
  }

  /// What to say of a key whose type the last update changed; nil if it did not.
  func changedType(of key: StorageKey) -> String? {
    guard let former, let old = former.app.key(key.name), old.type != key.type else { return nil }
    let isNamed = "\(old.type)" == "\(key.type)"
    return isNamed
      ? "the update in line \(former.line) made another type of `\(key.type)`: a field that is new has a "
        + "default, as in `{ type: int, default: 0 }`"
      : "since the update in line \(former.line) it is a `\(key.type)`, and was a `\(old.type)`"
  }

  func rows(of table: TableDeclaration) -> NameList { rows.names(of: table) }

  /// Whether a file declares the app; one in Swift says of itself what it wants to say.
  var isDeclared: Bool { declaration.node?.swiftApp == nil }

  /// The names under a key of the app, those with a mistake of their own included.
  ///
  /// - Returns: nil if they cannot be told: a variable holds them, or a key of the app is wrong.
  private static func names(
    under section: String, of declaration: AppDeclaration, _ declared: [String]
  ) -> [String]? {
    guard let node = declaration.node, node.swiftApp == nil else { return declared }
    guard let part = node[section] else {
      let isWrong = node.map?.contains { !AppDeclaration.known.contains($0.key.name) } ?? true
      return isWrong ? nil : declared
    }
    guard let entries = part.map else { return nil }
    let written = Set(entries.map(\.key.name))
    return entries.map(\.key.name) + declared.filter { !written.contains($0) }
  }
}
