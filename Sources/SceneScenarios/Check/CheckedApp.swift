/// A version of the app that may be the one that runs at a place of a scenario.
///
/// There is one for each case, and more where it is open whether an update has run.
struct CheckedApp {
  let declaration: AppDeclaration
  /// The variables of the case, which an update may use too.
  let variables: Variables

  // The names of each kind; nil if they cannot be told.
  let tabs: [String]?
  let keys: [String]?
  let lists: [String]?
  let tables: [String]?
  let nested: [String]?
  let activities: [String]?
  /// The kinds of windows; an app that declares none has one, `main`.
  let scenes: [String]?

  init(declaration: AppDeclaration, variables: Variables) {
    (self.declaration, self.variables) = (declaration, variables)
    func names(_ section: String, _ declared: [String]) -> [String]? {
      Self.names(under: section, of: declaration, declared)
    }
    tabs = names("tabs", declaration.tabs)
    keys = names("storage", declaration.keys.map(\.name))
    lists = names("lists", declaration.lists.map(\.name))
    tables = names("data", declaration.tables.map(\.name))
    nested = names("nested", declaration.nested.map(\.name))
    activities = names("activities", declaration.activities.map(\.type))
    let scenes = names("scenes", declaration.scenes.map(\.name))
    self.scenes = scenes?.isEmpty == true ? ["main"] : scenes
  }

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
