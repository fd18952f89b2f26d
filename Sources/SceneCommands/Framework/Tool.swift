/// The tool as a function of its arguments and console.
package struct Tool {
  private let commands: [Command]

  package init() { self.init(commands: CommandCatalogue.all) }
  package init(commands: [Command]) { self.commands = commands }

  /// The tool with scenarios that come from somewhere else, for tests.
  package init(loader: @escaping ScenarioLoader) {
    let others = CommandCatalogue.all.filter { $0.words != ["run"] }
    self.init(commands: [RunCommand.makeCommand(loader: loader)] + others)
  }

  /// Runs one command line; `arguments` are without the program's name.
  package func run(_ arguments: [String], console: Console) -> ExitCode {
    defer { console.closePager() }
    do {
      return try attempt(arguments, console: console)
    } catch {
      let failure = error as? CommandFailure ?? bug(error, arguments, console)
      console.clearProgress()
      if !failure.isQuiet {
        // What was found before the failure is still worth seeing, and stands before it.
        try? console.flush()  // The failure at hand matters more than a second one.
        console.closePager()
        console.complain(ErrorText.lines(failure, paint: console.errorPaint))
      }
      return failure.exit
    }
  }

  private func bug(
    _ error: any Error, _ arguments: [String], _ console: Console
  ) -> CommandFailure {
    let log = BugLog(error: error, arguments: arguments)
    return ErrorText.bug(error, log: console.surroundings.writeLog(log.text))
  }

  private func attempt(_ arguments: [String], console: Console) throws -> ExitCode {
    let invocation = try ArgumentParser(commands: commands).parse(arguments)
    console.adopt(invocation)
    if invocation.has("help") {
      let help = HelpText(commands: commands, paint: console.paint)
      try console.writeWords(help.page(of: invocation.command))
      try console.finish()
      return .success
    }
    try OutputPlaces.check(invocation)
    do {
      let code = try invocation.command.body(invocation, console)
      try console.finish()
      return code
    } catch let failure as CommandFailure where failure.hint == nil {
      // What is no file may be the value that somebody gave a flag.
      let follower = invocation.followers.first { failure.message.contains("'\($0.key)'") }
      guard let follower, Self.isValue(follower.key), !OutputFile.exists(follower.key) else {
        throw failure
      }
      throw failure.with(hint: "--\(follower.value) takes no value", next: failure.next)
    }
  }

  /// Whether a word is what flags of other tools take.
  private static func isValue(_ word: String) -> Bool {
    Int(word) != nil || ["true", "false", "yes", "no", "on", "off"].contains(word.lowercased())
  }
}
