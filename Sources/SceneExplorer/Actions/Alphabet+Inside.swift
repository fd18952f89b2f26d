import SceneScenarios

// What a user does inside a window.
extension Alphabet {
  func inside(
    _ category: Category, _ look: StageLook, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> Action? {
    let seen = look.windows.filter(\.isForeground)
    guard let window = random.element(of: seen) else { return nil }
    let path = window.paths[facts.place(of: window.tab)]
    switch category {
    case .select:
      let others = window.tabs.filter { $0 != window.tab }
      return random.element(of: others).map { Action("select", .text($0), in: window.name) }
    case .set: return set(window, stage, &random)
    case .clear:
      let keys = keys(in: window).map(\.key)
      return random.element(of: keys).map { Action("clear", .texts([$0.name]), in: window.name) }
    case .push:
      if path.count > 3 { return nil }
      let rows = RowModel(facts: facts, stage: stage)
      let screens = places.next(in: window.tab, on: path).filter { rows.kept([$0]) == [$0] }
      return random.element(of: screens).map { Action("push", .text($0), in: window.name) }
    case .pop:
      if path.isEmpty { return nil }
      let all: Node? = random.below(2) == 0 ? .text("all") : nil
      return Action("pop", all, in: window.name)
    case .show: return show(window, stage, &random)
    case .scroll, .pick: return row(category, window, stage, &random)
    case .openURL: return url("open-url", in: window.name, &random)
    case .discardState:
      return window.tab.map { Action("discard-state", .text($0), in: window.name) }
    case .append, .remove: return element(category, window, stage, &random)
    case .openTab: return openTab(window, stage, &random)
    case .closeTab:
      return random.element(of: window.tabs).map {
        Action("close-tab", .text($0), in: window.name)
      }
    case .moveTab: return moveTab(window, seen, &random)
    case .undoCloseTab: return Action("undo-close-tab", in: window.name)
    case .showPlace:
      let place = random.below(8) == 0 ? nil : random.element(of: livePlaces(stage))
      return Action("show-place", place.map { .text($0) }, in: window.name)
    default: return nil
    }
  }

  /// What the app itself offers.
  func act(_ look: StageLook, _ random: inout RandomNumbers) -> Action? {
    let windows = look.windows.filter { $0.isForeground && !$0.actions.isEmpty }
    guard let window = random.element(of: windows) else { return nil }
    return random.element(of: window.actions).map { Action("act", .text($0), in: window.name) }
  }

  /// A tab that is not open, somewhere among the others.
  private func openTab(
    _ window: StageLook.Window, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> Action? {
    let rows = RowModel(facts: facts, stage: stage)
    let closed = rows.kept(tabs: facts.tabs).filter { !window.tabs.contains($0) }
    guard let tab = random.element(of: closed) else { return nil }
    guard random.below(4) == 0, let other = random.element(of: window.tabs) else {
      return Action("open-tab", .text(tab), in: window.name)
    }
    return Action(
      "open-tab",
      .map([("tab", .text(tab)), ("after", .text(other)), ("select", .made(.bool(false)))]),
      in: window.name)
  }

  /// A tab that goes to another window, or elsewhere among the others.
  private func moveTab(
    _ window: StageLook.Window, _ seen: [StageLook.Window], _ random: inout RandomNumbers
  ) -> Action? {
    // Tabs of the app are in all windows already.
    let goals = facts.app.hasTabsOfApp ? [window] : seen
    guard let tab = random.element(of: window.tabs), let other = random.element(of: goals) else {
      return nil
    }
    var fields: [(String, Node)] = [("tab", .text(tab))]
    let others = other.tabs.filter { $0 != tab }
    if other.name != window.name { fields.append(("to", .text(other.name))) }
    if other.tabs.contains(tab), other.name != window.name {
      guard let free = facts.tabs.first(where: { !other.tabs.contains($0) }) else { return nil }
      fields.append(("as", .text(free)))
    }
    if random.below(2) == 0, let neighbour = random.element(of: others) {
      fields.append((random.below(2) == 0 ? "after" : "before", .text(neighbour)))
    }
    return Action("move-tab", .map(fields), in: window.name)
  }

  /// The keys that the window's selected tab or place shows, and that its user sets.
  private func keys(in window: StageLook.Window) -> [(index: Int, key: StorageKey)] {
    facts.setKeys.filter { facts.shownColumn(of: $0.key, in: window) != nil }
  }

  /// One element more or less in a list.
  private func element(
    _ category: Category, _ window: StageLook.Window, _ stage: ScenarioStage,
    _ random: inout RandomNumbers
  ) -> Action? {
    let lists = keys(in: window).filter { $0.key.isList }
    guard let (index, key) = random.element(of: lists),
      let column = facts.shownColumn(of: key, in: window)
    else { return nil }
    let all = values(of: key, in: window, stage, &random).flatMap { $0.list ?? [] }
    guard category == .remove else {
      return random.element(of: all).map {
        Action("append", .map([(key.name, $0)]), in: window.name)
      }
    }
    guard case .list(let now) = window.values[index][column] else { return nil }
    let there = all.filter { node in now.contains { $0.plainText == node.text } }
    return random.element(of: there).map {
      Action("remove", .map([(key.name, $0)]), in: window.name)
    }
  }

  private func set(
    _ window: StageLook.Window, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> Action? {
    if facts.hasPlaces, random.below(6) == 0 { return setElsewhere(window, stage, &random) }
    let keys = keys(in: window).map(\.key)
    var fields: [(String, Node)] = []
    // Two values of one step are written in one tick.
    for _ in 0..<(random.below(4) == 0 ? 2 : 1) {
      guard let key = random.element(of: keys),
        let value = random.element(of: values(of: key, in: window, stage, &random)),
        !fields.contains(where: { $0.0 == key.name })
      else { continue }
      fields.append((key.name, value))
    }
    return fields.isEmpty ? nil : Action("set", .map(fields), in: window.name)
  }

  /// A value of a tab or place that need not be shown.
  private func setElsewhere(
    _ window: StageLook.Window, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> Action? {
    let places = livePlaces(stage) + (facts.opensTabs ? window.tabs : [])
    guard let place = random.element(of: places) else { return nil }
    let keys = facts.valueKeys.map(\.key).filter { key in
      switch key.scope {
      case .places(let kinds): facts.sights.places(of: kinds).contains(place)
      case .selectedTab: window.tabs.contains(place)
      case .scene, .app, .tab, .nested, .place: false
      }
    }
    guard let key = random.element(of: keys), let value = random.element(of: values(of: key, stage))
    else { return nil }
    return Action("set", .map([(key.name, value)]), in: window.name, at: place)
  }

  /// The places that there are: not those of rows that went.
  private func livePlaces(_ stage: ScenarioStage) -> [String] {
    let rows = RowModel(facts: facts, stage: stage)
    return facts.sights.places.filter { !rows.isGone($0) }
  }

  /// What a key is set to: what the app says, a row that there is, or something of its type.
  func values(of key: StorageKey, _ stage: ScenarioStage) -> [Node] {
    if let values = facts.app.explore.values[key.name] { return values }
    guard let row = key.row else { return Samples.values(of: key.sample) }
    let rows = stage.rowNodes(of: row.table).compactMap { $0[row.field] }.prefix(3).map {
      Node.made($0.content)
    }
    return key.isList ? rows.map { .made(.list([$0])) } + [.made(.list(rows))] : rows
  }

  /// The same in a window: what a private one has others seldom have, too, so that it is known again.
  private func values(
    of key: StorageKey, in window: StageLook.Window, _ stage: ScenarioStage,
    _ random: inout RandomNumbers
  ) -> [Node] {
    let all = values(of: key, stage)
    guard hasPrivateWindows, all.count > 1, !facts.isOfApp(key) else { return all }
    if facts.isPrivate(window) { return [all[1]] }
    return random.below(4) == 0 ? all : [all[0]] + all.dropFirst(2)
  }

  private func show(
    _ window: StageLook.Window, _ stage: ScenarioStage, _ random: inout RandomNumbers
  ) -> Action? {
    // Other stacks have what they have.
    switch facts.path {
    case .navigator, .tree: return nil
    case .key, .memory: break
    }
    let rows = RowModel(facts: facts, stage: stage)
    let screens = places.screens.filter { rows.kept([$0]) == [$0] }
    guard let screen = random.element(of: screens) else { return nil }
    return Action("show", .texts([screen]), in: window.name)
  }

  private func row(
    _ category: Category, _ window: StageLook.Window, _ stage: ScenarioStage,
    _ random: inout RandomNumbers
  ) -> Action? {
    let lists = facts.app.lists.filter { $0.tab == nil || $0.tab == window.tab }
    guard let list = random.element(of: lists),
      let row = random.element(of: stage.rows(of: list.rows))
    else { return nil }
    return Action(
      category == .pick ? "pick" : "scroll", .map([(list.name, .text(row.name))]),
      in: window.name)
  }

  func url(_ verb: String, in window: String?, _ random: inout RandomNumbers) -> Action? {
    random.element(of: places.urls).map { url in
      // Every now and then one that is almost one of the app's.
      let text = random.below(24) == 0 ? (random.below(2) == 0 ? url + "/x" : "x" + url) : url
      return Action(verb, .text(text), in: window)
    }
  }
}
