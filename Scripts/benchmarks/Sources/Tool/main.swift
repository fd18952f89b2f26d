import SceneCommands

// The command line as it is shipped, in release mode, for rows that time it.
await ScenarioTool.main()
