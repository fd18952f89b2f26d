import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// What comes from outside lands in exactly one window: in front, and the one that it is about.
enum OneTaker: Property {
  static let name = "one-taker"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    let action = moment.action
    if moment.facts.identifiesByPhase, let found = sameByPhase(moment, history) { return found }
    if let found = left(moment, history) { return found }
    guard action.isDelivery, !action.isDroppedNowhere, !moment.isKilled else { return nil }
    let takers = moment.takers
    // What a handler opens it may open with an activity of its own.
    let areSeveral = takers.count > 1 && !moment.movesWindows
    if areSeveral || (takers.isEmpty && action.verb != "link" && action.verb != "drop") {
      let names = takers.joined(separator: ", ")
      return found(
        "count",
        takers.isEmpty
          ? "`\(action.verb)` is lost without a word"
          : "windows \(names) all take one `\(action.verb)`",
        Expected("{ windows: [] }", at: "windows"))
    }
    guard let taker = takers.first else { return nil }
    if let found = front(taker, moment) ?? Routing.violation(taker, moment, history) {
      return found
    }
    if let found = repeated(taker, moment, history) { return found }
    // What is let go of says no more what it is.
    if action.verb == "drop" { return nil }
    return sameIdentity(taker, moment, history) ?? twice(taker, moment, history)
  }

  /// What comes is handled twice: the window is told so, or what is pushed or added is there twice.
  private static func repeated(
    _ taker: String, _ moment: ExploredStep, _ history: History
  ) -> Violation? {
    let facts = moment.facts
    let told = moment.heard.filter { event in
      event.window == taker && ["continue ", "openURL "].contains { event.text.hasPrefix($0) }
    }.map(\.text)
    // What waited may have its turn as well.
    guard history.waiting[taker, default: []].isEmpty, let first = told.first else { return nil }
    func found(_ expected: Expected) -> Violation {
      Self.found(
        "repeated", "`\(moment.action.verb)` is handled twice in window \(taker)", expected)
    }
    // Its handler may open a URL.
    if told.count(where: { $0 == first }) > 1 {
      return found(Expected("{ events: { \(taker): [] } }", at: "events.\(taker)"))
    }
    guard let (before, after) = moment.handledIn, before.tab == after.tab else { return nil }
    let steps = moment.handlers.flatMap(\.steps).andInner
    if steps.moveWindows || steps.use("for-each") || steps.use("repeat") || steps.use("act") {
      return nil
    }
    let (was, path) = (facts.path(of: before), facts.path(of: after))
    let pushes = steps.count { $0.verb.name == "push" }
    if !steps.use("show"), !steps.use("open-url"), !facts.phaseWrites.contains(StorageKey.path),
      path.count > was.count + pushes
    {
      return found(.of(taker, "path", path.prefix(was.count + pushes).map(\.self).flowList))
    }
    for (index, key) in facts.valueKeys where key.isList && !facts.phaseWrites.contains(key.name) {
      let added = steps.filter { ["append", "prepend"].contains($0.verb.name) }
        .count { $0.argument?[key.name] != nil }
      guard added > 0, !steps.use("set"), let column = facts.shownColumn(of: key, in: after),
        case .list(let old) = before.values[index][column],
        case .list(let new) = after.values[index][column], new.count > old.count + added
      else { continue }
      let wanted = ScenarioValue.list(Array(new.prefix(old.count + added)))
      return found(facts.expected(of: key, wanted, column, in: after))
    }
    return nil
  }

  private static func front(_ taker: String, _ moment: ExploredStep) -> Violation? {
    let window = moment.after.window(taker)
    let isActive = window?.phase == .active
    // One for an audience stays behind, unless it is activated.
    if let window, moment.facts.kind(of: window)?.declaration.isForExternalDisplay == true {
      return nil
    }
    guard moment.after.front != taker || !isActive, !moment.movesWindows else { return nil }
    return found(
      "front", "window \(taker) takes what comes from outside and is not in front",
      Expected(
        "{ front: \(taker), \(taker): { phase: active } }",
        at: isActive ? "front" : "\(taker).phase"))
  }

  /// An activity goes on waiting although the tab is selected now that has its handler.
  private static func left(_ moment: ExploredStep, _ history: History) -> Violation? {
    for window in moment.after.windows {
      guard let tab = window.tab, let before = moment.before.window(window.name), before.tab != tab
      else { continue }
      for type in history.waiting[window.name] ?? []
      where moment.facts.app.handlers.contains(where: {
        $0.activity == type && $0.level == .tab(tab) && $0.condition == nil
      })
        && !moment.heard.contains(where: {
          $0.window == window.name && $0.text == "continue \(type)"
        })
      {
        return found(
          "left \(type)",
          "`\(type)` waits in window \(window.name), and is left there when tab `\(tab)` is "
            + "selected, which handles it",
          Expected(
            "{ events: { \(window.name): \(["continue \(type)"].flowList) } }",
            at: "events.\(window.name)"))
      }
    }
    return nil
  }

  /// Two windows say the same of themselves whenever they come to the front.
  private static func sameByPhase(_ moment: ExploredStep, _ history: History) -> Violation? {
    // What came from outside said the one thing, and where its user goes from there nobody answers.
    let windows = moment.after.windows.filter {
      $0.identity != nil && history.landed[$0.name]?.identity != $0.identity
    }
    for (index, window) in windows.enumerated() {
      guard let identity = window.ownIdentity else { continue }
      for other in windows[..<index]
      // What lies below is of how users came there; a window about a row may show it as it is.
      where other.identity == identity
        && moment.facts.isAbout(other) == moment.facts.isAbout(window)
        && (other.tab != window.tab || other.place != window.place
          || moment.facts.top(of: other) != moment.facts.top(of: window))
      {
        return same(identity, other.name, window.name, wrong: window.name)
      }
    }
    return nil
  }

  /// The one that is wrong says so of something else.
  private static func same(
    _ identity: String, _ other: String, _ taker: String, wrong: String
  ) -> Violation {
    found(
      "identity",
      "windows \(other) and \(taker) show different things and both say that they show "
        + "`\(identity)`: what is meant for one goes to the other",
      .of(wrong, "shows", "{ $not: \(identity.flowScalar) }"))
  }

  /// Two windows say that they show the same thing, and show different ones.
  private static func sameIdentity(
    _ taker: String, _ moment: ExploredStep, _ history: History
  ) -> Violation? {
    guard let window = moment.after.window(taker), let identity = window.ownIdentity,
      moment.isHandled,
      // What changes nothing says nothing of the window either.
      let now = History.landing(in: taker, moment)
    else { return nil }
    let activity = History.activity(of: moment.action)
    for other in moment.after.windows
    where other.name != taker && other.identity == identity
      && moment.facts.isAbout(other) == moment.facts.isAbout(window)
    {
      guard let landed = history.landed[other.name], landed.activity != activity,
        landed.identity == identity,
        // What lies below the screen that came is of what the window showed before.
        !landed.landing.isLike(now)
      else { continue }
      // A place that its handlers leave alone is none of what came: its user went there.
      if landed.landing.tab == now.tab, !now.path.isEmpty,
        landed.landing.path.last == now.path.last,
        !moment.facts.app.handlers.flatMap(\.steps).use("show-place")
      {
        continue
      }
      // What has come just now is about it.
      let isRight = moment.action.target == identity
      return same(identity, other.name, taker, wrong: isRight ? other.name : taker)
    }
    return nil
  }

  /// A window shows the thing already, and it is opened once more in another one.
  private static func twice(
    _ taker: String, _ moment: ExploredStep, _ history: History
  ) -> Violation? {
    let (action, app) = (moment.action, moment.facts.app)
    let isLink = action.verb == "link" && app.navigator == nil
    guard isLink || action.verb == "continue", action.argument?["to"] == nil,
      let target = action.target, moment.before.window(taker)?.identity != target,
      app.external == .matchingWindowFirst, let now = History.landing(in: taker, moment)
    else { return nil }
    let activity = History.activity(of: action)
    for other in moment.before.windows where other.name != taker {
      guard let landed = history.landed[other.name], landed.activity == activity,
        landed.target == target, landed.landing.tab == other.tab,
        // It may lie above what the window showed before.
        landed.landing.isLike(now), landed.landing.place == other.place,
        landed.landing.path == moment.facts.path(of: other)
      else { continue }
      // An app that shows a place says with it what its window shows.
      if other.place != nil, other.identity == other.place { continue }
      let type = isLink ? "link" : action.argument?["activity"]?.text ?? ""
      let handlers = moment.handlers
      // What shows nothing opens nothing; of an app in Swift nobody knows.
      let verbs = Set(handlers.flatMap(\.steps).andInner.map(\.verb.name))
      if !handlers.isEmpty, verbs.isDisjoint(with: ["show", "push", "show-place", "open-tab"]) {
        return nil
      }
      // What a handler says may be meant for others than the target that was drawn.
      if HandlerReader(handlers.flatMap(\.steps)).identity != nil { return nil }
      return found(
        "twice \(type)",
        "window \(other.name) shows `\(target)` already, and window \(taker) opens it once more: "
          + "the app does not say what its window shows (`identify`)",
        .front(other.name))
    }
    return nil
  }
}

extension StageLook.Window {
  /// What the window says that it shows, unless it is no more than the name of its place: other
  /// windows have places of that name, too.
  var ownIdentity: String? { identity == place ? nil : identity }
}
