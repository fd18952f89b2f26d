ProcessEdge.prepareSignals()
let code = Tool().run(Array(CommandLine.arguments.dropFirst()), console: ProcessEdge.makeConsole())
ProcessEdge.leave(code)
