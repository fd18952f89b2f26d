import SceneScenarios

/// What is done in one tab or window changes nothing that another one shows.
enum Isolated: Property {
  static let name = "isolated"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    if let found = apart(moment) ?? saved(moment, history) ?? late(moment, history)
      ?? fronted(moment)
    {
      return found
    }
    let (action, facts) = (moment.action, moment.facts)
    guard action.isInside || action.isDelivery else { return nil }
    if let found = wrongTab(moment, history) ?? lateTab(moment) ?? latePlace(moment)
      ?? lateWindow(moment) ?? everywhere(moment) ?? selected(moment)
    {
      return found
    }
    let touched = [action.place].compactMap(\.self) + facts.places(namedBy: action)
    let targets =
      action.isDelivery ? moment.takers : [action.window, action.targetOfTab].compactMap(\.self)
    for (before, after) in moment.pairs {
      let check = WindowChange(
        before: before, after: after, facts: facts, verb: action.verb,
        isOwnStep: action.verb == "act" || action.isDelivery,
        closesOther: action.verb == "close-tab" && action.argument?.text != before.tab
          && before.tab == after.tab,
        rows: RowModel(facts: facts, stage: moment.stage))
      let found = targets.contains(before.name) ? check.otherTabs(touched) : check.whole()
      if let found { return found }
    }
    return nil
  }

  /// A window that opens for something shows that, and not what was saved beneath it.
  private static func saved(_ moment: ExploredStep, _ history: History) -> Violation? {
    // What a store that works in memory never wrote is beneath nothing.
    guard !history.isFaulted, let new = History.Arrival.opening(moment),
      let taker = moment.takers.first,
      let path = history.arrivals[new.activity], path != new.path
    else { return nil }
    return found(
      "saved",
      "window \(taker) opens for an activity and shows other screens with it than another window "
        + "did: what was saved",
      .of(taker, "path", path.flowList))
  }

  /// The app has one value of a key, and windows show different ones.
  private static func apart(_ moment: ExploredStep) -> Violation? {
    let facts = moment.facts
    guard let first = moment.after.windows.first else { return nil }
    for other in moment.after.windows.dropFirst() {
      guard
        let change = facts.changes(
          first, other, of: { facts.isOfApp($0) && $0.via == .store }
        ).first
      else { continue }
      return found(
        "app \(change.key.name)",
        "windows \(first.name) and \(other.name) show different values of `\(change.key.name)`, "
          + "of which the app has one", facts.expected(change, in: other))
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
      let top = now.path.last
    else { return nil }
    let earlier = history.landings[History.activity(of: moment.action)]?.first { then in
      then.tab != now.tab && then.path.last == top
    }
    guard let then = earlier?.tab, let tab = now.tab else { return nil }
    let wanted = home(of: top, moment.facts.app) ?? then
    // The other one is the wrong one.
    if wanted == tab { return nil }
    return found(
      "landing \(moment.handledType)",
      "\(moment.comer) shows its screen in whatever tab is selected, `\(then)` or `\(tab)`: its "
        + "handler does not select the tab",
      .of(taker, "tab", wanted.flowScalar))
  }

  /// The tab that lists what a screen is about; nil if none does.
  private static func home(of screen: String, _ app: AppDeclaration) -> String? {
    let table = app.screens.first { $0.part(of: screen) != nil }?.row.table
    return app.lists.first { $0.rows == table && $0.tab != nil }?.tab
  }

  /// The screen is pushed in the tab that was selected before, and another tab is selected then.
  private static func lateTab(_ moment: ExploredStep) -> Violation? {
    let facts = moment.facts
    guard moment.action.isDelivery, !facts.opensTabs, let (before, after) = moment.handledIn,
      let old = before.tab, let new = after.tab, old != new
    else { return nil }
    let (place, other) = (facts.place(of: old), facts.place(of: new))
    // The value may be written there as well.
    let value = came(moment, before, after, { _ in place }) { $0.scope == .selectedTab }
    let (was, path) = (before.paths[place], after.paths[place])
    let isShown =
      !path.isEmpty && path.last != was.last && path.count >= was.count
      && before.paths[other] == after.paths[other]
    guard value != nil || isShown else { return nil }
    let comer = moment.comer + (value.map { " writes `\($0.key.name)`" } ?? " shows its screen")
    let steps = moment.handlers.flatMap(\.steps)
    let saysWhere = steps.andInner.contains { $0.place != nil }
    return found(
      "late \(moment.handledType)",
      saysWhere
        ? "\(comer) in tab `\(old)`, and selects tab `\(new)`: its handler says `at`"
        : "\(comer) in tab `\(old)`, and then selects tab `\(new)`: its handler selects the tab "
          + "too late",
      value.map { facts.expected($0, in: after) } ?? .of(after.name, "path", path.flowList))
  }
}
