import FoundationEssentials
import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// What the checker remembers: what each window showed when it went, and what came where.
///
/// It knows what users know, from the public pages, and nothing of how the store works.
struct History {
  private(set) var asleep: [String: Asleep] = [:]
  /// The windows that connected for something from outside.
  private(set) var led: Set<String> = []
  /// What windows have handed over last, and which of their lists have a position.
  private var handOvers: [String: HandOver] = [:]
  private var scrolled: [String: Set<String>] = [:]
  /// Where each activity, by type and payload, was shown.
  private(set) var landings: [String: [Landing]] = [:]
  /// What windows showed that opened for an activity, by what came.
  private(set) var arrivals: [String: [String]] = [:]
  /// The types of the activities that wait in each window.
  private(set) var waiting: [String: [String]] = [:]
  /// What came to each window last in this process, and what it has said then that it shows.
  private(set) var landed: [String: Arrival] = [:]
  /// What the app has put off, and has not done yet.
  private(set) var pending: [Pending] = []
  /// The windows that went with the last process.
  private var lastEnded: Set<String> = []
  /// Whether the app was replaced, or its data changed.
  private(set) var isUpdated = false
  private(set) var hasChangedData = false
  /// Whether something was shown that is about no row, as links may: it goes with the next start.
  private(set) var hasPointedNowhere = false

  /// What windows that are not private have shown of the values that the app has one of, if there
  /// are private ones: nobody can tell it from theirs any more.
  private(set) var textsOfApp: [String: Set<String>] = [:]

  /// Whether a death is planned that has not come yet.
  private(set) var isDoomed = false
  /// What a death in the middle of a step has left to be looked at.
  private(set) var torn: Torn?
  /// Whether something went wrong that takes values with it, so that nothing can be said of them.
  private(set) var isFaulted = false
  /// Whether the last end has destroyed everything.
  private(set) var isDestroyed = false
  /// The window that was activated last; nil if that cannot be told.
  private(set) var lastActivated: String?
  /// Which windows were to be seen.
  private(set) var screen = Screen()
  /// What the windows showed that were closed in this process.
  private(set) var closed: [String: Asleep] = [:]
  /// What was to be seen before the tab was closed, if that was the last step.
  private(set) var tabClosed: StageLook?
  /// What was to be seen after each of the last launches between which nothing happened.
  private(set) var restarts: [Restart] = []

  /// What is compared of an activity: its type and payload; of a link its text.
  static func activity(of action: Action) -> String {
    if action.verb == "link" { return "link \(action.argument?.written ?? "")" }
    return "\(action.text(of: "activity") ?? "") \(action.text(of: "payload") ?? "")"
  }

  /// Makes the history of an app that has played some steps already.
  init(after beginning: [ParsedStep] = []) {
    // What the file damages reads otherwise as soon as something else is written.
    isFaulted = beginning.use("fault")
  }

