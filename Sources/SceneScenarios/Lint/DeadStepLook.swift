/// Finds steps that never have their turn, whatever the app does.
///
/// What only the run can tell, the run does: `StepTurns`. A step may be switched off, by `if: false`
/// or by a variable, and is told if it is a check; steps of a file that several scenarios include are
/// told nowhere.
struct DeadStepLook {
  /// Why a step never has its turn.
  enum Reason {
    /// Its condition is false, or its loop has no round.
    case sentence(String)
    /// Its condition compares a variable with what that never is.
    case never(asked: Entry, values: [Node], isSwitch: Bool)
  }

  private let source: SourceFile
  private let values: PossibleValues
  private var found: [Diagnostic] = []

  static func warnings(in scenario: LoadedScenario) -> [Diagnostic] {
    var look = DeadStepLook(scenario)
    look.walk(scenario.allSteps)
    return look.found
  }

  init(_ scenario: LoadedScenario) {
    source = scenario.source
    values = PossibleValues(scenario)
  }

  private mutating func walk(_ steps: [ParsedStep]) {
    for step in steps {
      if let reason = reason(for: step) {
        tell(step, reason)
      } else if step.needsBody, step.body.isEmpty {
        found.append(
          step.source.warning(
            .vacuous, at: step.verb.range, "no step stands under `do`: nothing happens here",
            hint: "a step stands behind a dash: `- expect: …`"))
      } else if !(step.kind is any StandingStep.Type) {
        walk(step.body)
      }
    }
  }

  private mutating func tell(_ step: ParsedStep, _ reason: Reason) {
    let check = firstCheck(in: [step])
    if case .never(let asked, let values, false) = reason, step.source.path == source.path {
      let line = check.map(\.verb.range.start.line)
      let others =
        line.map { "this `expect` is never looked at\(at($0, from: asked.value.range))" }
        ?? "this `\(step.verb.name)` never has its turn"
      found.append(
        source.warning(
          at: asked.value.range, "\(text(asked, values)): \(others)", hint: hint(reason)))
      return
    }
    guard let check else { return }
    let place = at(step.verb.range.start.line, from: check.verb.range)
    found.append(
      check.source.warning(
        .vacuous, at: check.verb.range,
        "this `expect` is never looked at: \(text(reason))\(place)"))
  }

  /// The line of something, unless it is said there.
  private func at(_ line: Int, from range: SourceRange) -> String {
    range.start.line == line ? "" : " (line \(line))"
  }

  /// The first check in some steps, in the file itself.
  func firstCheck(in steps: [ParsedStep]) -> ParsedStep? {
    for step in steps {
      if step.kind is ExpectStep.Type, step.source.path == source.path { return step }
      if let inner = firstCheck(in: step.body) { return inner }
    }
    return nil
  }

  /// Why a step never runs; nil if it may.
  func reason(for step: ParsedStep) -> Reason? {
    if step.condition?.bool == false { return .sentence("its `if` is false") }
    if let (asked, values) = values.neverFits(step.condition) {
      return .never(asked: asked, values: values, isSwitch: isSwitch(asked, values))
    }
    if step.kind is RepeatStep.Type, step.argument?.int == 0 {
      return .sentence("it is repeated 0 times")
    }
    if step.kind is ForEachStep.Type, step.argument?.map?.first?.value.list?.isEmpty == true {
      return .sentence("the list of its `for-each` is empty")
    }
    return nil
  }

  /// Whether somebody may have switched the step off: what is asked of `vars` is no slip of the pen.
  private func isSwitch(_ asked: Entry, _ values: [Node]) -> Bool {
    guard self.values.isConstant(asked.key.name) else { return false }
    let near = asked.value.text.flatMap {
      SourceFile.nearest(to: $0, among: values.compactMap(\.text))
    }
    return near == nil
  }

  /// The reason in words, to stand behind a colon.
  func text(_ reason: Reason) -> String {
    switch reason {
    case .sentence(let sentence): sentence
    case .never(let asked, let values, _): text(asked, values)
    }
  }

  private func text(_ asked: Entry, _ values: [Node]) -> String {
    let texts = values.map { source.text(in: $0.range) }
    let words = texts.enumerated().filter { !texts[..<$0.offset].contains($0.element) }
      .map { "`\($0.element)`" }
    let shown = words.prefix(4).joined(separator: words.count > 2 ? ", " : " or ")
    let never = source.text(in: asked.value.range)
    return words.count == 1
      ? "`\(asked.key.name)` is always \(shown), and never `\(never)`"
      : "`\(asked.key.name)` is \(shown)\(words.count > 4 ? " …" : ""), and never `\(never)`"
  }

  /// The value that was meant, if one is near.
  func hint(_ reason: Reason) -> String? {
    guard case .never(let asked, let values, _) = reason, let word = asked.value.text else {
      return nil
    }
    let words = Set(values.compactMap(\.text)).sorted()
    // `number` is `row-number` with a word left out.
    let longer = words.filter { $0.split(separator: "-").contains(word[...]) }
    return SourceFile.nearest(to: word, among: words)
      ?? (longer.count == 1 ? "did you mean `\(longer[0])`?" : nil)
  }
}
