import SceneScenarios

/// What a new version of an app leaves of what windows showed: keys that it declares as before have
/// the same values.
struct VersionChange {
  private let former: AppFacts
  private let facts: AppFacts
  /// What is declared otherwise: keys, `tab` and `path`.
  private let unlike: Set<String>

  init(from former: AppFacts, to facts: AppFacts) {
    (self.former, self.facts) = (former, facts)
    let old = former.app.keys
    let changed = facts.app.keys.filter { key in
      !old.contains { $0.isDeclared(as: key) }
        || (key.kinds != nil && former.sights.places != facts.sights.places)
    }
    var unlike = Set(changed.map(\.name))
    if unlike.contains(StorageKey.selectedTab) || !facts.hasSameKeepers(as: former) {
      unlike.insert("tab")
    }
    if !facts.hasSameKeepers(as: former) { unlike.insert(StorageKey.path) }
    self.unlike = unlike
  }

  /// What a window has to show in the new version; nil if nobody can tell.
  func adapted(_ asleep: History.Asleep) -> History.Asleep? {
    guard former.opensTabs == facts.opensTabs,
      former.app.scenes.map(\.name) == facts.app.scenes.map(\.name)
    else { return nil }
    var asleep = asleep
    asleep.unlike.formUnion(unlike)
    asleep.isOfOtherVersion = true
    if let tab = asleep.shown.tab, !facts.tabs.contains(tab) { asleep.unlike.insert("tab") }
    asleep.shown = adapted(asleep.shown)
    asleep.handedOver = asleep.handedOver.map(adapted)
    return asleep
  }

  private func adapted(_ window: StageLook.Window) -> StageLook.Window {
    let places = facts.sights.tabs.map { former.sights.tabs.firstIndex(of: $0) }
    let values = facts.app.keys.map { key -> [ScenarioValue] in
      let old = former.app.keys.firstIndex { $0.name == key.name && !unlike.contains(key.name) }
      if let kinds = key.kinds {
        let none = facts.sights.places(of: kinds).map { _ in key.initial }
        return old.map { window.values[$0] } ?? none
      }
      // Others have one value, whatever the tab.
      let other = key.scope == .selectedTab ? nil : 0
      return places.map { place in
        old.flatMap { old in (place ?? other).map { window.values[old][$0] } } ?? key.initial
      }
    }
    return window.rearranged(
      paths: places.map { $0.map { window.paths[$0] } ?? [] }, values: values)
  }
}

extension StorageKey {
  /// Whether another version declares it just so.
  fileprivate func isDeclared(as other: StorageKey) -> Bool {
    name == other.name && type == other.type && scope == other.scope && via == other.via
      && version == other.version && initial == other.initial
      && isTransient == other.isTransient && !isDerived && !other.isDerived
  }
}
