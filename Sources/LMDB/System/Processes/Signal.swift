/// A flag one thread raises and another waits for.
///
/// A notification that comes before the wait is kept; several of them count as one.
package final class Signal: Sendable {
  private struct State: Sendable {
    var isRaised = false
    /// What the waiting thread hears beside the flag.
    var watch: FileWatch?

    mutating func take() -> Bool {
      defer { isRaised = false }
      return isRaised
    }
  }
  private let state = Monitor(State())

  /// Creates a signal that nobody has raised.
  package init() {}

  /// Wakes one waiting thread, or the next one that waits.
  package func notify() {
    let watch = state.withLock { state in
      state.isRaised = true
      return state.watch
    }
    if let watch { watch.ring() } else { state.wakeAll() }
  }

  /// Waits for a notification and takes it.
  ///
  /// - Parameter timeout: How long to wait on the monotonic clock; `nil` waits for ever.
  /// - Returns: Whether there was a notification.
  package func wait(timeout: Duration?) -> Bool {
    let deadline = timeout.map { monotonicNow() + $0 }
    let taken = state.wait(until: deadline) { $0.take() ? true : nil }
    return taken ?? false
  }

  /// How a wait ended.
  package enum Ending: Sendable { case notified, written, late }

  /// Waits for a notification and takes it, or for a write to a file; only one thread may wait so.
  package func wait(timeout: Duration?, orWriteTo watch: FileWatch) -> Ending {
    let isNotified = state.withLock { state in
      state.watch = watch
      return state.take()
    }
    let isWoken = isNotified || watch.wait(timeout: timeout)
    let isNotifiedNow = state.withLock { state in
      state.watch = nil
      return state.take()
    }
    return isNotified || isNotifiedNow ? .notified : isWoken ? .written : .late
  }
}
