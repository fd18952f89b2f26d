import SceneLifecycle
import SceneSimulator
internal import SceneState

// What is not there since nobody took it, or since it went with its window, its row or its place.
extension FailureHint {
  /// Why something is missing that no step of the scenario writes itself; nil if nothing is known.
  func missingHint(_ mismatch: Mismatch, _ subject: String, at place: FailureReport.Place?)
    -> String?
  {
    let parts = subject.split(separator: ".").map(String.init)
    guard let window = place?.window ?? parts.first else { return nil }
    return untakenHint(in: window, place) ?? rowHint(mismatch, parts) ?? endedHint(mismatch, parts)
      ?? listHint(mismatch, parts) ?? tabHint(mismatch, parts)
      ?? pathHint(mismatch, parts, window, place)
  }

  // MARK: From outside

  /// An activity that waits in a window, because no handler takes it.
  private func untakenHint(in window: String, _ place: FailureReport.Place?) -> String? {
    let heard = context.log.heard.filter { $0.window == window }
    guard let event = heard.last(where: { $0.text.hasPrefix(Self.queued) }),
      let mark = fates.mark(event.step)
    else { return nil }
    let type = String(event.text.dropFirst(Self.queued.count).prefix { $0 != " " })
    if heard.contains(where: { $0.step > event.step && $0.text.hasPrefix("continue \(type)") }) {
      return nil
    }
    if let place {
      let seen = FailureReport.Place(key: place.key, window: window, tab: place.tab)
      if context.lastWrite(of: seen) >= event.step { return nil }
    }
    let told = "\(named(mark)) brought \(type), which waits in \(window)"
    let handlers = app.handlers.filter { $0.activity == type }
    guard let handler = handlers.first else {
      return "\(told): no handler takes it (`handlers: [{ on: \(type), do: […] }]`)"
    }
    return "\(told): the handler in line \(handler.range.start.line) is live only \(handler.time)"
  }

  private static let queued = "queued "

  // MARK: Windows

  /// A window that its user or the profile threw away with the process.
  private func endedHint(_ mismatch: Mismatch, _ parts: [String]) -> String? {
    let missing = missingWindows(mismatch, parts)
    if let hint = missing.lazy.compactMap({
      takeoverHint(of: $0) ?? ruleHint($0) ?? neverOpened($0)
    }).first {
      return hint
    }
    if let name = missing.first(where: { simulation.phase(of: $0) == .disconnected }) {
      return hint(forMissing: name, .disconnected)
    }
    guard let end = fates.lastEnd(), end.quits || end.verb == "force-quit",
      end.quits
        ? simulation.destroysAtQuit : simulation.profile.fate(after: .forceQuit) == .destroyed
    else { return missing.lazy.compactMap { hint(forClosed: $0) }.first }
    let names: [String]
    switch (parts.first, parts.last) {
    case ("windows", _): names = missing
    case (let window?, "restored") where mismatch.node.bool == true: names = [window]
    case (let window?, _) where parts.dropFirst().first == "lists":
      // What was picked since then is no matter of the end.
      let since = fates.last(["pick", "scroll"], after: end.step, window: window)
      names = since == nil ? [window] : []
    default: return nil
    }
    if let hint = names.lazy.compactMap(hint(forLetGo:)).first { return hint }
    let lost = names.filter { wasNew($0, after: end) }
    if lost.isEmpty { return names.lazy.compactMap { hint(forClosed: $0) }.first }
    if fates.departure(of: lost[0], on: device)?.rule == .quit {
      let loss = Loss(handedOver: end, at: end, .gone(.quit))
      return going(lost.joined(separator: " and "), by: end, .quit)
        + (hint(for: loss).map { "; \($0)" } ?? "")
    }
    let profile = simulation.profile.rawValue
    return "\(named(end)) threw \(lost.joined(separator: " and ")) away "
      + "(profile \(profile)): `background` and `kill` end the process and keep windows"
  }

  /// Why a window did not come back that its kind, or the launch, let go.
  func hint(forLetGo window: String) -> String? {
    guard let (mark, rule) = context.gone(window), rule.isOfApp else { return nil }
    return going(window, by: mark, rule)
  }

  /// The windows that should be there and are not.
  private func missingWindows(_ mismatch: Mismatch, _ parts: [String]) -> [String] {
    guard parts.first == "windows" else { return [] }
    let there = simulation.windows.map(\.name)
    return (mismatch.node.list ?? [mismatch.node]).compactMap(\.text).filter { name in
      Names.isWindow(name) && !there.contains(name)
    }
  }

  /// Why a window is there that was not expected: a launch brought it back, as its kind has it.
  func cameBack(_ mismatch: Mismatch) -> String? {
    guard case .list(let actual)? = mismatch.actual, let list = mismatch.node.list else {
      return nil
    }
    let wanted = list.compactMap(\.text)
    let others = actual.compactMap(\.plainText).filter { !wanted.contains($0) }
    if let hint = others.lazy.compactMap(stayed).first { return hint }
    guard let name = others.first(where: { simulation.wasRestored($0) == true }),
      let mark = fates.last(["launch", "relaunch"]), simulation.session(name) != nil
    else { return nil }
    let rule = context.kind(of: name).map {
      ": windows of `\($0.name)` (\(line(of: $0.range))) do, "
        + ($0.restorable.isCertain
          ? "unless it says `restorable: false`" : "as far as its `restorable` lets them")
    }
    return "\(named(mark)) brought \(name) back\(rule ?? "")"
  }

