internal import SceneLifecycle
import SceneSimulator
internal import SceneState

/// Why a step or a case failed: the message, with where the run was and how to get there again.
extension ScenarioRunner {
  func described(
    _ error: StepError, _ step: ParsedStep, _ context: StepContext
  ) -> (String, Diagnostic) {
    switch error {
    case .mistake(var diagnostic):
      diagnostic.hint = kept(diagnostic, context) ?? diagnostic.hint
      if context.course.innerStep != nil { diagnostic.notes.append(played(by: step)) }
      return (diagnostic.code.rawValue, diagnostic)
    case .refused(let failure, let range):
      // A value that is blamed stands in the step of the app.
      let inner = range == nil ? nil : context.course.innerStep
      let (outer, step) = (step, inner ?? step)
      var diagnostic = step.source.diagnostic(
        failure.code, at: range ?? step.verb.range, "`\(step.verb.name)`: \(failure.message)")
      diagnostic.hint =
        closedTab(failure.code, at: range, step, context)
        ?? goneRow(failure.code, at: range, step, context) ?? ended(failure, context)
        ?? leftElsewhere(failure, context)
        ?? failure.hint
        ?? hint(failure.code, at: range, step, context)
      diagnostic.cameFrom = taken(failure, context)
      if inner != nil { diagnostic.notes.append(played(by: outer)) }
      return (failure.code.rawValue, diagnostic)
    }
  }

  /// Which step let another process take a window over.
  private func taken(_ failure: StepFailure, _ context: StepContext) -> String? {
    guard failure.code == .sessionInUse else { return nil }
    let windows = context.fates.takenWindows(on: context.simulation.name)
    let meant = windows.first { failure.message.contains(" \($0) ") } ?? windows.last
    return meant.flatMap { BlameFinder(context).takeover(of: $0)?.text }
  }

  /// Which `get` keeps a variable that is not there, or has no such part.
  private func kept(_ mistake: Diagnostic, _ context: StepContext) -> String? {
    guard mistake.code == .noSuchVariable,
      let path = mistake.message.split(separator: "`").dropFirst().first,
      case let name = path.prefix(while: { $0 != "." }),
      let get = (scenario.allSteps + context.declaration.ownSteps).andInner.first(where: { step in
        step.kind is GetStep.Type
          && step.argument?.map?.contains { $0.value.text == String(name) } == true
      })
    else { return nil }
    let finder = BlameFinder(context)
    let line = finder.line(get.verb.range.start.line, get.source.path)
    if context.memory.variables.contains(where: { $0.name == name }) {
      return "`get` in \(line) keeps `\(name)`, which has no `\(path.dropFirst(name.count + 1))`"
    }
    let since = context.fates.last(["rewind"]).map { " since \(finder.named($0))" } ?? " yet"
    return "`get` in \(line) keeps it, and has not run\(since)"
  }

  /// Which step of the scenario made the app take one of its own.
  private func played(by step: ParsedStep) -> String {
    let place = step.source.path == source.path ? "" : " of \(step.source.path)"
    return
      "`\(step.verb.name)` in line \(step.verb.range.start.line)\(place) (step \(executed)) led to it"
  }

  /// Which step ended the app that is not running.
  private func ended(_ failure: StepFailure, _ context: StepContext) -> String? {
    guard failure.code == .appNotRunning, let hint = failure.hint else { return nil }
    let (end, finder) = (context.fates.lastEnd(), BlameFinder(context))
    if let closed = finder.lastWindowQuit {
      return "\(hint): \(finder.named(closed)) closed the last window, and `last-window: quits`"
    }
    return end.map { "\(hint): \(finder.named($0)) ended the app" }
  }

  /// Which step left an app on another device than the one that is in front still.
  private func leftElsewhere(_ failure: StepFailure, _ context: StepContext) -> String? {
    guard failure.code == .appInForeground, let left = context.fates.last(["background"]),
      !left.device.isEmpty, left.device != context.simulation.name
    else { return nil }
    return "\(BlameFinder(context).named(left)) was on \(left.device): "
      + "`on: \(context.simulation.name)` beside it"
  }

