/// What a run of the tool says to the shell.
package enum ExitCode: Int32, Sendable, CaseIterable {
  case success = 0
  case no = 1
  case usage = 2
  case invalidInput = 3
  case unusable = 4
  case nothingToDo = 5
  case bug = 70
  case noPermission = 77
  case interrupted = 130
  case readerGone = 141

  /// The line of `help exit-codes`.
  package var meaning: String {
    switch self {
    case .success: "all good"
    case .no: "the answer is no: a scenario failed, get found nothing, damage"
    case .usage: "wrong usage (the message has a suggestion)"
    case .invalidInput: "an input file is not valid"
    case .unusable: "the store or a file cannot be used (missing, locked, full)"
    case .nothingToDo: "nothing to do (no file or case matched)"
    case .bug: "a bug in scenesim: the message says how to report it"
    case .noPermission: "a store belongs to another user (the message names them)"
    case .interrupted: "interrupted; temporary stores are removed"
    case .readerGone: "whoever read the output went away"
    }
  }

  /// The code to report when two parts of one run ended differently: the more serious one.
  package func combined(with other: ExitCode) -> ExitCode {
    rawValue >= other.rawValue ? self : other
  }
}
