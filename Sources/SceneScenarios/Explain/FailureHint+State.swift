import SceneLifecycle
import SceneSimulator
internal import SceneState

// Where a window stands: its phase, tab and path.
extension FailureHint {
  /// What brings back a window that cannot be looked into.
  func hint(forMissing name: String, _ phase: WindowPhase) -> String? {
    if phase == .closed { return hint(forClosed: name) }
    guard phase == .disconnected else { return nil }
    if let hint = takeoverHint(of: name) ?? context.brought(name)?.hint ?? notRunning
      ?? newWindow(insteadOf: name)
    {
      return hint
    }
    let profile = simulation.profile
    let rule =
      profile.reconnectsEverySession
      ? "" : "; a launch brings back what was on screen (profile \(profile.rawValue))"
    return "`reconnect: \(name)` shows it again\(rule)"
  }

  /// No window is there while the app does not run.
  private var notRunning: String? {
    if simulation.isRunning { return nil }
    guard let end = fates.lastEnd() else { return "`launch` first" }
    if let fault = fault(ending: end) {
      return "\(named(fault)) ended the process in step \(end.step): `fault: none` before it"
    }
    return "`launch` after \(named(end)), which ended the app"
  }

  /// Nothing of a private window comes back.
  private func privateHint(_ name: String) -> String? {
    guard let kind = context.kind(of: name), kind.isPrivate else { return nil }
    return "nothing of a private window is kept: windows of `\(kind.name)` are `private: true` "
      + "(\(line(of: kind.range)))"
  }

  func takeoverHint(of name: String) -> String? {
    guard simulation.isTaken(name) else { return nil }
    return (simulation.isRunning ? "`relaunch`" : "the next `launch`") + " has \(name) back"
  }

  /// The launch that named another window than the one it was to bring back.
  private func newWindow(insteadOf name: String) -> String? {
    guard simulation.phase(of: name) == .disconnected, let launch = fates.last(["launch"]),
      let other = launch.window, other != name, simulation.wasRestored(other) == false,
      event(of: name, ["willConnect"])?.mark.step ?? 0 < launch.step
    else { return nil }
    return "\(named(launch)) opened \(other), which is new, and left \(name) "
      + "where it was: `launch: \(name)`, or `launch` alone, brings it back"
  }

  /// A tab or a path that came back wrong because nothing keeps it.
  private func placeHint(_ fact: String?, _ parts: [String], _ mismatch: Mismatch) -> String? {
    let window = parts.first
    guard let fact, let window, simulation.wasRestored(window) == true,
      app.navigator?.savesTo == nil, !mismatch.node.isNull
    else { return nil }
    let declared: (key: String, type: String)? =
      switch fact {
      case "tab": (StorageKey.selectedTab, "{ type: string, scope: scene }")
      case "path": (StorageKey.path, "{ type: [string], scope: tab }")
      case "shows" where !app.places.isEmpty: (PlaceKind.shownKey, "string?")
      default: nil
      }
    guard let declared, app.key(declared.key) == nil else { return nil }
    if fact == "shows" {
      return "nothing keeps the place: `storage: { \(declared.key): \(declared.type) }` does"
    }
    if app.navigator != nil {
      return "nothing keeps the URL: `storage: { url: url? }` and `navigator: { saves-to: url }` do"
    }
    let tree = TreeLoss(context)
    let tab =
      parts.count > 2 && parts[1] == "tabs" ? parts[2] : context.shown(in: window)?.selectedTab
    if tree.keeps(fact, tab: tab) {
      let path = mismatch.node.list?.compactMap(\.text) ?? []
      let reason =
        fact == "tab"
        ? tree.reason(forTabIn: window) : tree.reason(forPath: path, tab: tab, in: window)
      return reason.map { "the tree did not bring the \(fact) back: \($0)" }
    }
    return "nothing keeps the \(fact): `storage: { \(declared.key): \(declared.type) }` does"
  }

