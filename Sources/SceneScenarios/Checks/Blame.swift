import SceneLifecycle
import SceneSimulator
internal import SceneState

/// Where a found value comes from: a sentence, and the step that wrote it.
struct Blame {
  let text: String
  let writer: Comparison.Writer?

  init(_ text: String, writer: Comparison.Writer? = nil) {
    (self.text, self.writer) = (text, writer)
  }

  init(_ text: String, writer mark: StepMark) {
    let writer = Comparison.Writer(
      step: mark.step, line: mark.line, file: mark.file, verb: mark.verb)
    self.init(text, writer: writer)
  }
}

/// Finds out where values come from.
struct BlameFinder {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  // MARK: Keys

  /// The blame for the value of a key as seen from a window and a tab.
  func blame(of place: FailureReport.Place) -> Blame {
    let isPrivate = place.key.isTransient || isPrivate(place.window) && !place.key.isOfApp
    let target =
      "key \(place.key.name), \(scope(of: place))" + (isPrivate ? ", in memory only" : "")
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    if context.simulation.scene(place.window)?.awaitsRestoration == true, showsDefault(place) {
      return Blame(
        "the default of \(target), \(line(of: place.key)): \(place.window) waits with what was "
          + "saved, and \(whatShowsSaved(in: place.window))")
    }
    if let moved = movedHome(of: place) {
      return Blame(
        "the default of \(target), \(line(of: place.key)): \(moved.text)", writer: moved.writer)
    }
    guard place.key.via == .store, !isPrivate else { return held(place, stored, target) }
    if let blame = decidedOutside(place, stored, target) { return blame }
    if context.simulation.stored[stored] != nil, showsDefault(place),
      let (mate, problem) = unreadableMate(of: place)
    {
      return Blame(
        "the default of \(target), \(line(of: place.key)): it is read together with `\(mate)`, "
          + "which cannot be read: \(problem.detail)")
    }
    if fate(of: stored) == nil, let update = updated(place, stored) {
      return Blame(
        "the default of \(target), \(line(of: place.key)): \(update.text)", writer: update.writer)
    }
    let blame = blame(of: stored, target, declaredIn: line(of: place.key))
    guard let since = rowGone(from: place.key, stored) ?? tabGone(place) else { return blame }
    return Blame("\(blame.text); \(since)", writer: blame.writer)
  }

  /// Whether nothing of a window is ever in the store.
  func isPrivate(_ window: String) -> Bool {
    let name = context.simulation.session(window)?.record.scene
    return context.declaration.scenes.first { $0.name == name }?.isPrivate == true
  }

  /// What ends the waiting of a window with what was saved.
  func whatShowsSaved(in window: String) -> String {
    let name = context.simulation.session(window)?.record.scene
    let kind = context.declaration.scenes.first { $0.name == name }
    guard case .after(let duration)? = kind?.restoring, let kind else {
      return "`restore: \(window)` shows it"
    }
    return "`wait: \(duration.components.seconds)s` shows it (`restoring-takes` of `\(kind.name)`)"
  }

  /// A key of the same group whose value cannot be read.
  private func unreadableMate(
    of place: FailureReport.Place
  ) -> (key: String, problem: NoticedProblem)? {
    let group = context.declaration.together.first { $0.contains(place.key.name) } ?? []
    for name in group where name != place.key.name {
      guard let key = context.declaration.key(name) else { continue }
      let mate = context.place(of: key, window: place.window, tab: place.tab)
      let problem = context.log.problems.last {
        $0.code == .valueNotReadable && $0.address == "\(mate)"
      }
      if let problem { return (name, problem) }
    }
    return nil
  }

  func showsDefault(_ place: FailureReport.Place) -> Bool {
    // A window that shows nothing has no value to ask for.
    let scene = try? context.inside(context.simulation.window(place.window))
    return scene?.value(of: place.key, tab: place.tab) == place.key.initial
  }

