/// What the command line says.
package struct Settings: Equatable {
  /// The folder of the store; nil for the app's own place.
  package var storePath: String?
  /// The file to which events are added; nil for none.
  package var logPath: String?
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
      case "--log":
        guard let path = rest.popFirst(), !path.isEmpty else { throw .wrongUsage("--log FILE") }
        logPath = path
      case _ where argument.hasPrefix("--store=") && argument != "--store=":
        storePath = String(argument.dropFirst("--store=".count))
      case _ where argument.hasPrefix("--log=") && argument != "--log=":
        logPath = String(argument.dropFirst("--log=".count))
      default:
        throw .unknown("option", argument, among: ["--store", "--log", "--take-over", "--help"])
      }
    }
  }

  /// What `--help` says.
  package static let help = """
    Hawk Notes: windows, books and drafts that outlive the process, drawn in the terminal.

    usage: HawkNotes [--store DIR] [--log FILE] [--take-over]

      --store DIR   keep the state here instead of in the app's own place
      --log FILE    add what happens to this file, for `scenesim record`; drafts are in it
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
package enum Ending: Int32, Error {
  case success = 0
  case wrongCommand = 1
  case wrongUsage = 2
  case unusable = 4
  case interrupted = 130
  case readerGone = 141
  case terminated = 143
}
