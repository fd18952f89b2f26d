import SceneState
import StoreFormat
import StoreTools

/// One side of a comparison as it was given: the folder of a store, a dump, a save point, or a
/// user's scenes in a cluster.
struct DiffOperand {
  let text: String

  /// What of it an address covers; a scene that only the other side has is no mistake.
  ///
  /// - Returns: That part, what of it could not be read, which is told, and that there is no such
  ///   scene.
  func side(
    _ pattern: AddressPattern, _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) -> (StoreSide, Shortfall, missing: CommandFailure?) {
    let (snapshot, redacted) = try snapshot(pattern, invocation, console)
    do throws(CommandFailure) {
      let shortfall = Shortfall(snapshot, try pattern.entries(in: snapshot))
      shortfall.tell(of: nil, as: text, console)
      return (try StoreSide(snapshot, pattern, redacted: redacted), shortfall, nil)
    } catch {
      guard error.code == "no-such-scene" else { throw error }
      return (StoreSide(), Shortfall(snapshot, []), error)
    }
  }

  /// With the keys of what a dump does not show.
  private func snapshot(
    _ pattern: AddressPattern, _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) -> (StoreSnapshot, Set<[UInt8]>) {
    if ClusterPlace.isOne(text) {
      let look = try ClusterPlace(text).look(invocation, console)
      return (try StoreSource.snapshot(of: look), [])
    }
    if let point = SavePointStore(text) { return (try point.snapshot(pattern, console), []) }
    guard DumpFile.isDump(text) else {
      return (try StoreSource(directory: text).contents(of: pattern), [])
    }
    let contents = try DumpFile.contents(text, console)
    return (StoreSnapshot(contents), Set(contents.redactedKeys))
  }
}
