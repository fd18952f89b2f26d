/// The steps that an app itself can take: they act inside the window that runs them, or on its data.
package enum InsideSteps {
  package static let names: Set<String> = [
    "select", "set", "get", "append", "prepend", "remove", "clear", "show", "push", "pop", "scroll",
    "pick", "identify", "conditions", "open-url", "advertise", "open-tab", "close-tab",
    "undo-close-tab", "show-place", "change-data", "open", "close", "undo-close", "restore",
    "for-each", "group", "link", "move-tab", "rename-scope", "copy-scope", "discard-state",
    "later", "act", "change-value",
  ]

  /// Reads the steps of a handler.
  static func read(
    _ node: Node, for subject: String, in source: SourceFile, _ mistakes: inout DiagnosticList
  ) -> [ParsedStep] {
    var parser = StepParser(source)
    parser.isInside = true
    let steps = parser.steps(node, for: subject)
    mistakes.append(contentsOf: parser.mistakes.sorted)
    return steps.filter { check($0, in: source, &mistakes) }
  }

  /// Whether an app can take a step, and those below it, which may be taken in other windows.
  private static func check(
    _ step: ParsedStep, in source: SourceFile, _ mistakes: inout DiagnosticList,
    isElsewhere: Bool = false
  ) -> Bool {
    let actsElsewhere = isElsewhere || step.windows != nil
    for inner in step.body { _ = check(inner, in: source, &mistakes, isElsewhere: actsElsewhere) }
    guard names.contains(step.verb.name) else {
      mistakes.add(
        in: source, .contradiction, at: step.verb.range,
        "an app cannot do `\(source.text(in: step.verb.range))`: its steps act inside its window and on its data",
        hint: LeftToApps.hint(forStep: step.verb.name)
          ?? "there are \(names.sorted().map { "`\($0)`" }.joined(separator: ", "))")
      return false
    }
    checkWindows(of: step, isElsewhere: actsElsewhere, in: source, &mistakes)
    for side in ["from", "to"] where step.verb.name.hasSuffix("-scope") {
      // Whatever window a variable there names.
      guard let key = step.argument?[side]?.map?.first(where: { $0.key.name == "window" })?.key
      else { continue }
      mistakes.add(
        in: source, .contradiction, at: key.range,
        "an app moves values among the places of its window",
        hint: "leave `window` out; between windows the scenario does it")
    }
    if let window = step.window,
      let mistake = WindowsMeant.mistake(window, isElsewhere: isElsewhere, in: source)
    {
      mistakes.append(mistake)
    }
    let modifiers = [("on", step.device?.range), ("fails", step.fails?.range)]
    for case (let name, let range?) in modifiers {
      mistakes.add(
        in: source, .contradiction, at: range, "`\(name)` does not go with a step of the app",
        hint: "it acts in its own window, and its failure is the failure of the step outside")
    }
    return true
  }

  /// What is wrong with the windows that a step names as its value.
  private static func checkWindows(
    of step: ParsedStep, isElsewhere: Bool, in source: SourceFile,
    _ mistakes: inout DiagnosticList
  ) {
    if step.kind is CloseStep.Type || step.kind is RestoreStep.Type, let argument = step.argument {
      let verb = step.verb.name
      mistakes.add(
        in: source, .contradiction, at: argument.range,
        "an app \(verb)s the window in which its steps run",
        hint: "write `\(verb)` alone, or `{ \(verb), in: others }`")
    }
    guard step.kind is MoveTabStep.Type, let window = step.argument?["to"],
      !MoveTabStep.isPlace(window)
    else { return }
    let isHere = window.text == WindowsMeant.here
    if isHere, isElsewhere { return }
    mistakes.append(
      source.contradiction(
        window,
        isHere ? "the tab is here already" : "an app moves a tab among those of its window",
        hint: isHere
          ? "below `in: others` it is moved out of each other window"
          : "`to: group/right` is another place of the window, `to: here` below `in: others` brings those of "
            + "other windows; to another one a user drags it: the scenario does"))
  }

  /// A mistake for each `payload.x` and `activity.x` among variables whose field there is not.
  ///
  /// What is not in `fields` may have any.
  static func unknownFields(
    _ variables: [PlacedName], _ fields: [String: [String]], in source: SourceFile,
    pattern: String? = nil
  ) -> [Diagnostic] {
    variables.compactMap { variable in
      guard let (root, known) = fields.first(where: { variable.field(of: $0.key) != nil }),
        let field = variable.field(of: root), !known.contains(field)
      else { return nil }
      let parts = ["/:\(field)", "?\(field)", "&\(field)", "/*"]
      let plain = parts.first { pattern?.contains($0) == true }
      let isInPayload = root == "activity" && fields["payload"]?.contains(field) == true
      return source.diagnostic(
        .noSuchVariable, at: variable.range, "the \(root) has no field `\(field)`",
        hint: plain.flatMap { part in
          let braced = part.hasPrefix("/") ? "/{\(field)}" : "\(part.prefix(1)){\(field)?}"
          return pattern.map {
            "a part that varies has braces: `\($0.replacing(part, with: braced))`"
          }
        }
          ?? (isInPayload
            ? "did you mean `${payload.\(field)}`?" : SourceFile.choice(for: field, among: known)))
    }
  }
}
