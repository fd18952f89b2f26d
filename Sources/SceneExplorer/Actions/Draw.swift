import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// One draw: what there is to be seen, and what random numbers make of it.
struct Draw {
  /// The most windows at a time.
  static let windowLimit = 3

  let look: StageLook
  let stage: ScenarioStage
  var random: RandomNumbers
  var memory: Alphabet.Memory
  private let alphabet: Alphabet
  /// The windows that users see, those behind, and those that are active; each kind of step asks.
  let seen: [StageLook.Window]
  let behind, active: [String]

  init(
    _ alphabet: Alphabet, _ look: StageLook, _ stage: ScenarioStage, _ random: RandomNumbers
  ) {
    (self.alphabet, self.look, self.stage, self.random) = (alphabet, look, stage, random)
    (seen, memory) = (look.windows.filter(\.isForeground), alphabet.memory)
    behind = look.windows.filter { $0.phase == .background }.map(\.name)
    active = seen.filter { $0.phase == .active }.map(\.name)
  }

  // MARK: What there is

  var facts: AppFacts { alphabet.facts }
  var app: AppDeclaration { _read { yield facts.app } }
  var places: Places { _read { yield alphabet.places } }
  var items: [Payloads.Item] { alphabet.items }

  var isSeen: Bool { !seen.isEmpty }
  var hasKeys: Bool { !app.keys.isEmpty }
  var hasItems: Bool { !alphabet.items.isEmpty }
  var hasRows: Bool { !app.tables.isEmpty }
  var showsLists: Bool { isSeen && !app.lists.isEmpty }
  var takesLinks: Bool { isSeen && !places.urls.isEmpty }
  var opensTabs: Bool { isSeen && facts.opensTabs }
  var mayOpen: Bool { app.hasManyWindows && look.count < Self.windowLimit }
  /// The windows that may wait with what was saved.
  var onDemand: [String] {
    seen.filter { $0.isRestored && facts.kind(of: $0)?.declaration.restoresOnDemand == true }
      .map(\.name)
  }
  var rows: RowModel { RowModel(facts: facts, stage: stage) }

  /// The places that there are: not those of rows that went.
  var livePlaces: [String] { facts.sights.places.filter { !rows.isGone($0) } }

  /// The screens that there are.
  private func live(_ screens: [String]) -> [String] { screens.filter { rows.kept([$0]) == [$0] } }

  /// The keys that the window's selected tab or place shows, and that its user sets.
  private func keys(in window: StageLook.Window) -> [(index: Int, key: StorageKey)] {
    facts.setKeys.filter { facts.shownColumn(of: $0.key, in: window) != nil }
  }

  /// What a key is set to: what the app says, a row that there is, or something of its type.
  func values(of key: StorageKey) -> [Node] {
    if let values = app.explore.values[key.name] { return values }
    guard let row = key.row else { return Samples.values(of: key.sample) }
    let rows = stage.rowNodes(of: row.table).compactMap { $0[row.field] }.prefix(3).map {
      Node.made($0.content)
    }
    return key.isList ? rows.map { .made(.list([$0])) } + [.made(.list(rows))] : rows
  }

  /// The same in a window: what a private one has others seldom have, too, so that it is known again.
  private mutating func values(of key: StorageKey, in window: StageLook.Window) -> [Node] {
    let all = values(of: key)
    guard alphabet.hasPrivateWindows, all.count > 1, !facts.isOfApp(key) else { return all }
    if facts.isPrivate(window) { return [all[1]] }
    return random.below(4) == 0 ? all : [all[0]] + all.dropFirst(2)
  }

  // MARK: What a user does inside a window

  mutating func window() -> StageLook.Window? { random.element(of: seen) }

  mutating func named(_ verb: String, _ windows: [String]) -> Action? {
    random.element(of: windows).map { Action(verb, .text($0)) }
  }

  mutating func select() -> Action? {
    guard let window = window() else { return nil }
    let others = window.tabs.filter { $0 != window.tab }
    return random.element(of: others).map { Action("select", .text($0), in: window.name) }
  }

  mutating func clear() -> Action? {
    guard let window = window() else { return nil }
    return random.element(of: keys(in: window)).map {
      Action("clear", .texts([$0.key.name]), in: window.name)
    }
  }

  mutating func push() -> Action? {
    guard let window = window(), case let path = facts.path(of: window), path.count < 4 else {
      return nil
    }
    return random.element(of: live(places.next(in: window.tab, on: path))).map {
      Action("push", .text($0), in: window.name)
    }
  }

  mutating func pop() -> Action? {
    guard let window = window(), !facts.path(of: window).isEmpty else { return nil }
    return Action("pop", random.below(2) == 0 ? .text("all") : nil, in: window.name)
  }

  mutating func show() -> Action? {
    guard let window = window() else { return nil }
    // Other stacks have what they have.
    switch facts.path {
    case .navigator, .tree: return nil
    case .key, .memory: break
    }
    return random.element(of: live(places.screens)).map {
      Action("show", .texts([$0]), in: window.name)
    }
  }

  mutating func row(_ verb: String) -> Action? {
    guard let window = window(),
      let list = random.element(of: app.lists.filter { $0.tab == nil || $0.tab == window.tab }),
      let row = random.element(of: stage.rows(of: list.rows))
    else { return nil }
    return Action(verb, .map([(list.name, .text(row.name))]), in: window.name)
  }

  mutating func showPlace() -> Action? {
    guard let window = window() else { return nil }
    let place = random.below(8) == 0 ? nil : random.element(of: livePlaces)
    return Action("show-place", place.map { .text($0) }, in: window.name)
  }

