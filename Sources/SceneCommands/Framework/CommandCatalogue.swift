/// All commands, in the order help lists them.
enum CommandCatalogue {
  static let all: [Command] = [
    RunCommand.command,
    FormatCommand.command,
    StoreListCommand.command,
    StoreTreeCommand.command,
    StoreGetCommand.command,
    StepsCommand.command,
    ExplainCommand.command,
    VersionCommand.command,
    HelpCommand.command,
  ]
}
