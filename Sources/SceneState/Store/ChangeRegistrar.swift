public import Observation

/// What makes one thing observable by `withObservationTracking`, without a macro.
@usableFromInline
final class ChangeRegistrar: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var revision: Int { 0 }
  private static let path: any KeyPath<ChangeRegistrar, Int> & Sendable = \.revision

  @usableFromInline init() {}

  /// Says that the value is being read.
  @usableFromInline func access() {
    registrar.access(self, keyPath: Self.path)
  }

  /// Tells those who read it that the value has changed; called with no lock held.
  ///
  /// Observation names this moment `willSet`. Here the new value is in place already, so that who
  /// reads in the callback reads the new one and no change can fall between the two.
  func changed() {
    registrar.withMutation(of: self, keyPath: Self.path) {}
  }
}
