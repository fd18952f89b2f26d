internal import SceneSimulator

// What stands beside the verb of a step.
extension StepParser {
  /// Steps that come from outside to a window that routing or they themselves choose, and what names
  /// that window.
  static let ofNoWindow = [
    LinkStep.name: "routing chooses the window of a link; `open-url` opens it inside that of `in`",
    ContinueStep.name: "`to` inside `continue` names the window it goes to",
    HandoffStep.name: "what the front window of `from` offers is handed over",
    DragStep.name: "`from` inside `drag` names the window it is dragged out of, `drop` where to",
    ExpectStep.name: "a window is named inside: `expect: { A: { … } }`",
  ]

  /// Steps of the app, of a device or of a run as a whole.
  private static let ofAll: Set = [
    LaunchStep.name, StopStep.name, KillStep.name, CrashStep.name, ForceQuitStep.name,
    QuitStep.name, RebootStep.name, MemoryPressureStep.name, UpdateStep.name, OpenStep.name,
    ArrangeStep.name, PlugStep.name, UnplugStep.name, BringStep.name, CutStep.name, HealStep.name,
    ChangeDataStep.name, WaitStep.name, ClockStep.name, SavePointStep.name, RewindStep.name,
    MarkEventsStep.name, NoteStep.name, DropStep.name,
  ]

  /// Whether `in` would say nothing, or something else than the step itself.
  private static func ignores(_ window: Node, _ step: ParsedStep) -> Bool {
    // A condition looks into that window.
    if step.condition != nil { return false }
    // A tab is dragged out of the window in which the step acts.
    if step.kind is DragStep.Type, let dragged = step.argument, dragged["tab"] != nil {
      return dragged["from"] != nil
    }
    let verb = step.verb.name
    let named = step.argument?.text ?? step.argument?["to"]?.text
    if let named, named == window.text || VariableText.isIn(named) { return false }
    // Some name their window as their value, or take it from `in`.
    let isOfOne = step.kind is any NamedWindowStep.Type || step.kind is RefreshStep.Type
    return ofNoWindow[verb] != nil || ofAll.contains(verb) || isOfOne && named != nil
  }

  private static func windowHint(for step: ParsedStep) -> String? {
    let verb = step.verb.name
    if let hint = ofNoWindow[verb] { return hint }
    if step.isFlow {
      return "`{ in: A, group: a title, do: [{ \(verb): … }] }` around it says the window"
    }
    if ofAll.contains(verb) { return "`\(verb)` is not of one window: leave `in` out" }
    return step.argument?.text.map { "`\(verb)` names \($0) already: leave one of them out" }
  }

  /// What is meant by a modifier that its step does not have.
  private static func hint(for name: String, beside step: ParsedStep) -> String? {
    switch name {
    case "in": windowHint(for: step)
    case "on" where step.kind is UpdateStep.Type:
      "all devices get the update: leave `on` out; what an older version would write on one of them is "
        + "`{ on: …, fault: { write: { … } } }`"
    case "at":
      "`at` is a place of values; `get: { KEY: x }` with `at` before it makes `${x}` of one"
    case "do":
      "`\(step.verb.name)` holds no steps: what follows it stands behind dashes of its own, in the "
        + "column of this one; `group: a title` holds steps together"
    default: nil
    }
  }

  mutating func checkModifiers(_ step: ParsedStep, _ entries: [Entry]) {
    for entry in entries {
      let name = entry.key.name
      let doesNotFit =
        switch name {
        case "do": !step.needsBody
        case "with": !(step.kind is IncludeStep.Type)
        case "in":
          step.isFlow && !(step.kind is GroupStep.Type) || Self.ignores(entry.value, step)
        case "on":
          step.kind is UpdateStep.Type
            || step.isFlow && !(step.kind is GroupStep.Type || step.kind is any StandingStep.Type)
        case "soft": step.isFlow
        case "at": !(step.kind is any PlacedStep.Type)
        case "fails": step.isFlow || step.kind is ExpectStep.Type
        default: false
        }
      if doesNotFit {
        mistakes.add(
          in: source, .contradiction, at: entry.key.range,
          "`\(name)` does not go with `\(step.verb.name)`", hint: Self.hint(for: name, beside: step)
        )
      }
      _ = mistakes.collect { () throws(Diagnostic) in
        if VariableText.isIn(entry.value) { return }
        switch name {
        // Which windows an app means is looked at with its steps.
        case "in" where isInside: break
        case "in": _ = try Names.window(entry.value, in: source)
        case "on", "at", "label", "fails": _ = try source.text(entry.value, for: "`\(name)`")
        case "soft": _ = try source.bool(entry.value, for: "`soft`")
        case "with": _ = try source.map(entry.value, for: "`with`")
        case "if" where entry.value.map == nil: _ = try source.bool(entry.value, for: "`if`")
        default: break
        }
      }
    }
    let isNearDo = entries.contains {
      $0.key.name == "do" || NearestName.suggestions(for: $0.key.name, among: ["do"]) == ["do"]
    }
    if step.needsBody, !isNearDo {
      mistakes.append(source.missingKey("do", of: "`\(step.verb.name)`", at: step.verb.range))
    }
  }

  /// A mistake with what the verb is given, which took in what stands beside the verb.
  func besideVerb(_ mistake: Diagnostic, _ input: StepInput) -> Diagnostic {
    guard mistake.code == .wrongKind, mistake.hint == nil, let entries = input.argument?.map,
      mistake.range == input.argument?.range
    else { return mistake }
    let beside = entries.filter { Self.modifiers.contains($0.key.name) }
    let rest = entries.filter { !Self.modifiers.contains($0.key.name) }
    guard !beside.isEmpty, rest.count == 1 else { return mistake }
    func text(_ node: Node) -> String { source.text(in: node.range) }
    let keys = beside.map { "\($0.key.name): \(text($0.value))" }.joined(separator: ", ")
    var told = mistake
    told.hint =
      "\(beside.map { "`\($0.key.name)`" }.joined(separator: " and ")) "
      + (beside.count == 1 ? "stands" : "stand")
      + " beside the verb: `{ \(keys), \(input.verb.name): \(text(rest[0].value)) }`"
    return told
  }
}
