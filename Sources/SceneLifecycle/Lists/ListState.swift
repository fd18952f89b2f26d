public import SceneState

/// The position and the selection of one list; both follow their models, not their rows.
///
/// When rows come or go, tell it with ``dataChanged()``: the rows are found again by the
/// identifiers of their models. A model that is gone gives the first row and no selection, never
/// another model's row. An association that answers with a row of another model is not believed.
///
/// ```swift
/// let list = ListState(of: countries) { countries.count }
/// try list.scroll(to: 4)
/// try list.pick(6)
/// ```
public final class ListState {
  /// The first visible row; 0 for an empty list.
  public private(set) var top = 0
  /// The picked row; nil for none.
  public private(set) var picked: Int?

  private let source: any DataSourceModelAssociation
  private let countRows: () -> Int
  /// Whether the list was ever scrolled, picked from or restored; else there is nothing to keep.
  private(set) var isTouched = false
  /// The models of the two rows when they were chosen.
  private var topID: String?
  private var pickedID: String?

  /// Makes a list that stands at its first row.
  ///
  /// - Parameters:
  ///   - source: Names the models of rows; kept as long as the list.
  ///   - rowCount: How many rows there are now.
  public init(of source: any DataSourceModelAssociation, rowCount: @escaping () -> Int) {
    self.source = source
    countRows = rowCount
    topID = modelID(at: 0)
  }

  /// How many rows there are now.
  public var rowCount: Int { max(0, countRows()) }

  /// Makes a row the first visible one.
  ///
  /// - Throws: `no-such-row` if there is no such row; the first one always is.
  public func scroll(to row: Int) throws(SceneProblem) {
    guard row == 0 || isRow(row) else { throw .noSuchRow(row, rowCount: rowCount) }
    isTouched = true
    top = row
    topID = modelID(at: row)
  }

  /// Picks a row, or none.
  ///
  /// - Throws: `no-such-row` if there is no such row.
  public func pick(_ row: Int?) throws(SceneProblem) {
    if let row, !isRow(row) { throw .noSuchRow(row, rowCount: rowCount) }
    isTouched = true
    picked = row
    pickedID = row.flatMap(modelID)
  }

  /// The identifiers of all models in the order of their rows; empty for a row without one.
  package var modelIDs: [String] { (0..<rowCount).map { modelID(at: $0) ?? "" } }

  /// Finds both rows again after rows came or went; call it whenever the list is reloaded.
  public func dataChanged() { find(position) }

  /// What is kept: the models that were seen, with the rows for people to read.
  package var position: ListPosition {
    // Rows may have come since without a word about it; then the first one is what was seen.
    let seenID = topID ?? modelID(at: top)
    return ListPosition(topID: seenID, pickedID: pickedID, topRow: top, pickedRow: picked)
  }

  /// What became of a saved position.
  package enum Outcome: Hashable, Sendable {
    /// Every row was found again, or is gone for good.
    case found
    /// A position was saved, but there are no rows.
    case wasEmpty
  }

  @discardableResult
  package func restore(_ saved: ListPosition) -> Outcome {
    let wasEmpty = rowCount == 0 && !saved.isEmpty
    isTouched = true
    find(saved)
    return wasEmpty ? .wasEmpty : .found
  }

  private func find(_ saved: ListPosition) {
    top = saved.topID.flatMap(row) ?? 0
    topID = modelID(at: top)
    picked = saved.pickedID.flatMap(row)
    pickedID = picked.flatMap(modelID)
  }

  private func row(of id: String) -> Int? {
    guard let row = source.row(of: id), isRow(row), source.modelIdentifier(at: row) == id
    else { return nil }
    return row
  }

  private func modelID(at row: Int) -> String? {
    isRow(row) ? source.modelIdentifier(at: row) : nil
  }

  private func isRow(_ row: Int) -> Bool { row >= 0 && row < rowCount }
}
