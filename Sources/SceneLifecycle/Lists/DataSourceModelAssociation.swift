/// Tells rows and models apart: a list finds its rows again by what they show, not by number.
///
/// ```swift
/// extension Countries: DataSourceModelAssociation {
///   func modelIdentifier(at row: Int) -> String? { self[row].capital }
///   func row(of modelIdentifier: String) -> Int? { firstRow { $0.capital == modelIdentifier } }
/// }
/// ```
public protocol DataSourceModelAssociation: AnyObject {
  /// The identifier of the model in a row, the same in every process; nil if it has none.
  ///
  /// Only rows that exist are asked for.
  func modelIdentifier(at row: Int) -> String?

  /// The row that shows the model now; nil if it is gone.
  func row(of modelIdentifier: String) -> Int?
}
