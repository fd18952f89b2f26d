import SceneScenarios
/// Turns words into an invocation of one of the commands in the table.
///
/// Flags may stand anywhere, also before the command; after `--` everything is an operand.
/// No command or option is guessed from a part of its name.
struct ArgumentParser {
  private enum Token {
    /// A literal stands after `--`, so it is never the name of a command.
    case operand(String, isLiteral: Bool)
    case option(CommandOption, value: String?)
  }

  let commands: [Command]

  func parse(_ arguments: [String]) throws(CommandFailure) -> Invocation {
    // What people type first, at any tool.
    if arguments.isEmpty { return try help(about: []) }
    if arguments == ["--version"] {
      return Invocation(command: try command(named: ["version"], in: arguments))
    }
    let tokens = try self.tokens(of: arguments)
    let words = tokens.compactMap { token -> String? in
      if case .operand(let word, isLiteral: false) = token { word } else { nil }
    }
    let asksForHelp = tokens.contains { token in
      if case .option(let option, _) = token { option.name == "help" } else { false }
    }
    if asksForHelp, words.isEmpty || isGroup(words) { return try help(about: words) }
    let command = try self.command(named: words, in: arguments)
    return try invocation(of: command, tokens: tokens)
  }

  private func invocation(
    of command: Command, tokens: [Token]
  ) throws(CommandFailure) -> Invocation {
    var invocation = Invocation(command: command)
    var nameWords = command.words.count
    var flag: String?
    for token in tokens {
      defer { if case .option(let found, nil) = token { flag = found.name } else { flag = nil } }
      switch token {
      case .operand(_, isLiteral: false) where nameWords > 0:
        nameWords -= 1
      case .operand(let word, isLiteral: true) where command.takesCommandLine:
        invocation.commandLine.append(word)
      case .operand(let operand, _):
        invocation.operands.append(operand)
        invocation.followers[operand] = flag
      case .option(let found, let value):
        let option = try self.option(found.name, of: command)
        if let value {
          try invocation.add(value, for: option)
        } else {
          invocation.add(flag: option.name)
        }
      }
    }
    return try invocation.checked()
  }

  // MARK: Options

  /// The command's own option: others may use the same name in another sense.
  private func option(
    _ name: String, of command: Command
  ) throws(CommandFailure) -> CommandOption {
    if let own = (GlobalOptions.all + command.options).first(where: { $0.name == name }) {
      return own
    }
    let owners = commands.filter { $0.options.contains { $0.name == name } }.map(\.name)
    let more = owners.count > 4 ? " and \(owners.count - 4) more" : ""
    throw .usage(
      "\(command.name) has no option '--\(name)'",
      hint: MeantCommand.way(of: command.name, insteadOf: name)
        ?? (owners.isEmpty
          ? nil : "it belongs to \(owners.prefix(4).joined(separator: ", "))\(more)"),
      next: "scenesim help \(command.name)")
  }

  // MARK: Words

  /// The command that the words name, for messages about what stands beside it.
  private func likelyCommand(_ arguments: [String]) -> Command? {
    let words = arguments.filter { !$0.hasPrefix("-") }
    return commands.first { words.starts(with: $0.words) }
  }

  private var knownOptions: [CommandOption] { GlobalOptions.all + commands.flatMap(\.options) }

  private func tokens(of arguments: [String]) throws(CommandFailure) -> [Token] {
    let command = likelyCommand(arguments)
    var tokens: [Token] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        tokens += rest.map { .operand($0, isLiteral: true) }
        break
      } else if argument == "-" || !argument.hasPrefix("-") || Self.isNumber(argument) {
        tokens.append(.operand(argument, isLiteral: false))
      } else if argument.hasPrefix("--") {
        tokens.append(try long(argument, rest: &rest, command))
      } else {
        tokens += try short(argument, rest: &rest, command)
      }
    }
    return tokens
  }

  /// No option begins with a digit: `-5` is a value.
  private static func isNumber(_ argument: String) -> Bool {
    argument.dropFirst().first?.isNumber == true && Double(argument) != nil
  }

  private func long(
    _ argument: String, rest: inout ArraySlice<String>, _ command: Command?
  ) throws(CommandFailure) -> Token {
    let body = argument.dropFirst(2)
    let name = String(body.prefix { $0 != "=" })
    guard let option = knownOptions.first(where: { $0.name == name }) else {
      throw unknown(option: name, command)
    }
    let given = body.count > name.count ? String(body.dropFirst(name.count + 1)) : nil
    guard let valueName = option.valueName else {
      if given != nil { throw .usage("--\(name) takes no value") }
      return .option(option, value: nil)
    }
    // `--store=` with nothing behind it is most often a variable of a script that is empty.
    guard let value = given ?? option.alone ?? rest.popFirst(), given != "" else {
      throw needsValue(option, "--\(name)", valueName, command)
    }
    return .option(option, value: value)
  }

  /// `-v`, `-qv`, `-oFILE`, `-o FILE`.
  private func short(
    _ argument: String, rest: inout ArraySlice<String>, _ command: Command?
  ) throws(CommandFailure) -> [Token] {
    var tokens: [Token] = []
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      // The same letter may mean something else to another command.
      let options = command.map { GlobalOptions.all + $0.options } ?? knownOptions
      guard let option = options.first(where: { $0.short == letter }) else {
        throw unknown(letter, in: argument, command)
      }
      guard let valueName = option.valueName else {
        tokens.append(.option(option, value: nil))
        continue
      }
      let attached = letters.isEmpty ? nil : String(letters)
      letters = ""
      guard let value = attached ?? rest.popFirst() else {
        throw needsValue(option, "-\(letter)", valueName, command)
      }
      tokens.append(.option(option, value: value))
    }
    return tokens
  }
}

