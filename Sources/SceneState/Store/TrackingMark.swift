import Observation
import Synchronization

/// Tells whether anybody tracks what is read: Observation itself has no way to ask.
///
/// It keeps the key paths of what is read while it tracks in tables, and hashes them for that. A
/// key path with a subscript hashes the subscript's argument, which is a mark. So a mark is used
/// when a tracked read is noted, when the tracking begins, and when a change is looked up where
/// anything is tracked; and it is not used where nobody tracks.
final class TrackingMark: Hashable, Sendable {
  private let count = Atomic<UInt64>(0)
  private static let countOfAll = Atomic<UInt64>(0)

  /// How often it was used: another number after a read than before it says that it is tracked.
  var uses: UInt64 { count.load(ordering: .relaxed) }

  /// How often any was used.
  static var allUses: UInt64 { countOfAll.load(ordering: .acquiring) }

  static func == (left: TrackingMark, right: TrackingMark) -> Bool { left === right }

  func hash(into hasher: inout Hasher) {
    count.wrappingAdd(1, ordering: .relaxed)
    Self.countOfAll.wrappingAdd(1, ordering: .sequentiallyConsistent)
    // See ``ChangeRegistrar/changed(_:isMarkUsed:)``.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    hasher.combine(ObjectIdentifier(self))
  }

  /// Whether the Observation of this process uses marks as said; else it is told of each change.
  ///
  /// Tried out at the first change. Twice, since what was hashed once might be remembered.
  static let isUsed = tryOut() && tryOut()

  private static func tryOut() -> Bool {
    let changes = ChangeRegistrar()
    let (read, other) = (ChangeRegistrar.Slot(0), ChangeRegistrar.Slot(1))
    var (before, atRead) = (read.mark.uses, read.mark.uses)
    withObservationTracking {
      before = read.mark.uses
      changes.registrar.access(changes, keyPath: read.path)
      atRead = read.mark.uses
    } onChange: {
    }
    let (atBeginning, beforeLook) = (read.mark.uses, other.mark.uses)
    changes.registrar.willSet(changes, keyPath: other.path)
    return before != atRead && atRead != atBeginning && other.mark.uses != beforeLook
  }
}
