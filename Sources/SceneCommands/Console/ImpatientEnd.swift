import Dispatch
import Glibc
import Synchronization

/// What the second Ctrl-C does: the process ends now, whatever it is in the middle of, and only gives
/// the terminal back as it was.
///
/// A handler of a signal must not do that itself. It writes a byte into a pipe; who waits at the
/// other end may do everything.
enum ImpatientEnd {
  /// The end of the pipe for the handler; -1 without one.
  private static let writing = Atomic<Int32>(-1)

  /// Begins to wait, on a thread of its own.
  static func prepare() {
    // Made here, and not by the handler, also if there is no pipe.
    writing.store(-1, ordering: .relaxed)
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reading = ends[0]
    DispatchQueue.global(qos: .userInitiated).async {
      var byte: UInt8 = 0
      // What interrupts the wait is a signal that another thread could have got.
      while unsafe read(reading, &byte, 1) < 0, errno == EINTR {}
      RawTerminal.end()
      _exit(ExitCode.interrupted.rawValue)
    }
    writing.store(ends[1], ordering: .releasing)
  }

  /// Called by the handler of a signal: only what is safe there.
  static func begin() {
    var byte: UInt8 = 1
    let end = writing.load(ordering: .acquiring)
    let isTold = unsafe end >= 0 && write(end, &byte, 1) == 1
    if !isTold { _exit(ExitCode.interrupted.rawValue) }
  }
}
