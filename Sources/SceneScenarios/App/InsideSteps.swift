/// The steps that an app itself can take: they act inside the window that runs them, or on its data.
package enum InsideSteps {
  package static let names: Set<String> = [
    "select", "set", "get", "append", "prepend", "remove", "clear", "show", "push", "pop", "scroll",
    "pick",
    "identify", "conditions", "open-url", "advertise", "open-tab", "close-tab", "undo-close-tab",
    "show-place", "change-data", "open", "close", "for-each", "group", "link",
    "move-tab", "rename-scope", "copy-scope", "later",
  ]

  /// Reads the steps of a handler.
  ///
  /// - Parameters:
  ///   - node: The list.
  ///   - subject: What the list is, for messages.
  ///   - source: The file.
  ///   - mistakes: Gets the mistakes.
  /// - Returns: The steps that an app can take.
  static func read(
    _ node: Node, for subject: String, in source: SourceFile, _ mistakes: inout DiagnosticList
  ) -> [ParsedStep] {
    var parser = StepParser(source)
    let steps = parser.steps(node, for: subject)
    mistakes.append(contentsOf: parser.mistakes.sorted)
    return steps.filter { check($0, in: source, &mistakes) }
  }

  /// Whether an app can take a step, and those below it.
  private static func check(
    _ step: ParsedStep, in source: SourceFile, _ mistakes: inout DiagnosticList
  ) -> Bool {
    for inner in step.body { _ = check(inner, in: source, &mistakes) }
    guard names.contains(step.verb.name) else {
      mistakes.append(
        Diagnostic(
          .contradiction, file: source.path, range: step.verb.range,
          "an app cannot do `\(step.verb.name)`: its steps act inside its window and on its data",
          hint: LeftToApps.hint(forStep: step.verb.name)
            ?? "there are \(names.sorted().map { "`\($0)`" }.joined(separator: ", "))"))
      return false
    }
    if step.kind is CloseStep.Type, let argument = step.argument {
      mistakes.append(
        Diagnostic(
          .contradiction, file: source.path, range: argument.range,
          "an app closes the window in which its steps run", hint: "write `close` alone"))
    }
    if step.kind is MoveTabStep.Type, let window = step.argument?["to"] {
      mistakes.append(
        Diagnostic(
          .contradiction, file: source.path, range: window.range,
          "an app moves a tab among those of its window",
          hint: "a user drags it to another one: the scenario does"))
    }
    for side in ["from", "to"] where step.verb.name.hasSuffix("-scope") {
      guard let window = step.argument?[side]?["window"] else { continue }
      mistakes.append(
        Diagnostic(
          .contradiction, file: source.path, range: window.range,
          "an app moves values among the places of its window",
          hint: "leave `window` out; between windows the scenario does it"))
    }
    let modifiers = [
      ("in", step.window?.range), ("on", step.device?.range), ("fails", step.fails?.range),
    ]
    for case (let name, let range?) in modifiers {
      mistakes.append(
        Diagnostic(
          .contradiction, file: source.path, range: range,
          "`\(name)` does not go with a step of the app",
          hint: "it acts in its own window, and its failure is the failure of the step outside"
        ))
    }
    return true
  }

  /// A mistake for each `${payload.x}` and `${activity.x}` whose field there is not.
  ///
  /// What is not in `fields` may have any.
  static func unknownFields(
    _ node: Node, _ fields: [String: [String]], in source: SourceFile
  ) -> [Diagnostic] {
    switch node.content {
    case .list(let nodes):
      return nodes.flatMap { unknownFields($0, fields, in: source) }
    case .map(let entries):
      return entries.flatMap { entry in
        [entry.keyText, entry.value].flatMap { unknownFields($0, fields, in: source) }
      }
    case .text(let text):
      // A text that is not well formed is reported where its step is read.
      let parts = (try? VariableText.parts(of: text, node, source)) ?? []
      for case .variable(let variable) in parts {
        let names = variable.split(separator: ".", omittingEmptySubsequences: false)
          .map(String.init)
        guard names.count > 1, let known = fields[names[0]], !known.contains(names[1]) else {
          continue
        }
        let isInPayload = names[0] == "activity" && fields["payload"]?.contains(names[1]) == true
        return [
          Diagnostic(
            .noSuchVariable, file: source.path, range: node.range,
            "the \(names[0]) has no field `\(names[1])`",
            hint: isInPayload
              ? "did you mean `${payload.\(names[1])}`?"
              : SourceFile.choice(for: names[1], among: known))
        ]
      }
      return []
    default: return []
    }
  }
}
