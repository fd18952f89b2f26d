package import SceneState
package import StoreFormat

extension StoreInspector {
  /// Takes everything out of a store at one moment.
  package static func contents(_ directory: String) throws(Failure) -> StoreContents {
    let look = try look(directory)
    defer { look.close() }
    return try look.contents()
  }

  /// The same, of a damaged store as far as it can be read.
  ///
  /// - Returns: The contents, and what is worth knowing about them.
  package static func contentsOfWhatIsLeft(
    _ directory: String
  ) throws(Failure) -> (StoreContents, [StoreRemark]) {
    let look = try lookAtWhatIsLeft(directory)
    defer { look.close() }
    return (try look.contents(), look.remarks)
  }
}

extension StoreLook {
  /// Everything in the store as it was at one moment.
  package func contents() throws(StoreInspector.Failure) -> StoreContents {
    let copied = try copy([
      RowRange(.info), RowRange(.sessions), RowRange(.values), RowRange(.setAside),
    ])
    return StoreContents(copied)
  }
}
