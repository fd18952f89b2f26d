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

  /// Whether the Observation of this process is known to use marks as said; else it is told of
  /// each change.
  ///
  /// It is tried out when some changes were told: for the first tables of its own Observation makes
  /// a process wait as long as for thousands of changes, and many processes make few.
  static var isUsed: Bool {
    let step = trial.load(ordering: .relaxed)
    return step == used || (step >= 0 && isWorthTrying(step))
  }

  /// How many changes are told before.
  static let patience = 256
  /// How many there were; when it was tried out, ``used`` or a negative number.
  private static let trial = Atomic<Int>(0)
  private static var used: Int { 1 << 40 }

  @inline(never)
  private static func isWorthTrying(_ step: Int) -> Bool {
    guard step >= patience else {
      trial.wrappingAdd(1, ordering: .relaxed)
      return false
    }
    let isUsed = tryOut()
    trial.store(isUsed ? used : -1, ordering: .relaxed)
    return isUsed
  }

  /// Uses Observation and looks whether marks are used; twice, since what was hashed once might be
  /// remembered.
  static func tryOut() -> Bool { tryOutOnce() && tryOutOnce() }

  private static func tryOutOnce() -> Bool {
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
