internal import CLMDB
internal import Glibc
internal import Synchronization

/// Keeps a fork of this process and the work of the threads started here apart.
///
/// A child has the thread that forked and no other. A lock that one of the others had at that
/// moment is let go of by nobody there, and each thread that runs Swift takes locks of its runtime
/// that no code sees. So a fork waits until every thread of ours rests, and none begins meanwhile.
package enum ForkGate {
  /// So long a fork waits at most: a write that the disk holds up must not hold up the program.
  private static let patience = Duration.milliseconds(500)

  /// Threads that work have it together, whoever forks has it alone.
  private nonisolated(unsafe) static let lock: UnsafeMutablePointer<pthread_rwlock_t> = {
    let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    unsafe prepare(lock)
    return unsafe lock
  }()
  /// What tells the threads that were started here from those of the program.
  private static let mark: pthread_key_t = {
    var mark = pthread_key_t()
    unsafe pthread_key_create(&mark, nil)
    return mark
  }()
  /// The thread that forks and has the lock; 0 for none.
  private static let owner = Atomic<UInt>(0)

  private static let registration: Int32 = {
    _ = unsafe lock
    return pthread_atfork({ ForkGate.close() }, { ForkGate.open() }, { ForkGate.beChild() })
  }()

  /// This thread, which was started here, begins to work.
  static func enter() {
    _ = registration
    unsafe pthread_rwlock_rdlock(lock)
    unsafe pthread_setspecific(mark, UnsafeRawPointer(lock))
  }

  /// This thread has nothing more to do.
  static func leave() { unsafe pthread_rwlock_unlock(lock) }

  /// Waits by a call of the system; a fork does not wait for this thread meanwhile.
  ///
  /// A body that runs more of Swift than that call may have one of the locks of its runtime.
  package static func rest<Answer>(_ wait: () -> Answer) -> Answer {
    guard unsafe pthread_getspecific(mark) != nil else { return wait() }
    leave()
    defer { enter() }
    return wait()
  }

  private static func close() {
    var end = timespec(monotonicNow() + patience)
    guard unsafe pthread_rwlock_clockwrlock(lock, CLOCK_MONOTONIC, &end) == 0 else { return }
    owner.store(UInt(pthread_self()), ordering: .relaxed)
  }

  private static func open() {
    let (isOwner, _) = owner.compareExchange(
      expected: UInt(pthread_self()), desired: 0, ordering: .relaxed)
    if isOwner { leave() }
  }

  /// Whoever had the lock or waited for it is not here.
  private static func beChild() {
    owner.store(0, ordering: .relaxed)
    unsafe prepare(lock)
  }

  private static func prepare(_ lock: UnsafeMutablePointer<pthread_rwlock_t>) {
    var kind = pthread_rwlockattr_t()
    unsafe pthread_rwlockattr_init(&kind)
    // Else threads that come and go could keep a fork waiting to its end.
    unsafe pthread_rwlockattr_setkind_np(
      &kind, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    unsafe pthread_rwlock_init(lock, &kind)
    unsafe pthread_rwlockattr_destroy(&kind)
  }
}
