import SceneLifecycle
import SceneSimulator

// Where facts about a window or the app come from that are no values of keys.
extension BlameFinder {
  /// The blame for a fact about a window or the app; nil if nothing brought it about.
  ///
  /// - Parameters:
  ///   - subject: What was looked at: `A.phase`, `front`, `store.entries`.
  ///   - mismatch: What differs there.
  /// - Returns: The blame.
  func blame(of subject: String, _ mismatch: Mismatch? = nil) -> Blame? {
    let parts = subject.split(separator: ".", maxSplits: 2).map(String.init)
    if parts.count > 2, parts[1] == "lists", Names.isWindow(parts[0]) {
      return blame(ofList: String(parts[2].prefix { $0 != "." }), in: parts[0], mismatch)
    }
    // What a tab is called, nothing tells but its name and the app.
    if parts.count > 2, parts[1] == "tabs", parts[2].hasSuffix(".title") { return nil }
    if parts.count > 1, Names.isWindow(parts[0]) {
      let blame =
        parts[1] == "open-tabs" ? openTabs(in: parts[0]) : blame(of: parts[1], in: parts[0])
      guard parts[1] == "title" || parts[1] == "saved" && mismatch?.path == ".title",
        let title = context.restoration(of: parts[0])?.titleRange
      else { return blame }
      let rule = "`title` of `restoration` (\(line(of: title)))"
      return Blame(
        blame.map { "\($0.text): \(rule)" } ?? rule, writer: blame?.writer, cause: blame?.cause)
    }
    switch parts.first {
    case "app":
      return lastWindowQuit.map { end in
        Blame("\(text(end)), which closed the last window: \(lastWindowRule)", writer: end)
      } ?? mark(fates.marks.last { $0.endsProcess || $0.verb == LaunchStep.name })
    case "windows" where opened(mismatch) != nil: return opened(mismatch)
    case "windows" where openedNone != nil: return openedNone
    case "app-phase", "windows":
      let last = event(of: nil, Self.phases)
      return mark(fates.lastEnd(after: last?.mark.step ?? 0)) ?? last.map(blame)
    case "front": return mark(fates.last(.front, about: .device(device)))
    case "closed": return mark(fates.last(["close"]))
    case "forks": return mark(fates.last(["bring"]))
    case "store" where parts.last == "whole":
      return mark(fates.lastFault(FateList.spoilers) ?? lastChange)
    case "store": return mark(lastChange)
    case "data":
      let last = fates.all(about: .table(parts.last ?? "")).last { $0.kind == .changed }
      guard let last, let inner = last.inner else { return mark(last?.mark) }
      let origin = Origin(
        mark: last.mark, way: .handler(inner), tab: nil, session: 0, value: nil)
      return Blame(text(origin), writer: origin)
    default: return nil
    }
  }

  /// Who opened a window that should not be there; nil if others are missing, or none is there.
  private func opened(_ mismatch: Mismatch?) -> Blame? {
    guard case .list(let actual)? = mismatch?.actual, let list = mismatch?.node.list else {
      return nil
    }
    let (there, wanted) = (actual.compactMap(\.plainText), list.compactMap(\.text))
    guard wanted.allSatisfy(there.contains), let name = there.last(where: { !wanted.contains($0) })
    else { return nil }
    return event(of: name, ["willConnect"]).map(blame)
  }

  /// The step that changed the store last.
  private var lastChange: StepMark? { fates.last { $1.kind == .stored }?.fate.mark }

  /// The last `open` or `drag`, if it opened no window but went to one that was there.
  var openedNone: Blame? {
    let run = fates.all(about: .ownSteps).last { $0.inner?.verb == OpenStep.name }
    let last = fates.last(["open", "drag"])
    let own = run.flatMap { $0.mark.step > last?.step ?? 0 ? $0 : nil }
    guard let mark = own?.mark ?? last, let front = simulation.front?.name,
      fates.last(FateList.endings.union(["close", "rewind"]), after: mark.step) == nil,
      // The one that came to the front then is in front still.
      fates.last(.front, about: .device(device))?.step ?? 0 <= mark.step,
      !context.log.heard.contains(where: {
        $0.step == mark.step && $0.text.hasPrefix("willConnect")
      })
    else { return nil }
    guard mark.verb == "drag" else {
      return Blame(
        "\(own.map(named) ?? named(mark)) opened none: \(front) has what it asks for, and came to "
          + "the front", writer: mark)
    }
    let taker = context.log.heard.last { event in
      event.step == mark.step && ["continue", "queued", "willContinue"].contains(event.word)
    }
    return taker?.window.map {
      Blame("\(named(mark)) opened none: it was dropped on \($0)", writer: mark)
    }
  }

