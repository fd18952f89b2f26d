import SceneLifecycle
import SceneScenarios

/// What a user does is done, and in a window it is what it shows then.
enum Obeyed: Property {
  static let name = "obeyed"

  /// What is wrong with a refusal: nobody can refuse to hide or to close a window, and the app has
  /// done it with a step of its own.
  static func refusal(
    of action: Action, code: String, _ culprit: ScenarioStage.Culprit, after history: History
  ) -> Violation? {
    // What a disk refuses is no fault of the app, nor is a name that we have drawn, nor what its
    // handlers and buttons make of what we bring.
    let isDrawn = action.mayBeRefused && !(action.isDelivery && culprit.isByItself)
    guard !isDrawn, !history.isFaulted, !history.isDoomed,
      !code.hasPrefix("no-such-") || code == "no-such-variable"
    else { return nil }
    return found(
      "refused \(culprit.place) \(code)",
      "`\(action.text(namesWindow: false))` cannot be done, since what the app does then is refused, "
        + "in `\(culprit.place)`: \(culprit.message)", Expected("", at: code))
  }

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    let action = moment.action
    if action.movesScope { return movedScope(moment, history) }
    // What waited may arrive with it, and its handler goes on from there.
    guard action.isInside, !moment.isKilled, !history.isFaulted, !moment.isHandled,
      let name = action.window,
      let before = moment.before.window(name), let after = moment.after.window(name)
    else { return nil }
    let step = UserStep(action: action, before: before, after: after, facts: moment.facts)
    // The app itself may lead to another tab.
    let isLed = !moment.facts.own.atTabs.isDisjoint(with: ["tab", "tabs"])
    switch action.verb {
    case "select", "open-tab", "close-tab", "move-tab":
      guard !isLed else { return nil }
      return action.verb == "select"
        ? step.shows("tab", after.tab) : step.tabs(moment.before, moment.after)
    case "show-place": return step.shows("shows", after.place)
    case "push", "pop", "show": return step.path()
    case "set":
      return step.values { key in
        action.argument?[key.name].flatMap { moment.stage.value($0, for: key) }
      }
    case "clear":
      let names = (action.argument?.list ?? []).compactMap(\.text)
      // One that has its first value from another key has it again.
      return step.values { names.contains($0.name) && !$0.isDerived ? $0.initial : nil }
    default: return nil
    }
  }
}

extension Obeyed {
  /// What a tab had is in the tab to which it was moved or copied.
  private static func movedScope(_ moment: ExploredStep, _ history: History) -> Violation? {
    let (action, facts) = (moment.action, moment.facts)
    guard !moment.isKilled, !history.isFaulted, let window = action.window,
      let from = action.argument?["from"]?.text, let to = action.argument?["to"],
      let tab = to.text ?? to["tab"]?.text, let before = moment.before.window(window),
      let after = moment.after.window(to["window"]?.text ?? window)
    else { return nil }
    let (place, goal) = (facts.place(of: from), facts.place(of: tab))
    for (index, key) in facts.valueKeys
    where key.scope == .selectedTab && key.via == .store && !key.isDerived && !facts.isOfApp(key) {
      let wanted = before.values[index][place]
      guard wanted != key.initial, after.values[index][goal] != wanted else { continue }
      return found(
        "\(action.verb) \(key.name)",
        "`\(action.text(namesWindow: false))` does not bring `\(key.name)` along",
        facts.expected(of: key, wanted, goal, in: after))
    }
    return nil
  }
}

/// A step of a user, and the window before and after it.
private struct UserStep {
  let action: Action
  let before: StageLook.Window
  let after: StageLook.Window
  let facts: AppFacts

  /// Compares the tab or place that is shown with the one that was asked for.
  func shows(_ look: String, _ shown: String?) -> Violation? {
    let wanted = action.argument?.text
    if shown == wanted { return nil }
    return violation(look, .of(after.name, look, (wanted ?? "~").flowScalar))
  }

