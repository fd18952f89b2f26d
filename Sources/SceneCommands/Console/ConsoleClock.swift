/// Time as commands see it, for every thread: what passed, waiting, and whether to go on.
package struct ConsoleClock: Sendable {
  /// So often somebody who waits looks up.
  private static let slice = Duration.milliseconds(20)

  /// Time since some moment; only differences count.
  package var now: @Sendable () -> Duration = { .zero }
  package var sleep: @Sendable (Duration) -> Void = { _ in }
  package var isInterrupted: @Sendable () -> Bool = { false }

  package init() {}

  /// Waits, but not after an interruption or once nobody cares any more.
  func wait(for duration: Duration, unless isOver: () -> Bool = { false }) {
    var rest = duration
    while rest > .zero, !isInterrupted(), !isOver() {
      sleep(min(rest, Self.slice))
      rest -= Self.slice
    }
  }
}
