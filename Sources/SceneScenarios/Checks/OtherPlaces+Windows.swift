import SceneSimulator
internal import SceneState

// The value that a check looked for, in another tab or window.
extension OtherPlaces {
  /// What was meant may lie in another tab.
  func otherTab(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard mismatch.path.isEmpty || !mismatch.isMet(by: place.key.initial) else { return nil }
    let scene = context.shown(in: place.window)
    for tab in scene?.tabs ?? app.tabs where tab != place.tab {
      guard let found = value(of: place.key, in: place.window, tab: tab),
        let what = mismatch.found(in: found.value)
      else { continue }
      let check = place.key.name == StorageKey.path ? "path" : "values"
      let mark = bringer(found, mismatch)
      // A tab that is looked at while another is shown was not the one to write in.
      let select =
        if let wanted = place.tab, let mark, scene?.selectedTab != wanted,
          wasOpen(wanted, in: place.window, at: mark)
        { "`select: \(wanted)` before that" } else { "`select: \(tab)` before" }
      return "tab \(tab) has \(what)\(from(mark)): \(select), or look with "
        + "`tabs: { \(tab): { \(check): … } }`"
    }
    let others = (scene?.tabs ?? app.tabs).filter { $0 != place.tab }
    return spread(over: others, kind: "tab ", mismatch) {
      value(of: place.key, in: place.window, tab: $0)
    }
  }

  /// Whether a window had a tab when a step ran.
  private func wasOpen(_ tab: String, in window: String, at mark: StepMark) -> Bool {
    guard let key = app.tabSource.flatMap({ app.key($0.key) }) else { return true }
    let stored = context.place(of: key, window: window, tab: nil)
    let last = context.story(of: stored).last { $0.origin != nil && $0.mark.step <= mark.step }
    return tabs(in: last?.origin?.value, stored).contains(.text(tab))
  }

  /// The tabs that a kept list of them has.
  func tabs(in value: Origin.Value?, _ stored: StoredPlace) -> [ScenarioValue] {
    guard case .bytes(let bytes)? = value, case .list(let tabs) = context.decoded(bytes, at: stored)
    else { return [] }
    return tabs
  }

  typealias Found = (value: ScenarioValue, place: StoredPlace)

  /// The step that brought what was looked for, and not one that wrote something else beside it.
  private func bringer(_ found: Found, _ mismatch: Mismatch) -> StepMark? {
    let story = context.story(of: found.place)
    return story.bringer(of: meaning(mismatch, at: found.place)) ?? story.written?.written
  }

  /// That what is missing lies in several windows or tabs, a part in each; nil if it does not.
  private func spread(
    over names: [String], kind: String = "", _ mismatch: Mismatch,
    _ end: (StepMark) -> String = { _ in "" }, _ value: (String) -> Found?
  ) -> String? {
    var (rest, first) = (mismatch.missing, StepMark?.none)
    let parts = names.compactMap { name -> String? in
      guard let found = value(name), case .list(let values) = found.value else { return nil }
      let others = rest.filter { !Mismatch.has(values, $0) }
      defer { rest = others }
      let mark = context.story(of: found.place).written?.written
      first = first ?? mark
      return others.count < rest.count ? "in \(kind)\(name)\(from(mark))" : nil
    }
    return rest.isEmpty && parts.count > 1
      ? "what is missing is \(parts.joined(separator: ", and "))\(first.map(end) ?? "")" : nil
  }

  /// What was meant may lie in another window.
  func otherWindow(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    // What it had here itself is not missing, but went.
    let here = context.place(of: place)
    if context.story(of: here).end(of: meaning(mismatch, at: here)) != nil { return nil }
    guard !mismatch.node.isNull,
      // A part that is what the default has says nothing of where it came from.
      mismatch.path.isEmpty || !mismatch.isMet(by: place.key.initial)
    else { return nil }
    for window in simulation.windowNames where window != place.window {
      guard let found = value(of: place.key, in: window, tab: place.tab), found.place != here,
        let what = mismatch.found(in: found.value)
      else { continue }
      return text(of: window, what, bringer(found, mismatch), place)
    }
    let others = simulation.windowNames.filter { $0 != place.window }
    let parts = spread(over: others, mismatch) {
      meant(for: place.window, at: $0)
    } _: {
      value(of: place.key, in: $0, tab: place.tab)
    }
    return parts ?? once(place, mismatch) ?? otherDevice(with: place, mismatch)
  }

  private func text(
    of window: String, _ what: String, _ mark: StepMark?, _ place: FailureReport.Place
  ) -> String {
    let opener = self.opener(of: window)
    guard let mark else { return "\(window) has \(what)" }
    if mark == opener {
      // What comes from outside opens one where the app says so.
      let rule = ["open", "drag"].contains(mark.verb) ? nil : app.node?["external"]
      let told = rule.map {
        ", as `external: \(app.source.text(in: $0.range))` says (\(line(of: $0.range)))"
      }
      return "\(window) has \(what): \(named(mark)) opened \(window) with it\(told ?? "")"
    }
    let opened = opener.map { "; \(named($0)) opened \(window)" } ?? ""
    let told = "\(window) has \(what), from \(named(mark))\(opened)"
    let rule = PutOffLook(context).ranElsewhere(for: place, by: mark)
    if let rule { return "\(told): \(rule)" }
    if let hint = StepParser.ofNoWindow[mark.verb] {
      let rule = fates.last(["conditions"], window: place.window).map {
        "; \(named($0)) says what \(place.window) takes"
      }
      return "\(told): \(hint)\(rule ?? "")"
    }
    if let kind = ownKind(of: place.key) {
      return "\(told): each window has its own `\(kind.name)` (\(line(of: kind.range))), "
        + "`in: $app` makes one for all"
    }
    return told + meant(for: place.window, at: mark) + shared(place.key)
  }

  /// What would have had a step write in a window, if that was there then; else since when it is.
  private func meant(for window: String, at mark: StepMark) -> String {
    let last = event(of: window, ["willConnect", "didDisconnect"], before: mark.step)
    if let last, last.text.hasPrefix("willConnect"),
      fates.last(FateList.endings, after: last.mark.step, before: mark.step) == nil
    {
      return ": `in: \(window)` beside a step says that it is meant for \(window)"
    }
    // One that was there before, and not then, came again.
    if last != nil { return "" }
    let came = context.log.heard.first { $0.window == window && $0.word == "willConnect" }
    return came.flatMap { $0.step < mark.step ? nil : fates.mark($0.step) }
      .map { "; \(window) came only with \(named($0))" } ?? ""
  }

  /// The kind of place of which each window has its own.
  private func ownKind(of key: StorageKey) -> PlaceKind? {
    guard case .place(.window, let name, _) = key.scope else { return nil }
    return app.places.first { $0.name == name }
  }

  /// What would make a setting of one window that of all.
  private func shared(_ key: StorageKey) -> String {
    guard key.scope == .scene, key.via == .store, !isPlace(key) else { return "" }
    return "; with `scope: app` (\(line(of: key))) all windows share one"
  }

  /// What a window has under a key, in the store or in memory; nil if it has nothing of its own.
  private func value(
    of key: StorageKey, in window: String, tab: String?
  ) -> Found? {
    let place = context.place(of: key, window: window, tab: tab)
    guard key.via == .store, !key.isTransient, !isPrivate(window) else {
      guard let scene = context.shown(in: window), scene.isStored(key, tab: tab) else { return nil }
      return (scene.value(of: key, tab: tab), place)
    }
    return simulation.stored[place].map { (context.decoded($0, at: place), place) }
  }
}
