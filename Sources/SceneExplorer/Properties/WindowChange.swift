import SceneScenarios

/// A window before and after a step.
struct WindowChange {
  let before: StageLook.Window
  let after: StageLook.Window
  let facts: AppFacts
  let verb: String
  /// Whether the app itself does it: of a value of one tab it names the tab.
  let isOwnStep: Bool
  /// Whether a tab is closed that is not the one that is seen.
  let closesOther: Bool
  /// What points at rows that the app itself has removed is gone everywhere.
  let rows: RowModel

  /// What a change is in: another tab, another place, or another window.
  private enum Kind: String { case tab, place, window }

  private var name: String { before.name }

  /// What has changed in the tabs that the step has nothing to do with.
  func otherTabs(_ named: [String]) -> Violation? {
    let selected = closesOther ? [] : [before.tab, after.tab]
    let touched = (selected + named).map { facts.place(of: $0) }
    for place in facts.tabs.indices where facts.tabs.count > 1 && !touched.contains(place) {
      if !isOpen(place) { continue }
      if let found = values(in: place, .tab) ?? path(in: place, .tab) { return found }
    }
    // Where no window shows a place, none is another one.
    if facts.place == nil { return nil }
    // What lies in a tab goes with what the tab has.
    let inside = facts.app.places.filter { verb == "discard-state" && $0.home.isInside(before.tab) }
    let places = facts.sights.places(of: inside.map(\.name))
    return self.places([before.place, after.place] + named + places, .place)
  }

  /// What has changed in a window that the step has nothing to do with.
  func whole() -> Violation? {
    let words = "`\(verb)` in another window changes the"
    if before.tab != after.tab, !isMeant("tab"), !isShared(facts.tab, .window) {
      return Isolated.found(
        "window tab", "\(words) tab of window \(name)",
        .of(name, "tab", (before.tab ?? "~").flowScalar))
    }
    if before.tabs != after.tabs, !isMeant("tabs") {
      return Isolated.found(
        "window tabs", "\(words) tabs of window \(name)",
        .of(name, "open-tabs", before.tabs.flowList))
    }
    let places = before.paths.indices.filter { !facts.opensTabs || isOpen($0) }
    for place in places where !isMeant("path") {
      if let found = path(in: place, .window) { return found }
    }
    for place in places { if let found = values(in: place, .window) { return found } }
    return self.places([], .window)
  }

  private func isOpen(_ place: Int) -> Bool {
    facts.isOpen(place, in: before) && facts.isOpen(place, in: after)
  }

  /// Whether the app itself changes it in other windows: when their phase changes, or by its own steps.
  private func isMeant(_ what: String) -> Bool {
    facts.phaseWrites.contains(what) || isOwnStep && facts.otherWrites.contains(what)
  }

  /// Whether all windows share it, or all tabs, as they are meant to.
  private func isShared(_ keeper: AppFacts.Keeper, _ kind: Kind) -> Bool {
    switch keeper {
    case .key(let key), .navigator(let key?): facts.isOfApp(key) || kind == .tab && key.isShared
    default: false
    }
  }

  private func path(in place: Int, _ kind: Kind) -> Violation? {
    let (was, is_) = (before.paths[place], after.paths[place])
    guard was != is_, rows.kept(was) != is_, !isShared(facts.path, kind) else { return nil }
    if case .navigator = facts.path, kind == .tab { return nil }
    // An app with screens in one tab pushes none elsewhere.
    if case .key(let key) = facts.path, kind == .tab, key.isOfOneTab { return nil }
    return found("path", kind, place, facts.expected("path: \(was.flowList)", place, in: after))
  }

  private func values(in place: Int, _ kind: Kind) -> Violation? {
    first(kind) { key in
      guard key.kinds == nil, !(kind == .tab && key.isShared), key.via != .tree,
        !(kind == .tab && isOwnStep && key.isOfOneTab)
      else { return [] }
      if case .nested(tab: nil, _) = key.scope { return [] }
      return facts.columns(of: key, in: after).filter { $0 == place }
    }
  }

  /// What has changed in places that the step has nothing to do with.
  private func places(_ touched: [String?], _ kind: Kind) -> Violation? {
    first(kind) { key in
      guard let kinds = key.kinds, !facts.forgets(key), facts.areSeen(key, in: before, after) else {
        return []
      }
      let places = facts.sights.places(of: kinds)
      return places.indices.filter { !touched.contains(places[$0]) }
    }
  }

  private func first(_ kind: Kind, at columns: (StorageKey) -> [Int]) -> Violation? {
    let changes = facts.changes(
      before, after,
      of: { !facts.isOfApp($0) && !(kind == .window && isMeant($0.name)) }, at: columns)
    for change in changes {
      // Which row is next to one that went depends on those that were there then.
      guard let kept = rows.kept(change.was, of: change.key, at: change.column),
        kept != change.now
      else { continue }
      return found(change.key.name, kind, change.column, facts.expected(change, in: after))
    }
    return nil
  }

  private func found(
    _ what: String, _ kind: Kind, _ column: Int, _ expected: Expected
  ) -> Violation {
    Isolated.found("\(kind) \(what)", sentence(what, kind, column), expected)
  }

  private func sentence(_ what: String, _ kind: Kind, _ column: Int) -> String {
    let key = facts.app.key(what)
    if kind == .place, let kinds = key?.kinds {
      let place = facts.sights.places(of: kinds)[column]
      return "`\(verb)` in another place changes `\(what)` in `\(place)`"
    }
    guard kind == .tab, let tab = before.tab else {
      return "`\(verb)` in another window changes `\(what)` of window \(name)"
    }
    let isOfEach = key?.scope == .selectedTab
    if closesOther, isOfEach {
      return
        "`close-tab` of another tab changes `\(what)` in tab `\(facts.tabs[column])`: what the "
        + "app does then it does in the tab that is seen, unless it says `at`"
    }
    return "`\(verb)` in tab `\(tab)` changes `\(what)` in tab `\(facts.tabs[column])`: "
      + (isOfEach ? "the app's own steps write it there" : "all tabs have one value")
  }
}

extension PlaceKind.Home {
  /// Whether such places go with this tab.
  fileprivate func isInside(_ tab: String?) -> Bool {
    if case .tab(let name) = self { name == tab } else { self == .eachTab }
  }
}
