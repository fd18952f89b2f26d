import SceneScenarios
import SceneSimulator

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

  private var name: String { before.name }

  /// What has changed in the tabs that the step has nothing to do with.
  func otherTabs(_ named: [String]) -> Violation? {
    let selected = closesOther ? [] : [before.tab, after.tab]
    let touched = (selected + named).map { facts.place(of: $0) }
    for place in facts.tabs.indices where facts.tabs.count > 1 && !touched.contains(place) {
      if !facts.isOpen(in: before)(place) || !facts.isOpen(in: after)(place) { continue }
      if let found = values(in: place, "tab") ?? path(in: place, "tab") { return found }
    }
    // What lies in a tab goes with what the tab has.
    let inside = facts.app.places.filter { verb == "discard-state" && $0.home.isInside(before.tab) }
    let places = facts.sights.places(of: inside.map(\.name))
    return self.places([before.place, after.place] + named + places, "place")
  }

  /// What has changed in places that the step has nothing to do with.
  private func places(_ touched: [String?], _ kind: String) -> Violation? {
    for (index, key) in facts.valueKeys {
      guard case .places(let kinds) = key.scope, !facts.isOfApp(key), !facts.forgets(key),
        facts.areSeen(key, in: before, after)
      else { continue }
      for (column, place) in facts.sights.places(of: kinds).enumerated()
      where !touched.contains(place) {
        let (was, is_) = (before.values[index][column], after.values[index][column])
        if was == is_ || rows.kept(was, of: key, at: column) == is_ { continue }
        if kind == "window", isMeant(key.name) { continue }
        return Violation(
          property: Isolated.name, cause: "\(kind) \(key.name)",
          sentence: kind == "place"
            ? "`\(verb)` in another place changes `\(key.name)` in `\(place)`"
            : sentence(key.name, kind, 0),
          expectation: facts.expectation(of: key, was, column, in: after), lookedAt: "\(name).")
      }
    }
    return nil
  }

  /// What has changed in a window that the step has nothing to do with.
  func whole() -> Violation? {
    if before.tab != after.tab, !isMeant("tab"), !isOfApp(facts.tab) {
      return Violation(
        property: Isolated.name, cause: "window tab",
        sentence: "`\(verb)` in another window changes the tab of window \(name)",
        expectation: "{ \(name): { tab: \((before.tab ?? "~").flowScalar) } }",
        lookedAt: "\(name).tab")
    }
    if before.tabs != after.tabs, !isMeant("tabs") {
      let tabs = before.tabs.map(\.flowScalar).joined(separator: ", ")
      return Violation(
        property: Isolated.name, cause: "window tabs",
        sentence: "`\(verb)` in another window changes the tabs of window \(name)",
        expectation: "{ \(name): { open-tabs: [\(tabs)] } }", lookedAt: "\(name).open-tabs")
    }
    let places = before.paths.indices.filter {
      !facts.opensTabs || facts.isOpen(in: before)($0) && facts.isOpen(in: after)($0)
    }
    for place in places where !isMeant("path") {
      if let found = path(in: place, "window") { return found }
    }
    for place in places { if let found = values(in: place, "window") { return found } }
    return self.places([], "window")
  }

  /// Whether the app itself changes it in other windows: when their phase changes, or by its own steps.
  private func isMeant(_ what: String) -> Bool {
    facts.phaseWrites.contains(what) || isOwnStep && facts.otherWrites.contains(what)
  }

  /// Whether all windows share it, as they are meant to.
  private func isOfApp(_ keeper: AppFacts.Keeper) -> Bool {
    switch keeper {
    case .key(let key), .navigator(let key?): key.scope == .app || key.isShared
    default: false
    }
  }

  private func path(in place: Int, _ kind: String) -> Violation? {
    let (was, is_) = (before.paths[place], after.paths[place])
    guard was != is_, rows.kept(was) != is_, !isOfApp(facts.path) else { return nil }
    if case .navigator = facts.path, kind == "tab" { return nil }
    let screens = was.map(\.flowScalar).joined(separator: ", ")
    let look = "path: [\(screens)]"
    return Violation(
      property: Isolated.name, cause: "\(kind) path",
      sentence: sentence("path", kind, place),
      expectation: facts.expectation(look, place, in: after), lookedAt: "\(name).")
  }

  private func values(in place: Int, _ kind: String) -> Violation? {
    for (index, key) in facts.valueKeys where before.values[index].indices.contains(place) {
      let (was, is_) = (before.values[index][place], after.values[index][place])
      if was == is_ || rows.kept(was, of: key, at: place) == is_ { continue }
      guard !facts.isOfApp(key), !key.isShared, key.via != .tree, isShown(key, in: place) else {
        continue
      }
      if kind == "window", isMeant(key.name) { continue }
      if kind == "tab", isOwnStep, key.isOfOneTab { continue }
      return Violation(
        property: Isolated.name, cause: "\(kind) \(key.name)",
        sentence: sentence(key.name, kind, place),
        expectation: facts.expectation(of: key, was, place, in: after),
        lookedAt: "\(name).")
    }
    return nil
  }

  private func isShown(_ key: StorageKey, in place: Int) -> Bool {
    switch key.scope {
    case .nested(tab: nil, _), .places: false
    default: facts.columns(of: key, in: after).contains(place)
    }
  }

  private func sentence(_ key: String, _ kind: String, _ place: Int) -> String {
    guard kind == "tab", let tab = before.tab else {
      return "`\(verb)` in another window changes `\(key)` of window \(name)"
    }
    let isOfEach = facts.app.key(key)?.scope == .selectedTab
    if closesOther, isOfEach {
      return "`close-tab` of another tab changes `\(key)` in tab `\(facts.tabs[place])`: what the "
        + "app does then it does in the tab that is seen, unless it says `at`"
    }
    return "`\(verb)` in tab `\(tab)` changes `\(key)` in tab `\(facts.tabs[place])`: "
      + (isOfEach ? "the app's own steps write it there" : "all tabs have one value")
  }
}

extension PlaceKind.Home {
  /// Whether such places go with this tab.
  fileprivate func isInside(_ tab: String?) -> Bool {
    if case .tab(let name) = self { name == tab } else { self == .eachTab }
  }
}
