import Glibc
import Synchronization

/// The terminal of the process while every key counts, and its way back.
enum RawTerminal {
  /// How the terminal was before; nil while it is as it was.
  private static let before = Mutex<termios?>(nil)

  /// The keys of the process; nil if input or output is no terminal that can do it.
  static func keys(
    _ read: @escaping () -> [UInt8], width: @escaping () -> Int?
  ) -> KeyTerminal? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    var keys = KeyTerminal()
    keys.begin = begin
    keys.end = end
    keys.read = read
    keys.width = width
    keys.interrupt = { _ = kill(getpid(), SIGINT) }
    keys.suspend = { _ = kill(getpid(), SIGTSTP) }
    return keys
  }

  private static func begin() -> Bool {
    before.withLock { before in
      if before != nil { return true }
      var state = termios()
      guard unsafe tcgetattr(STDIN_FILENO, &state) == 0 else { return false }
      var raw = state
      // Keys at once, without echo; Ctrl-C and Ctrl-Z are keys, so that the way back is taken
      // before they do what they do. Output is as it always is.
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
      raw.c_iflag &= ~tcflag_t(ICRNL | IXON | INLCR | ISTRIP)
      setMinimum(&raw)
      guard unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else { return false }
      before = state
      return true
    }
  }

  /// A read waits for one byte, and as long as it takes.
  private static func setMinimum(_ state: inout termios) {
    unsafe withUnsafeMutableBytes(of: &state.c_cc) { bytes in
      unsafe bytes[Int(VMIN)] = 1
      unsafe bytes[Int(VTIME)] = 0
    }
  }

  /// Makes the terminal what it was; called again, does nothing.
  static func end() {
    before.withLock { before in
      guard var state = before else { return }
      // If it is gone, there is nothing to set.
      _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &state)
      before = nil
    }
  }
}
