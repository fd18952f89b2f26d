import SceneScenarios
import SceneReports

/// `scenesim help [COMMAND|TOPIC]`.
enum HelpCommand {
  static let command = Command(
    "help", abstract: "show help for a command or topic",
    operands: "[COMMAND|TOPIC]", operandCount: .range(0...2), operandValues: .help,
    examples: [
      .init("scenesim help", "all commands"),
      .init("scenesim help store ls", "one command"),
      .init("scenesim help exit-codes", "what the tool tells the shell"),
    ]
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
    throw .usage(
      "no help about '\(name)'",
      hint: ErrorText.suggestion(
        for: name, among: commands.map(\.name) + HelpTopic.allCases.map(\.rawValue)),
      next: "scenesim help")
  }
}
