import SceneLifecycle
import SceneSimulator
internal import SceneState

// Where a window stands: its phase, tab and path.
extension FailureHint {
  /// What brings back a window that cannot be looked into.
  func hint(forMissing name: String, _ phase: WindowPhase) -> String? {
    if phase == .closed { return hint(forClosed: name) }
    guard phase == .disconnected else { return nil }
    if let hint = takeover(of: name) ?? context.brought(name)?.hint ?? newWindow(insteadOf: name) {
      return hint
    }
    guard context.simulation.isRunning else { return "`launch` first" }
    let profile = context.simulation.profile
    let rule =
      profile.reconnectsEverySession
      ? "" : "; a launch brings back what was on screen (profile \(profile.rawValue))"
    return "`reconnect: \(name)` shows it again\(rule)"
  }

  /// Nothing of a private window comes back.
  private func privateHint(_ name: String) -> String? {
    let finder = BlameFinder(context)
    let kind = context.declaration.scenes.first {
      $0.isPrivate && $0.name == context.simulation.session(name)?.record.scene
    }
    return kind.map {
      "nothing of a private window is kept: windows of `\($0.name)` are `private: true` "
        + "(\(finder.line(of: $0.range)))"
    }
  }

  func takeover(of name: String) -> String? {
    guard context.simulation.isTaken(name) else { return nil }
    return (context.simulation.isRunning ? "`relaunch`" : "the next `launch`") + " has \(name) back"
  }

  /// The launch that named another window than the one it was to bring back.
  private func newWindow(insteadOf name: String) -> String? {
    guard context.simulation.phase(of: name) == .disconnected,
      let launch = context.writes.last(["launch"]), let other = launch.window, other != name,
      context.simulation.wasRestored(other) == false
    else { return nil }
    return "\(BlameFinder(context).named(launch)) opened \(other), which is new, and left \(name) "
      + "where it was: `launch: \(name)`, or `launch` alone, brings it back"
  }

  /// A tab or a path that came back wrong because nothing keeps it.
  private func placeHint(
    _ fact: String?, _ parts: [String], _ mismatch: Mismatch
  ) -> String? {
    let window = parts.first
    guard let fact, let window, context.simulation.wasRestored(window) == true,
      context.declaration.navigator?.savesTo == nil, !mismatch.node.isNull
    else { return nil }
    let declared: (key: String, type: String)? =
      switch fact {
      case "tab": (StorageKey.selectedTab, "{ type: string, scope: scene }")
      case "path": (StorageKey.path, "{ type: [string], scope: tab }")
      case "shows" where !context.declaration.places.isEmpty: (PlaceKind.shownKey, "string?")
      default: nil
      }
    guard let declared, context.declaration.key(declared.key) == nil else { return nil }
    if fact == "shows" {
      return "nothing keeps the place: `storage: { \(declared.key): \(declared.type) }` does"
    }
    if context.declaration.navigator != nil {
      return "nothing keeps the URL: `storage: { url: url? }` and `navigator: { saves-to: url }` do"
    }
    let tree = TreeLoss(context)
    let tab = parts.count > 2 && parts[1] == "tabs" ? parts[2] : selectedTab(of: window)
    if tree.keeps(fact, tab: tab) {
      let path = mismatch.node.list?.compactMap(\.text) ?? []
      let reason =
        fact == "tab"
        ? tree.reason(forTabIn: window) : tree.reason(forPath: path, tab: tab, in: window)
      return reason.map { "the tree did not bring the \(fact) back: \($0)" }
    }
    return "nothing keeps the \(fact): `storage: { \(declared.key): \(declared.type) }` does"
  }

  private func selectedTab(of window: String) -> String? {
    // A window that shows nothing has no tab to ask for.
    let scene = try? context.inside(context.simulation.window(window))
    return scene?.selectedTab
  }

