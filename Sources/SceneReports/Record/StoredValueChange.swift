package import SceneScenarios

/// What became of a stored value in a step.
package struct StoredValueChange: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, Codable { case added, changed, removed, same }

  package let kind: Kind
  package let device: String
  package let address: String
  /// The value after the step; the last one of what was removed.
  package let json: String
  /// The value before the step, of what was changed.
  package let old: String?

  private struct Place: Hashable {
    let device: String
    let address: String

    init(_ stored: PlayedStep.Stored) { (device, address) = (stored.device, stored.address) }
  }

  /// All values before or after a step, in the order of the store, what was removed where it was.
  package static func all(
    from before: [PlayedStep.Stored], to after: [PlayedStep.Stored]
  ) -> [StoredValueChange] {
    let old = Dictionary(before.map { (Place($0), $0.json) }) { first, _ in first }
    let new = Set(after.map(Place.init))
    var changes: [StoredValueChange] = []
    var rest = before[...]
    for stored in after {
      let place = Place(stored)
      // What was removed stands before the value that it stood before.
      if let index = rest.firstIndex(where: { Place($0) == place }) {
        changes += removed(rest[..<index], new)
        rest = rest[(index + 1)...]
      }
      let was = old[place]
      let kind: Kind = was == nil ? .added : was == stored.json ? .same : .changed
      changes.append(
        StoredValueChange(
          kind: kind, device: stored.device, address: stored.address, json: stored.json,
          old: kind == .changed ? was : nil))
    }
    return changes + removed(rest, new)
  }

  private static func removed(
    _ stored: ArraySlice<PlayedStep.Stored>, _ new: Set<Place>
  ) -> [StoredValueChange] {
    stored.filter { !new.contains(Place($0)) }.map {
      StoredValueChange(
        kind: .removed, device: $0.device, address: $0.address, json: $0.json, old: nil)
    }
  }
}
