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
      // A tab that is looked at while another is shown was not the one to write in.
      if let wanted = place.tab, found.mark != nil, scene?.selectedTab != wanted {
        return
          "tab \(tab) has \(what)\(from(found.mark)): `select: \(wanted)` before that, or look with "
          + "`tabs: { \(tab): { \(check): … } }`"
      }
      return "tab \(tab) has \(what)\(from(found.mark)): `select: \(tab)` before, "
        + "or look with `tabs: { \(tab): { \(check): … } }`"
    }
    let others = (scene?.tabs ?? app.tabs).filter { $0 != place.tab }
    return spread(over: others, kind: "tab ", mismatch) {
      value(of: place.key, in: place.window, tab: $0)
    }
  }

  typealias Found = (value: ScenarioValue, mark: StepMark?)

  /// That what is missing lies in several windows or tabs, a part in each; nil if it does not.
  private func spread(
    over names: [String], kind: String = "", _ mismatch: Mismatch, _ value: (String) -> Found?
  ) -> String? {
    var rest = mismatch.missing
    let parts = names.compactMap { name -> String? in
      guard let found = value(name), case .list(let values) = found.value else { return nil }
      let others = rest.filter { !Mismatch.has(values, $0) }
      defer { rest = others }
      return others.count < rest.count ? "in \(kind)\(name)\(from(found.mark))" : nil
    }
    return rest.isEmpty && parts.count > 1
      ? "what is missing is \(parts.joined(separator: ", and "))" : nil
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
      guard let found = value(of: place.key, in: window, tab: place.tab),
        let what = mismatch.found(in: found.value)
      else { continue }
      return text(of: window, what, found.mark, place)
    }
    let others = simulation.windowNames.filter { $0 != place.window }
    let parts = spread(over: others, mismatch) { value(of: place.key, in: $0, tab: place.tab) }
    return parts.map { "\($0): \(meant(for: place.window))" } ?? otherTabOfWindow(place, mismatch)
      ?? once(place, mismatch)
      ?? otherDevice(with: place, mismatch)
  }

  private func text(
    of window: String, _ what: String, _ mark: StepMark?, _ place: FailureReport.Place
  ) -> String {
    let opener = self.opener(of: window)
    guard let mark else { return "\(window) has \(what)" }
    if mark == opener { return "\(window) has \(what): \(named(mark)) opened \(window) with it" }
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
    return "\(told): \(meant(for: place.window))\(shared(place.key))"
  }

  private func meant(for window: String) -> String {
    "`in: \(window)` beside a step says that it is meant for \(window)"
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

  /// The tab of another window that has the value.
  private func otherTabOfWindow(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard place.key.scope == .selectedTab, mismatch.asksForValue else {
      return nil
    }
    for window in simulation.windows where window.name != place.window {
      // A window that shows nothing has no tabs.
      for tab in (try? context.inside(window))?.tabs ?? [] {
        guard let found = value(of: place.key, in: window.name, tab: tab),
          let what = mismatch.found(in: found.value)
        else { continue }
        return "\(window.name) has \(what), in tab \(tab)\(from(found.mark))"
      }
    }
    return storedTab(place, mismatch)
  }

  /// The same in a window that is not shown.
  private func storedTab(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let here = context.place(of: place)
    let found = simulation.stored.keys.filter { other in
      other.key == here.key && other.window != here.window && other.path.count == here.path.count
        && has(mismatch, at: other)
    }
    guard let other = found.min(), let tab = other.path.first else { return nil }
    return "\(other.window) has this value, in tab \(tab)\(from(context.origin(of: other)?.mark))"
  }

  /// What a window has under a key, in the store or in memory, and the step that wrote it; nil if
  /// it has nothing of its own.
  private func value(
    of key: StorageKey, in window: String, tab: String?
  ) -> Found? {
    let place = context.place(of: key, window: window, tab: tab)
    guard key.via == .store, !key.isTransient, !isPrivate(window) else {
      guard let scene = context.shown(in: window), scene.isStored(key, tab: tab) else { return nil }
      return (scene.value(of: key, tab: tab), context.story(of: place).live?.origin?.mark)
    }
    guard let value = simulation.stored[place] else { return nil }
    return (context.decoded(value, at: place), context.origin(of: place)?.mark)
  }
}
