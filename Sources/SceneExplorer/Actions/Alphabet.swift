import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// All that can happen to an app now, of which one thing is drawn.
struct Alphabet {
  let facts: AppFacts
  let places: Places
  let items: [Payloads.Item]
  /// Whether any window leaves nothing.
  let hasPrivateWindows: Bool
  /// What comes next, before anything else is drawn.
  var plan: [Action] = []
  /// How many of the app's versions were installed.
  var versions = 0
  /// How many rows were made.
  var rowCount = 0
  /// How many steps a death that was planned has left.
  var killCountdown = 0
  /// The window that was closed last.
  private var closed: String?
  /// Whether a tab was closed.
  private var hasClosedTab = false
  private var weights: [Double]

  /// The most windows at a time.
  static let windowLimit = 3

  init(_ facts: AppFacts, steps: [ParsedStep]) {
    self.facts = facts
    hasPrivateWindows = facts.app.scenes.contains(where: \.declaration.isPrivate)
    places = Places(facts, steps: steps)
    items = Payloads(facts.app, tabs: facts.tabs).items
    let explore = facts.app.explore
    // Where no activity is declared, links are all that comes from outside.
    let linkWeight = items.isEmpty ? 3.0 : 1
    // What is private, or goes with its window, is seen in windows that come and go.
    let isAboutWindows = hasPrivateWindows || !facts.own.lastOnes.isEmpty
    // What is put off comes with time, and so does what grows old.
    let waitWeight = facts.own.putsOff || !facts.ages.isEmpty ? 4.0 : 1
    weights = Category.all.map { category in
      let (verb, verbs) = (category.verb, category.verbs)
      if verbs.allSatisfy(explore.except.contains) { return 0 }
      let isWanted = explore.steps.isEmpty || verbs.contains(where: explore.steps.contains)
      guard isWanted || category == .launch else { return 0 }
      let weight = category.weight * (explore.weights[verb] ?? 1)
      return switch category {
      case .link: weight * linkWeight
      case .wait: weight * waitWeight
      case .open, .close: isAboutWindows ? weight * 3 : weight
      default: weight
      }
    }
  }

  /// Whether an app wants steps that belong together to be drawn.
  private func isWanted(_ actions: [Action], of category: Category) -> Bool {
    let explore = facts.app.explore
    if actions.contains(where: { explore.except.contains($0.verb) }) { return false }
    if explore.steps.isEmpty || explore.steps.contains(category.verb) { return true }
    // What is wanted may need these: only what is in the background can be killed.
    return actions.allSatisfy {
      explore.steps.contains($0.verb) || ["launch", "background"].contains($0.verb)
    }
  }

  /// Draws steps more often that went through rarely, beside how often they are meant to come.
  mutating func preferRare(_ done: [String: Int]) {
    let total = weights.reduce(0, +)
    let count = Double(done.values.reduce(0, +))
    guard count > 0, total > 0 else { return }
    for (index, category) in Category.all.enumerated() where weights[index] > 0 {
      let meant = count * weights[index] / total
      let ratio = meant / (Double(done[category.verb] ?? 0) + 1)
      weights[index] *= min(max(1, ratio), Self.mostOften)
    }
  }

  /// How much more often something rare comes at most.
  private static let mostOften = 4.0

  /// The same for the next version of the app.
  func updated(_ facts: AppFacts, steps: [ParsedStep]) -> Alphabet {
    var alphabet = Alphabet(facts, steps: steps)
    alphabet.weights = weights
    (alphabet.plan, alphabet.versions, alphabet.rowCount) = (plan, versions, rowCount)
    (alphabet.closed, alphabet.killCountdown) = (closed, killCountdown)
    alphabet.hasClosedTab = hasClosedTab
    return alphabet
  }

