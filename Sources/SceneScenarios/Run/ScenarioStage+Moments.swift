package import SceneSimulator
import SceneState
import StoreFormat

// What a stage can take back, and what can be asked of its store.
extension ScenarioStage {
  /// A moment to which the stage can go back.
  package struct Moment {
    let saved: SavedMoment
  }

  /// Keeps this moment; nil if the app cannot be taken back.
  package func save() -> Moment? {
    // An app that refuses is one that cannot be taken back: the caller goes on without.
    context.canSave ? (try? context.save()).map { Moment(saved: $0) } : nil
  }

  /// Goes back to a moment.
  ///
  /// - Throws: Whatever keeps the store from being put back.
  package func goBack(to moment: Moment) throws(StepFailure) {
    try context.goBack(to: moment.saved)
  }

  /// What stands in the store and should not: the first row of a session that is none any more, or
  /// that nobody can read; nil if all is well.
  package func damage() -> String? {
    do throws(StepFailure) {
      return try simulation.storeDamage { _, _ in true }?.description
    } catch {
      return error.message
    }
  }

  /// A value as the declared type has it; nil if it is none.
  package func value(_ node: Node, for key: StorageKey) -> ScenarioValue? {
    try? key.type.value(of: node, in: context.source)  // what does not fit was refused before
  }
}

/// The values of a store at the end of a step.
package struct StoredValues: Sendable {
  private let values: [StoredPlace: EncodedValue]

  fileprivate init(_ values: [StoredPlace: EncodedValue]) { self.values = values }

  /// A value as one line of JSON.
  package subscript(place: StoredPlace) -> String? { values[place]?.jsonText }

  package var places: [StoredPlace] { values.keys.sorted() }
  /// Each place with its value, in order.
  package var lines: [String] { values.map { "\($0.key) \($0.value.payload)" }.sorted() }
  package var count: Int { values.count }
  package var bytes: Int { values.values.reduce(0) { $0 + $1.payload.count } }

  /// The first place at which another store has something else.
  package func difference(_ other: StoredValues, leavingOut keys: Set<String>) -> StoredPlace? {
    Set(values.keys).union(other.values.keys).sorted().first {
      values[$0] != other.values[$0] && !keys.contains($0.key)
    }
  }
}

extension ScenarioStage {
  package var stored: StoredValues { StoredValues(simulation.stored) }

  /// What the store itself has, read once more; nil while it cannot be used.
  package func storedAgain() -> StoredValues? {
    // A store that a fault keeps closed has nothing to compare.
    (try? simulation.readStoreAgain()).map { stored }
  }
}
