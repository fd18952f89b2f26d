internal import CLMDB
internal import Glibc

/// The time since an arbitrary start that only moves forward.
package func monotonicNow() -> Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The same, also while the machine sleeps: for what others count meanwhile.
package func sleeplessNow() -> Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_BOOTTIME, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The same as of the last tick of the system, some milliseconds ago, at an eighth of the price.
func monotonicTick() -> Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
  return Duration(
    secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
}

/// A number that differs between threads that live at the same time.
package func currentThreadID() -> UInt {
  UInt(pthread_self())
}

/// Lets other threads run for a while.
package func pause(_ duration: Duration) {
  var time = timespec(duration)
  unsafe nanosleep(&time, nil)
}

extension timespec {
  /// The same length of time, never negative.
  init(_ duration: Duration) {
    let parts = max(duration, .zero).components
    self.init(
      tv_sec: Int(clamping: parts.seconds),
      tv_nsec: Int(parts.attoseconds / 1_000_000_000)
    )
  }
}