  /// Draws what comes next.
  mutating func next(
    _ look: StageLook, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> Action? {
    if !plan.isEmpty { return plan.removeFirst() }
    if killCountdown > 0 {
      killCountdown -= 1
      if killCountdown == 0, look.isRunning { return Action("fault", .text("none")) }
    }
    // What is drawn may turn out to be impossible: then something else is.
    let isSeen = look.windows.contains(where: \.isForeground)
    // A loop, for a closure in a mutating method has a copy of all this for each category.
    var possible = weights
    for (index, category) in Category.all.enumerated() where !isPossible(category, look, isSeen) {
      possible[index] = 0
    }
    if killCountdown > 0 {
      for (index, category) in Category.all.enumerated() where category.isManifold {
        possible[index] *= Self.mostOften
      }
    }
    for _ in 0..<20 {
      guard let index = random.choice(weighted: possible) else { return nil }
      guard let action = make(Category.all[index], look, stage, &random) else { continue }
      if isWanted([action] + plan, of: Category.all[index]) { return action }
      plan = []
    }
    return nil
  }

  private func isPossible(_ category: Category, _ look: StageLook, _ isSeen: Bool) -> Bool {
    let app = facts.app
    guard look.isRunning else {
      return switch category {
      case .launch, .end: true
      case .changeData: !app.tables.isEmpty
      case .update: versions < app.versions.count
      default: false
      }
    }
    switch category {
    case .select: return isSeen && facts.tabs.count > 1
    case .append, .remove: return isSeen && facts.hasLists
    case .openTab, .closeTab, .moveTab: return isSeen && facts.opensTabs
    case .undoCloseTab: return isSeen && hasClosedTab && app.keepsTombstones
    case .showPlace: return isSeen && facts.place != nil && !facts.sights.places.isEmpty
    case .set, .clear: return isSeen && !app.keys.isEmpty
    case .push, .show: return isSeen
    case .pop: return look.windows.contains { $0.isForeground && $0.paths.contains { !$0.isEmpty } }
    case .discardState: return isSeen && !facts.tabs.isEmpty && !app.keys.isEmpty
    case .resign: return look.windows.contains { $0.phase == .active }
    case .memoryPressure: return look.windows.contains { $0.phase == .background }
    case .undoClose: return app.keepsTombstones && closed != nil && look.count < Self.windowLimit
    case .wait: return true
    case .act: return look.windows.contains { $0.isForeground && !$0.actions.isEmpty }
    case .restore: return isSeen && app.scenes.contains { $0.declaration.restoresOnDemand }
    case .refresh: return look.windows.contains { $0.phase == .background }
    case .moveScope: return isSeen && facts.movesScopes
    case .advertise: return isSeen && !items.isEmpty
    case .arrange: return isSeen
    case .display: return app.displays.count > 1
    case .fault: return look.isRunning && !app.keys.isEmpty
    case .scroll, .pick: return isSeen && !app.lists.isEmpty
    case .openURL, .link: return isSeen && !places.urls.isEmpty
    case .carry: return !items.isEmpty && look.count <= Self.windowLimit
    case .drag: return isSeen && !items.isEmpty
    case .launch, .update: return false
    case .restart, .end: return true
    case .background: return isSeen
    case .foreground: return !isSeen && !look.windows.isEmpty
    case .activate: return !look.windows.isEmpty
    case .open: return app.hasManyWindows && look.count < Self.windowLimit
    case .close: return look.count > 1
    case .disconnect: return look.windows.contains { $0.phase == .background }
    case .reconnect: return !look.away.isEmpty
    case .changeData: return !app.tables.isEmpty
    }
  }

  private mutating func make(
    _ category: Category, _ look: StageLook, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> Action? {
    switch category {
    case .select, .set, .clear, .push, .pop, .show, .scroll, .pick, .openURL, .discardState,
      .append, .remove, .openTab, .closeTab, .moveTab, .undoCloseTab, .showPlace:
      let action = inside(category, look, stage, &random)
      guard category == .closeTab else { return action }
      hasClosedTab = true
      // Later on the process may have ended, which remembers it.
      if facts.app.keepsTombstones, random.below(4) == 0, let window = action?.window {
        plan = [Action("undo-close-tab", in: window)]
      }
      return action
    case .carry, .drag, .link: return delivery(category, look, &random)
    case .launch: return launch(look, &random)
    case .resign:
      return named("resign", random.element(of: look.windows.filter { $0.phase == .active })?.name)
    case .memoryPressure: return Action("memory-pressure", .made(.int(1 + random.below(2))))
    case .undoClose:
      defer { closed = nil }
      return named("undo-close", closed)
    case .wait:
      let times = ["1s", "5m", "1d"] + facts.ages
      return Action("wait", .text(times[random.below(times.count)]))
    case .fault: return fault(look, stage, &random)
    case .restart:
      plan = restart(look, stage, &random)
      return plan.isEmpty ? nil : plan.removeFirst()
    case .end:
      if look.isRunning, facts.profile.canQuit, random.below(2) == 0 { return quit(&random) }
      return random.below(3) == 0 && !look.isRunning
        ? Action("launch", .map([("crash", .made(.bool(true)))])) : Action("force-quit")
    case .background: return background(look, &random)
    case .foreground: return Action("foreground")
    case .activate: return named("activate", random.element(of: look.windows)?.name)
    case .open: return open(look, &random)
    case .close:
      closed = random.element(of: look.names)
      return named("close", closed)
    case .disconnect:
      let behind = look.windows.filter { $0.phase == .background }
      return named("disconnect", random.element(of: behind)?.name)
    case .reconnect: return named("reconnect", random.element(of: look.away))
    case .changeData: return changeData(stage, &random)
    case .update: return update()
    case .act: return act(look, &random)
    case .restore, .refresh, .moveScope, .advertise, .arrange, .display:
      return around(category, look, &random)
    }
  }

  /// The user quits the app, and says of its windows what users of the file say.
  private func quit(_ random: inout RandomNumbers) -> Action {
    let number = facts.quits.isEmpty ? 0 : random.below(facts.quits.count + 1)
    if number == 0 { return Action("quit") }
    return Action("quit", .map([("keeps-windows", .made(.bool(facts.quits[number - 1])))]))
  }

  /// A new window, of any kind that the app has; every now and then for something from outside.
  private func open(_ look: StageLook, _ random: inout RandomNumbers) -> Action? {
    guard let name = look.freeName else { return nil }
    var fields: [(String, Node)] = [("window", .text(name))]
    if let kind = random.element(of: facts.app.scenes) {
      fields.append(("scene", .text(kind.name)))
      // Users open what there is.
      let rows = kind.row.map { Places.rows($0, in: facts.app).map { Node.text($0) } }
      let values = rows ?? kind.value.map { Samples.values(of: $0) } ?? []
      if let value = random.element(of: values) {
        fields.append(("value", value))
      }
    } else if random.below(8) == 0 {
      fields += coming(&random)
    }
    return fields.count == 1 ? Action("open", .text(name)) : Action("open", .map(fields))
  }

  func named(_ verb: String, _ window: String?) -> Action? {
    window.map { Action(verb, .text($0)) }
  }

  private func background(_ look: StageLook, _ random: inout RandomNumbers) -> Action {
    let seen = look.windows.filter(\.isForeground)
    guard seen.count > 1, random.below(2) == 0, let window = random.element(of: seen) else {
      return Action("background")
    }
    return Action("background", .text(window.name))
  }
}

extension StageLook.Window {
  var isForeground: Bool { phase == .active || phase == .inactive }
}

extension StageLook {
  /// How many windows there are, connected or not.
  var count: Int { windows.count + away.count }

  var names: [String] { windows.map(\.name) + away }

  /// The first letter that no window bears.
  var freeName: String? {
    let names = names
    return ["A", "B", "C", "D", "E", "F"].first { !names.contains($0) }
  }
}

extension RandomNumbers {
  mutating func below(_ limit: Int) -> Int { Int(number(below: UInt64(limit))) }

  mutating func element<Elements: RandomAccessCollection>(
    of elements: Elements
  ) -> Elements.Element? where Elements.Index == Int {
    elements.isEmpty ? nil : elements[elements.startIndex + below(elements.count)]
  }

  /// The place of one of several weights; nil if all are 0.
  mutating func choice(weighted weights: [Double]) -> Int? {
    let total = weights.reduce(0, +)
    guard total > 0 else { return nil }
    var rest = Double(below(1 << 30)) / Double(1 << 30) * total
    for (index, weight) in weights.enumerated() where weight > 0 {
      rest -= weight
      if rest < 0 { return index }
    }
    return weights.lastIndex { $0 > 0 }
  }
}