  /// What the app itself offers.
  mutating func act() -> Action? {
    if alphabet.hasPrivateWindows, random.below(2) == 0, let action = leaked() { return action }
    guard let window = random.element(of: seen.filter { !$0.actions.isEmpty }) else { return nil }
    return random.element(of: window.actions).map { Action("act", .text($0), in: window.name) }
  }

  /// A value of a private window, which an action takes in another one then, or keeps for the app.
  private mutating func leaked() -> Action? {
    guard let window = random.element(of: seen.filter(facts.isPrivate)) else { return nil }
    let other = random.element(of: seen.filter { !facts.isPrivate($0) })
    let takers = other.map { other in alphabet.takers.map { ($0, other.name) } } ?? []
    func acts(_ key: StorageKey) -> [(String, String)] {
      takers + (facts.own.keepers[key.name] ?? []).map { ($0, window.name) }
    }
    let keys = keys(in: window).map(\.key).filter { !facts.isOfApp($0) && !acts($0).isEmpty }
    guard let key = random.element(of: keys),
      let value = random.element(of: values(of: key, in: window)),
      let (name, goal) = random.element(of: acts(key))
    else { return nil }
    memory.plan = [Action("act", .text(name), in: goal)]
    return Action("set", .map([(key.name, value)]), in: window.name)
  }

  /// A tab that is not open, somewhere among the others.
  mutating func openTab() -> Action? {
    guard let window = window(), case let tabs = rows.kept(tabs: facts.tabs),
      let tab = random.element(of: tabs.filter { !window.tabs.contains($0) })
    else { return nil }
    guard random.below(4) == 0, let other = random.element(of: window.tabs) else {
      return Action("open-tab", .text(tab), in: window.name)
    }
    return Action(
      "open-tab",
      .map([("tab", .text(tab)), ("after", .text(other)), ("select", .made(.bool(false)))]),
      in: window.name)
  }

  mutating func closeTab() -> Action? {
    guard let window = window() else { return nil }
    let tab = random.element(of: window.tabs)
    memory.hasClosedTab = true
    // Later on the process may have ended, which remembers it.
    if app.keepsTombstones, random.below(4) == 0, tab != nil {
      memory.plan = [Action("undo-close-tab", in: window.name)]
    }
    return tab.map { Action("close-tab", .text($0), in: window.name) }
  }

  /// A tab that goes to another window, or elsewhere among the others.
  mutating func moveTab() -> Action? {
    // Tabs of the app are in all windows already.
    guard let window = window(), let tab = random.element(of: window.tabs),
      let other = random.element(of: app.hasTabsOfApp ? [window] : seen)
    else { return nil }
    var fields: [(String, Node)] = [("tab", .text(tab))]
    if other.name != window.name {
      fields.append(("to", .text(other.name)))
      if other.tabs.contains(tab) {
        guard let free = facts.tabs.first(where: { !other.tabs.contains($0) }) else { return nil }
        fields.append(("as", .text(free)))
      }
    }
    if random.below(2) == 0, let neighbour = random.element(of: other.tabs.filter { $0 != tab }) {
      fields.append((random.below(2) == 0 ? "after" : "before", .text(neighbour)))
    }
    return Action("move-tab", .map(fields), in: window.name)
  }

  /// One element more or less in a list.
  mutating func element(_ verb: String) -> Action? {
    guard let window = window(),
      let (index, key) = random.element(of: keys(in: window).filter { $0.key.isList }),
      let column = facts.shownColumn(of: key, in: window)
    else { return nil }
    var all = values(of: key, in: window).flatMap { $0.list ?? [] }
    if verb == "remove" {
      guard case .list(let now) = window.values[index][column] else { return nil }
      all = all.filter { node in now.contains { $0.plainText == node.text } }
    }
    return random.element(of: all).map { Action(verb, .map([(key.name, $0)]), in: window.name) }
  }

  mutating func set() -> Action? {
    guard let window = window() else { return nil }
    if facts.hasPlaces, random.below(6) == 0 { return setElsewhere(window) }
    let keys = keys(in: window).map(\.key)
    var fields: [(String, Node)] = []
    // Two values of one step are written in one tick.
    for _ in 0..<(random.below(4) == 0 ? 2 : 1) {
      guard let key = random.element(of: keys) else { continue }
      let all = values(of: key, in: window)
      guard let value = random.element(of: all), !fields.contains(where: { $0.0 == key.name })
      else { continue }
      fields.append((key.name, value))
    }
    return fields.isEmpty ? nil : Action("set", .map(fields), in: window.name)
  }

  /// A value of a tab or place that need not be shown.
  private mutating func setElsewhere(_ window: StageLook.Window) -> Action? {
    let places = livePlaces + (facts.opensTabs ? window.tabs : [])
    guard let place = random.element(of: places) else { return nil }
    let keys = facts.valueKeys.map(\.key).filter { key in
      key.kinds == nil
        ? key.scope == .selectedTab && window.tabs.contains(place)
        : facts.column(of: key, at: place) != nil
    }
    guard let key = random.element(of: keys), let value = random.element(of: values(of: key))
    else { return nil }
    return Action("set", .map([(key.name, value)]), in: window.name, at: place)
  }

  mutating func url(_ verb: String, in window: String?) -> Action? {
    guard let url = random.element(of: places.urls) else { return nil }
    // Every now and then one that is almost one of the app's.
    let text = random.below(24) > 0 ? url : random.below(2) == 0 ? url + "/x" : "x" + url
    return Action(verb, .text(text), in: window)
  }
}
