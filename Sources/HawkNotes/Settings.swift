/// What the command line says.
package struct Settings: Equatable {
  /// The folder of the store; nil for the app's own place.
  package var storePath: String?
  /// The file to which events are added; nil for none.
  package var logPath: String?
  package var wantsHelp = false
  /// Whether windows that another process shows come here.
  package var takesOver = false
  /// The cluster through which windows follow their user; nil for none.
  package var cluster: String?
  /// Whose windows they are, and what people call this machine; nil for what the system says.
  package var user: String?
  package var device: String?
  /// The folder with what the cluster wants to see, and the file of the keys that seal.
  package var credentials: String?
  package var keyFile: String?

  private static let valued: [(option: String, value: String, place: any Place)] = [
    ("--store", "DIR", \.storePath), ("--log", "FILE", \.logPath),
    ("--roam", "etcd://HOST:PORT", \.cluster), ("--user", "NAME", \.user),
    ("--device", "NAME", \.device), ("--credentials", "DIR", \.credentials),
    ("--key-file", "FILE", \.keyFile),
  ]

  private typealias Place = WritableKeyPath<Settings, String?> & Sendable

  package init(_ arguments: [String]) throws(Mistake) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help", "help": wantsHelp = true
      case "--take-over": takesOver = true
      default:
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let known = Self.valued.first(where: { $0.option == parts[0] }) else {
          let names = Self.valued.map(\.option) + ["--take-over", "--help"]
          throw .unknown("option", argument, among: names)
        }
        let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() ?? ""
        guard !value.isEmpty else { throw .wrongUsage("\(known.option) \(known.value)") }
        self[keyPath: known.place] = value
      }
    }
    let ofRoaming = [user, device, credentials, keyFile].contains { $0 != nil }
    guard cluster != nil || !ofRoaming else { throw .wrongUsage("--roam etcd://HOST:PORT") }
  }

  /// What `--help` says.
  package static let help = """
    Hawk Notes: windows, books and drafts that outlive the process, drawn in the terminal.

    usage: HawkNotes [--store DIR] [--log FILE] [--take-over] [--roam etcd://HOST:PORT]

      --store DIR        keep the state here instead of in the app's own place
      --log FILE         add what happens to this file, for `scenesim record`; drafts are in it
      --take-over        bring the windows here that another Hawk Notes shows now
      --roam CLUSTER     let windows follow their user through this etcd
      --user NAME        whose windows they are; the name of the login else
      --device NAME      what people call this machine; its own name else
      --credentials DIR  what the cluster wants to see: ca.pem, client.pem, client.key,
                         password-USER
      --key-file FILE    seal what leaves this machine by the keys in this file
      --help             say this

    In a terminal, type to write a draft. Commands, one a line, may also come from a pipe:

    \(CommandSyntax.help)
    A piped command is finished when its effect is on the disk, and with --roam in the cluster,
    if that answers. A wrong one is told with its
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
