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
      let others = facts.tabs.filter { $0 != window.tab }
      return random.element(of: others).map { Action("select", .text($0), in: window.name) }
    case .set: return set(window, &random)
    case .clear:
      let keys = keys(in: window)
      return random.element(of: keys).map { Action("clear", .texts([$0.name]), in: window.name) }
    case .push:
      if path.count > 3 { return nil }
      let screens = places.next(in: window.tab, on: path)
      return random.element(of: screens).map { Action("push", .text($0), in: window.name) }
    case .pop:
      if path.isEmpty { return nil }
      let all: Node? = random.below(2) == 0 ? .text("all") : nil
      return Action("pop", all, in: window.name)
    case .show: return show(window, &random)
    case .scroll, .pick: return row(category, window, stage, &random)
    case .openURL: return url("open-url", in: window.name, &random)
    case .discardState:
      return window.tab.map { Action("discard-state", .text($0), in: window.name) }
    default: return nil
    }
  }

  /// The keys that the window's selected tab shows, and that its user sets.
  private func keys(in window: StageLook.Window) -> [StorageKey] {
    let place = facts.place(of: window.tab)
    return facts.valueKeys.map(\.key).filter { facts.places(of: $0).contains(place) }
  }

  private func set(_ window: StageLook.Window, _ random: inout RandomNumbers) -> Action? {
    let keys = keys(in: window)
    var fields: [(String, Node)] = []
    // Two values of one step are written in one tick.
    for _ in 0..<(random.below(4) == 0 ? 2 : 1) {
      guard let key = random.element(of: keys), let value = random.element(of: values(of: key)),
        !fields.contains(where: { $0.0 == key.name })
      else { continue }
      fields.append((key.name, value))
    }
    return fields.isEmpty ? nil : Action("set", .map(fields), in: window.name)
  }

  /// What a key is set to: what the app says, or something of its type.
  func values(of key: StorageKey) -> [Node] {
    facts.app.explore.values[key.name] ?? Samples.values(of: key.type)
  }

  private func show(_ window: StageLook.Window, _ random: inout RandomNumbers) -> Action? {
    // Other stacks have what they have.
    switch facts.path {
    case .navigator, .tree: return nil
    case .key, .memory: break
    }
    guard let screen = random.element(of: places.screens) else { return nil }
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
    let urls = facts.app.explore.links + places.places.map(\.url)
    return random.element(of: urls).map { url in
      // Every now and then one that is almost one of the app's.
      let text = random.below(24) == 0 ? (random.below(2) == 0 ? url + "/x" : "x" + url) : url
      return Action(verb, .text(text), in: window)
    }
  }
}
