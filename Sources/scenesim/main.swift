import SceneCommands

await ScenarioTool.main()
