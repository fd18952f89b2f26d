/// Why a command cannot go on, as facts; `ErrorText` makes the sentences.
package struct CommandFailure: Error, Sendable, Hashable {
  package let exit: ExitCode
  package let message: String
  /// The word in brackets, for searching and for `explain`.
  package let code: String
  package let hint: String?
  /// A command line that helps.
  package let next: String?
  /// Nothing is printed: the reader is gone, or the person pressed Ctrl-C.
  package let isQuiet: Bool

  package init(
    _ exit: ExitCode, _ message: String, code: String, hint: String? = nil, next: String? = nil
  ) {
    self.init(exit: exit, message: message, code: code, hint: hint, next: next, isQuiet: false)
  }

  private init(
    exit: ExitCode, message: String, code: String, hint: String?, next: String?, isQuiet: Bool
  ) {
    self.exit = exit
    self.message = message
    self.code = code
    self.hint = hint
    self.next = next
    self.isQuiet = isQuiet
  }

  package static let readerGone = quiet(.readerGone)
  package static let interrupted = quiet(.interrupted)

  package static func usage(
    _ message: String, hint: String? = nil, next: String? = nil
  ) -> CommandFailure {
    CommandFailure(.usage, message, code: "usage", hint: hint, next: next)
  }

  /// The same with a command that helps, if it has none.
  func with(next: String) -> CommandFailure {
    CommandFailure(
      exit: exit, message: message, code: code, hint: hint, next: self.next ?? next,
      isQuiet: isQuiet)
  }

  private static func quiet(_ exit: ExitCode) -> CommandFailure {
    CommandFailure(exit: exit, message: "", code: "", hint: nil, next: nil, isQuiet: true)
  }
}
