import SceneLifecycle
import SceneSimulator

/// Says in sentences what happened in a run; steps are named in one way in all of them.
protocol Explainer { var context: StepContext { get } }

extension Explainer {
  /// Which step was skipped, and why.
  func sentence(of step: SkippedStep) -> String {
    let outer = step.window != nil ? fates.mark(step.after) : nil
    return "\(named(step.verb, step.line, step.file, from: outer))\(SkippedStep.was)\(step.reason)"
  }

  /// What would have left something from outside to another window: one of another kind took it, and
  /// says nothing of what it takes.
  func ruleForOthers(than wanted: String, taker: String, _ mark: StepMark) -> String? {
    guard StepParser.ofNoWindow[mark.verb] != nil, mark.verb != "drag",
      app.external == .matchingWindowFirst, let kind = context.kind(of: taker),
      let own = context.kind(of: wanted), own.name != kind.name, kind.conditions.isEmpty,
      !own.isForExternalDisplay, !kind.isForExternalDisplay,
      fates.last(["conditions"]) == nil
    else { return nil }
    return
      "one of `\(kind.name)` takes all that comes while it is in front: `scenes: { \(kind.name): { "
      + "can: [] } }` leaves it to those of `\(own.name)`"
  }

  var fates: FateList { context.fates }
  /// The app that runs now.
  var app: AppDeclaration { context.declaration }
  var simulation: Simulation { context.simulation }
  var device: String { simulation.name }

  func text(_ origin: Origin, tab: String? = nil) -> String {
    var text: String
    switch origin.way {
    case .handler(let inner):
      text = "step \(origin.mark.step), \(line(inner.line, inner.file)), "
      text += "\(named(inner, in: origin.mark)) "
      text += "(\(origin.mark.verb == "launch" ? "launched" : "from `\(origin.mark.verb)`")"
      text += " in \(line(origin.mark)))"
    case .itself: text = self.text(origin.mark)
    case .link: text = "\(self.text(origin.mark)) (the link)"
    case .activity: text = "\(self.text(origin.mark)) (came with the activity)"
    case .migration(let older):
      text = "\(self.text(origin.mark)) (a migration"
      text += older.map { " of what step \($0.step) wrote in \(line($0))" } ?? ""
      return text + (older.flatMap(rule).map { "; \($0))" } ?? ")")
    }
    if origin.mark.fault != nil { return text + " (another process)" }
    return text + (tab.map { " in tab \($0)" } ?? "")
  }

  /// What the migrations say of the field that differs, of a value that an older version wrote.
  private func rule(ofMigrating older: StepMark) -> String? {
    let field = context.expected?.path.split(separator: ".").last?.prefix { $0 != "[" }
    let ranges = app.migrations.filter { $0.to > older.version }.compactMap { migration in
      field.flatMap { migration.fieldRanges[String($0)] }
    }
    return ranges.last.map { "`\(field ?? "")` as \(line(of: $0)) says" }
  }

  /// `set` in `on-quit`: a step of the app, with the list in which it stands.
  func named(_ inner: InnerMark, in mark: StepMark) -> String {
    "`\(inner.verb)` in \(list(of: inner, in: mark))"
  }

  /// The list in which a step of the app stands.
  func list(of inner: InnerMark, in mark: StepMark) -> String {
    let app = context.app(at: mark)
    let action = app.actions.first { $0.steps.hasStep(ofLine: inner.line, in: inner.file) }
    let handler = inner.activity.map {
      "a handler of \($0 == UserActivity.webBrowsing ? "links" : $0)"
    }
    let own = app.own.key(ofLine: inner.line, in: inner.file).map { "`\($0)`" }
    // What was put off comes in the course of any step.
    return handler ?? action.map { "action `\($0.name)`" } ?? own ?? "`actions`"
  }

  func text(_ mark: StepMark) -> String {
    var text = "step \(mark.step), \(line(mark)), `\(mark.verb)`"
    if !mark.rounds.isEmpty { text += " with \(mark.rounds)" }
    if !mark.device.isEmpty { text += " on \(mark.device)" }
    return text
  }

  /// A step inside a sentence.
  func named(_ mark: StepMark) -> String { "`\(mark.verb)` in step \(mark.step) (\(line(mark)))" }

  /// A step by its line; one of the app with the step in whose course it came.
  func named(_ verb: String, _ line: Int, _ file: String, from outer: StepMark?) -> String {
    "`\(verb)` in \(self.line(line, file))" + (outer.map { ", from \(named($0))," } ?? "")
  }

  /// The step of the app that brought something about, or else that of the scenario.
  func named(_ fate: Fate) -> String {
    fate.inner.map { named($0.verb, $0.line, $0.file, from: fate.mark) } ?? named(fate.mark)
  }

  func line(_ mark: StepMark) -> String { line(mark.line, mark.file) }

  /// `line 47`, with its file if that is another one than the check's.
  func line(_ line: Int, _ file: String) -> String {
    file == context.source.path ? "line \(line)" : "line \(line) of \(file)"
  }

  func line(of key: StorageKey) -> String { line(of: key.range) }

  func line(of range: SourceRange) -> String { line(range.start.line, app.source.path) }

  /// `on-quit` (line 12): steps of the app by their key or action.
  func cited(_ name: String, _ step: ParsedStep) -> String {
    "`\(name)` (\(line(of: step.verb.range)))"
  }

  /// Whether a key says where in the app its user is, and is written by going there.
  func isPlace(_ key: StorageKey) -> Bool {
    [StorageKey.selectedTab, StorageKey.path, PlaceKind.shownKey, app.navigator?.savesTo]
      .contains(key.name)
  }

  /// Who wrote a value that was found elsewhere, as the end of a sentence.
  func from(_ mark: StepMark?) -> String {
    mark.map { ", from \(named($0))\($0.rounds.isEmpty ? "" : " with \($0.rounds)")" } ?? ""
  }
}
