import SceneExplorer
import SceneReports
import SceneScenarios
internal import SceneState

enum ExplainCommand {
  static let command = Command(
    "explain", abstract: "explain the code of a message, or where things from outside went",
    operands: "[CODE|route FILE]", operandCount: .range(0...2),
    options: ExplainRoute.options, operandValues: .codes
  ) { invocation, console in
    if invocation.operands.first == "route" {
      return try ExplainRoute(invocation: invocation, console: console).run()
    }
    if let last = invocation.operands.last, Int(last) != nil,
      ["exit", "code", last].contains(invocation.operands[0])
    {
      throw CommandFailure.usage(
        "'\(last)' is a number that the tool ends with, and no code of a message",
        next: "scenesim help exit-codes")
    }
    if invocation.operands.count > 1 {
      throw CommandFailure.usage("explain takes [CODE|route FILE]", next: "scenesim help explain")
    }
    guard let code = invocation.operands.first else {
      try list(invocation, console)
      return .success
    }
    // Messages have the code in brackets; so it may be pasted with them.
    let name =
      code.hasPrefix("[") && code.hasSuffix("]") ? String(code.dropFirst().dropLast()) : code
    if StepCatalogue.type(named: name) != nil {
      throw CommandFailure.usage(
        "'\(name)' is a step, and no code of a message", hint: "steps have a page each",
        next: "scenesim steps \(name)")
    }
    let explanations = CommandCodes.everyCode + ProblemExplanation.properties
    guard let explanation = explanations.first(where: { $0.code.rawValue == name }) else {
      throw CommandFailure.usage(
        "there is no code '\(name)'",
        hint: ErrorText.suggestion(
          for: name, among: CommandCodes.everyCode.map(\.code.rawValue))
          ?? "a code stands in brackets at the end of a message; `scenesim explain` has them all",
        next: "scenesim explain")
    }
    switch invocation.format {
    case .json, .jsonl: try console.write(json(explanation))
    case .table, .plain: try console.writeWords(page(explanation, console))
    }
    return .success
  }

  private static func list(
    _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) {
    let all = CommandCodes.everyCode
    var table = TextTable([.init("CODE"), .init("MEANS", cutWidth: 20)])
    for explanation in all { table.add([explanation.code.rawValue, explanation.sentence]) }
    try console.answer(
      invocation, "codes", rows: "codes", all.map(json),
      plain: all.map { ASCIIText.of("\($0.code)\t\($0.sentence)") },
      table: console.lines(of: table))
  }

  private static func page(_ explanation: ProblemExplanation, _ console: Console) -> String {
    let title = console.paint.strong(explanation.code.rawValue)
    var text = "\(title)  (\(explanation.kind.rawValue))\n\n  \(explanation.sentence)\n"
    if !explanation.example.isEmpty { text += "\nexample\n" }
    for line in explanation.example.split(separator: "\n", omittingEmptySubsequences: false)
    where !(line.isEmpty) {
      text += "  \(line)\n"
    }
    return text + "\nhint\n  \(explanation.hint)\n"
  }

  private static func json(_ explanation: ProblemExplanation) -> JSON {
    let texts = [
      ("code", explanation.code.rawValue), ("kind", explanation.kind.rawValue),
      ("sentence", explanation.sentence), ("hint", explanation.hint),
      ("example", explanation.example),
    ]
    return .object(texts.filter { !$0.1.isEmpty }.map { JSON.Member($0, .string($1)) })
  }
}