  /// Takes over what a step has done.
  mutating func note(_ moment: ExploredStep) {
    let action = moment.action
    defer { isDoomed = moment.stage.simulation.isDoomed }
    switch action.verb {
    case "update":
      (isUpdated, torn) = (true, nil)
      // What the version before has handed over may have other tabs and keys.
      handOvers = handOvers.mapValues(\.withoutLook)
      let change = VersionChange(from: moment.former, to: moment.facts)
      asleep = asleep.compactMapValues {
        change.adapted($0, isLast: lastEnded.contains($0.shown.name))
      }
    // What pointed at rows is let go of at the next start.
    case "change-data": (hasChangedData, torn) = (true, nil)
    case "scroll":
      let lists = (action.argument?.map ?? []).map(\.key.name)
      if let window = action.window { scrolled[window, default: []].formUnion(lists) }
    case "refresh":
      if let name = action.argument?.text, let window = moment.after.window(name) {
        handOver(window, moment)
      }
    case "move-scope", "copy-scope", "rename-scope": landed = [:]
    case "identify", "show-place":
      if let window = action.window { landed[window] = nil }
    case "launch": noteLaunch(moment)
    case "fault": noteFault(moment)
    default: break
    }
    notePointers(moment)
    noteTextsOfApp(moment)
    notePending(moment)
    screen.note(moment, isDoomed: isDoomed)
    noteWaiting(moment)
    if let new = Arrival.opening(moment) { arrivals[new.activity] = new.path }
    tabClosed = action.verb == "close-tab" && !moment.isKilled ? moment.before : nil
    let isIdle = action.verb == "kill" || (action.verb == "background" && action.argument == nil)
    if action.verb != "launch", !isIdle { restarts = [] }
    noteActivation(moment)
    if moment.isKilled {
      noteDeath(moment)
    } else if let end = end(of: action, moment) {
      noteEnd(end, action, moment)
    } else {
      noteWindows(moment)
    }
    if action.verb == "drop" { for taker in moment.takers { landed[taker] = nil } }
    if action.isDelivery, action.verb != "drop" { noteLanding(moment) }
  }

  /// Users go where there is a row, and what comes from outside may not.
  private mutating func notePointers(_ moment: ExploredStep) {
    let action = moment.action
    guard !hasPointedNowhere, !moment.facts.app.tables.isEmpty,
      action.isDelivery || action.isInside || action.argument?.map != nil
    else { return }
    let rows = RowModel(facts: moment.facts, stage: moment.stage)
    let look = moment.undisturbed ?? moment.after
    hasPointedNowhere = look.windows.contains(where: rows.pointsNowhere)
  }

  private mutating func noteTextsOfApp(_ moment: ExploredStep) {
    let facts = moment.facts
    guard facts.app.scenes.contains(where: \.declaration.isPrivate) else { return }
    for window in moment.after.windows where !facts.isPrivate(window) {
      for (index, key) in facts.valueKeys where facts.isOfApp(key) {
        textsOfApp[key.name, default: []].formUnion(window.values[index].flatMap(\.texts))
      }
    }
  }

  /// What ends a process, and how.
  private func end(of action: Action, _ moment: ExploredStep) -> RestorationProfile.End? {
    switch action.verb {
    case "force-quit": return .forceQuit
    case "launch" where action.argument?["crash"]?.bool == true: return .crashOnLaunch
    case "kill" where !moment.after.isRunning: return .kill
    case "quit" where !moment.after.isRunning: return .quit
    default:
      // Whatever it was: the process is gone, and nobody was asked.
      return moment.before.isRunning && !moment.after.isRunning ? .crash : nil
    }
  }

  private mutating func noteLaunch(_ moment: ExploredStep) {
    if moment.action.argument != nil { restarts = [] }
    guard moment.after.isRunning else { return }
    (torn, isDestroyed, lastEnded) = (nil, false, [])
    // From here on windows change what the app has one of.
    for name in asleep.keys {
      asleep[name]?.debts.removeAll { debt in
        moment.facts.app.key(debt.key).map(moment.facts.isOfApp) ?? false
      }
    }
    restarts.append(Restart(look: moment.after, stored: moment.stage.stored))
  }

  private mutating func noteFault(_ moment: ExploredStep) {
    if let write = moment.foreignWrite {
      torn = nil
      guard let window = asleep[write.window]?.shown else { return }
      for place in moment.facts.columns(of: write.key, in: window) {
        if let tab = write.tab, moment.facts.place(of: tab) != place { continue }
        if case .selectedTab = write.key.scope, write.tab == nil, place != 0 { continue }
        asleep[write.window]?.written[write.key.name, default: [:]][place] = write.value
        // What it owes of an earlier version was overwritten, too.
        for name in asleep.keys where name == write.window || moment.facts.isOfApp(write.key) {
          asleep[name]?.debts.removeAll { $0.key == write.key.name && $0.column == place }
        }
      }
    } else if moment.action.plannedFault != "kill", moment.action.argument?.text != "none" {
      isFaulted = true
    }
  }

