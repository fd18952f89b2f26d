import SceneScenarios

/// What is done in one tab or window changes nothing that another one shows.
enum Isolated: Property {
  static let name = "isolated"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    if let found = apart(moment) ?? saved(moment, history) { return found }
    guard moment.action.isInside || moment.action.isDelivery else { return nil }
    if let found = wrongTab(moment, history) ?? lateTab(moment) { return found }
    let touched = [moment.action.place].compactMap(\.self)
    let inside = [moment.action.window, moment.action.targetOfTab].compactMap(\.self)
    let targets = moment.action.isDelivery ? moment.takers : inside
    for before in moment.before.windows {
      guard let after = moment.after.window(before.name) else { continue }
      let check = WindowChange(
        before: before, after: after, facts: moment.facts, verb: moment.action.verb,
        isOwnStep: moment.action.verb == "act" || moment.action.isDelivery,
        rows: RowModel(facts: moment.facts, stage: moment.stage))
      let found = targets.contains(before.name) ? check.otherTabs(touched) : check.whole()
      if let found { return found }
    }
    return nil
  }

  /// A window that opens for something shows that, and not what was saved beneath it.
  private static func saved(_ moment: ExploredStep, _ history: History) -> Violation? {
    guard let new = History.Arrival.opening(moment), let taker = moment.takers.first,
      let path = history.arrivals[new.activity], path != new.path
    else { return nil }
    let screens = path.map(\.flowScalar).joined(separator: ", ")
    return Violation(
      property: name, cause: "saved",
      sentence: "window \(taker) opens for an activity and shows other screens with it than "
        + "another window did: what was saved",
      expectation: "{ \(taker): { path: [\(screens)] } }", lookedAt: "\(taker).path")
  }

  /// The app has one value of a key, and windows show different ones.
  private static func apart(_ moment: ExploredStep) -> Violation? {
    let (facts, windows) = (moment.facts, moment.after.windows)
    guard let first = windows.first else { return nil }
    for (index, key) in facts.valueKeys where facts.isOfApp(key) && key.via == .store {
      for other in windows.dropFirst() {
        for column in facts.columns(of: key, in: other)
        where facts.columns(of: key, in: first).contains(column) {
          let value = first.values[index][column]
          if other.values[index][column] == value { continue }
          return Violation(
            property: name, cause: "app \(key.name)",
            sentence: "windows \(first.name) and \(other.name) show different values of "
              + "`\(key.name)`, of which the app has one",
            expectation: facts.expectation(of: key, value, column, in: other),
            lookedAt: "\(other.name).")
        }
      }
    }
    return nil
  }

  /// The same activity shows its screen in this tab now, and in that one then: nothing selects the
  /// tab that it belongs to.
  private static func wrongTab(_ moment: ExploredStep, _ history: History) -> Violation? {
    // Where tabs come and go, the one that is selected may well take it.
    guard moment.action.isDelivery, moment.isHandled, moment.facts.tabs.count > 1,
      !moment.facts.opensTabs,
      let taker = moment.takers.first, let now = History.landing(in: taker, moment),
      // A place may be that of the whole window.
      !now.path.isEmpty
    else { return nil }
    let activity = History.activity(of: moment.action)
    let earlier = history.landings[activity]?.first { then in
      then.tab != now.tab && then.path.last == now.path.last
    }
    guard let then = earlier?.tab, let tab = now.tab else { return nil }
    return Violation(
      property: name, cause: "landing \(moment.handledType)",
      sentence:
        "\(moment.action.verb == "link" ? "a link" : "an activity") shows its screen in whatever tab is selected, `\(then)` or `\(tab)`: "
        + "its handler does not select the tab",
      expectation: "{ \(taker): { tab: \(then.flowScalar) } }", lookedAt: "\(taker).tab")
  }

  /// The screen is pushed in the tab that was selected before, and another tab is selected then.
  private static func lateTab(_ moment: ExploredStep) -> Violation? {
    guard moment.action.isDelivery, moment.isHandled, !moment.facts.opensTabs,
      let taker = moment.takers.first, let before = moment.before.window(taker),
      let after = moment.after.window(taker), let old = before.tab, let new = after.tab, old != new
    else { return nil }
    let (place, other) = (moment.facts.place(of: old), moment.facts.place(of: new))
    let path = after.paths[place]
    guard let screen = path.last, screen != before.paths[place].last,
      path.count >= before.paths[place].count, before.paths[other] == after.paths[other]
    else { return nil }
    return Violation(
      property: name, cause: "late \(moment.handledType)",
      sentence: "an activity shows its screen in tab `\(old)`, and then selects tab `\(new)`: its "
        + "handler selects the tab too late",
      expectation: "{ \(taker): { path: [\(path.map(\.flowScalar).joined(separator: ", "))] } }",
      lookedAt: "\(taker).path")
  }
}

/// A window before and after a step.
private struct WindowChange {
  let before: StageLook.Window
  let after: StageLook.Window
  let facts: AppFacts
  let verb: String
  /// Whether the app itself does it: of a value of one tab it names the tab.
  let isOwnStep: Bool
  /// What points at rows that the app itself has removed is gone everywhere.
  let rows: RowModel

  private var name: String { before.name }

  /// What has changed in the tabs that the step has nothing to do with.
  func otherTabs(_ named: [String]) -> Violation? {
    let touched = ([before.tab, after.tab] + named).map { facts.place(of: $0) }
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
    return "`\(verb)` in tab `\(tab)` changes `\(key)` in tab `\(facts.tabs[place])`: "
      + "all tabs have one value"
  }
}

extension PlaceKind.Home {
  /// Whether such places go with this tab.
  fileprivate func isInside(_ tab: String?) -> Bool {
    if case .tab(let name) = self { name == tab } else { self == .eachTab }
  }
}
