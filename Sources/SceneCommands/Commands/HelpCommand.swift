import SceneExplorer
import SceneScenarios
internal import SceneState

enum HelpCommand {
  static let command = Command(
    "help", abstract: "show help for a command or topic",
    operands: "[COMMAND|TOPIC]", operandCount: .range(0...2),
    onlyAnswer: "help for people", operandValues: .help
  ) { invocation, console in
    try console.writeWords(try text(about: invocation.operands, paint: console.paint))
    return .success
  }

  static func text(about words: [String], paint: Paint) throws(CommandFailure) -> String {
    let commands = CommandCatalogue.all
    let help = HelpText(commands: commands, paint: paint)
    guard let first = words.first else { return help.overview() }
    if let command = commands.first(where: { $0.words == words }) { return help.page(of: command) }
    if words.count == 1 {
      if let topic = HelpTopic(rawValue: first) { return help.topic(topic) }
      if commands.contains(where: { $0.words.count > 1 && $0.words[0] == first }) {
        return help.group(first)
      }
    }
    let name = words.joined(separator: " ")
    if StepCatalogue.type(named: name) != nil {
      throw .usage(
        "'\(name)' is a step, not a command",
        hint: "steps have a page each", next: "scenesim steps \(name)")
    }
    if CommandCodes.everyCode.contains(where: { $0.code.rawValue == name }) {
      throw .usage("'\(name)' is the code of a message", next: "scenesim explain \(name)")
    }
    if PropertyChoice.names.contains(name) {
      throw .usage("'\(name)' is a property of `explore`", next: "scenesim explain \(name)")
    }
    // A command of a group, without the group.
    if words.count == 1, let command = commands.first(where: { $0.words.dropFirst() == [first] }) {
      throw .usage(
        "'\(name)' is a command of `\(command.words[0])`", next: "scenesim help \(command.name)")
    }
    let topics = HelpTopic.allCases.map(\.rawValue)
    if let near = ErrorText.suggestion(for: name, among: commands.map(\.name) + topics) {
      throw .usage("no help about '\(name)'", hint: near, next: "scenesim help")
    }
    if let step = NearestName.suggestions(for: name, among: StepCatalogue.all.map { $0.name }).first
    {
      throw .usage(
        "no help about '\(name)'", hint: "did you mean the step \(step)?",
        next: "scenesim steps \(step)")
    }
    throw .usage(
      "no help about '\(name)'", hint: "topics are \(topics.joined(separator: ", "))",
      next: "scenesim help")
  }
}
