import Glibc

/// The steps of a child process as it plays them, in a file that outlives it.
struct StepNotes: Sendable {
  private let descriptor: Int32

  /// Makes the file; nil where there can be none.
  init?(path: String) {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { return nil }
  }

  /// Forgets the steps of the run before, and notes which one begins.
  func begin(_ line: String) {
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
    add(line)
  }

  func add(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Ends this process unless it is called again within so many seconds: whoever hangs gets the
  /// signal of the alarm, which nobody handles.
  static func endAfter(_ seconds: UInt32) { alarm(seconds) }

  /// Ends this process as a power cut does: nothing of it runs any more.
  static func endNow() { kill(getpid(), SIGKILL) }

  /// Makes a file the standard output of this process.
  static func divertOutput(to path: String) { _ = divert(STDOUT_FILENO, to: path) }

  /// Makes a file the standard error of this process.
  ///
  /// - Returns: The descriptor of what it was; nil where that cannot be.
  static func divertErrors(to path: String) -> Int32? { divert(STDERR_FILENO, to: path) }

  private static func divert(_ output: Int32, to path: String) -> Int32? {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let before = fcntl(output, F_DUPFD_CLOEXEC, 3)
    if file < 0 || before < 0 { return nil }
    dup2(file, output)
    return before
  }
}

extension ChildProcess {
  /// Whether it was ended as by `StepNotes.endNow()`.
  static func isKilled(_ code: Int32) -> Bool { code == 128 + SIGKILL }

  /// Whether it was ended by `StepNotes.endAfter(_:)`.
  static func isHang(_ code: Int32) -> Bool { code == 128 + SIGALRM }

  /// Whether a signal ended it, other than one that somebody sent.
  static func isDeath(_ code: Int32) -> Bool {
    code > 128 && ![SIGINT, SIGTERM, SIGHUP, SIGKILL].contains(code - 128)
  }
}