  /// Why a window is there still: what was to take it was skipped, or took another one.
  private func stayed(_ name: String) -> String? {
    let came = event(of: name, ["willConnect"])?.mark.step ?? 0
    return context.skippedMove(of: name, to: "closed", after: came).map(sentence)
      ?? pressure(on: name, after: came) ?? stayedEmpty(name)
  }

  /// Why a window is there still whose last tab was closed.
  private func stayedEmpty(_ name: String) -> String? {
    guard let source = app.tabSource, !source.lastClosesWindow, let key = app.key(source.key),
      context.shown(in: name)?.tabs.isEmpty == true,
      let origin = context.origin(of: context.place(of: key, window: name, tab: nil))
    else { return nil }
    let rule = app.node?["tabs"]?["$last"].map { "`$last: stays-empty` (\(line(of: $0.range)))" }
    return
      "\(named(origin.mark)) left \(name) without a tab, and \(rule ?? "an app without `$last`") "
      + "keeps it: `$last: closes-window` closes a window with its last one"
  }

  /// Whether a window that was there before a step is gone since, or is another one of that name.
  private func wasNew(_ window: String, after end: StepMark) -> Bool {
    let connects = context.log.heard.filter {
      $0.window == window && $0.text.hasPrefix("willConnect")
    }
    guard connects.contains(where: { $0.step < end.step }) else { return false }
    return simulation.phase(of: window) == .closed || simulation.wasRestored(window) == false
  }

  /// The step of the app that would have opened a window which never was there.
  private func neverOpened(_ name: String) -> String? {
    if simulation.phase(of: name) != nil { return nil }
    return context.skippedMove(of: name, to: "opened", after: fates.lookedAt).map(sentence)
  }

  /// The rule of its kind by which a window went, or the step that closed it.
  private func ruleHint(_ name: String) -> String? {
    if let (mark, rule) = context.gone(name) {
      return rule.isOfApp ? going(name, by: mark, rule) : nil
    }
    guard simulation.phase(of: name) == .closed else { return nil }
    return broughtOther(than: name)
      ?? fates.last(.closed, about: .window(name, on: device)).map {
        "\(named($0)) closed \(name)"
      }
  }

  /// The step that brought another window back than one that was closed before it.
  private func broughtOther(than name: String) -> String? {
    guard let closed = fates.last(.closed, about: .window(name, on: device)),
      let undo = fates.last(["undo-close"], after: closed.step), undo.word == nil,
      let other = context.log.heard.last(where: {
        $0.step == undo.step && $0.word == "willConnect"
      })?.window, other != name
    else { return nil }
    return "\(named(undo)) brought \(other) back, which was closed last: `undo-close: \(name)` "
      + "brings \(name)"
  }

  /// Why a window does not come back with its process.
  func hint(forClosed name: String) -> String? {
    if let hint = broughtOther(than: name) { return hint }
    return context.gone(name).flatMap { mark, rule in
      hint(for: Loss(handedOver: mark, at: mark, .gone(rule)))
    }
  }

  // MARK: Rows and places

  /// A row that a list is to show and that its table does not have any more.
  private func rowHint(_ mismatch: Mismatch, _ parts: [String]) -> String? {
    guard parts.dropFirst().first == "lists", parts.count > 2, let row = mismatch.node.text,
      let list = app.lists.first(where: { $0.name == parts[2] }),
      let rows = context.box.world.tables[list.rows],
      !TableDeclaration.names(of: rows).contains(row)
    else { return nil }
    let since = fates.last(.removed, about: .row(row)) ?? context.changeOfRows(ofList: list.name)
    return "table `\(list.rows)` has no row `\(row)`" + (since.map { " since \(named($0))" } ?? "")
  }

  private var sinceDataChanged: String {
    fates.last(["change-data", "update"]).map { " since \(named($0))" } ?? ""
  }

  /// A list that was moved in another window, too late or never.
  private func listHint(_ mismatch: Mismatch, _ parts: [String]) -> String? {
    guard parts.count > 2, parts[1] == "lists", !mismatch.node.isNull, context.hasDeclaredApp,
      let look = mismatch.path.split(separator: ".").first ?? parts.last.map({ $0[...] })
    else { return nil }
    if let reason = TreeLoss(context).reason(forListsIn: parts[0]) { return reason }
    let verb = look.hasPrefix("picked") ? "pick" : "scroll"
    if let step = context.skippedWrite(of: "\(verb) \(parts[2])", in: parts[0]),
      move(ofList: parts[2], in: parts[0], by: [verb])?.mark.step ?? 0 <= step.after
    {
      return sentence(of: step)
    }
    guard let run = move(ofList: parts[2], by: [verb]) else {
      return "no step before this one moves it: `\(verb): { \(parts[2]): … }` does"
    }
    // What was moved here itself differs for another reason.
    guard let window = run.window, move(ofList: parts[2], in: parts[0], by: [verb]) == nil
    else { return nil }
    return "\(named(run)) was in \(window): `in: \(parts[0])` beside a step says "
      + "that it is meant for \(parts[0])"
  }

