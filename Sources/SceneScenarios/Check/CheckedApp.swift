/// A version of the app that may be the one that runs at a place of a scenario.
///
/// There is one for each case, and more where it is open whether an update has run.
struct CheckedApp {
  let declaration: AppDeclaration
  /// The variables of the case, which an update may use too.
  let variables: Variables

  /// Whether a file declares the app; one in Swift says of itself what it wants to say.
  var isDeclared: Bool { declaration.node?.text == nil }

  /// The names under a key of the app, those with a mistake of their own included.
  ///
  /// - Returns: nil if they cannot be told: a variable holds them, or a key of the app is wrong.
  func names(under section: String, _ declared: [String]) -> [String]? {
    guard isDeclared, let node = declaration.node else { return declared }
    guard let part = node[section] else {
      let isWrong = node.map?.contains { !AppDeclaration.known.contains($0.key.name) } ?? true
      return isWrong ? nil : declared
    }
    guard let entries = part.map else { return nil }
    return entries.map(\.key.name) + declared.filter { part[$0] == nil }
  }

  var tabs: [String]? { names(under: "tabs", declaration.tabs) }
  var keys: [String]? { names(under: "storage", declaration.keys.map(\.name)) }
  var lists: [String]? { names(under: "lists", declaration.lists.map(\.name)) }
  var tables: [String]? { names(under: "data", declaration.tables.map(\.name)) }
  var nested: [String]? { names(under: "nested", declaration.nested.map(\.name)) }
  var activities: [String]? { names(under: "activities", declaration.activities.map(\.type)) }

  /// The kinds of windows; an app that declares none has one, `main`.
  var scenes: [String]? {
    names(under: "scenes", declaration.scenes.map(\.name)).map { $0.isEmpty ? ["main"] : $0 }
  }
}
