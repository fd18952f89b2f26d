import SceneScenarios

/// What is done in one tab or window changes nothing that another one shows.
enum Isolated: Property {
  static let name = "isolated"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    if let found = apart(moment) ?? saved(moment, history) ?? late(moment, history) { return found }
    guard moment.action.isInside || moment.action.isDelivery else { return nil }
    if let found = wrongTab(moment, history) ?? lateTab(moment) ?? latePlace(moment)
      ?? lateWindow(moment) ?? everywhere(moment) ?? selected(moment)
    {
      return found
    }
    let touched =
      [moment.action.place].compactMap(\.self) + moment.facts.places(namedBy: moment.action)
    let inside = [moment.action.window, moment.action.targetOfTab].compactMap(\.self)
    let targets = moment.action.isDelivery ? moment.takers : inside
    for before in moment.before.windows {
      guard let after = moment.after.window(before.name) else { continue }
      let check = WindowChange(
        before: before, after: after, facts: moment.facts, verb: moment.action.verb,
        isOwnStep: moment.action.verb == "act" || moment.action.isDelivery,
        closesOther: moment.action.verb == "close-tab"
          && moment.action.argument?.text != before.tab && before.tab == after.tab,
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
    let wanted = home(of: now.path.last ?? "", moment.facts.app) ?? then
    // The other one is the wrong one.
    if wanted == tab { return nil }
    return Violation(
      property: name, cause: "landing \(moment.handledType)",
      sentence:
        "\(moment.comer) shows its screen in whatever tab is selected, `\(then)` or `\(tab)`: "
        + "its handler does not select the tab",
      expectation: "{ \(taker): { tab: \(wanted.flowScalar) } }", lookedAt: "\(taker).tab")
  }

  /// The tab that lists what a screen is about; nil if none does.
  private static func home(of screen: String, _ app: AppDeclaration) -> String? {
    let table = app.screens.first { $0.part(of: screen) != nil }?.row.table
    return app.lists.first { $0.rows == table && $0.tab != nil }?.tab
  }

  /// The screen is pushed in the tab that was selected before, and another tab is selected then.
  private static func lateTab(_ moment: ExploredStep) -> Violation? {
    guard moment.action.isDelivery, moment.isHandled, !moment.facts.opensTabs,
      let taker = moment.takers.first, let before = moment.before.window(taker),
      let after = moment.after.window(taker), let old = before.tab, let new = after.tab, old != new
    else { return nil }
    let (place, other) = (moment.facts.place(of: old), moment.facts.place(of: new))
    if let found = lateValue(moment, before, after, place, new) { return found }
    let path = after.paths[place]
    guard let screen = path.last, screen != before.paths[place].last,
      path.count >= before.paths[place].count, before.paths[other] == after.paths[other]
    else { return nil }
    return Violation(
      property: name, cause: "late \(moment.handledType)",
      sentence:
        "\(moment.comer) shows its screen in tab `\(old)`, and then selects tab `\(new)`: its "
        + "handler selects the tab too late",
      expectation: "{ \(taker): { path: [\(path.map(\.flowScalar).joined(separator: ", "))] } }",
      lookedAt: "\(taker).path")
  }
}
