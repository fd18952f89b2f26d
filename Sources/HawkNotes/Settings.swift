/// What the command line says.
package struct Settings: Equatable {
  /// The folder of the store; nil for the app's own place.
  package var storePath: String?
  package var wantsHelp = false
  /// Whether windows that another process shows come here.
  package var takesOver = false

  /// Reads the arguments.
  package init(_ arguments: [String]) throws(Mistake) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help", "help": wantsHelp = true
      case "--take-over": takesOver = true
      case "--store":
        guard let path = rest.popFirst(), !path.isEmpty else { throw .wrongUsage("--store DIR") }
        storePath = path
      case _ where argument.hasPrefix("--store=") && argument != "--store=":
        storePath = String(argument.dropFirst("--store=".count))
      default: throw .unknown("option", argument, among: ["--store", "--take-over", "--help"])
      }
    }
  }

  /// What `--help` says.
  package static let help = """
    Hawk Notes: windows, books and drafts that outlive the process, drawn in the terminal.

    usage: HawkNotes [--store DIR] [--take-over]

      --store DIR   keep the state here instead of in the app's own place
      --take-over   bring the windows here that another Hawk Notes shows now
      --help        say this

    In a terminal, type to write a draft. Commands, one a line, may also come from a pipe:

    \(CommandSyntax.help)
    A piped command is finished when its effect is on the disk. A wrong one is told with its
    line, the others are carried out all the same.

    exit codes: 0 all done, 1 a command was wrong, 2 the command line was wrong, 4 the store
    cannot be used or the output not be written, 130 and 143 interrupted, 141 nobody reads it

    """
}

/// How the process ends.
package enum ExitCode: Int32, Error {
  case success = 0
  case wrongCommand = 1
  case wrongUsage = 2
  case unusable = 4
  case interrupted = 130
  case readerGone = 141
  case terminated = 143
}
