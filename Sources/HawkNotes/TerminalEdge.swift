import FoundationEssentials
import Glibc
import Synchronization

/// The one file of the example that talks to the process: signals, descriptors, the terminal.
enum TerminalEdge {
  /// What standard input gave.
  enum Input {
    case bytes([UInt8])
    /// For a moment nothing came.
    case nothing
    case end
    case stopped(Ending)
  }

  /// The signal that asked the process to end; 0 while none did.
  private static let signalNumber = Atomic<Int32>(0)

  /// A closed pipe becomes an error of `write`, Ctrl-C and a polite kill become a flag.
  static func prepareSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    // A parent that started us from a worker thread passes on that thread's mask.
    var ends = sigset_t()
    _ = unsafe sigemptyset(&ends)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      _ = unsafe sigaddset(&ends, number)
      _ = signal(number) { number in
        // The second one means now: only async-signal-safe calls here.
        if TerminalEdge.signalNumber.exchange(number, ordering: .relaxed) != 0 { _exit(130) }
      }
    }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &ends, nil)
  }

  /// What the signal that came asks for.
  private static var stop: Ending? {
    switch signalNumber.load(ordering: .relaxed) {
    case 0: nil
    case SIGINT: .interrupted
    default: .terminated
    }
  }

  /// Waits a moment for bytes of standard input.
  static func read() -> Input {
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    if let stop { return .stopped(stop) }
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    // Wakes up now and then: a signal may come between the look above and the wait.
    guard unsafe poll(&waiting, 1, 200) > 0 else { return .nothing }
    let count = unsafe systemRead(STDIN_FILENO, &chunk, chunk.count)
    if count > 0 { return .bytes(Array(chunk[..<count])) }
    if count < 0, errno == EINTR { return .nothing }
    // A signal and the end may come together; the signal says more.
    return stop.map { .stopped($0) } ?? .end
  }

  /// Writes an answer.
  ///
  /// - Returns: Nil, or what to end with if it cannot be written.
  static func write(_ text: String) -> Ending? {
    switch write(text, to: STDOUT_FILENO) {
    case 0: return nil
    case EPIPE: return .readerGone
    case let number:
      let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
      complain("error: standard output cannot be written: \(reason)\n")
      return .unusable
    }
  }

  /// Writes a complaint; a closed stderr is nobody's problem.
  static func complain(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// Writes all of the text; the error's number if that cannot be done, else 0.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe systemWrite(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Opens a file that lines are added to; nil, with a complaint, if that cannot be done.
  static func appending(to path: String) -> (@Sendable (String) -> Void)? {
    let descriptor = systemOpen(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
      complain("error: cannot write '\(path)': \(reason)\n")
      return nil
    }
    // A log that is cut short, as by a full disk, is no reason to stop.
    return { line in _ = write(line, to: descriptor) }
  }

  /// Ends the process as `kill -9` does: nothing is tidied up, nothing written.
  static func die() -> Never {
    _ = kill(getpid(), SIGKILL)
    // The signal cannot be caught; this line only tells the compiler so.
    _exit(137)
  }

  static func leave(_ code: Ending) -> Never { exit(code.rawValue) }

  // MARK: The terminal

  /// Whether keys can be read one by one and a screen be drawn.
  static var isInteractive: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb"
  }

  /// How frames may look here, and how many rows there are.
  static func look() -> (style: Frame.Style, rows: Int) {
    var size = winsize()
    let isSized = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let columns = variable("COLUMNS").flatMap { Int($0) } ?? (isSized ? Int(size.ws_col) : 60)
    let isPainted =
      isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR") == nil && variable("TERM") != "dumb"
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variable($0) }.first ?? "C"
    let folded = locale.lowercased()
    let isUnicode = folded.contains("utf-8") || folded.contains("utf8")
    let style = Frame.Style(isUnicode: isUnicode, isPainted: isPainted, columns: columns)
    return (style, isSized && size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// Who has logged in here; nil if nothing says so.
  static var user: String? { variable("USER") ?? variable("LOGNAME") }

  static var machine: String { ProcessInfo.processInfo.hostName }

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Runs a body while the terminal gives every key at once and shows none by itself.
  static func withRawKeys<Result>(_ body: () -> Result) -> Result {
    var before = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return body() }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    defer { _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
    return body()
  }
}

/// `open` takes its mode as a variable argument.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

private let systemRead = unsafe Glibc.read
private let systemWrite = unsafe Glibc.write
