import SceneScenarios

/// What a new version of an app leaves of what windows showed: keys that it declares as before have
/// the same values, and others may owe what their users had (``Debt``).
struct VersionChange {
  private let former: AppFacts
  private let facts: AppFacts
  /// What is declared otherwise: keys, `tab` and `path`.
  private let unlike: Set<String>
  private let takeovers: [Takeover]

  init(from former: AppFacts, to facts: AppFacts) {
    (self.former, self.facts) = (former, facts)
    let old = former.app.keys
    let changed = facts.app.keys.filter { key in
      !old.contains { $0.isDeclared(as: key) }
        || (key.kinds != nil && former.sights.places != facts.sights.places)
    }
    var unlike = Set(changed.map(\.name))
    takeovers = facts.valueKeys.map(\.key).filter { unlike.contains($0.name) }
      .compactMap { Takeover(of: $0, from: former, to: facts) }
    if unlike.contains(StorageKey.selectedTab) || !facts.hasSameKeepers(as: former) {
      unlike.insert("tab")
    }
    if !facts.hasSameKeepers(as: former) { unlike.insert(StorageKey.path) }
    let tabs = [former, facts].map { facts in facts.app.tabSource.flatMap { facts.app.key($0.key) }
    }
    if let key = tabs[1], tabs[0]?.initial != key.initial || key.isDerived { unlike.insert("tabs") }
    self.unlike = unlike
  }

  /// What a window has to show in the new version; nil if nobody can tell.
  ///
  /// - Parameters:
  ///   - asleep: The window as it went.
  ///   - isLast: Whether it went with the last process, so that the app's values are those that it
  ///     showed.
  /// - Returns: The window as it has to come back.
  func adapted(_ asleep: History.Asleep, isLast: Bool) -> History.Asleep? {
    guard former.opensTabs == facts.opensTabs,
      former.app.scenes.map(\.name) == facts.app.scenes.map(\.name)
    else { return nil }
    let debts = debts(of: asleep, isLast: isLast)
    var asleep = asleep
    asleep.debts = debts
    asleep.unlike.formUnion(unlike)
    asleep.isOfOtherVersion = true
    if let tab = asleep.shown.tab, !facts.tabs.contains(tab) { asleep.unlike.insert("tab") }
    asleep.shown = adapted(asleep.shown)
    asleep.handedOver = asleep.handedOver.map(adapted)
    return asleep
  }

  /// What keys owe that are declared otherwise, and what they still owe of earlier versions.
  private func debts(of asleep: History.Asleep, isLast: Bool) -> [Debt] {
    let window = asleep.shown
    let kept = asleep.debts.compactMap { debt -> Debt? in
      guard !unlike.contains(debt.key), let old = former.app.key(debt.key),
        let key = facts.app.key(debt.key)
      else { return nil }
      let home = former.homes(of: old)[debt.column]
      return facts.homes(of: key).firstIndex(of: home).map { debt.moved(to: $0) }
    }
    return kept
      + takeovers.flatMap { takeover -> [Debt] in
        let (old, key) = (takeover.old, takeover.key)
        guard !former.phaseWrites.contains(old.name), !former.forgets(old),
          isLast || !former.isOfApp(old),
          old.via == .store || former.expiry(of: window) == nil,
          !(asleep.isCrashed && (old.via == .tree || old.mayLose))
        else { return [] }
        return takeover.columns(in: window).compactMap { from, to in
          if asleep.unlike.contains(old.name) {
            let owed = asleep.debts.first { $0.key == old.name && $0.column == from }
            return owed?.passedOn(to: key, by: takeover, at: to)
          }
          let value = asleep.written[old.name]?[from] ?? window.values[takeover.index][from]
          guard value != old.initial else { return nil }
          return takeover.debt(value, at: to)
        }
      }
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
