import SceneLifecycle

/// Rows named by text, as a table of capitals.
final class Rows: DataSourceModelAssociation {
  var names: [String]

  init(_ names: [String]) { self.names = names }

  func modelIdentifier(at row: Int) -> String? { names[row] }
  func row(of modelIdentifier: String) -> Int? { names.firstIndex(of: modelIdentifier) }
}