  /// A step that was to show something else and could not.
  private func movingHint(_ fact: String?, in window: String?, _ mismatch: Mismatch) -> String? {
    if fact == "shows" { return placeOfTabHint(in: window) ?? undeclaredHint(fact) }
    guard let fact, let window, ["tab", "path", "url"].contains(fact) else { return nil }
    let verbs: Set = ["show", "push", "pop", "select", "open-url", "link"]
    let back = event(of: window, ["willConnect"])?.mark.step ?? 0
    if fact == "path", let rule = outsideRule(in: window), fates.last(verbs, after: back) == nil {
      return "what was saved of it is not shown: \(rule)"
    }
    if let hint = undeclaredHint(fact) { return hint }
    guard let mark = fates.last(verbs), mark.window == nil || mark.window == window else {
      return nil
    }
    switch mark.verb {
    case "open-url", "link":
      if fact == "path", let (screen, missing) = NameLook.screensLeftOut(by: app).first {
        return "a link without `\(missing)` leaves out the whole screen `\(screen.text ?? "")` "
          + "(line \(screen.range.start.line))"
      }
      guard app.navigator == nil, context.hasDeclaredApp,
        !app.handlers.contains(where: { $0.link != nil })
      else { return nil }
      return "\(named(mark)) leads nowhere: the app has no `navigator: { places: … }`, and "
        + "no handler with `on: \"notes://{id}\"`"
    case "select" where fact == "tab":
      guard let tab = mismatch.node.text, !app.tree.roots.isEmpty,
        app.key(StorageKey.selectedTab) == nil, !TreeLoss(context).hasTab(tab)
      else { return nil }
      return "the tree has no tab `\(tab)`, so that \(named(mark)) did nothing: a child of its "
        + "node of kind `tabs` has that name"
    case "pop" where context.answer?.ended(in: mark.step) == true:
      return mark.word.map { "\(named(mark)) says `pop: \($0)`: `pop` alone takes one screen" }
    case "pop" where mismatch.actual == .list([]):
      return "\(named(mark)) came to the root, where a `pop` does nothing more"
    default: return nil
    }
  }

  /// What a window of this app never has.
  private func undeclaredHint(_ fact: String?) -> String? {
    guard context.hasDeclaredApp else { return nil }
    switch fact {
    case "url" where app.navigator == nil:
      return "a window has a URL in an app with a `navigator: { places: … }`; this one has none"
    case "shows"
    where app.places.isEmpty && fates.last(["identify"]) == nil
      && !app.ownSteps.andInner.contains { $0.verb.name == "identify" }:
      return "no step says what the window shows: `identify` does, or `show-place` in an app with "
        + "`places`"
    default: return nil
    }
  }

  /// A place that was shown in another tab, where all tabs have one.
  private func placeOfTabHint(in window: String?) -> String? {
    let key = app.key(PlaceKind.shownKey)
    guard let window, app.hasTabs, !app.places.isEmpty, key?.scope != .selectedTab,
      key?.isTransient != true || fates.lastEnd() == nil,
      let mark = fates.last(["show-place", "select", "open-tab", "close-tab"]),
      mark.verb != "show-place"
    else { return nil }
    // What was shown in another window is missing here for another reason.
    let stored = key.map { context.place(of: $0, window: window, tab: nil) }
    guard
      fates.last(["show-place"], window: window) != nil
        || stored.map({ !context.story(of: $0).isEmpty }) == true
    else { return nil }
    return "a window shows one place, whatever its tab: `storage: { place: { type: string?, "
      + "scope: tab } }` keeps one for each"
  }

  /// Why scenes wait, or why none does here.
  private var backlogHint: String? {
    let place = "looked at was \(device); `on: …` beside `expect` looks at another device"
    let isCut = context.roaming?[simulation].isCut == true
    let healed = fates.last(["heal"])
    guard let cut = fates.last(["cut"]), isCut || healed?.step ?? 0 < cut.step else {
      return
        "what is committed is carried at the end of its step, unless `cut` holds it back; \(place)"
    }
    guard isCut else {
      return "\(named(cut)) cut off another device than \(device); \(place)"
    }
    let other = healed.flatMap { $0.step > cut.step ? ", and not here: \(named($0))" : nil }
    return "\(named(cut)) still holds, until `heal`\(other ?? ""); \(place)"
  }