  /// The process died in the middle of a step: what is left is that of before it, or of after it.
  private mutating func noteDeath(_ moment: ExploredStep) {
    torn = moment.undisturbed.map { Torn(before: moment.before, after: $0) }
    (asleep, landed, restarts, closed, lastEnded) = ([:], [:], [], [:], [])
    // Which hand-over counts is not known either.
    forgetHandOvers()
  }

  /// Which window was activated last: it was not active before, or something came to it.
  private mutating func noteActivation(_ moment: ExploredStep) {
    let active = moment.after.windows.filter { $0.phase == .active }.map(\.name)
    let new = active.filter { moment.before.window($0)?.phase != .active }
    if let window = new.last ?? moment.takers.last { lastActivated = new.count > 1 ? nil : window }
    if moment.action.verb == "activate" { lastActivated = moment.action.argument?.text }
  }

  private mutating func noteEnd(
    _ end: RestorationProfile.End, _ action: Action, _ moment: ExploredStep
  ) {
    (landed, closed) = ([:], [:])
    guard EndTable.keeps(end, by: action, moment.facts.profile) else {
      (asleep, torn) = ([:], nil)
      forgetHandOvers()
      // A death that is planned may come before the end has destroyed anything.
      isDestroyed = !isDoomed
      return
    }
    if end == .quit, isDoomed {
      // A planned death may come before its windows are asked, or before what they say is written.
      asleep = [:]
      forgetHandOvers()
      return
    }
    // Nobody was asked; only a quit asks on its way.
    let isCrashed = [.crash, .crashOnLaunch, .forceQuit].contains(end)
    lastEnded = Set(moment.before.windows.map(\.name))
    for window in moment.before.windows {
      // In the background it has handed over already.
      if end == .quit, window.isForeground { handOver(window, moment) }
      fallAsleep(window, by: action.verb, isCrashed: isCrashed)
      let awaited = awaited(in: window, moment.facts)
      asleep[window.name]?.awaited = awaited
    }
    pending = []
  }

  /// What of a window lives in memory alone until an action takes it that was put off.
  private func awaited(in window: StageLook.Window, _ facts: AppFacts) -> [Awaited] {
    pending.filter { $0.shown.name == window.name }.flatMap { pending in
      facts.setKeys.compactMap { index, key -> Awaited? in
        guard facts.own.deed(pending.order.action).awaits.contains(key.name), !facts.isOfApp(key),
          let column = facts.shownColumn(of: key, in: window)
        else { return nil }
        let value = window.values[index][column]
        // What its user has written since is not what was put off.
        guard value == pending.shown.values[index][column], value != key.initial else { return nil }
        return Awaited(action: pending.order.action, key: key.name, value: value)
      }
    }
  }

  /// What an action of the app puts off, and what has come by now.
  private mutating func notePending(_ moment: ExploredStep) {
    let now = moment.stage.simulation.now
    pending.removeAll { $0.due <= now }
    // What ends a process is looked at first.
    guard moment.after.isRunning else { return }
    pending.removeAll { !$0.order.isOfApp && moment.after.window($0.shown.name) == nil }
    guard moment.action.verb == "act", let name = moment.action.argument?.text,
      let window = moment.action.window.flatMap(moment.after.window)
    else { return }
    for order in moment.facts.own.orders(of: name) {
      pending.removeAll {
        $0.order.action == order.action
          && ($0.order.isOfApp || order.delay == nil || $0.shown.name == window.name)
      }
      guard let delay = order.delay else { continue }
      pending.append(Pending(order: order, due: now + delay.inSeconds, shown: window))
    }
  }

  private mutating func handOver(_ window: StageLook.Window, _ moment: ExploredStep) {
    handOvers[window.name] = HandOver(
      look: window, date: moment.stage.simulation.now, scrolled: scrolled[window.name])
  }