  /// The blame for what lies at a place of the store.
  func blame(of stored: StoredPlace, _ target: String, declaredIn line: String? = nil) -> Blame {
    let origin = context.origin(of: stored)
    let fate = fate(of: stored)
    if context.simulation.stored[stored] != nil {
      guard let origin else { return Blame("the store as it was before this run → \(target)") }
      let problem = context.log.problems.last {
        $0.code == .valueNotReadable && $0.address == "\(stored)" && $0.step >= origin.mark.step
      }
      if let problem, let line {
        let cause = context.writes.last(["update", "fault"], after: origin.mark.step)
        let since = cause.map { " since \(named($0))" } ?? ""
        return Blame(
          "the default of \(target), \(line): what \(text(origin)) wrote cannot be read\(since): "
            + problem.detail, writer: writer(origin))
      }
      let tab = stored.key == StorageKey.selectedTab ? nil : origin.tab
      let element = context.log.problems.last {
        $0.code == .elementNotReadable && $0.address?.hasPrefix("\(stored)") == true
          && $0.step >= origin.mark.step
      }
      let left = element.map { "; what cannot be read of it is left out: \($0.detail)" }
      let later = fate.map { "; \($0.text)" } ?? left ?? ""
      return Blame("\(text(origin, tab: tab)) → \(target)\(later)", writer: writer(origin))
    }
    if let fate {
      let initial = line.map { "the default of \(target), \($0)" } ?? "nothing is stored there"
      return Blame("\(initial): \(fate.text)", writer: fate.writer)
    }
    if let origin {
      return Blame("\(text(origin, tab: origin.tab)) removed \(target)", writer: writer(origin))
    }
    guard let line else { return Blame("nothing was ever stored there") }
    return Blame("the default of \(target), \(line): nothing is stored")
  }

  /// A value that lives in the window, until the window hands it over.
  private func held(
    _ place: FailureReport.Place, _ stored: StoredPlace, _ target: String
  ) -> Blame {
    var (kept, lost) = heldOrigins(of: stored)
    // What is never handed over goes with its process.
    if place.key.isTransient, let last = kept, last.mark.step <= context.writes.lastEnd()?.step ?? 0
    {
      (kept, lost) = (nil, lost ?? last)
    }
    var loss = ""
    if let lost, let end = context.writes.lastEnd(after: lost.mark.step - 1) {
      let isKept = place.key.via != .store
      loss =
        "\(ending(end)) \(isKept ? "came before" : "took") the value of step "
        + "\(lost.mark.step) (\(line(lost.mark)))\(isKept ? " was handed over" : "")"
    }
    // A window that shows nothing has no value of its own to ask for.
    let scene = try? context.inside(context.simulation.window(place.window))
    guard scene?.source(of: place.key, tab: place.tab) != "default" else {
      let initial = "the default of \(target), \(line(of: place.key))"
      if !loss.isEmpty { return Blame("\(initial): \(loss)") }
      if let loss = context.writes.loss(of: stored, on: context.simulation.name),
        isPrivate(place.window)
      {
        return Blame(
          "\(initial): \(named(loss.mark)) ended what \(named(loss.written)) wrote: nothing of a "
            + "private window is kept", writer: loss.mark)
      }
      if let fate = fate(of: stored) {
        return Blame("\(initial): \(fate.text)", writer: fate.writer)
      }
      if let blame = leftBehind(place, since: kept) {
        return Blame("\(initial): \(blame.text)", writer: blame.writer)
      }
      guard let kept else {
        return Blame("\(initial): \(leftOnItsDevice(stored) ?? "nothing was written")")
      }
      let reason = notGivenBack(place.key, kept, to: place.window) ?? "\(text(kept)) reset it"
      return Blame("\(initial): \(reason)", writer: writer(kept))
    }
    guard let kept else {
      // What is in memory alone goes with its scope.
      let carrier = place.key.via == .store ? context.writes.last(Self.carriers) : nil
      guard let carrier else { return Blame("the activity of \(place.window) → \(target)") }
      return Blame("\(named(carrier)) → \(target)", writer: carrier)
    }
    var sentence = "\(text(kept, tab: kept.tab)) → \(target)"
    let back = event(of: place.window, ["willConnect"])
    if let back, back.mark.step > kept.mark.step {
      sentence += ", brought back in step \(back.mark.step) (\(line(back.mark)))"
    }
    return Blame(loss.isEmpty ? sentence : "\(sentence); \(loss)", writer: writer(kept))
  }

  private static let carriers: Set = [
    "move-tab", "rename-scope", "move-scope", "copy-scope", "undo-close", "undo-close-tab",
  ]