  /// Where a tab is that its user has opened, and that is not open in the window.
  private func closedTab(
    _ code: ProblemCode, at range: SourceRange?, _ step: ParsedStep, _ context: StepContext
  ) -> String? {
    let asked = context.windowOfStep?.name ?? context.simulation.front?.name
    if code == .noSuchTab, step.verb.name == UndoCloseTabStep.name,
      let hint = OtherPlaces(context).closedTab(step.argument?.text, asked: asked)
    {
      return hint
    }
    if code == .noSuchTab, step.verb.name == UndoCloseTabStep.name,
      context.declaration.keepsTombstones, let closed = context.fates.last(["close-tab"]),
      let end = context.fates.lastEnd(after: closed.step)
    {
      let finder = BlameFinder(context)
      return "\(finder.named(end)) ended the process, and what \(finder.named(closed)) had closed "
        + "went with it: `undo-close-tab` before that; \(StepFailure.ownListOfTabs)"
    }
    guard code == .noSuchTab, context.declaration.tabSource != nil, let range,
      let name = step.argument?["tab"]?.text ?? step.argument?.text,
      step.source.text(in: range).contains(name), step.verb.name != "open-tab",
      // What a variable stands for its step has told.
      !VariableText.isIn(name)
    else { return nil }
    let open = asked.flatMap { context.shown(in: $0) }?.tabs ?? []
    // What is refused of a tab that is there has another reason.
    if open.contains(name), step.verb.name != UndoCloseTabStep.name { return nil }
    if let hint = OtherPlaces(context).window(withTab: name, asked: asked) { return hint }
    let scene = asked.flatMap { context.simulation.scene($0)?.delegate as? ScenarioScene }
    if scene?.place(withTab: name) != nil { return nil }
    // Why it is not kept any more, its window knows.
    if step.verb.name == UndoCloseTabStep.name { return nil }
    // Another number is another tab, and no slip of the pen.
    let others = open.filter { tab in
      tab.filter { !$0.isNumber } != name.filter { !$0.isNumber }
    }
    if !NearestName.suggestions(for: name, among: others).isEmpty {
      return SourceFile.choice(for: name, among: others)
    }
    let wasOpen = context.fates.last(["close-tab"]).map {
      "; \(BlameFinder(context).named($0)) closed the last one that went"
    }
    return context.declaration.keepsTombstones && wasOpen != nil
      ? "`undo-close-tab: \(name)` brings it back with its values, `open-tab` opens it anew\(wasOpen ?? "")"
      : "`open-tab: \(name)` opens it\(wasOpen ?? "")"
  }

  /// Which step removed a row that is not there any more.
  private func goneRow(
    _ code: ProblemCode, at range: SourceRange?, _ step: ParsedStep, _ context: StepContext
  ) -> String? {
    guard code == .noSuchRow, let range else { return nil }
    let name = step.source.text(in: range).filter { $0 != "\"" && $0 != "'" }
    return context.fates.last(.removed, about: .row(name)).map {
      "\(BlameFinder(context).named($0)) removed it"
    }
  }

  /// The nearest names, or what usually helps with a code.
  private func hint(
    _ code: ProblemCode, at range: SourceRange?, _ step: ParsedStep, _ context: StepContext
  ) -> String? {
    let known: [String]
    switch code {
    case .noSuchWindow: known = context.allDevices.flatMap(\.windowNames)
    case .noSuchScene: known = context.declaration.scenes.map(\.name)
    case .noSuchPlace, .notOurScheme:
      let link = range.map { step.source.text(in: $0).filter { $0 != "\"" && $0 != "'" } } ?? ""
      return context.declaration.sleepingHandler(of: link)
        ?? context.declaration.nearLink(link)
        ?? code.explanation?.hint
    default: return code.explanation?.hint
    }
    let name = range.map { step.source.text(in: $0) } ?? ""
    if code == .noSuchWindow, let (mark, rule) = context.gone(name) {
      return BlameFinder(context).going(name, by: mark, rule)
    }
    if code == .noSuchWindow, let skipped = context.skippedOpening(of: name) {
      return BlameFinder(context).sentence(of: skipped)
    }
    if code == .noSuchWindow,
      let hint = context.hint(forWindowElsewhere: name) ?? BlameFinder(context).openedNone?.text
    {
      return hint
    }
    // All windows are named in the message; the hint is for a slip of the pen.
    let isNear = !NearestName.suggestions(for: name, among: known).isEmpty
    return isNear || code != .noSuchWindow ? SourceFile.choice(for: name, among: known) : nil
  }

