import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// Where something from outside has to go, as far as the public page says it without a doubt.
///
/// NB: conditions and kinds of windows are left out: what they say is up to the app.
enum Routing {
  static func violation(_ taker: String, _ moment: ExploredStep, _ history: History) -> Violation? {
    let (action, app) = (moment.action, moment.facts.app)
    func other(_ wanted: String, _ reason: String) -> Violation {
      OneTaker.found(
        "route", "`\(action.verb)` goes to window \(taker), but window \(wanted) \(reason)",
        .front(wanted))
    }
    if let named = action.argument?["to"]?.text ?? action.argument?["on"]?.text
      ?? action.argument?["drop"]?["on"]?.text
    {
      return named == taker ? nil : other(named, "was named")
    }
    if let found = otherRow(taker, moment) ?? shorterRow(taker, moment) { return found }
    let takesFront = app.external == .frontWindow
    guard ["continue", "link"].contains(action.verb),
      takesFront || app.external == .matchingWindowFirst && app.reusesPlainWindows,
      app.hasManyWindows,
      app.scenes.isEmpty, app.conditions == ActivationConditions(), !history.isFaulted,
      !moment.facts.setsConditions
    else { return nil }
    let text = action.verb == "link" ? action.argument?.text : action.argument?["target"]?.text
    var wanted: String?
    var reason = "is in front"
    if let text, !takesFront {
      let connected = moment.before.windows.filter { $0.identity == text }.map(\.name)
      let away = moment.before.away.filter { history.asleep[$0]?.shown.identity == text }
      // Which of several comes first is a question of when they were active.
      if connected.count > 1 || (connected.isEmpty && away.count > 1) { return nil }
      wanted = connected.first ?? away.first
      if wanted != nil { reason = "says that it shows `\(text)`" }
    }
    if wanted == nil {
      let active = moment.before.windows.filter { $0.phase == .active }.map(\.name)
      guard let front = moment.before.front, let window = moment.before.window(front),
        takesFront ? window.isForeground : active == [front]
      else { return nil }
      // Of a window that was away nobody knows for sure what it says.
      if moment.before.away.contains(where: { history.asleep[$0] == nil }) { return nil }
      wanted = front
    }
    guard let wanted, wanted != taker else { return nil }
    return other(wanted, reason)
  }

  /// What is about one row opens in the window that is about another one, which says nothing else.
  private static func otherRow(_ taker: String, _ moment: ExploredStep) -> Violation? {
    guard moment.isHandled, ["continue", "link"].contains(moment.action.verb),
      let was = moment.before.window(taker), let window = moment.after.window(taker),
      let own = window.row, let kind = moment.facts.kind(of: window), let row = kind.row
    else { return nil }
    let model = RowModel(facts: moment.facts, stage: moment.stage)
    let shown = model.rows(of: row, shownIn: window)
    // What a tab showed already that comes to the front again was not opened by it.
    let place = moment.facts.place(of: window.tab)
    guard let other = shown.first, !shown.contains(own), window.ownIdentity == nil,
      was.paths[place] != window.paths[place] || was.place != window.place,
      !model.rows(of: row, shownIn: was).contains(other)
    else { return nil }
    return OneTaker.found(
      "row \(kind.name)",
      "`\(moment.action.verb)` opens `\(other)` in window \(taker), which is about "
        + "`\(own)`: nothing says that other windows of `\(kind.name)` do not take it (`can`)",
      .front("{ $not: \(taker) }"))
  }

  /// What names one row goes to the window of another, whose name is the beginning of it.
  private static func shorterRow(_ taker: String, _ moment: ExploredStep) -> Violation? {
    let action = moment.action
    guard ["continue", "link"].contains(action.verb), let text = action.target,
      let window = moment.before.window(taker), let own = window.row, let kind = window.kind,
      !moment.facts.app.preferences(of: kind).isEmpty,
      let other = moment.before.windows.first(where: { window in
        guard let row = window.row, row != own, row.hasPrefix(own) else { return false }
        return text == row || text.hasSuffix("/" + row)
      })
    else { return nil }
    return OneTaker.found(
      "beginning",
      "`\(text)` goes to window \(taker), which is about `\(own)`, though window "
        + "\(other.name) is about `\(other.row ?? "")`: what `prefers` says of the one is in the name "
        + "of the other",
      .front(other.name))
  }
}