  private func violation(_ what: String, _ expected: Expected) -> Violation {
    Obeyed.found(
      "\(action.verb) \(what)",
      "`\(action.text(namesWindow: false))` is not what window \(after.name) shows then", expected)
  }

  /// Whether the app, or we, have named the tab: of others nobody has looked into what they show.
  private var isKnown: Bool {
    [before.tab, after.tab].allSatisfy { $0.map(facts.tabs.contains) ?? !facts.opensTabs }
  }

  func path() -> Violation? {
    guard isKnown else { return nil }
    let old = facts.path(of: before)
    let wanted: [String]
    switch action.verb {
    case "push": wanted = old + [action.argument?.text ?? ""]
    case "pop": wanted = action.argument == nil ? old.dropLast() : []
    default: wanted = (action.argument?.list ?? []).compactMap(\.text)
    }
    guard facts.path(of: after) != wanted else { return nil }
    return violation("path", .of(after.name, "path", wanted.flowList))
  }

  /// Compares what keys have now with what they should have, as far as that is known.
  func values(_ wanted: (StorageKey) -> ScenarioValue?) -> Violation? {
    for (index, key) in facts.setKeys {
      // Sets have an order of their own.
      if case .set = key.type { continue }
      guard after.tab == nil || isKnown, let wanted = wanted(key).map(key.kept(of:)),
        let column = column(of: key),
        after.values[index][column] != wanted
      else { continue }
      return violation(key.name, facts.expected(of: key, wanted, column, in: after))
    }
    return nil
  }

  private func column(of key: StorageKey) -> Int? {
    guard let place = action.place else { return facts.shownColumn(of: key, in: after) }
    return key.kinds == nil ? facts.tabs.firstIndex(of: place) : facts.column(of: key, at: place)
  }

  /// Where tabs are opened, closed and moved: which there are, and which one is selected.
  func tabs(_ before: StageLook, _ after: StageLook) -> Violation? {
    let (argument, old) = (action.argument, self.before.tabs)
    guard let tab = argument?.text ?? argument?["tab"]?.text else { return nil }
    guard action.verb != "close-tab" else {
      let left = old.filter { $0 != tab }
      let next = old.drop { $0 != tab }.first(where: left.contains) ?? left.last
      return tabs(left, self.before.tab == tab ? next : self.before.tab, in: self.after)
    }
    let name = argument?["as"]?.text ?? tab
    guard let target = action.targetOfTab, target != self.after.name else {
      let isSelected = argument?["select"]?.bool ?? (action.verb == "open-tab")
      let others = action.verb == "move-tab" ? old.filter { $0 != tab } : old
      return tabs(added(tab, to: others), isSelected ? tab : self.before.tab, in: self.after)
    }
    guard let there = before.window(target), let now = after.window(target) else { return nil }
    return tabs(old.filter { $0 != tab }, nil, in: self.after)
      ?? tabs(added(name, to: there.tabs), name, in: now)
  }

  private func added(_ tab: String, to tabs: [String]) -> [String] {
    if tabs.contains(tab) { return tabs }
    var tabs = tabs
    let before = action.argument?["after"]?.text
    let neighbour = before ?? action.argument?["before"]?.text
    let place = neighbour.flatMap(tabs.firstIndex(of:)) ?? tabs.count
    let isBehind = place < tabs.count && before != nil
    tabs.insert(tab, at: isBehind ? place + 1 : place)
    return tabs
  }

  private func tabs(
    _ wanted: [String], _ selected: String?, in window: StageLook.Window
  ) -> Violation? {
    // Where a window waits with what was saved, some of its tabs are to come.
    if window.isRestored, facts.kind(of: window)?.declaration.restoresOnDemand == true {
      return nil
    }
    if window.tabs != wanted {
      return violation("tabs", .of(window.name, "open-tabs", wanted.flowList))
    }
    guard let selected, window.tab != selected else { return nil }
    return violation("tab", .of(window.name, "tab", selected.flowScalar))
  }
}
