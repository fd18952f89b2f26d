/// A step that was to write a value and was skipped.
struct SkippedStep: Sendable {
  let verb: String
  let value: Node
  let line: Int
  let file: String
  /// The number of the step before it.
  let after: Int
  /// Whether the app would have taken it, in the course of that step.
  let isInside: Bool
  let reason: String
}

extension StepContext {
  /// Forgets that a step was skipped, since it runs now.
  func unskip(_ step: ParsedStep) {
    guard step.condition != nil, Self.writes(step) else { return }
    for entry in step.argument?.map ?? [] {
      let known = skipped[entry.key.name]
      guard known?.line == step.verb.range.start.line, known?.file == step.source.path else {
        continue
      }
      skipped[entry.key.name] = nil
    }
  }

  private static func writes(_ step: ParsedStep) -> Bool {
    [SetStep.name, AppendStep.name, PrependStep.name].contains(step.kind.name)
  }

  /// Notes which values a step would have written, and those below it.
  func skip(_ step: ParsedStep, after number: Int, because reason: String? = nil) {
    let reason = reason ?? "its `if` did not hold" + (unmet.map { ": \($0)" } ?? "")
    for inner in step.body { skip(inner, after: number, because: reason) }
    guard Self.writes(step) else { return }
    for entry in step.argument?.map ?? [] {
      skipped[entry.key.name] = SkippedStep(
        verb: step.verb.name, value: entry.value, line: step.verb.range.start.line,
        file: step.source.path, after: number, isInside: actingScene != nil, reason: reason)
    }
  }
}
