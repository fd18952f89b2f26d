/// Ends the process in the usual way and starts it again: the steps that it stands for.
struct RelaunchStep: StandingStep {
  static let name = "relaunch"
  static let argument = Shape.either([.nothing, .map(fields)])

  static let endings = ["kill", "stop", "crash", "reboot", "force-quit", "quit"]
  private static let fields = [
    Shape.Field("by", .word(endings), "what ends the process; `kill` comes after `background`")
  ]

  let rounds = FlowRounds()

  init(_ input: StepInput) throws(Diagnostic) {
    guard input.argument != nil else { return }
    _ = try input.map(Self.keys).optionalWord("by", of: Self.endings)
  }

  /// What ends the process in some case, if a variable says so.
  static func checkVariable(_ argument: Node?, in check: StepCheck) {
    guard let node = argument?["by"], let text = node.text, VariableText.isIn(text),
      // What is wrong with the text was told when the step was read.
      let parts = try? VariableText.parts(of: text, node, check.source), parts.count == 1,
      case .variable(let name)? = parts.first,
      // The variables of an included file have their values in another one.
      let values = check.values, values.source.path == check.source.path
    else { return }
    for value in values.values(of: name) ?? [] where !endings.contains(value.text ?? "") {
      var mistake = check.source.wrongValue(value, for: "`by` of `relaunch`", words: endings)
      mistake.facts.append(
        Diagnostic.Fact("used in", "line \(node.range.start.line), `relaunch`"))
      check.add(mistake)
    }
  }

  static func standsFor(
    _ argument: Node?, in source: SourceFile
  ) throws(Diagnostic) -> [(verb: String, condition: Node?)] {
    if let node = argument?["by"], VariableText.isIn(node) {
      let parts = try VariableText.parts(of: node.text ?? "", node, source)
      guard case .variable(let variable)? = parts.first, parts.count == 1 else {
        throw source.contradiction(
          node, "`by` is a word or a variable, not a text with one",
          hint: "write `by: \"${how}\"` alone, with the whole word in the variable")
      }
      // Which one it is, is known when the step's turn comes.
      func isBy(_ ending: String) -> Node {
        let value = Node(.text(ending), range: node.range)
        return Node(.map([Entry(variable, at: node.range, value)]), range: node.range)
      }
      return [("background", isBy("kill"))] + endings.map { ($0, isBy($0)) } + [("launch", nil)]
    }
    // One that is misspelt is told where it stands, and ends the process all the same.
    let ending = endings.first { $0 == argument?["by"]?.text } ?? "kill"
    return ((ending == "kill" ? ["background"] : []) + [ending, "launch"]).map { ($0, nil) }
  }
}