  func didNotFail(_ step: ParsedStep, _ fails: Node, _ context: StepContext) -> Diagnostic {
    var diagnostic = step.source.diagnostic(
      .notAsExpected, at: fails.range,
      "`\(step.verb.name)` went through, but was to fail with `\(fails.text ?? "")`")
    diagnostic.comparison = Comparison(
      lookedAt: "fails", expected: Self.code(fails.text ?? ""),
      actual: Comparison.Value(text: "nothing", kind: "the step went through", json: nil))
    if step.kind is QuitStep.Type, let condition = context.declaration.refusesQuit {
      let line = BlameFinder(context).line(of: condition.range)
      diagnostic.hint = "the condition of `\(Quitting.refusal)` (\(line)) held in no window"
    }
    return diagnostic
  }

  private static func code(_ code: String) -> Comparison.Value {
    let json = ScenarioValue.quoted(code)
    return Comparison.Value(text: json, kind: "code", json: json)
  }

  func wrongCode(
    _ code: String, _ step: ParsedStep, _ fails: Node, _ found: Diagnostic
  ) -> Diagnostic {
    var diagnostic = step.source.diagnostic(
      .notAsExpected, at: fails.range,
      "expected `\(fails.text ?? "")`, but the step failed with `\(code)`")
    diagnostic.notes = [found.message]
    if let name = fails.text, ProblemCode(rawValue: name).explanation == nil {
      let known = ProblemExplanation.all.map(\.code.rawValue)
      let isNear = !NearestName.suggestions(for: name, among: known).isEmpty
      diagnostic.hint =
        isNear ? SourceFile.choice(for: name, among: known) : "`scenesim explain` lists all codes"
    }
    diagnostic.comparison = Comparison(
      lookedAt: "fails", expected: Self.code(fails.text ?? ""), actual: Self.code(code))
    return diagnostic
  }

  func stop(_ diagnostic: Diagnostic, _ step: ParsedStep) throws(Stop) {
    guard step.isSoft else { throw .failed(diagnostic) }
    var told = diagnostic
    // What is told once is known, and a slip of the pen is no refusal that was to be.
    if step.kind.isTraced, step.fails == nil, diagnostics.isEmpty,
      diagnostic.hint?.hasPrefix("did you mean") != true,
      ![.noSuchKey, .unknownKey].contains(diagnostic.code)
    {
      told.notes.append(
        "`soft` lets the case go on, which fails all the same: "
          + "`fails: \(diagnostic.code.rawValue)` says that the step is to be refused")
    }
    keep(told)
  }

  /// Keeps a message, and below it what else its step has found.
  func keep(_ diagnostic: Diagnostic) {
    var first = diagnostic
    first.others = []
    let new = ([first] + diagnostic.others).filter { !isToldAlready($0) }
    diagnostics += new
    keptBytes += new.reduce(0) { $0 + $1.byteCount }
  }

  /// Whether a window is missing because of a skipped step of which another message tells.
  private func isToldAlready(_ new: Diagnostic) -> Bool {
    new.code == .noSuchWindow && new.hint?.contains(SkippedStep.was) == true
      && diagnostics.contains { $0.code == new.code && $0.hint == new.hint }
  }

  /// Adds to a failed step where the run was; to a failed check also how to get there again.
  func located(_ diagnostic: Diagnostic, _ step: ParsedStep) -> Diagnostic {
    var result = diagnostic.shown(in: step.source)
    result.step = result.step ?? executed
    // What several lack for one reason is advised once.
    var hints: Set = [result.hint]
    result.others = result.others.map { other in
      var other = other.brief
      other.step = other.step ?? executed
      if !hints.insert(other.hint).inserted { other.hint = nil }
      return other
    }
    // A name that does not exist has no other reason.
    let isName = ["no-such", "not-our"].contains(where: result.code.rawValue.hasPrefix)
    if !isName { result.notes += follows(step, diagnostic) }
    if result.code == .noRoute { result.next = routes }
    let isAtItsPlace = loops.isEmpty && step.source.path == source.path
    let isCompared = diagnostic.comparison?.isShown == true
    guard isCompared || order != nil || !isAtItsPlace else { return result }
    result.context = place()
    if let order, result.hint == nil {
      result.hint = "`order: \(order)` in `parallel` plays only this order"
    }
    result.next = result.next ?? next()
    return result
  }