  private static let phases: Set<String> = [
    "willConnect", "willEnterForeground", "didBecomeActive", "willResignActive",
    "didEnterBackground", "didDisconnect",
  ]

  /// The steps that move in a tree or change what its nodes hold.
  private static let movers: Set = [
    "select", "show", "push", "pop", "open-url", "link", "set", "append", "prepend", "remove",
    "clear", "pick", "scroll",
  ]

  /// Who made or ended what a window offers to other devices.
  private func offer(of window: String) -> Blame? {
    guard let offer = fates.last(["advertise"], window: window) else { return nil }
    guard simulation.scene(window)?.advertisedActivity == nil,
      let away = event(of: window, ["willResignActive", "didDisconnect"]),
      away.mark.step > offer.step
    else { return mark(offer) }
    return Blame(
      "\(named(away.mark)) ended what \(named(offer)) offers: only an active window offers anything",
      writer: away.mark)
  }

  /// Who said last what a window shows.
  private func shown(in window: String) -> Blame? {
    let shown = fates.last(["show-place"], window: window)
    if let mark = fates.last(["identify"], window: window), mark.step > (shown?.step ?? 0) {
      return Blame(text(mark), writer: mark)
    }
    let key = app.places.isEmpty ? nil : app.key(PlaceKind.shownKey)
    let scene = context.shown(in: window)
    return key.map {
      blame(of: FailureReport.Place(key: $0, window: window, tab: scene?.selectedTab))
    } ?? mark(shown)
  }

  func blame(of fact: String, in window: String) -> Blame? {
    switch fact {
    case "phase":
      let last = event(of: window, Self.phases)
      let since = last?.mark.step ?? 0
      // What another window went through, or what this one outlived, is not why.
      let isGone = [nil, .closed, .disconnected].contains(simulation.phase(of: window))
      // One that had left before its process ended would not be there without that either.
      let ends = isGone && last?.text.hasPrefix("didDisconnect") != true
      let end =
        (ends ? fates.last(FateList.endings, after: since) : nil)
        ?? fates.last(["close", "disconnect"], after: since, window: window)
      if let (mark, rule) = context.gone(window), mark.step >= (last?.mark.step ?? 0) {
        return Blame(going(window, by: mark, rule), writer: mark)
      }
      if let mark = fates.last(.closed, about: .window(window, on: device)),
        mark.step >= (last?.mark.step ?? 0), simulation.phase(of: window) == .closed
      {
        return Blame("\(named(mark)) closed \(window)", writer: mark)
      }
      return mark(end) ?? last.map(blame)
    case "display", "place":
      let back = event(of: window, ["willConnect"])
      let movers: Set = ["arrange", "plug", "unplug"]
      return mark(fates.last(movers, after: back?.mark.step ?? 0)) ?? back.map(blame)
    case "opened-by", "scene", "value": return opened(window, fact)
    case "restored", "owner":
      return event(of: window, ["willConnect"]).map(blame)
    case "nodes":
      let back = event(of: window, ["willConnect"])
      let moved = fates.last(Self.movers, after: back?.mark.step ?? 0, window: window)
      return mark(moved) ?? back.map(blame)
    case "saved", "title":
      let last = event(of: window, [Self.handover])
      // The title of a window that is shown is that of what it would hand over now.
      guard simulation.session(window)?.record.activity == nil,
        fact == "saved" || simulation.phase(of: window) != .active
      else { return last.map(blame) }
      if let lost = lostHandOver(of: window) {
        return Blame(
          text(lost, of: StoredPlace(session: 0, window: window, path: [], key: "")),
          writer: lost.mark)
      }
      guard let mark = fates.last(.expired, about: .window(window, on: device)),
        mark.step > (last?.mark.step ?? 0)
      else { return last.map(blame) ?? takeover(of: window) }
      return Blame("what was shown \(expiry(at: mark, of: window))", writer: mark)
    case "tree" where !app.allowsSaving:
      return handOver(of: window).map {
        Blame("\(named($0)) kept no tree: `save-allowed: false`", writer: $0)
      }
    case "tree": return event(of: window, [Self.handover]).map(blame)
    case "shows": return shown(in: window)
    case "advertises": return offer(of: window)
    case "tab", "path", "tabs", "url": return place(in: window, fact)
    default: return nil
    }
  }

  /// What opened a window, or gave it another value since.
  private func opened(_ window: String, _ fact: String) -> Blame? {
    let opened = opening(of: window) ?? event(of: window, ["willConnect"])
    let changers: Set = fact == "value" ? [ChangeValueStep.name] : []
    return mark(fates.last(changers, after: opened?.mark.step ?? 0, window: window))
      ?? opened.map(blame)
  }