  /// A tab to which no step went, or to which no place of the navigator leads.
  private func tabHint(_ mismatch: Mismatch, _ parts: [String]) -> String? {
    if parts.count == 2, parts.last == "tab", let tab = mismatch.node.text {
      if let hint = wentElsewhere(SelectStep.name, tab, than: parts[0]) { return hint }
      if let hint = openedTabHint(tab, in: parts[0]) { return hint }
      let goers: Set = ["select", "open-tab", "link", "open-url", "show", "move-tab", "rewind"]
      if app.tabs.contains(tab), context.hasDeclaredApp, context.answer?.missed.isEmpty == true,
        !fates.marks.all(where: { goers.contains($0.verb) }).contains(where: {
          $0.window == nil || $0.window == parts[0]
        }), !app.ownSteps.andInner.contains(where: { goers.contains($0.verb.name) })
      {
        return "\(Self.nobody) goes there: `select: \(tab)` does"
      }
    }
    guard parts.last == "tab", let tab = mismatch.node.text, app.tabs.contains(tab),
      let navigator = app.navigator, navigator.savesTo != nil,
      !navigator.links.places.contains(where: { $0.tab?.rawValue == tab }),
      fates.lastEnd(after: fates.last(["select"])?.step ?? 0) != nil
    else { return nil }
    return "no place of the navigator is in tab `\(tab)`: without a URL it goes with the process"
  }

  /// A tab that was opened after another one was shown, and is shown since.
  private func openedTabHint(_ tab: String, in window: String) -> String? {
    let verbs: Set = [
      "select", "open-tab", "undo-close-tab", "move-tab", "link", "open-url", "rewind",
    ]
    guard context.shown(in: window)?.tabs.contains(tab) == true,
      let mark = fates.last(verbs, window: window), mark.verb == "open-tab"
    else { return nil }
    return "\(named(mark)) shows the tab that it opens: `select: \(tab)` after it goes back"
  }

  /// A path that no URL of the navigator says, or that no step has shown.
  private func pathHint(
    _ mismatch: Mismatch, _ parts: [String], _ window: String, _ place: FailureReport.Place?
  ) -> String? {
    guard parts.last == "path" || place?.key.name == StorageKey.path,
      let path = mismatch.node.list?.compactMap(\.text), context.hasDeclaredApp
    else { return nil }
    if let step = place == nil ? context.skippedWrite(of: StorageKey.path, in: window) : nil,
      step.after >= fates.lookedAt
    {
      return sentence(of: step)
    }
    if path.isEmpty { return nil }
    let cut = context.log.problems.last { $0.code == .screenNotRestored && $0.window == window }
    if let cut, let mark = fates.mark(cut.step),
      fates.last(["show", "push", "pop", "open-url", "link"], after: cut.step) == nil
    {
      return "\(named(mark)) left screens out: \(cut.detail)\(sinceDataChanged)"
    }
    let scene = context.shown(in: window)
    if let navigator = app.navigator {
      guard let saver = navigator.savesTo else { return nil }
      let shown = scene?.selectedTab
      let asked = parts.count > 3 && parts[1] == "tabs" ? parts[2] : shown
      let tab = asked.map { TabID(rawValue: $0) }
      guard navigator.links.url(tab: tab, path: path) == nil else {
        guard asked != shown, fates.lastEnd() != nil else { return nil }
        return "`\(saver)` keeps the place of the tab that is shown: what the others showed goes "
          + "with the process"
      }
      return "no place of the navigator has this path, or its `check` refuses it: without a URL "
        + "it goes with the process"
    }
    let verbs: Set = ["show", "push", "pop", "open-url", "link", "continue", "handoff", "drag"]
    if fates.last(verbs) == nil, !fates.hasWritten(StorageKey.path),
      let hint = PutOffLook(context).sleepingWriter(of: StorageKey.path)
    {
      return hint
    }
    guard fates.last(verbs) == nil, let screen = path.last,
      app.handlers.isEmpty || fates.last(["launch"]) == nil || !fates.hasWritten(StorageKey.path)
    else { return nil }
    return
      "no step before this one shows `\(screen)`: `show: [\(path.joined(separator: ", "))]` does"
  }
}

extension HandlerDeclaration {
  /// When it is live, as the end of a sentence.
  fileprivate var time: String {
    if condition != nil { return "while its `if` holds" }
    switch level {
    case .tab(let tab): return "while tab \(tab) is selected"
    case .nested(let tab, let name): return "while \(name) in tab \(tab) is shown"
    case .window, .everyTab: return "in windows that are connected and not busy"
    }
  }
}
