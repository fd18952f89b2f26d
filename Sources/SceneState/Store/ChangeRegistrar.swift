public import Observation
import Synchronization

/// What makes one thing observable by `withObservationTracking`, without a macro.
///
/// Telling Observation of a change costs as much as the change. Nobody can track what was never
/// read, so a value that is only written costs nothing more.
@usableFromInline
final class ChangeRegistrar: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var revision: Int { 0 }
  private static let path: any KeyPath<ChangeRegistrar, Int> & Sendable = \.revision
  /// Whether anybody has read it, ever.
  ///
  /// NB: it cannot be taken back when the readers were told: who tracks is noted by Observation
  /// only after his reading is over, so a change in between would be the last one he hears of.
  private let isRead = Atomic<Bool>(false)

  @usableFromInline init() {}

  /// Says that the value is being read; called before it is.
  @usableFromInline func access() {
    registrar.access(self, keyPath: Self.path)
    guard !isRead.load(ordering: .acquiring) else { return }
    // With the fence below: either the change finds this, or what is read now is the new value.
    isRead.store(true, ordering: .sequentiallyConsistent)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  /// Tells those who read it that the value has changed; called with no lock held.
  ///
  /// Observation names this moment `willSet`. Here the new value is in place already, so that who
  /// reads in the callback reads the new one and no change can fall between the two.
  func changed() {
    if !isRead.load(ordering: .relaxed) {
      atomicMemoryFence(ordering: .sequentiallyConsistent)
      guard isRead.load(ordering: .relaxed) else { return }
    }
    registrar.withMutation(of: self, keyPath: Self.path) {}
  }
}