  /// That a window came back without what it had handed over.
  private func expiredBack(_ name: String) -> String? {
    guard let mark = fates.last(.expired, about: .window(name, on: device)),
      mark.step >= event(of: name, ["willConnect"])?.mark.step ?? 0
    else { return nil }
    return
      "what \(name) showed \(expiry(at: mark, of: name)); the window itself, and what the store "
      + "has of it, come back all the same"
  }

  /// That a window which was there before is one that is restored.
  private func keptBack(_ name: String) -> String? {
    fates.lastEnd().map {
      "\(name) was there before \(named($0)), and that leaves windows as they were: `false` is a "
        + "window which is new"
    }
  }

  /// Why a window came back whose app was quit.
  private var quitKeeps: String? {
    guard let end = fates.lastEnd(), end.verb == "quit", !simulation.destroysAtQuit else {
      return nil
    }
    let told = "\(named(end)) keeps windows"
    guard simulation.profile == .macOS else {
      return simulation.profile == .macOSDiscard ? "\(told): it says `keeps-windows: true`" : nil
    }
    return "\(told) (profile macos): `profile: macos-discard` lets them go, and `quit: { "
      + "keeps-windows: false }` does this once"
  }

  /// What came from outside and went to the window in front.
  private func wentToFront(_ mismatch: Mismatch) -> String? {
    let verbs: Set = ["continue", "handoff", "send"]
    guard let wanted = mismatch.node.text, let mark = fates.last(verbs),
      // The one that it brought to the front was chosen for another reason.
      mark.step > fates.last(.front, about: .device(device))?.step ?? 0,
      let front = simulation.front?.name,
      context.log.heard.contains(where: {
        $0.step == mark.step && $0.window == front && $0.word.hasPrefix("continue")
      }), let scene = simulation.scene(wanted), scene.identity == nil,
      // What a window says that it takes may be why.
      context.kind(of: front)?.conditions.isEmpty != false, fates.last(["conditions"]) == nil
    else { return nil }
    return "\(named(mark)) went to \(front), which was in front: \(wanted) "
      + "does not say that it shows the target, as `identify` or `show-place` does"
  }

  /// The command that tells why what came from outside went to the window in front.
  private func routeHint(_ wanted: String?) -> String? {
    let verbs: Set = ["continue", "handoff", "send", "drop", "open-url", "link"]
    guard let mark = fates.last(verbs),
      mark.step >= fates.last(.front, about: .device(device))?.step ?? 0
    else { return nil }
    let told = context.runCommand.map { command in
      let words = command.replacing(
        "scenesim run", with: "scenesim explain route", maxReplacements: 1)
      return "`\(words)` tells how each window was asked at \(named(mark))"
    }
    let front = simulation.front?.name
    let rule = front.flatMap { ruleForOthers(than: wanted ?? "", taker: $0, mark) }
    return rule.map { rule in told.map { "\(rule); \($0)" } ?? rule } ?? told
  }

  /// A problem that an earlier `expect` has looked at.
  private func seenProblem(_ mismatch: Mismatch) -> String? {
    let codes = (mismatch.node.list ?? []).compactMap { ($0["code"] ?? $0).text }
    if case .list(let found)? = mismatch.actual, codes.count > 1,
      codes.sorted() == found.compactMap(\.plainText).sorted()
    {
      return "they were told in another order, and the order counts"
    }
    let wanted = Set(codes)
    let seen = context.log.problems.prefix(context.problemMark).last {
      wanted.contains($0.code.rawValue)
    }
    guard let seen, let mark = fates.mark(seen.step) else { return nil }
    return "`\(seen.code)` was told at \(named(mark)): each is looked at once, and in a "
      + "process each place has it once"
  }

