import SceneLifecycle
import SceneSimulator
internal import SceneState

// Which window, tab or place was meant, and what would have kept a value there.
extension FailureHint {
  func scopeHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    if let loss = context.writes.loss(of: stored, on: context.simulation.name) {
      if BlameFinder(context).isPrivate(place.window) { return nil }
      if case .refused = loss.way, !FailureReport.asksForValue(mismatch.node) { return nil }
      // What was written after the hand-over was lost before that expired.
      return (loss.way == .expired ? handoverHint(place.key, stored) : nil) ?? hint(for: loss)
    }
    if let hint = outsideHint(place, stored) { return hint }
    if let hint = unreadableHint(place, stored) { return hint }
    if BlameFinder(context).rowGone(from: place.key, stored) != nil { return nil }
    let others = OtherPlaces(context)
    if place.key.via != .store {
      return handoverHint(place.key, stored) ?? others.otherWindow(place, mismatch)
    }
    let isSelection = place.key.name == StorageKey.selectedTab
    switch place.key.scope {
    case .scene where !isSelection && context.declaration.tabs.count > 1:
      guard let origin = context.origin(of: stored) else {
        return others.otherWindow(place, mismatch)
      }
      return sharedByTabs(place, origin) ?? others.otherWindow(place, mismatch)
    case .app:
      guard let origin = context.origin(of: stored) else {
        return others.otherDevice(with: place, mismatch)
      }
      guard let window = origin.mark.window, window != place.window else { return nil }
      // A list that differs in an element is the one that was meant.
      if mismatch.path.hasPrefix("[") { return nil }
      return "give every window its own value: `scope: scene` "
        + "(\(BlameFinder(context).line(of: place.key))), in Swift "
        + "@SceneStorage(\"\(place.key.name)\")"
    case .selectedTab:
      return others.otherTab(place, mismatch) ?? others.otherWindow(place, mismatch)
    case .scene, .tab, .nested, .place, .places:
      return others.hint(for: place, mismatch) ?? others.otherWindow(place, mismatch)
    }
  }

  /// The usual mistake: a value that should belong to a tab belongs to the window.
  private func sharedByTabs(_ place: FailureReport.Place, _ origin: Origin) -> String? {
    // What the app writes by itself was meant for no tab.
    if case .handler(let inner) = origin.way, inner.activity == nil { return nil }
    guard let tab = origin.tab, let shown = place.tab, tab != shown, !place.key.isShared,
      origin.mark.verb != "fault"
    else { return nil }
    return "give every tab its own value: `scope: tab` "
      + "(\(BlameFinder(context).line(of: place.key))), in Swift "
      + "@SceneStorage(\"\(place.key.name)\", scope: .selectedTab)"
  }

  /// What makes a value readable that is stored and hidden.
  private func unreadableHint(_ place: FailureReport.Place, _ stored: StoredPlace) -> String? {
    let finder = BlameFinder(context)
    guard context.simulation.stored[stored] != nil, let origin = context.origin(of: stored),
      let problem = finder.problem(of: place, stored, since: origin)
    else { return nil }
    return ProblemMessage(context).mending(problem, of: place.key, at: stored)
  }

  /// What would have handed a value over before its process ended.
  private func handoverHint(_ key: StorageKey, _ stored: StoredPlace) -> String? {
    BlameFinder(context).trail(of: key, stored).lost.flatMap { handoverHint(key, stored, $0) }
  }

  /// What would have handed over a value that is lost.
  func handoverHint(
    _ key: StorageKey, _ stored: StoredPlace, _ lost: HeldTrail.Lost
  ) -> String? {
    switch lost.way {
    case .expired, .notReadable: return nil
    case .notCommitted(let handover):
      return "`fault: none` before `\(handover.verb)` lets the store keep what is handed over"
    case .notHandedOver: break
    }
    let kept = "without `via: \(key.via.rawValue)` the store keeps it"
    if let fault = BlameFinder(context).fault(ending: lost.mark) {
      return "without the fault in line \(fault.line) the value is handed over; \(kept)"
    }
    let phases = ["willConnect", "willEnterForeground", "didEnterBackground"]
    let last = context.log.heard.last { event in
      event.window == stored.window && event.step <= lost.origin.mark.step
        && phases.contains(where: event.text.hasPrefix)
    }
    if last?.text.hasPrefix("didEnterBackground") == true {
      return "it was written in the background, where `refresh: \(stored.window)` hands it over; "
        + kept
    }
    return "`background` before `\(lost.mark.verb)` hands the value over; \(kept)"
  }
}
