import SceneScenarios

/// What is done in one tab or window changes nothing that another one shows.
enum Isolated: Property {
  static let name = "isolated"

  static func violation(in moment: Moment, after history: History) -> Violation? {
    guard moment.action.isInside || moment.action.isDelivery else { return nil }
    if let found = wrongTab(moment, history) { return found }
    let targets = moment.action.isDelivery ? moment.takers : [moment.action.window ?? ""]
    for before in moment.before.windows {
      guard let after = moment.after.window(before.name) else { continue }
      let check = WindowChange(
        before: before, after: after, facts: moment.facts, verb: moment.action.verb)
      let found = targets.contains(before.name) ? check.otherTabs() : check.whole()
      if let found { return found }
    }
    return nil
  }

  /// The same activity shows its screen in this tab now, and in that one then: nothing selects the
  /// tab that it belongs to.
  private static func wrongTab(_ moment: Moment, _ history: History) -> Violation? {
    guard moment.action.isDelivery, moment.isHandled, moment.facts.tabs.count > 1,
      let taker = moment.takers.first, let now = History.landing(in: taker, moment)
    else { return nil }
    let activity = History.activity(of: moment.action)
    let earlier = history.landings[activity]?.first { then in
      then.tab != now.tab && then.path.last == now.path.last
    }
    guard let then = earlier?.tab, let tab = now.tab else { return nil }
    let type = moment.action.argument?["activity"]?.text ?? ""
    return Violation(
      property: name, cause: "landing \(type)",
      sentence: "an activity shows its screen in whatever tab is selected, `\(then)` or `\(tab)`: "
        + "its handler does not select the tab",
      expectation: "{ \(taker): { tab: \(then.flowScalar) } }", lookedAt: "\(taker).tab")
  }
}

/// A window before and after a step.
private struct WindowChange {
  let before: StageLook.Window
  let after: StageLook.Window
  let facts: AppFacts
  let verb: String

  private var name: String { before.name }

  /// What has changed in the tabs that the step has nothing to do with.
  func otherTabs() -> Violation? {
    let touched = [before.tab, after.tab].map { facts.place(of: $0) }
    guard facts.tabs.count > 1 else { return nil }
    for place in facts.tabs.indices where !touched.contains(place) {
      if let found = values(in: place, "tab") ?? path(in: place, "tab") { return found }
    }
    return nil
  }

  /// What has changed in a window that the step has nothing to do with.
  func whole() -> Violation? {
    if before.tab != after.tab, !facts.phaseWrites.contains("tab"), !isOfApp(facts.tab) {
      return Violation(
        property: Isolated.name, cause: "window tab",
        sentence: "`\(verb)` in another window changes the tab of window \(name)",
        expectation: "{ \(name): { tab: \((before.tab ?? "~").flowScalar) } }",
        lookedAt: "\(name).tab")
    }
    for place in before.paths.indices where !facts.phaseWrites.contains("path") {
      if let found = path(in: place, "window") { return found }
    }
    for place in before.paths.indices {
      if let found = values(in: place, "window") { return found }
    }
    return nil
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
    guard was != is_, !isOfApp(facts.path) else { return nil }
    if case .navigator = facts.path, kind == "tab" { return nil }
    let screens = was.map(\.flowScalar).joined(separator: ", ")
    let look = "path: [\(screens)]"
    return Violation(
      property: Isolated.name, cause: "\(kind) path",
      sentence: sentence("path", kind, place),
      expectation: expectation(look, place), lookedAt: "\(name).")
  }

  private func values(in place: Int, _ kind: String) -> Violation? {
    for (index, key) in facts.valueKeys {
      guard key.scope != .app, !key.isShared, key.via != .tree, isShown(key, in: place) else {
        continue
      }
      if kind == "window", facts.phaseWrites.contains(key.name) { continue }
      let (was, is_) = (before.values[index][place], after.values[index][place])
      if was == is_ { continue }
      let look = "values: { \(key.name.flowScalar): \(was.flow(as: key.type)) }"
      return Violation(
        property: Isolated.name, cause: "\(kind) \(key.name)",
        sentence: sentence(key.name, kind, place), expectation: expectation(look, place),
        lookedAt: "\(name).")
    }
    return nil
  }

  private func isShown(_ key: StorageKey, in place: Int) -> Bool {
    if case .nested(tab: nil, _) = key.scope { return false }
    return facts.places(of: key).contains(place)
  }

  private func sentence(_ key: String, _ kind: String, _ place: Int) -> String {
    guard kind == "tab", let tab = before.tab else {
      return "`\(verb)` in another window changes `\(key)` of window \(name)"
    }
    return "`\(verb)` in tab `\(tab)` changes `\(key)` in tab `\(facts.tabs[place])`: "
      + "all tabs have one value"
  }

  private func expectation(_ look: String, _ place: Int) -> String {
    guard facts.tabs.indices.contains(place), place != facts.place(of: after.tab) else {
      return "{ \(name): { \(look) } }"
    }
    return "{ \(name): { tabs: { \(facts.tabs[place].flowScalar): { \(look) } } } }"
  }
}
