/// All commands, in the order help lists them.
enum CommandCatalogue {
  static let all: [Command] = [
    RunCommand.command,
    CheckCommand.command,
    FormatCommand.command,
    StoreListCommand.command,
    StoreTreeCommand.command,
    StoreGetCommand.command,
    StoreScenesCommand.command,
    StoreDiffCommand.command,
    StoreWatchCommand.command,
    StoreStatsCommand.command,
    StoreExportCommand.command,
    StoreReadersCommand.command,
    StoreBlameCommand.command,
    NewCommand.command,
    TryCommand.command,
    RecordCommand.command,
    StepsCommand.command,
    ExplainCommand.command,
    SchemaCommand.command,
    CompletionCommand.command,
    ManualCommand.command,
    VersionCommand.command,
    HelpCommand.command,
  ]
}