  /// A step that was refused and passed over may be why a later one fails.
  ///
  /// What a later `set` wrote is as it would be without a refused one.
  private func follows(_ step: ParsedStep, _ diagnostic: Diagnostic) -> [String] {
    let writer = diagnostic.comparison?.writtenBy
    let overwritten = writer?.verb == "set" ? writer?.step : nil
    guard
      let refused = played.first(where: { played in
        played.outcome == .failed && !played.isCheck
          && !(played.verb == "set" && played.number < overwritten ?? 0)
      }),
      refused.number < executed
    else { return [] }
    let place = refused.file == step.source.path ? "" : " of \(refused.file)"
    return [
      "after that: step \(refused.number), line \(refused.line)\(place), `\(refused.verb)`, "
        + "was refused and is taken back"
    ]
  }

  /// The command that tells how each window and scene was asked.
  private var routes: String? {
    guard source.path != "-", source.path != SourceFile.typed else { return nil }
    let picked = selected.title == nil ? "" : " --case \(selected.number)"
    return "scenesim explain route \(ShellText.word(source.path))\(picked)"
  }

  /// `case "one key per scene"   step 9 of 26 · group "Other books"   book = raven`.
  private func place() -> String {
    var parts: [String] = []
    if let title = selected.title { parts.append("case \(ScenarioValue.quoted(title))") }
    var place = "step \(executed)" + (total.map { " of \($0)" } ?? "")
    for title in titles { place += " · group \(ScenarioValue.quoted(title))" }
    parts.append(place)
    if let order { parts.append("order: \(order)") }
    if !loops.isEmpty { parts.append(rounds) }
    return parts.joined(separator: "   ")
  }

  /// The variables of the rounds around the step: `book = raven`.
  var rounds: String {
    loops.map { name, value in
      let text = value.text ?? FailureReport.text(value)
      return "\(name) = \(CutValues.beginning(of: text, limit: 60))"
    }.joined(separator: "   ")
  }

  /// What a step that goes through leaves for later messages.
  func mark(of step: ParsedStep, _ window: String?, _ context: StepContext) -> StepMark {
    let named = step.argument?.text.flatMap { Names.isWindow($0) ? $0 : nil }
    let word =
      ActStep.action(in: step.argument).flatMap { word in
        // What cannot be filled in was told as the step was taken.
        try? context.variables.replaced(
          in: Node(.text(word.name), range: word.range), of: step.source
        ).text
      } ?? step.argument.flatMap(ScenarioWorld.text)
    return StepMark(
      step: executed, range: step.verb.range, file: step.source.path, verb: step.verb.name,
      word: word,
      version: context.declaration.version, window: context.windowOfStep?.name ?? named ?? window,
      device: context.allDevices.count > 1 ? context.device : "", rounds: rounds,
      fault: step.kind is FaultStep.Type ? FaultStep.kind(of: step.argument) : nil,
      quits: context.course.quits)
  }

  /// The same for a step of the app.
  func innerMark(of step: ParsedStep, _ extra: [(String, Node)]) -> InnerMark {
    let activity = extra.first { $0.0 == "activity" }?.1["type"]?.text
    return InnerMark(
      line: step.verb.range.start.line, file: step.source.path, verb: step.verb.name,
      activity: activity)
  }

  /// The command that runs as far as this step and shows everything that happened; nil if the
  /// scenario came through standard input and is gone.
  private func next() -> String? {
    command.map { "\($0) --until \(executed) --report out.html" }
  }

  /// The command that runs this case; nil if its text is gone.
  var command: String? {
    guard source.path != "-" else { return nil }
    let picked = selected.title == nil ? "" : " --case \(selected.number)"
    return "scenesim run \(ShellText.word(source.path))\(picked)"
  }

  /// The steps after the one that failed: nothing is known of them.
  func rest() -> String? {
    guard let total else { return "the steps after step \(executed) are not run" }
    switch total - executed {
    case ...0: return nil
    case 1: return "step \(total) is not run"
    default: return "steps \(executed + 1) to \(total) are not run"
    }
  }

  func checkLastProblems(_ context: StepContext) throws(Stop) {
    let unseen = context.log.problems.dropFirst(context.problemMark)
    guard let first = unseen.first else { return }
    let end = SourceRange(at: .start)
    var diagnostic = ProblemMessage(context).diagnostic(first, at: end)
    diagnostic.step = first.step
    throw .failed(diagnostic)
  }
}

/// Words of a command line as they can be pasted into a shell.
package enum ShellText {
  /// The word itself, or in quotes if the shell would take it apart.
  package static func word(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./,:@%+=".unicodeScalars.contains(scalar)
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