// What is wrong with an option.
extension ArgumentParser {
  private func unknown(
    _ letter: Character, in argument: String, _ command: Command?
  ) -> CommandFailure {
    let long = String(argument.dropFirst())
    let isVersion = command == nil && ["v", "V"].contains(long)
    let isLong = isVersion || knownOptions.contains { $0.name == long }
    let way = command.flatMap { MeantCommand.way(of: $0.name, insteadOf: "-\(letter)") }
    return .usage(
      "unknown option '-\(letter)'",
      hint: isLong
        ? "did you mean --\(isVersion ? "version" : long)?"
        : way ?? Self.literal(argument, command) ?? Self.options(from: letter, command),
      next: Self.help(for: command))
  }

  /// How a text is written that looks like an option, for a command that takes any text.
  private static func literal(_ argument: String, _ command: Command?) -> String? {
    guard let command, ["VALUE", "TEXT"].contains(where: command.operands.contains) else {
      return nil
    }
    return "a text that begins with - stands last, behind --: -- \(ShellText.word(argument))"
  }

  /// The command's own options that begin with a letter.
  private static func options(from letter: Character, _ command: Command?) -> String? {
    let names = (command?.options ?? []).map(\.name).filter { $0.first == letter }
    return names.isEmpty
      ? nil : "did you mean \(names.map { "--\($0)" }.joined(separator: " or "))?"
  }

  /// What a word means in a command that is no name of an option: what an option can have, what one
  /// takes, or the command beside it.
  private func meant(by name: String, _ command: Command?) -> String? {
    guard let command else { return nil }
    if let way = MeantCommand.way(of: command.name, insteadOf: name) { return way }
    if let option = MeantCommand.option(meantBy: name, among: command.options.map(\.name)) {
      return "did you mean --\(option)?"
    }
    if let option = command.options.first(where: { $0.choices.contains(name) }) {
      return "did you mean --\(option.name) \(name)?"
    }
    if let option = command.options.first(where: { $0.valueName?.lowercased() == name }) {
      return "did you mean --\(option.name) \(name.uppercased())?"
    }
    let words = command.words.dropLast() + [name]
    return commands.contains { $0.words == Array(words) }
      ? "there is a command 'scenesim \(words.joined(separator: " "))'" : nil
  }

  private static func help(for command: Command?) -> String {
    (["scenesim help"] + (command?.words ?? [])).joined(separator: " ")
  }

  /// The nearest names of those that the command has; without a command, of all.
  private func unknown(option name: String, _ command: Command?) -> CommandFailure {
    let own = command.map { (GlobalOptions.all + $0.options).map(\.name) } ?? []
    var near = NearestName.suggestions(for: name, among: own)
    if near.isEmpty, command == nil {
      near = NearestName.suggestions(for: name, among: knownOptions.map(\.name).uniqued())
    }
    let isCommand = commands.contains { $0.words == [name] }
    let choice = near.map { "--\($0)" }.joined(separator: ", ")
    var hint = near.isEmpty ? nil : "did you mean \(choice)?"
    if name == "no-color" { hint = "did you mean --color never?" }
    if near.isEmpty, let meant = meant(by: name, command) { hint = meant }
    if isCommand { hint = "there is a command 'scenesim \(name)'" }
    if own.contains("report"), ReportOption.kinds.contains(name) {
      hint = "reports go with --report \(name)=FILE"
    }
    if own.contains("for"), ["seconds", "time", "duration", "timeout"].contains(name) {
      hint = "the time is said with --for, such as --for 2s"
    }
    if ["file", "path", "input"].contains(name), let command, command.operands.hasPrefix("PATH") {
      hint = "the file stands by itself: scenesim \(command.name) FILE"
    }
    if hint == nil { hint = Self.literal("--\(name)", command) }
    if MeantCommand.answers.contains(name) { hint = "nothing is asked here: leave it out" }
    return .usage("unknown option '--\(name)'", hint: hint, next: Self.help(for: command))
  }

  private func needsValue(
    _ option: CommandOption, _ written: String, _ valueName: String, _ command: Command?
  ) -> CommandFailure {
    let choices = option.choices.joined(separator: ", ")
    return .usage(
      "\(written) needs a value (\(valueName))",
      hint: choices.isEmpty ? nil : "it is one of \(choices)", next: Self.help(for: command))
  }
}
