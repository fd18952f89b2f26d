public import Observation
import Synchronization

/// What makes up to 64 things of one scene observable by `withObservationTracking`, each for
/// itself, without a macro.
///
/// Observation tells apart what has different key paths, so the values of a scene share a
/// registrar: one of their own would be as large as a value's cell. Telling Observation of a change
/// costs as much as the change. Nobody can track what was never read, so a value that is only
/// written costs nothing more.
@usableFromInline
final class ChangeRegistrar: Observable, Sendable {
  /// One of the things that a registrar tells apart.
  @usableFromInline
  final class Slot: Sendable {
    fileprivate let bit: UInt64
    fileprivate let path: any KeyPath<ChangeRegistrar, Int> & Sendable

    fileprivate init(_ number: Int) {
      bit = 1 << UInt64(number)
      path = \ChangeRegistrar[number]
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

  private let registrar = ObservationRegistrar()
  private subscript(slot: Int) -> Int { 0 }
  /// What anybody has read, ever: a bit for each.
  ///
  /// NB: it cannot be taken back when the readers were told: who tracks is noted by Observation
  /// only after his reading is over, so a change in between would be the last one he hears of.
  private let isRead = Atomic<UInt64>(0)

  /// Says that something is being read; called before it is.
  @inline(__always)
  func access(_ slot: Slot) {
    registrar.access(self, keyPath: slot.path)
    guard isRead.load(ordering: .acquiring) & slot.bit == 0 else { return }
    noteFirstRead(slot)
  }

  private func noteFirstRead(_ slot: Slot) {
    // With the fence below: either the change finds this, or what is read now is the new value.
    isRead.bitwiseOr(slot.bit, ordering: .sequentiallyConsistent)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  /// Tells those who read it that it has changed; called with no lock held.
  ///
  /// Observation names this moment `willSet`. Here the new value is in place already, so that who
  /// reads in the callback reads the new one and no change can fall between the two.
  func changed(_ slot: Slot) {
    if isRead.load(ordering: .relaxed) & slot.bit == 0 {
      atomicMemoryFence(ordering: .sequentiallyConsistent)
      guard isRead.load(ordering: .relaxed) & slot.bit != 0 else { return }
    }
    registrar.withMutation(of: self, keyPath: slot.path) {}
  }
}
