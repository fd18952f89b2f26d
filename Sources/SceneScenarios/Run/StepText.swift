import SceneState

/// The text of a step: verb and argument in flow form.
///
/// A trace has texts without the quotes in which they are written; for people they are kept.
enum StepText {
  static func text(
    verb: String, argument: Node?, window: String?, hasQuotes: Bool = false
  ) -> String {
    var text = verb
    if let argument { text += " " + flow(argument, hasQuotes: hasQuotes) }
    if let window { text += "   in \(window)" }
    return text
  }

  /// A step as it is written, its variables not replaced.
  static func written(_ step: ParsedStep, hasQuotes: Bool = false) -> String {
    step.label
      ?? text(
        verb: step.verb.name, argument: step.argument ?? step.nilShown, window: step.window?.text,
        hasQuotes: hasQuotes)
  }

  static func flow(_ node: Node, hasQuotes: Bool = false) -> String {
    node.line { node in
      guard let text = node.text else { return ScenarioWorld.text(of: node) ?? "~" }
      return hasQuotes && node.style != .plain
        ? "\"\(cut(text).replacing("\"", with: "\\\""))\"" : cut(text)
    }
  }

  /// One line of at most 60 scalars.
  private static func cut(_ text: String) -> String {
    let line = SafeText.line(text)
    guard line.unicodeScalars.count > 60 else { return line }
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(60))) + "…"
  }
}

extension Node {
  /// The value in one line, as in `{a: [1, 2]}`; keys and plain values are written by whoever asks.
  func line(key: (String) -> String = { $0 }, _ plain: (Node) -> String) -> String {
    switch content {
    case .list(let nodes):
      "[" + nodes.map { $0.line(key: key, plain) }.joined(separator: ", ") + "]"
    case .map(let entries):
      "{"
        + entries.map { "\(key($0.key.name)): \($0.value.line(key: key, plain))" }
        .joined(separator: ", ") + "}"
    case .null, .bool, .int, .double, .text: plain(self)
    }
  }
}

extension ParsedStep {
  /// What stands for an argument that is not there, if that means something.
  var nilShown: Node? { kind.showsNil ? Node(.null, range: verb.range) : nil }
}
