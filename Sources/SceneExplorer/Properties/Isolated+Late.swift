import SceneScenarios
import SceneSimulator

// What the app itself writes in another tab or window than the one that it was meant for.
extension Isolated {
  /// The value is written in the tab that was selected before, and another tab is selected then.
  static func lateValue(
    _ moment: ExploredStep, _ before: StageLook.Window, _ after: StageLook.Window, _ place: Int,
    _ new: String
  ) -> Violation? {
    let facts = moment.facts
    let found = came(moment, before, after, { _ in place }) { $0.scope == .selectedTab }
    return found.map { key, was in
      Violation(
        property: name, cause: "late \(moment.handledType)",
        sentence: "\(moment.comer) writes `\(key.name)` in tab `\(facts.tabs[place])`, and then "
          + "selects tab `\(new)`: its handler selects the tab too late",
        expectation: facts.expectation(of: key, was, place, in: after), lookedAt: "\(after.name).")
    }
  }

  /// The value is written in the window that was in front before, and another one is opened for it.
  static func lateWindow(_ moment: ExploredStep) -> Violation? {
    let facts = moment.facts
    guard moment.action.isDelivery, moment.isHandled, let taker = moment.takers.first,
      let new = moment.connected.first(where: { $0.name != taker }),
      let before = moment.before.window(taker), let after = moment.after.window(taker)
    else { return nil }
    let place = facts.place(of: before.tab)
    let steps = facts.app.handlers.filter { $0.activity == moment.handledType }.flatMap(\.steps)
    // What comes before it is about the window that took the activity.
    let behind = OwnWrites.written(
      by: Array(steps.drop { $0.verb.name != "open" }), of: facts.app)
    return came(moment, before, after, { $0.kinds == nil ? place : nil }) {
      !facts.isOfApp($0) && !$0.isShared && behind.contains($0.name)
    }.map { key, was in
      Violation(
        property: name, cause: "late \(moment.handledType)",
        sentence: "\(moment.comer) writes `\(key.name)` in window \(taker), and opens window "
          + "\(new.name) for it: what a handler does it does in the window that took the activity",
        expectation: facts.expectation(of: key, was, place, in: after), lookedAt: "\(taker).")
    }
  }

  /// The value is written in the place that was shown before, and another one is shown then.
  static func latePlace(_ moment: ExploredStep) -> Violation? {
    let facts = moment.facts
    guard moment.isHandled, let name = moment.action.window ?? moment.takers.first,
      let before = moment.before.window(name), let after = moment.after.window(name),
      let old = before.place, let new = after.place, old != new
    else { return nil }
    func column(of key: StorageKey) -> Int? {
      key.kinds.flatMap { facts.sights.places(of: $0).firstIndex(of: old) }
    }
    return came(moment, before, after, column(of:)) { !facts.isOfApp($0) }.flatMap { key, was in
      column(of: key).map { column in
        Violation(
          property: Isolated.name, cause: "late place \(key.name)",
          sentence: "what comes is written to `\(key.name)` in place `\(old)`, and then "
            + "`\(new)` is shown: its handler shows the place too late",
          expectation: facts.expectation(of: key, was, column, in: after), lookedAt: "\(name).")
      }
    }
  }

  /// What comes to one window is written in others, too.
  static func everywhere(_ moment: ExploredStep) -> Violation? {
    let facts = moment.facts
    guard moment.action.isDelivery, moment.isHandled, let taker = moment.takers.first else {
      return nil
    }
    for before in moment.before.windows where before.name != taker {
      guard let after = moment.after.window(before.name) else { continue }
      let column = { facts.shownColumn(of: $0, in: before) }
      let found = came(moment, before, after, column) {
        !facts.isOfApp($0) && facts.otherWrites.contains($0.name)
      }
      guard let (key, was) = found, let place = column(key) else { continue }
      return Violation(
        property: name, cause: "everywhere \(key.name)",
        sentence: "what comes to window \(taker) is written to `\(key.name)` in window "
          + "\(before.name), too: its handler writes in windows that it did not come to",
        expectation: facts.expectation(of: key, was, place, in: after),
        lookedAt: "\(before.name).")
    }
    return nil
  }

