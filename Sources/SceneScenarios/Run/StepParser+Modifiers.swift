// What stands beside the verb of a step.
extension StepParser {
  mutating func checkModifiers(_ step: ParsedStep, _ entries: [Entry]) {
    for entry in entries {
      let name = entry.key.name
      let doesNotFit =
        switch name {
        case "do": !step.needsBody
        case "with": !(step.kind is IncludeStep.Type)
        case "in": step.isFlow && !(step.kind is GroupStep.Type)
        case "on":
          step.isFlow && !(step.kind is GroupStep.Type || step.kind is any StandingStep.Type)
        case "soft": step.isFlow
        case "at": !(step.kind is any PlacedStep.Type)
        case "fails": step.isFlow || step.kind is ExpectStep.Type
        default: false
        }
      if doesNotFit {
        mistakes.append(
          Diagnostic(
            .contradiction, file: source.path, range: entry.key.range,
            "`\(name)` does not go with `\(step.verb.name)`"))
      }
      _ = mistakes.collect { () throws(Diagnostic) in
        if VariableText.isIn(entry.value) { return }
        switch name {
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
}
