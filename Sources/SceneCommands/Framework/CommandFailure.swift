/// Why a command cannot go on, as facts; `ErrorText` makes the sentences.
package struct CommandFailure: Error, Sendable, Hashable {
  package let exit: ExitCode
  package let message: String
  /// The word in brackets, for searching and for `explain`.
  package let code: String
  package private(set) var hint: String?
  /// A command line that helps.
  package private(set) var next: String?
  /// Nothing is printed: the reader is gone, or the person pressed Ctrl-C.
  package let isQuiet: Bool

  package init(
    _ exit: ExitCode, _ message: String, code: String, hint: String? = nil, next: String? = nil,
    isQuiet: Bool = false
  ) {
    (self.exit, self.message, self.code) = (exit, message, code)
    (self.hint, self.next, self.isQuiet) = (hint, next, isQuiet)
  }

  package static let readerGone = CommandFailure(.readerGone, "", code: "", isQuiet: true)
  package static let interrupted = CommandFailure(.interrupted, "", code: "", isQuiet: true)

  package static func usage(
    _ message: String, hint: String? = nil, next: String? = nil
  ) -> CommandFailure {
    CommandFailure(.usage, message, code: "usage", hint: hint, next: next)
  }

  /// Something stands where a command would make something.
  static func taken(_ there: String, hint: String, next: String? = nil) -> CommandFailure {
    CommandFailure(
      .unusable, "there is \(there) already", code: "file-exists", hint: hint, next: next)
  }

  /// The same with a command that helps, if it has none.
  func with(next: String) -> CommandFailure { with(hint: hint, next: self.next ?? next) }

  /// The same with another hint, and this command or none.
  func with(hint: String?, next: String? = nil) -> CommandFailure {
    var failure = self
    (failure.hint, failure.next) = (hint, next)
    return failure
  }
}
