import SceneSimulator
internal import SceneState

// Which window, tab or place was meant, and what would have kept a value there.
extension FailureHint {
  func scopeHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let stored = context.place(of: place)
    let story = context.story(of: stored)
    // Whatever else was lost: what is there would not be shown.
    if let hint = outsideHint(place, stored) { return hint }
    if let hint = unreadableHint(place, stored, mismatch) { return hint }
    let newest = isHeld(place.key, in: place.window) ? story.lost : story.loss
    let meant = newest.flatMap { _ in
      story.compactMap(\.loss).last { loss in
        context.answer?.ended(in: loss.mark.step) == true
          && (loss.isUnknown || meaning(mismatch, at: stored, hasPart: true)(loss.value))
      }
    }
    if let loss = meant ?? newest {
      if isPrivate(place.window) { return nil }
      if case .refused = loss.way, !mismatch.asksForValue { return nil }
      // What would have kept another value does not bring the one that is missing.
      if mismatch.asksForValue, loss.way.isOfWhole, loss.value != nil, loss.replacedBy == nil,
        !meaning(mismatch, at: stored, hasPart: true)(loss.value)
      {
        return Elsewhere(context).hint(place, mismatch)
      }
      if let hint = hint(for: loss, of: stored) { return hint }
      if place.key.via == .store { return nil }
    }
    if unreadPart(of: stored) != nil { return nil }
    if rowGone(from: place.key, stored) != nil { return nil }
    if place.key.via == .store, let origin = context.origin(of: stored) {
      if place.key.scope == .app { return sharedByWindows(place, origin, stored, mismatch) }
      if let hint = sharedPlace(place, origin, stored, mismatch) { return hint }
      let isSelection = place.key.name == StorageKey.selectedTab
      if place.key.scope == .scene, !isSelection, app.tabs.count > 1 || app.tabSource != nil,
        let hint = sharedByTabs(place, origin)
      {
        return hint
      }
    }
    return Elsewhere(context).hint(place, mismatch)
  }

  /// A value that should belong to a window belongs to the app.
  private func sharedByWindows(
    _ place: FailureReport.Place, _ origin: Origin, _ stored: StoredPlace, _ mismatch: Mismatch
  ) -> String? {
    // A list that differs in an element is the one that was meant.
    guard let window = origin.mark.window, window != place.window, !mismatch.path.hasPrefix("[")
    else { return nil }
    // A list that lacks some of what several windows have added was to be shared.
    let missing = mismatch.missing.count
    guard missing == 0 || missing == mismatch.node.list?.count else { return nil }
    let wasOwn = wasOwn(stored, mismatch) { $0.mark.window == place.window }
    // What the window wrote itself, as it was already, is no other one's.
    let last = context.story(of: stored).last { $0.kind == .repeated }
    if let last, last.mark.window == place.window, last.mark.step > origin.mark.step { return nil }
    let isNew = fates.last(["update"], after: origin.mark.step) != nil
    guard wasOwn || mismatch.isMet(by: place.key.initial) && !isNew else { return nil }
    return "give every window its own value: `scope: scene` "
      + "(\(line(of: place.key))), in Swift @SceneStorage(\"\(place.key.name)\")"
  }

  /// Whether a window or a tab had itself what was expected, which then was to stay its own.
  private func wasOwn(
    _ stored: StoredPlace, _ mismatch: Mismatch, _ isOwn: (Fate) -> Bool
  ) -> Bool {
    let isMeant = meaning(mismatch, at: stored)
    return context.story(of: stored).contains { fate in
      isOwn(fate) && fate.origin.map { isMeant($0.value) } == true
    }
  }

  /// A place that should belong to a window, or to a tab, belongs to all of them.
  private func sharedPlace(
    _ place: FailureReport.Place, _ origin: Origin, _ stored: StoredPlace, _ mismatch: Mismatch
  ) -> String? {
    guard case .place(let home, let name, _) = place.key.scope,
      let kind = app.places.first(where: { $0.name == name }), origin.mark.fault == nil
    else { return nil }
    switch home {
    case .app where origin.mark.window != nil && origin.mark.window != place.window:
      guard wasOwn(stored, mismatch, { $0.mark.window == place.window }) else { return nil }
    case .window where origin.tab != nil && place.tab != nil && origin.tab != place.tab:
      guard
        mismatch.isMet(by: place.key.initial)
          || wasOwn(stored, mismatch, { $0.origin?.tab == place.tab })
      else { return nil }
    case .app, .window, .tab, .eachTab, .place: return nil
    }
    let (owner, others, each) =
      home == .app ? ("app", "windows", "$scene") : ("window", "tabs", "$tab")
    return "`\(name)` lies in the \(owner) (\(line(of: kind.range))), and all \(others) have one: "
      + "`in: \(each)` gives each its own"
  }

  /// The usual mistake: a value that should belong to a tab belongs to the window.
  private func sharedByTabs(_ place: FailureReport.Place, _ origin: Origin) -> String? {
    // What the app writes by itself was meant for no tab.
    if case .handler(let inner) = origin.way, inner.activity == nil { return nil }
    guard let tab = origin.tab, let shown = place.tab, tab != shown, !place.key.isShared,
      origin.mark.fault == nil
    else { return nil }
    return "give every tab its own value: `scope: tab` (\(line(of: place.key))), in Swift "
      + "@SceneStorage(\"\(place.key.name)\", scope: .selectedTab)"
  }

  /// What makes a value readable that is stored and hidden.
  private func unreadableHint(
    _ place: FailureReport.Place, _ stored: StoredPlace, _ mismatch: Mismatch
  ) -> String? {
    if let (mate, problem) = unreadableMate(of: place, stored) {
      return ProblemMessage(context).mending(problem, of: mate.key, at: context.place(of: mate))
    }
    guard simulation.stored[stored] != nil, let origin = context.origin(of: stored),
      let problem = problem(of: place, stored, since: origin), !lacks(stored, place.key, mismatch)
    else { return nil }
    // What was damaged is not what is missing.
    if simulation.isDamaged(stored), origin.value != nil,
      !meaning(mismatch, at: stored, hasPart: true)(origin.value)
    {
      return Elsewhere(context).hint(place, mismatch)
    }
    return ProblemMessage(context).mending(problem, of: place.key, at: stored)
  }

  /// Whether a map, as it is stored, has not got the entry that was looked for: that it can be read
  /// would not help.
  private func lacks(_ stored: StoredPlace, _ key: StorageKey, _ mismatch: Mismatch) -> Bool {
    guard case .map = key.type.required, mismatch.path.hasPrefix("."),
      let value = simulation.stored[stored].flatMap({ ScenarioValue(json: $0.jsonText) })
    else { return false }
    return value.part(at: String(mismatch.path.dropFirst().prefix { !".[".contains($0) })) == nil
  }
}
