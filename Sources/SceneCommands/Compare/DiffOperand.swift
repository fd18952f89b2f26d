import SceneState

/// One side of a comparison as it was given: the folder of a store.
struct DiffOperand {
  let text: String

  init(_ text: String) { self.text = text }

  /// What of it an address covers; a scene that only the other side has is no mistake.
  func side(_ pattern: AddressPattern, _ console: Console) throws(CommandFailure) -> StoreSide {
    do throws(CommandFailure) {
      return try StoreSide(try StoreSource(directory: text).contents(of: pattern), pattern)
    } catch {
      guard error.code == "no-such-scene" else { throw error }
      return StoreSide()
    }
  }
}