  /// When they were is known all the same.
  private mutating func forgetHandOvers() {
    (handOvers, scrolled) = (handOvers.mapValues(\.withoutLook), [:])
  }

  private mutating func fallAsleep(
    _ window: StageLook.Window, by verb: String, isCrashed: Bool
  ) {
    let last = handOvers[window.name]
    if isCrashed { scrolled[window.name] = last?.scrolled }
    asleep[window.name] = Asleep(
      shown: window, handedOver: last?.look, handedOverAt: last?.date, end: verb,
      isCrashed: isCrashed, isLed: led.contains(window.name),
      scrolled: scrolled[window.name] ?? [])
    landed[window.name] = nil
  }

  private mutating func noteWindows(_ moment: ExploredStep) {
    let (before, after) = (moment.before, moment.after)
    for window in before.windows where after.window(window.name) == nil {
      // It went with its last tab, which is in another window now.
      if moment.action.verb == "move-tab" {
        forget(window.name)
        continue
      }
      fallAsleep(
        window, by: moment.action.verb, isCrashed: !after.away.contains(window.name))
    }
    for name in asleep.keys where after.window(name) == nil && !after.away.contains(name) {
      // Closed, maybe while it was away.
      if !after.isRunning { continue }
      if moment.facts.app.keepsTombstones { closed[name] = asleep[name] }
      forget(name)
    }
    for window in after.windows {
      if before.window(window.name) == nil {
        (asleep[window.name], closed[window.name]) = (nil, nil)
        led.remove(window.name)
        if moment.takers.contains(window.name) { led.insert(window.name) }
        if !window.isRestored { forget(window.name) }
      }
      if window.phase == .background, before.window(window.name)?.phase != .background {
        handOver(window, moment)
      }
    }
  }

  private mutating func noteWaiting(_ moment: ExploredStep) {
    for event in moment.heard {
      guard let window = event.window,
        ["queued ", "continue "].contains(where: event.text.hasPrefix),
        let type = event.text.split(separator: " ").last.map(String.init)
      else { continue }
      if event.text.hasPrefix("queued ") {
        waiting[window, default: []].append(type)
      } else {
        waiting[window]?.removeAll { $0 == type }
      }
    }
    if !waiting.isEmpty { waiting = waiting.filter { moment.after.window($0.key) != nil } }
  }

  private mutating func forget(_ name: String) {
    (asleep[name], handOvers[name], scrolled[name], landed[name]) = (nil, nil, nil, nil)
  }

  private mutating func noteLanding(_ moment: ExploredStep) {
    guard moment.isHandled, let taker = moment.takers.first else { return }
    let activity = Self.activity(of: moment.action)
    let landing = Self.landing(in: taker, moment)
    if let landing { landings[activity, default: []].append(landing) }
    guard let shown = Self.shown(in: taker, moment) else {
      landed[taker] = nil
      return
    }
    // What changes nothing is shown already, or shows nothing at all.
    let isThere = landings[activity]?.contains { $0.isLike(shown) }
    guard landing != nil || isThere == true else { return }
    landed[taker] = Arrival(
      activity: activity, target: moment.action.target,
      identity: moment.after.window(taker)?.identity, landing: shown)
  }

  /// What a window shows now; nil if it is no screen.
  static func shown(in name: String, _ moment: ExploredStep) -> Landing? {
    guard let window = moment.after.window(name) else { return nil }
    let path = moment.facts.path(of: window)
    if path.isEmpty, window.place == nil { return nil }
    return Landing(tab: window.tab, path: path, place: window.place)
  }

  /// Where something has landed in a window: nil if it has changed nothing there.
  static func landing(in name: String, _ moment: ExploredStep) -> Landing? {
    guard let now = shown(in: name, moment) else { return nil }
    guard let old = moment.before.window(name), old.tab == now.tab,
      moment.facts.path(of: old) == now.path, old.place == now.place
    else { return now }
    return nil
  }
}
