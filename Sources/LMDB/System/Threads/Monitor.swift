internal import CLMDB
internal import Glibc

/// State behind a lock that threads can also wait on.
///
/// `Synchronization.Mutex` has no condition to wait for, so this wraps the pair of POSIX. The
/// condition counts on the monotonic clock: a change of the wall clock must not end a deadline.
@safe final class Monitor<State>: Sendable {
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
  private nonisolated(unsafe) var state: State

  init(_ state: State) {
    unsafe self.state = state
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs a short closure with the state; never call out from it.
  @inline(__always)
  func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&state)
  }

  /// Asks again after each ``wakeAll()`` until the closure gives a value or the deadline passes.
  ///
  /// - Returns: The value, or `nil` when the deadline passed.
  func wait<R, E: Error>(
    until deadline: Duration?,
    _ ask: (inout State) throws(E) -> R?
  ) throws(E) -> R? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let answer = try unsafe ask(&state) { return answer }
      guard let deadline else {
        unsafe pthread_cond_wait(condition, mutex)
        continue
      }
      var time = timespec(deadline)
      if unsafe pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT {
        return try unsafe ask(&state)
      }
    }
  }

  /// Makes every waiting thread ask again.
  func wakeAll() {
    unsafe pthread_cond_broadcast(condition)
  }
}
