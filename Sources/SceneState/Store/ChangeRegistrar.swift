public import Observation
import Synchronization

/// What makes up to 64 things of one scene observable by `withObservationTracking`, each for
/// itself, without a macro.
///
/// Observation tells apart what has different key paths, so the values of a scene share a
/// registrar: one of their own would be as large as a value's cell. Telling Observation of a change
/// costs as much as the change, so it is told only of what somebody may be tracking: see
/// ``TrackingMark``.
@usableFromInline
final class ChangeRegistrar: Observable, Sendable {
  /// One of the things that a registrar tells apart.
  @usableFromInline
  final class Slot: Sendable {
    fileprivate let bit: UInt64
    let mark = TrackingMark()
    let path: any KeyPath<ChangeRegistrar, Int> & Sendable

    init(_ number: Int) {
      bit = 1 << UInt64(number)
      path = \ChangeRegistrar[mark]
    }
  }

  static let slotCount = 64

  /// The same for all registrars: who is observed holds one, so that a read finds its key path
  /// without looking for it.
  ///
  /// Made when they are first used: making a key path takes as long as reading two values.
  static func slot(_ number: Int) -> Slot {
    slots.withLock { slots in
      while slots.count <= number { slots.append(Slot(slots.count)) }
      return slots[number]
    }
  }

  private static let slots = Mutex<[Slot]>([])

  let registrar = ObservationRegistrar()
  private subscript(mark: TrackingMark) -> Int { 0 }
  /// What anybody has read while Observation was tracking, ever: a bit for each.
  ///
  /// NB: it cannot be taken back when the readers were told: who tracks is noted by Observation
  /// only after his reading is over, so a change in between would be the last one he hears of.
  private let isTracked = Atomic<UInt64>(0)
  /// At which count of all marks' uses nobody was tracking anything here.
  private let quietAt = Atomic<UInt64>(.max)

  /// Says that something is being read, before it is; answers whether Observation tracks the read.
  ///
  /// Who tracks must read under a lock that the changes take too: then either the change finds
  /// what is noted here, or the value that is read is the new one.
  @inline(__always)
  func access(_ slot: Slot) -> Bool {
    let uses = slot.mark.uses
    registrar.access(self, keyPath: slot.path)
    guard slot.mark.uses != uses else { return false }
    isTracked.bitwiseOr(slot.bit, ordering: .acquiringAndReleasing)
    return true
  }

  /// Tells those who read it that it has changed; called with no lock held.
  ///
  /// Observation names this moment `willSet`. Here the new value is in place already, so that who
  /// reads in the callback reads the new one and no change can fall between the two.
  @inline(__always)
  func changed(_ slot: Slot, isMarkUsed: Bool = TrackingMark.isUsed) {
    guard isTracked.load(ordering: .relaxed) & slot.bit == 0, isMarkUsed else {
      return tell(slot, isMarkUsed)
    }
  }

  /// Tells Observation, unless nobody has begun to track anything since it had nobody to tell.
  ///
  /// It had nobody if its look for them used no mark: it looks in an empty table without one. And
  /// who is noted in that table afterwards uses one while it is locked, so the count is another.
  @inline(never)
  private func tell(_ slot: Slot, _ isMarkUsed: Bool) {
    // With the fence of the mark: either the count is seen here, or who tracks sees the new value.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    let uses = TrackingMark.allUses
    guard !isMarkUsed || quietAt.load(ordering: .relaxed) != uses else { return }
    registrar.withMutation(of: self, keyPath: slot.path) {}
    if isMarkUsed, TrackingMark.allUses == uses { quietAt.store(uses, ordering: .relaxed) }
  }
}