  /// The step after which a value in memory alone is not here: it went with its scope, or its
  /// window came from another device without it.
  private func leftBehind(_ place: FailureReport.Place, since kept: Origin?) -> Blame? {
    guard place.key.via == .store else { return nil }
    if let kept {
      let movers: Set = ["move-tab", "rename-scope", "move-scope"]
      guard let mark = context.writes.last(movers, after: kept.mark.step) else { return nil }
      return Blame("\(named(mark)) moved away what \(named(kept.mark)) wrote", writer: mark)
    }
    guard context.writes.hasWritten(place.key.name), let mark = context.writes.last(["bring"])
    else { return nil }
    return Blame(
      "\(named(mark)) came without it: what lives in memory alone stays on its device",
      writer: mark)
  }

  /// Why a window was brought without what it had in memory on the device before.
  private func leftOnItsDevice(_ stored: StoredPlace) -> String? {
    guard let bring = context.writes.last(["bring"]),
      let written = context.writes.lastHeld(stored, notOn: context.simulation.name),
      let end = context.writes.lastEnd(after: written.step - 1), end.step < bring.step,
      // What was handed over before the end came along.
      !context.log.heard.contains(where: {
        $0.window == stored.window && $0.step > written.step && $0.step <= end.step
          && $0.text.hasPrefix(Self.handover)
      })
    else { return nil }
    return "\(ending(end)) came before the value of step \(written.step) (\(line(written))) was "
      + "handed over, and \(named(bring)) had none to bring"
  }

  /// Why a window that came back has not got what it had in memory; nil if it was never away.
  private func notGivenBack(
    _ key: StorageKey, _ kept: Origin, to window: String
  ) -> String? {
    guard let back = event(of: window, ["willConnect"]), back.mark.step > kept.mark.step else {
      return nil
    }
    let came = "\(named(back.mark)) brought \(window) back without what \(named(kept.mark)) wrote"
    if key.via == .tree {
      let reason = TreeLoss(context).reason(forKey: key.name, in: window)
      return came + (reason.map { ": \($0)" } ?? "")
    }
    let handover = context.log.heard.last {
      $0.window == window && $0.step < back.mark.step && $0.text.hasPrefix(Self.handover)
    }
    if handover?.text == Self.handover + " nil" {
      let rule = context.restoration(of: window)?.condition.map {
        ", as the `if` of `restoration` says (\(line(of: $0.range)))"
      }
      return "what \(named(kept.mark)) wrote was not handed over: the window gave no activity"
        + (rule ?? "")
    }
    let problem = context.log.problems.last {
      $0.code == .partlyRestored && $0.window == window && $0.step == back.mark.step
    }
    let unread = problem.map { problem in
      guard let fault = context.writes.last(["fault"], after: kept.mark.step) else {
        return ": \(problem.detail)"
      }
      return ": what was handed over cannot be read since \(named(fault))"
    }
    return came + (unread ?? outsideRule(in: window).map { ": \($0)" } ?? "")
  }

  static let handover = "stateRestorationActivity"

  /// The fault that ended a process in the course of a step; nil if the step itself did.
  func fault(ending end: StepMark) -> StepMark? {
    guard end.isDeadly, !WriteRecord.endings.contains(end.verb) else { return nil }
    return context.writes.last(["fault"]).flatMap { $0.step < end.step ? $0 : nil }
  }

  private func ending(_ end: StepMark) -> String {
    guard let fault = fault(ending: end) else { return named(end) }
    return "\(named(fault)) ended the process in step \(end.step), which"
  }

  /// Who wrote a value outside the store that is still there, and whose later one was lost with
  /// its process.
  func heldOrigins(of stored: StoredPlace) -> (kept: Origin?, lost: Origin?) {
    let all = context.writes.heldOrigins(of: stored, on: context.simulation.name)
    let end = context.writes.lastEnd()?.step ?? 0
    if let live = all.last(where: { $0.mark.step > end }) { return (live, nil) }
    let handover = context.log.heard.last { event in
      event.window == stored.window && event.text.hasPrefix(Self.handover)
        && context.writes.mark(event.step) != nil && event.step <= end
    }
    let kept = all.last { $0.mark.step <= (handover?.step ?? 0) }
    let last = all.last
    return (kept, last?.mark.step == kept?.mark.step ? nil : last)
  }