  /// A step that was to show something else and could not.
  private func movingHint(_ fact: String?, in window: String?, _ mismatch: Mismatch) -> String? {
    if fact == "shows" { return placeOfTabHint ?? undeclaredHint(fact) }
    guard let fact, let window, ["tab", "path", "url"].contains(fact) else { return nil }
    let finder = BlameFinder(context)
    let verbs: Set = ["show", "push", "pop", "select", "open-url", "link"]
    let back = finder.event(of: window, ["willConnect"])?.mark.step ?? 0
    if fact == "path", let rule = finder.outsideRule(in: window),
      context.writes.last(verbs, after: back) == nil
    {
      return "what was saved of it is not shown: \(rule)"
    }
    if let hint = undeclaredHint(fact) { return hint }
    guard let mark = context.writes.last(verbs), mark.window == nil || mark.window == window
    else { return nil }
    switch mark.verb {
    case "open-url", "link":
      if fact == "path",
        let (screen, missing) = NameLook.screensLeftOut(by: context.declaration).first
      {
        return "a link without `\(missing)` leaves out the whole screen `\(screen.text ?? "")` "
          + "(line \(screen.range.start.line))"
      }
      guard context.declaration.navigator == nil, context.hasDeclaredApp,
        !context.declaration.handlers.contains(where: { $0.link != nil })
      else { return nil }
      return "\(finder.named(mark)) leads nowhere: the app has no `navigator: { places: … }`, and "
        + "no handler with `on: \"notes://{id}\"`"
    case "select" where fact == "tab":
      guard let tab = mismatch.node.text, !context.declaration.tree.roots.isEmpty,
        context.declaration.key(StorageKey.selectedTab) == nil,
        !TreeLoss(context).hasTab(tab)
      else { return nil }
      return
        "the tree has no tab `\(tab)`, so that \(finder.named(mark)) did nothing: a child of its "
        + "node of kind `tabs` has that name"
    case "pop" where mismatch.actual == .list([]):
      return "\(finder.named(mark)) came to the root, where a `pop` does nothing more"
    default: return nil
    }
  }

  /// What a window of this app never has.
  private func undeclaredHint(_ fact: String?) -> String? {
    guard context.hasDeclaredApp else { return nil }
    switch fact {
    case "url" where context.declaration.navigator == nil:
      return "a window has a URL in an app with a `navigator: { places: … }`; this one has none"
    case "shows"
    where context.declaration.places.isEmpty && context.writes.last(["identify"]) == nil
      && !context.declaration.ownSteps.andInner.contains { $0.verb.name == "identify" }:
      return "no step says what the window shows: `identify` does, or `show-place` in an app with "
        + "`places`"
    default: return nil
    }
  }

  /// A place that was shown in another tab, where all tabs have one.
  private var placeOfTabHint: String? {
    let app = context.declaration
    guard app.hasTabs, !app.places.isEmpty, app.key(PlaceKind.shownKey)?.scope != .selectedTab,
      let mark = context.writes.last(["show-place", "select", "open-tab", "close-tab"]),
      mark.verb != "show-place"
    else { return nil }
    return "a window shows one place, whatever its tab: `storage: { place: { type: string?, "
      + "scope: tab } }` keeps one for each"
  }

  /// Why scenes wait, or why none does here.
  private var backlogHint: String? {
    let place =
      "looked at was \(context.simulation.name); `on: …` beside `expect` looks at another device"
    guard let cut = context.writes.last(["cut"]),
      context.writes.last(["heal"], after: cut.step) == nil
    else {
      return
        "what is committed is carried at the end of its step, unless `cut` holds it back; \(place)"
    }
    return "\(BlameFinder(context).named(cut)) still holds, until `heal`; \(place)"
  }

  /// Why a window came back whose app was quit.
  private var quitKeeps: String? {
    guard let end = context.writes.lastEnd(), end.verb == "quit",
      context.simulation.profile == .macOS
    else { return nil }
    return "\(BlameFinder(context).named(end)) keeps windows (profile macos): "
      + "`profile: macos-discard` lets them go"
  }

  /// What came from outside and went to the window in front.
  private func wentToFront(_ mismatch: Mismatch) -> String? {
    let verbs: Set = ["continue", "handoff", "send"]
    guard let wanted = mismatch.node.text, let mark = context.writes.last(verbs),
      mark.step >= context.writes.frontChange(on: context.simulation.name)?.step ?? 0,
      let front = context.simulation.front?.name,
      context.log.heard.contains(where: {
        $0.step == mark.step && $0.window == front && $0.word.hasPrefix("continue")
      }),
      let scene = context.simulation.scene(wanted), scene.identity == nil
    else { return nil }
    return "\(BlameFinder(context).named(mark)) went to \(front), which was in front: \(wanted) "
      + "does not say that it shows the target, as `identify` or `show-place` does"
  }

