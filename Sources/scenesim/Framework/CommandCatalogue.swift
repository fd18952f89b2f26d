/// All commands, in the order help lists them.
enum CommandCatalogue {
  static let all: [Command] = [
    StoreListCommand.command,
    StoreTreeCommand.command,
    StoreGetCommand.command,
    ExplainCommand.command,
    VersionCommand.command,
    HelpCommand.command,
  ]
}
