import SceneReports
import SceneState
import StoreFormat
import StoreTools

/// A value that is gone, and of which the store still knows by which commit.
///
/// The newest 128 removals are remembered; a value that was written again since is not gone.
struct RemovedValue {
  private let address: String
  private let transaction: UInt64
  private let age: UInt64
  /// Whether all of its place went with it.
  private let isOfPlace: Bool
  private let step: StepAuthors.Step?

  /// Nil if no removal is known that this address stands for.
  init?(
    at pattern: AddressPattern, in snapshot: StoreSnapshot, of directory: String,
    _ steps: StepAuthors
  ) {
    guard !pattern.isBelow, let key = pattern.parts.last?.literal,
      // An address that means no place was told, or will be.
      let place = try? ChosenPlace(scopeOf: pattern, in: snapshot),
      // And so was a store that cannot be read whole.
      let contents = try? StoreInspector.contents(directory),
      let stored = StoredKey.bytes(of: place.address(of: key))
    else { return nil }
    let removals = contents.info.compactMap { RemovalRecord(key: $0.key, bytes: $0.bytes) }
    guard
      let last = removals.filter({ $0.covers(stored, writtenAt: 0) })
        .max(by: { $0.sequence < $1.sequence })
    else { return nil }
    address = pattern.text
    (transaction, isOfPlace) = (last.sequence, last.isPrefix)
    age = snapshot.lastTransaction > transaction ? snapshot.lastTransaction - transaction : 0
    step = steps.step(of: transaction)
  }

  var failure: CommandFailure {
    let ago = Amount.count(Int(age), "commit")
    return CommandFailure(
      .no,
      "no value at \(address): txn \(transaction) removed "
        + (isOfPlace ? "all that was in its place" : "it") + ", \(ago) ago",
      code: "no-such-value",
      hint: step.map { "that was step \($0.number), \($0.file):\($0.line): \($0.text)" }
        ?? (isOfPlace
          ? "a place goes as a whole: `retention` forgot it, its tab was closed, its row is gone, or the "
            + "app discarded it; not recorded: when, and by which process"
          : "not recorded: when, and by which process"))
  }
}
