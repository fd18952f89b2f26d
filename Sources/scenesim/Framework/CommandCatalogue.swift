/// All commands, in the order help lists them.
enum CommandCatalogue {
  static let all: [Command] = [
    VersionCommand.command,
    HelpCommand.command,
  ]
}
