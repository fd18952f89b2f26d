/// A flag one thread raises and another waits for.
///
/// A notification that comes before the wait is kept; several of them count as one.
package final class Signal: Sendable {
  private let raised = Monitor(false)

  /// Creates a signal that nobody has raised.
  package init() {}

  /// Wakes one waiting thread, or the next one that waits.
  package func notify() {
    raised.withLock { $0 = true }
    raised.wakeAll()
  }

  /// Waits for a notification and takes it.
  ///
  /// - Parameter timeout: How long to wait on the monotonic clock; `nil` waits for ever.
  /// - Returns: Whether there was a notification.
  package func wait(timeout: Duration?) -> Bool {
    let deadline = timeout.map { monotonicNow() + $0 }
    let taken = raised.wait(until: deadline) { (raised: inout Bool) -> Bool? in
      guard raised else { return nil }
      raised = false
      return true
    }
    return taken ?? false
  }
}
