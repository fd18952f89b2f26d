import SceneSimulator
import SceneState

/// The text of a step in a trace: verb and argument in flow form.
enum StepText {
  static func text(verb: String, argument: Node?, window: String?) -> String {
    var text = verb
    if let argument { text += " " + flow(argument) }
    if let window { text += "   in \(window)" }
    return text
  }

  /// A step as it is written, its variables not replaced.
  static func written(_ step: ParsedStep) -> String {
    step.label
      ?? text(
        verb: step.verb.name, argument: step.argument ?? step.nilShown, window: step.window?.text)
  }

  static func flow(_ node: Node) -> String {
    switch node.content {
    case .null: "~"
    case .bool(let bool): String(bool)
    case .int(let int): String(int)
    case .double(let double): "\(double)"
    case .text(let text): cut(text)
    case .list(let nodes): "[" + nodes.map(flow).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key.name): \(flow($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// One line of at most 60 scalars.
  private static func cut(_ text: String) -> String {
    let line = SafeText.line(text)
    guard line.unicodeScalars.count > 60 else { return line }
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(60))) + "…"
  }
}

extension ParsedStep {
  /// What stands for an argument that is not there, if that means something.
  var nilShown: Node? { kind.showsNil ? Node(.null, range: verb.range) : nil }
}
