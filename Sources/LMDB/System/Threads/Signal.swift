internal import CLMDB
internal import Glibc
internal import Synchronization

/// A flag one thread raises and another waits for.
///
/// A notification that comes before the wait is kept; several of them count as one. Whoever waits
/// has no lock meanwhile, not for a moment: a child that comes out of a fork may go on with it.
@safe package final class Signal: Sendable {
  private nonisolated(unsafe) let raised: UnsafeMutablePointer<sem_t>
  /// What the waiting thread hears beside the flag.
  private let watch = Mutex<FileWatch?>(nil)

  package init() {
    unsafe raised = .allocate(capacity: 1)
    unsafe sem_init(raised, 0, 0)
  }

  deinit {
    unsafe sem_destroy(raised)
    unsafe raised.deallocate()
  }

  /// Wakes one waiting thread, or the next one that waits.
  package func notify() {
    // It fails only if it was raised that often that nobody can have missed it.
    unsafe sem_post(raised)
    watch.withLock { $0 }?.ring()
  }

  /// Waits for a notification and takes it.
  ///
  /// - Parameter timeout: How long to wait on the monotonic clock; `nil` waits for ever.
  /// - Returns: Whether there was a notification.
  package func wait(timeout: Duration?) -> Bool {
    guard !take() else { return true }
    var end = timespec(timeout.map { monotonicNow() + $0 } ?? .zero)
    let isForEver = timeout == nil
    let code = ForkGate.rest { () -> Int32 in
      var code: Int32
      repeat {
        code = unsafe isForEver ? sem_wait(raised) : sem_clockwait(raised, CLOCK_MONOTONIC, &end)
      } while code != 0 && errno == EINTR
      return code
    }
    return take() || code == 0
  }

  package enum Ending: Sendable { case notified, written, late }

  /// Waits for a notification and takes it, or for a write to a file; only one thread may wait so.
  package func wait(timeout: Duration?, orWriteTo watch: FileWatch) -> Ending {
    self.watch.withLock { $0 = watch }
    let isNotified = take()
    let isWoken = isNotified || watch.wait(timeout: timeout)
    self.watch.withLock { $0 = nil }
    return isNotified || take() ? .notified : isWoken ? .written : .late
  }

  /// Takes what there is; the next wait needs another notification.
  private func take() -> Bool {
    guard unsafe sem_trywait(raised) == 0 else { return false }
    while unsafe sem_trywait(raised) == 0 {}
    return true
  }
}
