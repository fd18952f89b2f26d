import Glibc

/// The steps of a child process as it plays them, in a file that outlives it.
struct StepNotes: Sendable {
  private let descriptor: Int32

  /// Makes the file; nil where there can be none.
  init?(path: String) {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { return nil }
  }

  /// Forgets the steps of the run before.
  func clear() {
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
  }

  /// Notes a step.
  func add(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Ends this process unless it is called again within so many seconds: whoever hangs gets the
  /// signal of the alarm, which nobody handles.
  static func endAfter(_ seconds: UInt32) { alarm(seconds) }

  /// Ends this process as a power cut does: nothing of it runs any more.
  static func endNow() { kill(getpid(), SIGKILL) }

  static func remove(_ path: String) { unsafe unlink(path) }
}

extension ChildProcess {
  /// Whether it was ended as by `StepNotes.endNow()`.
  static func isKilled(_ code: Int32) -> Bool { code == 128 + SIGKILL }

  /// Whether a signal ended it, other than one that somebody sent.
  static func isDeath(_ code: Int32) -> Bool {
    code > 128 && ![SIGINT, SIGTERM, SIGHUP, SIGKILL].contains(code - 128)
  }
}