  /// A text of a window that has come from outside: with an activity, or in a link.
  private static func came(
    _ moment: ExploredStep, _ before: StageLook.Window, _ after: StageLook.Window,
    _ column: (StorageKey) -> Int?, _ counts: (StorageKey) -> Bool
  ) -> (key: StorageKey, was: ScenarioValue)? {
    let link = moment.action.argument?.text
    let came = (moment.action.argument?["payload"]?.map ?? []).compactMap(\.value.text)
    for (index, key) in moment.facts.valueKeys where counts(key) {
      guard let column = column(key) else { continue }
      let (was, is_) = (before.values[index][column], after.values[index][column])
      guard was != is_ else { continue }
      let hasCome = is_.texts.contains { text in
        link?.contains(text) ?? came.contains { !$0.isEmpty && text.contains($0) }
      }
      if hasCome { return (key, was) }
    }
    return nil
  }

  /// What a tab has is another one as soon as its user selects it.
  static func selected(_ moment: ExploredStep) -> Violation? {
    let facts = moment.facts
    guard moment.action.verb == "select", !facts.own.onSelect.isEmpty,
      let window = moment.action.window, let before = moment.before.window(window),
      let after = moment.after.window(window), let tab = after.tab
    else { return nil }
    let place = facts.place(of: tab)
    for (index, key) in facts.valueKeys {
      guard let source = facts.own.onSelect[key.name] else { continue }
      let was = before.values[index][place]
      guard was != after.values[index][place], was != key.initial else { continue }
      return Violation(
        property: name, cause: "select \(key.name)",
        sentence: "`\(key.name)` of tab `\(tab)` is lost when the tab is selected: `on-select` "
          + "puts there what `\(source)` has",
        expectation: facts.expectation(of: key, was, place, in: after), lookedAt: "\(window).")
    }
    return nil
  }

  /// What was put off comes where nobody was when it was.
  static func late(_ moment: ExploredStep, _ history: History) -> Violation? {
    if history.pending.isEmpty || moment.action.isInside || moment.action.isDelivery { return nil }
    let (facts, now) = (moment.facts, moment.stage.simulation.now)
    for pending in history.pending where pending.due <= now {
      let (action, deed) = (pending.order.action, facts.own.deed(pending.order.action))
      for before in moment.before.windows {
        guard let after = moment.after.window(before.name) else { continue }
        let isOther = before.name != pending.shown.name
        let isElsewhere = isOther ? pending.order.isOfApp : before.tab != pending.shown.tab
        // It may have been put off here, too.
        guard isElsewhere,
          !history.pending.contains(where: {
            $0.order.action == action && $0.shown.name == before.name && $0.shown.tab == before.tab
          })
        else { continue }
        for (index, key) in facts.valueKeys where deed.writes.contains(key.name) {
          guard let column = facts.shownColumn(of: key, in: before),
            key.scope == .selectedTab || isOther && key.scope == .scene && !key.isShared,
            !facts.isOfApp(key), case let was = before.values[index][column],
            was != after.values[index][column], !isOther || was != key.initial
          else { continue }
          let (here, there) =
            isOther
            ? ("window \(before.name)", "window \(pending.shown.name)")
            : ("tab `\(before.tab ?? "")`", "tab `\(pending.shown.tab ?? "")`")
          return Violation(
            property: name, cause: "later \(action)",
            sentence: "`\(action)` was put off in \(there) and writes `\(key.name)` in \(here), "
              + "which is shown when its time comes",
            expectation: facts.expectation(of: key, was, column, in: after),
            lookedAt: "\(before.name).")
        }
      }
    }
    return nil
  }
}