  /// A problem that an earlier `expect` has looked at.
  private func seenProblem(_ mismatch: Mismatch) -> String? {
    let wanted = Set((mismatch.node.list ?? []).compactMap { ($0["code"] ?? $0).text })
    let seen = context.log.problems.prefix(context.problemMark).last {
      wanted.contains($0.code.rawValue)
    }
    guard let seen, let mark = context.writes.mark(seen.step) else { return nil }
    return
      "`\(seen.code)` was told at \(BlameFinder(context).named(mark)): each is looked at once, and in a "
      + "process each place has it once"
  }

  /// What is to be said of some facts before all others.
  private func factHint(_ mismatch: Mismatch, _ parts: [String]) -> String? {
    if let name = parts.first, context.simulation.scene(name)?.awaitsRestoration == true,
      ["tab", "path", "open-tabs", "shows", "restored"].contains(parts.last)
    {
      return "\(name) waits with what was saved: \(BlameFinder(context).whatShowsSaved(in: name))"
    }
    if parts.last == "open-tabs", let window = parts.first,
      let key = context.declaration.tabSource.flatMap({ context.declaration.key($0.key) }),
      let loss = context.writes.loss(
        of: context.place(of: key, window: window, tab: nil), on: context.simulation.name),
      let hint = hint(for: loss)
    {
      return hint
    }
    if parts.count == 2, parts[1] == "saved",
      let loss = BlameFinder(context).lostHandOver(of: parts[0])
    {
      return hint(for: loss)
    }
    if parts == ["backlog"] { return backlogHint }
    if parts == ["front"], let hint = wentToFront(mismatch) { return hint }
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
    switch (parts.last, wanted, mismatch.actual?.plainText) {
    case ("phase", "active", "background"?): return "`foreground` brings \(name) back"
    case ("phase", "active", "inactive"?): return "`activate: \(name)` gives it the focus"
    case ("phase", "active", "disconnected"?):
      return takeover(of: name) ?? context.brought(name)?.hint
        ?? "`reconnect: \(name)` or `launch` before"
    case ("phase", "inactive", "active"?): return "`resign: \(name)` takes the focus away"
    case ("phase", "background", "active"?), ("phase", "background", "inactive"?):
      if let left = context.writes.last(["background"])?.step,
        let back = context.writes.last(["launch", "relaunch", "reconnect"], after: left)
      {
        return "\(BlameFinder(context).named(back)) brought it back on the screen: "
          + "`background: \(name)` after it"
      }
      return "`background: \(name)` before"
    case ("phase", "disconnected", "background"?): return "`disconnect: \(name)` before"
    case ("phase", "closed", _): return "`close: \(name)` before"
    case ("restored", "false", _) where mismatch.actual == .bool(true): return quitKeeps
    case ("restored", "true", "partial"?):
      return "\(name) came back without a part that cannot be read: `problems` has it"
    case ("restored", "true", _) where newWindow(insteadOf: name) != nil:
      return newWindow(insteadOf: name)
    case ("restored", "true", _):
      return privateHint(name) ?? hint(forLetGo: name)
        ?? "\(name) was opened new; only a session that was there before is restored"
    case ("owner", _, _) where context.allDevices.contains { $0.name == wanted }:
      return "`bring: { scene: \(name), to: \(wanted) }` brings it there"
    case ("place", _, _) where context.writes.last(["arrange"]) == nil && mismatch.actual == .null:
      return "no step says where \(name) stands: `arrange: { \(name): \(wanted) }` does"
    case ("display", _, _) where context.simulation.unplugged.contains(wanted):
      return "`plug: \(wanted)` brings it back"
    case ("display", _, _) where context.declaration.displays.contains { $0.name == wanted }:
      return "`arrange: { \(name): { display: \(wanted) } }` moves it there"
    case ("app", "running", _): return "`launch` before"
    case ("app", "not-running", _): return "`background` and `kill`, or `stop`, before"
    default: return nil
    }
  }
}
