internal import SceneLifecycle
internal import SceneState

/// A step that was to write a value, or to move a window, and was skipped.
struct SkippedStep: Sendable {
  let verb: String
  /// What it was to write; of one that moves a window what stands after its verb.
  let value: Node
  let line: Int
  let file: String
  /// The number of the step before it.
  let after: Int
  /// The window in which the app would have taken it, in the course of that step.
  let window: String?
  let reason: String

  /// What stands between a step and the reason in a sentence.
  static let was = " was skipped: "

  /// What was to be changed; of what each window has its own also where, if the app was to do it.
  struct Subject: Hashable {
    let name: String
    var window: String?
  }
}

extension StepContext {
  /// Forgets that a step was skipped, since it runs now.
  func unskip(_ step: ParsedStep) {
    if skipped.isEmpty { return }
    for subject in Self.subjects(of: step).map({ of(subject: $0.name) }) {
      skipped[subject]?.removeAll { known in
        known.line == step.verb.range.start.line && known.file == step.source.path
      }
    }
  }

  /// What it changes: the keys it writes, or by its verb the phase of a window.
  static func subjects(of step: ParsedStep) -> [(name: String, value: Node)] {
    switch step.kind.name {
    case SetStep.name, AppendStep.name, PrependStep.name, RemoveStep.name:
      (step.argument?.map ?? []).map { ($0.key.name, $0.value) }
    case ClearStep.name:
      (step.argument?.list ?? []).compactMap { node in node.text.map { ($0, node) } }
    case let verb where goals[verb] != nil:
      step.argument.map { [(goals[verb] ?? verb, $0)] } ?? []
    case PushStep.name, PopStep.name:
      [(StorageKey.path, step.argument ?? Node(.null, range: step.verb.range))]
    case ChangeDataStep.name:
      (step.argument?.map ?? []).map { ("\(step.kind.name) \($0.key.name)", $0.value) }
    case "pick", "scroll":
      (step.argument?.map ?? []).map { ("\(step.kind.name) \($0.key.name)", $0.value) }
    case let verb where movers.values.joined().contains(verb):
      [(verb, step.argument ?? step.window ?? Node(.null, range: step.verb.range))]
    default: []
    }
  }

  /// What steps write that lead somewhere.
  private static let goals = [
    SelectStep.name: StorageKey.selectedTab, OpenTabStep.name: StorageKey.selectedTab,
    ShowStep.name: StorageKey.path, ShowPlaceStep.name: PlaceKind.shownKey,
  ]

  /// The steps that bring a window into a phase.
  private static let movers: [String: [String]] = [
    "active": ["activate", "foreground", "reconnect", "launch", "relaunch"],
    "inactive": ["resign"], "background": ["background"], "disconnected": ["disconnect"],
    "closed": ["close"], "opened": [OpenStep.name],
  ]

  /// The step that would have brought a window into a phase, or opened one, and was skipped after
  /// another one.
  func skippedMove(of window: String, to phase: String, after step: Int) -> SkippedStep? {
    lastSkipped(Self.movers[phase] ?? []) { skipped in
      let meant = skipped.value.isWindow ? skipped.value.text : skipped.window
      return skipped.after >= step && (phase == "opened" || meant.map { $0 == window } ?? true)
    }
  }

  /// The step that would have opened a window which never was there, and was skipped.
  func skippedOpening(of window: String) -> SkippedStep? {
    lastSkipped([OpenStep.name]) { skipped in
      let named = skipped.value.text ?? skipped.value["window"]?.text
      return named.map { $0 == window } ?? true
    }
  }

  /// The last step that was to change rows of a table, and was skipped.
  func skippedChange(ofTable table: String, after step: Int) -> SkippedStep? {
    lastSkipped(["\(ChangeDataStep.name) \(table)"]) { $0.after >= step }
  }

