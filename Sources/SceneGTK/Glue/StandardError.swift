#if GTK
  internal import Glibc

  /// Tells the user of a terminal what went wrong.
  func complain(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    // Nobody could be told that nobody could be told.
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }
#endif
