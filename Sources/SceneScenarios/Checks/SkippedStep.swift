/// A step that was to write a value, or to move a window, and was skipped.
struct SkippedStep: Sendable {
  let verb: String
  /// What it was to write; of one that moves a window what stands after its verb.
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
    guard step.condition != nil else { return }
    for subject in Self.subjects(of: step).map(\.name) {
      let known = skipped[subject]
      guard known?.line == step.verb.range.start.line, known?.file == step.source.path else {
        continue
      }
      skipped[subject] = nil
    }
  }

  /// What it changes: the keys it writes, or by its verb the phase of a window.
  private static func subjects(of step: ParsedStep) -> [(name: String, value: Node)] {
    switch step.kind.name {
    case SetStep.name, AppendStep.name, PrependStep.name:
      (step.argument?.map ?? []).map { ($0.key.name, $0.value) }
    case "pick", "scroll":
      (step.argument?.map ?? []).map { ("\(step.kind.name) \($0.key.name)", $0.value) }
    case let verb where movers.values.joined().contains(verb):
      [(verb, step.argument ?? step.window ?? Node(.null, range: step.verb.range))]
    default: []
    }
  }

  /// The steps that bring a window into a phase.
  private static let movers: [String: [String]] = [
    "active": ["activate", "foreground", "reconnect", "launch", "relaunch"],
    "inactive": ["resign"], "background": ["background"], "disconnected": ["disconnect"],
    "closed": ["close"],
  ]

  /// The step that would have brought a window into a phase, and was skipped after another one.
  func skippedMove(of window: String, to phase: String, after step: Int) -> SkippedStep? {
    (Self.movers[phase] ?? []).compactMap { skipped[$0] }
      .filter { $0.after >= step && (!$0.value.isWindow || $0.value.text == window) }
      .max { $0.after < $1.after }
  }

  /// Notes which values a step would have written, and those below it.
  func skip(_ step: ParsedStep, after number: Int, because reason: String? = nil) {
    let reason = reason ?? "its `if` did not hold" + (unmet.map { ": \($0)" } ?? "")
    for inner in step.body { skip(inner, after: number, because: reason) }
    for subject in Self.subjects(of: step) {
      skipped[subject.name] = SkippedStep(
        verb: step.verb.name, value: subject.value, line: step.verb.range.start.line,
        file: step.source.path, after: number, isInside: actingScene != nil, reason: reason)
    }
  }
}

extension Node {
  /// Whether it names a window.
  fileprivate var isWindow: Bool { text.map(Names.isWindow) == true }
}
