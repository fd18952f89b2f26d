import SceneScenarios
import SceneSimulator

// What the app itself writes in another tab or window than the one that it was meant for.
extension Isolated {
  /// The value is written in the window that was in front before, and another one is opened for it.
  static func lateWindow(_ moment: ExploredStep) -> Violation? {
    let facts = moment.facts
    guard moment.action.isDelivery, let (before, after) = moment.handledIn,
      let new = moment.connected.first(where: { $0.name != before.name })
    else { return nil }
    let place = facts.place(of: before.tab)
    let steps = moment.handlers.flatMap(\.steps)
    // What comes before it is about the window that took the activity.
    let behind = OwnWrites.written(
      by: Array(steps.drop { $0.verb.name != "open" }), of: facts.app)
    return came(moment, before, after, { $0.kinds == nil ? place : nil }) {
      !facts.isOfApp($0) && behind.contains($0.name)
    }.map { change in
      found(
        "late \(moment.handledType)",
        "\(moment.comer) writes `\(change.key.name)` in window \(before.name), and opens window "
          + "\(new.name) for it: what a handler does it does in the window that took the activity",
        facts.expected(change, in: after))
    }
  }

  /// The value is written in the place that was shown before, and another one is shown then.
  static func latePlace(_ moment: ExploredStep) -> Violation? {
    let facts = moment.facts
    guard let (before, after) = moment.handledIn, let old = before.place, let new = after.place,
      old != new
    else { return nil }
    return came(moment, before, after, { facts.column(of: $0, at: old) }) { !facts.isOfApp($0) }
      .map { change in
        found(
          "late place \(change.key.name)",
          "what comes is written to `\(change.key.name)` in place `\(old)`, and then `\(new)` is "
            + "shown: its handler shows the place too late",
          facts.expected(change, in: after))
      }
  }

  /// What comes to one window is written in others, too.
  static func everywhere(_ moment: ExploredStep) -> Violation? {
    let facts = moment.facts
    guard moment.action.isDelivery, moment.isHandled, let taker = moment.takers.first else {
      return nil
    }
    for (before, after) in moment.pairs where before.name != taker {
      let shown = { (key: StorageKey) in facts.shownColumn(of: key, in: before) }
      let change =
        came(moment, before, after, shown) {
          !facts.isOfApp($0) && facts.otherWrites.contains($0.name)
        }
        ?? facts.changes(
          before, after,
          of: {
            !facts.isOfApp($0) && facts.own.inAll.contains($0.name)
              && !facts.phaseWrites.contains($0.name)
          }, at: { shown($0).map { [$0] } ?? [] }
        ).first
      guard let change else { continue }
      return found(
        "everywhere \(change.key.name)",
        "what comes to window \(taker) changes `\(change.key.name)` in window \(before.name), too: "
          + "its handler writes in windows that it did not come to",
        facts.expected(change, in: after))
    }
    return nil
  }

  /// A text of a window that has come from outside: with an activity, or in a link.
  static func came(
    _ moment: ExploredStep, _ before: StageLook.Window, _ after: StageLook.Window,
    _ column: (StorageKey) -> Int?, _ counts: (StorageKey) -> Bool
  ) -> ValueChange? {
    moment.facts.changes(before, after, of: counts, at: { column($0).map { [$0] } ?? [] })
      .first { $0.now.texts.contains(where: moment.brings) }
  }

  /// What a tab has is another one as soon as its user selects it.
  static func selected(_ moment: ExploredStep) -> Violation? {
    let (facts, sources) = (moment.facts, moment.facts.own.onSelect)
    guard moment.action.verb == "select", !sources.isEmpty, let window = moment.action.window,
      let before = moment.before.window(window), let after = moment.after.window(window),
      let tab = after.tab
    else { return nil }
    let changes = facts.changes(
      before, after, of: { sources[$0.name] != nil }, at: { _ in [facts.place(of: tab)] })
    return changes.first { $0.was != $0.key.initial }.map { change in
      found(
        "select \(change.key.name)",
        "`\(change.key.name)` of tab `\(tab)` is lost when the tab is selected: `on-select` puts "
          + "there what `\(sources[change.key.name] ?? "")` has",
        facts.expected(change, in: after))
    }
  }

  /// What a window has is what another one had as soon as it comes to the front.
  static func fronted(_ moment: ExploredStep) -> Violation? {
    let (facts, sources) = (moment.facts, moment.facts.own.inFront)
    if sources.isEmpty || moment.action.isInside || moment.action.isDelivery { return nil }
    for (before, after) in moment.pairs {
      let changes = facts.changes(
        before, after, of: { sources[$0.name] != nil && !facts.forgets($0) }
      ) {
        facts.shownColumn(of: $0, in: before).map { [$0] } ?? []
      }
      for change in changes where change.was != change.key.initial {
        let index = facts.app.keys.firstIndex { $0.name == change.key.name } ?? 0
        let other = moment.before.windows.first {
          $0.name != before.name && $0.values[index].contains(change.now)
        }
        guard let other else { continue }
        return found(
          "front \(change.key.name)",
          "`\(change.key.name)` of window \(before.name) is what window \(other.name) had as soon as "
            + "it comes to the front: the app puts there what `\(sources[change.key.name] ?? "")` has",
          facts.expected(change, in: after))
      }
    }
    return nil
  }

  private static func words(_ tab: String?) -> String {
    tab.map { "tab `\($0)`" } ?? "a window without tabs"
  }

  /// What was put off comes where nobody was when it was.
  static func late(_ moment: ExploredStep, _ history: History) -> Violation? {
    if history.pending.isEmpty || moment.action.isInside || moment.action.isDelivery { return nil }
    let (facts, now) = (moment.facts, moment.stage.simulation.now)
    for pending in history.pending where pending.due <= now {
      let (action, deed) = (pending.order.action, facts.own.deed(pending.order.action))
      for (before, after) in moment.pairs {
        let isOther = before.name != pending.shown.name
        let isElsewhere = isOther ? pending.order.isOfApp : before.tab != pending.shown.tab
        // It may have been put off here, too.
        guard isElsewhere,
          !history.pending.contains(where: {
            $0.order.action == action && $0.shown.name == before.name && $0.shown.tab == before.tab
          })
        else { continue }
        let changes = facts.changes(
          before, after,
          of: { key in
            deed.writes.contains(key.name) && !facts.isOfApp(key)
              && (key.scope == .selectedTab || isOther && key.scope == .scene)
          }, at: { facts.shownColumn(of: $0, in: before).map { [$0] } ?? [] })
        guard let change = changes.first(where: { !isOther || $0.was != $0.key.initial }) else {
          continue
        }
        let (here, there) =
          isOther
          ? ("window \(before.name)", "window \(pending.shown.name)")
          : (Self.words(before.tab), Self.words(pending.shown.tab))
        return found(
          "later \(action)",
          "`\(action)` was put off in \(there) and writes `\(change.key.name)` in \(here), which is "
            + "shown when its time comes",
          facts.expected(change, in: after))
      }
    }
    return nil
  }
}