  private func scope(of place: FailureReport.Place) -> String {
    let isSelection = place.key.name == StorageKey.selectedTab
    switch (place.key.via, place.key.scope) {
    case (.activity, _): return "in the window's activity"
    case (.tree, _): return "in the window's tree"
    case (_, .scene):
      let isShared = !context.declaration.tabs.isEmpty && !isSelection
      return "scope scene" + (isShared ? " (one value for all tabs)" : "")
    case (_, .selectedTab): return "scope tab (\(place.tab ?? "none"))"
    case (_, .tab(let tab)): return "scope tab(\(tab))"
    case (_, .nested(let tab?, let name)): return "scope tab/\(name) (in \(tab))"
    case (_, .nested(nil, let name)): return "scope scene/\(name)"
    case (_, .place(_, let kind, let id)): return "place \(kind)/\(id)"
    case (_, .places(let kinds)): return "scope \(kinds.joined(separator: ", "))"
    case (_, .app): return "scope app (one value for all windows)"
    }
  }

  // MARK: Steps and events

  typealias Told = (mark: StepMark, text: String)

  /// The last event of a window, or of any, with the step in whose course it happened.
  func event(of window: String?, _ names: Set<String>) -> Told? {
    for event in context.log.heard.reversed()
    where event.window != nil && (window == nil || event.window == window) {
      let name = event.text.split(separator: " ").first.map(String.init) ?? ""
      // An event of a step that was taken back is no reason for anything.
      if names.contains(name), let mark = context.writes.mark(event.step) {
        return (mark, event.text)
      }
    }
    return nil
  }

  /// The step that asked a window last for what it hands over.
  func handOver(of window: String) -> StepMark? {
    event(of: window, ["stateRestorationActivity"])?.mark
  }

  func blame(_ told: Told) -> Blame {
    Blame("\(text(told.mark)) (\(told.text))", writer: told.mark)
  }

  func mark(_ mark: StepMark?) -> Blame? { mark.map { Blame(text($0), writer: $0) } }

  // MARK: Words

  private func text(_ origin: Origin, tab: String? = nil) -> String {
    var text: String
    switch origin.way {
    case .handler(let inner):
      let isAction = origin.mark.verb == ActStep.name
      let place =
        inner.activity.map { "a handler of \($0)" } ?? (isAction ? "`actions`" : phase(of: inner))
      text =
        "step \(origin.mark.step), \(line(inner.line, inner.file)), `\(inner.verb)` in \(place)"
      text += " (\(origin.mark.verb == "launch" ? "launched" : "from `\(origin.mark.verb)`")"
      text += " in \(line(origin.mark)))"
    case .itself: text = self.text(origin.mark)
    case .link: text = "\(self.text(origin.mark)) (the link)"
    case .activity: text = "\(self.text(origin.mark)) (came with the activity)"
    case .migration(let older):
      text = "\(self.text(origin.mark)) (a migration"
      text += older.map { " of what step \($0.step) wrote in \(line($0)))" } ?? ")"
      return text
    }
    if origin.mark.verb == "fault" { return text + " (another process)" }
    return text + (tab.map { " in tab \($0)" } ?? "")
  }

  /// The list of the app's own steps in which one stands.
  private func phase(of inner: InnerMark) -> String {
    "`\(context.declaration.own.key(ofLine: inner.line, in: inner.file))`"
  }

  func text(_ mark: StepMark) -> String {
    var text = "step \(mark.step), \(line(mark)), `\(mark.verb)`"
    if !mark.rounds.isEmpty { text += " with \(mark.rounds)" }
    if !mark.device.isEmpty { text += " on \(mark.device)" }
    return text
  }

  /// A step inside a sentence.
  func named(_ mark: StepMark) -> String { "`\(mark.verb)` in step \(mark.step) (\(line(mark)))" }

  func line(_ mark: StepMark) -> String { line(mark.line, mark.file) }

  /// `line 47`, with its file if that is another one than the check's.
  func line(_ line: Int, _ file: String) -> String {
    file == context.source.path ? "line \(line)" : "line \(line) of \(file)"
  }

  func line(of key: StorageKey) -> String {
    line(key.range.start.line, context.declaration.source.path)
  }

  private func writer(_ origin: Origin) -> Comparison.Writer {
    guard case .handler(let inner) = origin.way else { return writer(origin.mark) }
    return Comparison.Writer(
      step: origin.mark.step, line: inner.line, file: inner.file, verb: inner.verb)
  }

  private func writer(_ mark: StepMark) -> Comparison.Writer {
    Comparison.Writer(step: mark.step, line: mark.line, file: mark.file, verb: mark.verb)
  }
}