  /// What is to be said of some facts before all others.
  private func factHint(_ mismatch: Mismatch, _ parts: [String]) -> String? {
    if mismatch.node.text == "$absent", mismatch.actual == .null, let fact = parts.last {
      return "`\(fact): ~` is nothing; `$absent` is for a field of a map that is not there"
    }
    if let name = parts.first, simulation.scene(name)?.awaitsRestoration == true,
      ["tab", "path", "open-tabs", "shows", "restored"].contains(parts.last)
    {
      return "\(name) waits with what was saved: \(whatShowsSaved(in: name))"
    }
    if parts.count == 2, parts[1] == "value", mismatch.actual == .null,
      context.kind(of: parts[0])?.value != nil, let mark = opening(of: parts[0])?.mark,
      mark.verb == OpenStep.name
    {
      let node = mismatch.node
      let isPlain = node.map == nil && node.list == nil && node.text?.hasPrefix("$") != true
      let value = isPlain ? context.source.text(in: node.range) : "…"
      return "\(named(mark)) opened \(parts[0]) without a value: `value: \(value)` beside `scene` "
        + "gives it one"
    }
    if parts.last == "open-tabs", let window = parts.first,
      let key = app.tabSource.flatMap({ app.key($0.key) })
    {
      let place = FailureReport.Place(key: key, window: window, tab: nil)
      let loss = context.story(of: context.place(of: place)).loss
      if let hint = earlierHint ?? loss.flatMap({ hint(for: $0) }) { return hint }
    }
    if parts.count == 2, parts[1] == "saved", let loss = lostHandOver(of: parts[0]) {
      return hint(for: loss)
    }
    if parts == ["backlog"] { return backlogHint }
    if parts == ["front"], let hint = wentToFront(mismatch) ?? routeHint(mismatch.node.text) {
      return hint
    }
    if parts == ["problems"], let hint = seenProblem(mismatch) { return hint }
    return nil
  }

  func stateHint(_ mismatch: Mismatch, _ subject: String) -> String? {
    let parts = subject.split(separator: ".").map(String.init)
    if let hint = factHint(mismatch, parts) { return hint }
    if let hint = placeHint(parts.last, parts, mismatch) { return hint }
    let isValue = parts.dropLast().last == "values"
    if !isValue, let hint = movingHint(parts.last, in: parts.first, mismatch) { return hint }
    guard let wanted = mismatch.node.text ?? mismatch.node.bool.map({ "\($0)" }),
      let name = parts.first
    else { return nil }
    if parts.last == "phase" { return phaseHint(of: name, wanted, mismatch.actual?.plainText) }
    switch (parts.last, wanted, mismatch.actual?.plainText) {
    case ("restored", "false", _) where mismatch.actual == .bool(true):
      return expiredBack(name) ?? quitKeeps ?? keptBack(name)
    case ("restored", "true", "partial"?):
      return "\(name) came back without a part that cannot be read: `problems` has it"
    case ("restored", "true", _):
      return notRunning ?? newWindow(insteadOf: name) ?? privateHint(name) ?? hint(forLetGo: name)
        ?? "\(name) was opened new; only a session that was there before is restored"
    case ("owner", _, _) where context.allDevices.contains { $0.name == wanted }:
      return "`bring: { scene: \(name), to: \(wanted) }` brings it there"
    case ("place", _, _) where fates.last(["arrange"]) == nil && mismatch.actual == .null:
      return "no step says where \(name) stands: `arrange: { \(name): \(wanted) }` does"
    case ("display", _, _) where simulation.unplugged.contains(wanted):
      return "`plug: \(wanted)` brings it back"
    case ("display", _, _) where app.displays.contains { $0.name == wanted }:
      return "`arrange: { \(name): { display: \(wanted) } }` moves it there"
    case ("app", "running", _):
      return lastWindowQuit == nil ? "`launch` before" : "without \(lastWindowRule) it goes on"
    case ("app", "not-running", _):
      let fault = simulation.waitingFaults.first { $0.action == .kill }
      let waiting = fault.flatMap { context.text(ofWaiting: $0) }.map {
        "the fault of \(line($0.range.start.line, $0.source.path)) never struck: \($0.text)"
      }
      return waiting ?? "`background` and `kill`, or `stop`, before"
    default: return nil
    }
  }
}
