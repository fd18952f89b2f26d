import SceneState

/// One side of a comparison as it was given: the folder of a store, a dump, or a save point.
struct DiffOperand {
  let text: String

  init(_ text: String) { self.text = text }

  /// What of it an address covers; a scene that only the other side has is no mistake.
  func side(_ pattern: AddressPattern, _ console: Console) throws(CommandFailure) -> StoreSide {
    let (snapshot, redacted) = try snapshot(pattern, console)
    do throws(CommandFailure) {
      return try StoreSide(snapshot, pattern, redacted: redacted)
    } catch {
      guard error.code == "no-such-scene" else { throw error }
      return StoreSide()
    }
  }

  /// With the keys of what a dump does not show.
  private func snapshot(
    _ pattern: AddressPattern, _ console: Console
  ) throws(CommandFailure) -> (StoreSnapshot, Set<[UInt8]>) {
    if let point = SavePointStore(text) { return (try point.snapshot(pattern, console), []) }
    guard DumpFile.isDump(text) else {
      return (try StoreSource(directory: text).contents(of: pattern), [])
    }
    let contents = try DumpFile.contents(text, console)
    return (StoreSnapshot(contents), Set(contents.redactedKeys))
  }
}