  private func lastSkipped(
    _ names: [String], _ isMeant: (SkippedStep) -> Bool
  ) -> SkippedStep? {
    skipped.filter { names.contains($0.key.name) }.values.joined().filter(isMeant)
      .max { ($0.after, $0.line, $0.window ?? "") < ($1.after, $1.line, $1.window ?? "") }
  }

  /// Notes which values a step would have written, and those below it.
  func skip(_ step: ParsedStep, after number: Int, because reason: String? = nil) {
    let reason = reason ?? "its `if` did not hold" + (unmet.map { ": \($0)" } ?? "")
    for inner in step.body { skip(inner, after: number, because: reason) }
    for subject in Self.subjects(of: step) {
      // What is not known yet stays as it is written.
      let value = (try? variables.replaced(in: subject.value, of: step.source)) ?? subject.value
      let skip = SkippedStep(
        verb: step.verb.name, value: value, line: step.verb.range.start.line,
        file: step.source.path, after: number, window: actingScene?.id.rawValue, reason: reason)
      skipped[of(subject: subject.name), default: []].append(skip)
      if let count = skipped[of(subject: subject.name)]?.count, count > Self.skippedLimit {
        skipped[of(subject: subject.name)]?.removeFirst()
      }
    }
  }

  /// Notes what the handler of a link would have done whose condition did not hold; an activity
  /// waits for its handler.
  func passOver(_ condition: Node, after number: Int) {
    let handler = declaration.handlers.first {
      $0.link != nil && $0.condition?.range == condition.range
    }
    let reason = "the `if` of its handler did not hold" + (unmet.map { ": \($0)" } ?? "")
    for step in handler?.steps ?? [] { skip(step, after: number, because: reason) }
  }

  /// As many of one key are kept: more explain nothing.
  private static let skippedLimit = 16

  private func of(subject name: String) -> SkippedStep.Subject {
    let isOfApp = declaration.key(name)?.isOfApp == true
    return SkippedStep.Subject(name: name, window: isOfApp ? nil : actingScene?.id.rawValue)
  }

  /// The last step that was to write a key, or to move a list, as it is seen from a window, was
  /// skipped, and is meant.
  func skippedWrite(
    of name: String, in window: String, _ isMeant: (SkippedStep) -> Bool = { _ in true }
  ) -> SkippedStep? {
    [nil, window].flatMap { skipped[SkippedStep.Subject(name: name, window: $0)] ?? [] }
      .filter(isMeant).max { $0.after < $1.after }
  }
}

extension StepContext {
  /// Whether a step that writes this makes of a value what was expected of it, which begins as
  /// `initial`; nil if that is not known.
  static func gives(
    _ verb: String, _ value: Node, _ mismatch: Mismatch, _ initial: ScenarioValue
  ) -> Bool? {
    if verb == ClearStep.name { return mismatch.isMet(by: initial) }
    if verb == PopStep.name { return nil }
    if verb == PushStep.name, !VariableText.isIn(value) {
      return value.text == mismatch.node.list?.last?.text
    }
    if verb == RemoveStep.name { return mismatch.missing.isEmpty ? nil : false }
    let isOfList = if case .list = initial { true } else { false }
    let adds =
      [AppendStep.name, PrependStep.name].contains(verb) && (isOfList || value.map == nil)
    if adds, mismatch.missing.isEmpty {
      // Another one of those that are there may have been expected.
      guard let wanted = mismatch.node.list, case .list(let there)? = mismatch.actual else {
        return nil
      }
      return wanted.count > there.count ? nil : false
    }
    if VariableText.isIn(value) { return nil }
    guard adds else { return mismatch.isMet(by: ScenarioValue(value.content)) }
    let added = (value.list ?? [value]).map { ScenarioValue($0.content) }
    return mismatch.missing.contains { Mismatch.has(added, $0) }
  }
}

extension Node {
  fileprivate var isWindow: Bool { text.map(Names.isWindow) == true }
}