  /// The step that went where no place of the navigator is.
  private func leftAllPlaces(_ window: String) -> Blame? {
    guard app.navigator != nil, simulation.scene(window)?.navigator?.url == nil,
      let scene = context.shown(in: window),
      let mark = fates.last(["select", "show", "push", "pop"], window: window)
    else { return nil }
    let path = scene.path(in: scene.selectedTab).joined(separator: ", ")
    let tab = scene.selectedTab.map { "tab `\($0)` and " } ?? ""
    return Blame(
      "\(text(mark)): no place of `navigator` has \(tab)path [\(path)]", writer: mark)
  }

  private func openTabs(in window: String) -> Blame? {
    guard let key = app.tabSource.flatMap({ app.key($0.key) }) else { return nil }
    return blame(of: FailureReport.Place(key: key, window: window, tab: nil))
  }

  /// Who moved a list, or why it is not where it was in a window that came back.
  private func blame(ofList name: String, in window: String, _ mismatch: Mismatch?) -> Blame? {
    let back = event(of: window, ["willConnect"])
    let look = mismatch?.path.dropFirst() ?? ""
    let verbs: Set = look.hasPrefix("picked") ? ["pick"] : ["scroll", "pick"]
    let moved = move(ofList: name, in: window, by: verbs)?.mark
    let isOlder = moved?.step ?? 0 < back?.mark.step ?? 0
    let list = app.lists.first { $0.name == name }
    // A row has another number when others come and go before it, and may itself be gone.
    let isGone =
      look == "picked" && mismatch?.actual == .null
      && list.map { !hasRow(mismatch?.node.text, in: $0) } == true
    let last = isGone ? moved?.step ?? 0 : max(moved?.step ?? 0, back?.mark.step ?? 0)
    if look.hasSuffix("-row") || isGone && moved != nil,
      let changed = context.changeOfRows(ofList: name, after: last)
    {
      return mark(changed)
    }
    let byNumber = list.flatMap { $0.id == .rowNumber ? line(of: $0.range) : nil }
    let changed = moved.flatMap { moved in
      context.changeOfRows(ofList: name, after: moved.step).map {
        "; \(named($0)) made the rows of `\(list?.rows ?? name)` other ones after it"
          + (byNumber.map { ", and `id: row-number` (\($0)) finds rows by number" } ?? "")
      }
    }
    if !isOlder, let moved {
      return byNumber != nil
        ? Blame(text(moved) + (changed ?? ""), writer: moved) : mark(moved)
    }
    guard let back, simulation.wasRestored(window) == true else { return back.map(blame) }
    let came = "\(named(back.mark)) brought \(window) back without its lists"
    if let list, list.isTransient {
      return Blame(
        "\(named(back.mark)) brought \(window) back without list `\(name)`: `transient: true` "
          + "(\(line(of: list.range)))", writer: back.mark)
    }
    let isLate = !app.loadsDataBeforeRestoring
    let late = isLate ? "their tables are filled later (`loads-data: after-restoring`)" : nil
    if let reason = TreeLoss(context).wholeReason(in: window) ?? late {
      return Blame("\(came): \(reason)", writer: back.mark)
    }
    guard let moved, TreeLoss(context).reason(forListsIn: window) == nil else { return blame(back) }
    return Blame(
      "\(text(moved)), which \(named(back.mark)) brought back\(changed ?? "")", writer: moved)
  }

  private func hasRow(_ row: String?, in list: ListDeclaration) -> Bool {
    guard let rows = context.box.world.tables[list.rows], let row else { return true }
    return TableDeclaration.names(of: rows).contains(row)
  }

  /// A tab or path without a key of its own: in the navigator's key, or in memory.
  private func place(in window: String, _ fact: String) -> Blame? {
    if fact == "url", let blame = leftAllPlaces(window) { return blame }
    // Where no place is, the URL that is kept is older.
    if let name = app.navigator?.savesTo, let key = app.key(name),
      simulation.scene(window)?.navigator?.url != nil
    {
      return blame(of: FailureReport.Place(key: key, window: window, tab: nil))
    }
    let back = event(of: window, ["willConnect"])
    let verbs: Set<String> =
      fact == "tab"
      ? ["select", "open-tab", "close-tab", "undo-close-tab", "move-tab"]
      : ["show", "push", "pop", "open-url", "link"]
    let moved = fates.last(verbs, after: back?.mark.step ?? 0, window: window)
    // Another tab is selected when the list of them is another one.
    let tabs = app.tabSource.flatMap { app.key($0.key) }.flatMap {
      context.origin(of: context.place(of: $0, window: window, tab: nil))?.mark
    }
    if fact == "tab", let tabs, tabs.step > moved?.step ?? 0, tabs.step > back?.mark.step ?? 0 {
      return mark(tabs)
    }
    return mark(moved) ?? back.map(blame)
  }
}
