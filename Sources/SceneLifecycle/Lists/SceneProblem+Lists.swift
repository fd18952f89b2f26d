package import SceneState

extension SceneProblem {
  /// A position was saved, but the list has no rows yet.
  package static func listWasEmpty(_ address: String) -> SceneProblem {
    SceneProblem(
      .listWasEmpty, address: address, detail: "load the rows before it is registered or decoded")
  }

  static func noSuchRow(_ row: Int, rowCount: Int) -> SceneProblem {
    SceneProblem(.noSuchRow, detail: "row \(row) of \(rowCount)")
  }
}
