import SceneScenarios

/// What a window shows otherwise than it should: the first such thing.
struct WindowDifference {
  /// What a window shows.
  enum Part {
    case tabs, tab, path, place
    case value(StorageKey)

    /// The name by which apps say that they write it.
    var name: String {
      switch self {
      case .tabs: "tabs"
      case .tab: "tab"
      case .path: "path"
      case .place: "place"
      case .value(let key): key.name
      }
    }
  }

  let part: Part
  let expected: Expected

  var name: String { part.name }

  /// Looks for a difference.
  ///
  /// - Parameters:
  ///   - now: The window as it is.
  ///   - facts: The app.
  ///   - rows: What is left of what points at rows; nil if all rows are there.
  ///   - value: What a key should have at a place; nil for what the wanted window has.
  ///   - wanted: The window as it should be for a part; nil for one that is not compared.
  init?(
    _ now: StageLook.Window, _ facts: AppFacts, rows: RowModel?,
    value: (StorageKey, Int) -> ScenarioValue? = { _, _ in nil },
    wanted: (Part) -> StageLook.Window?
  ) {
    if let base = wanted(.tabs), case let tabs = rows?.kept(tabs: base.tabs) ?? base.tabs,
      tabs != now.tabs
    {
      self.init(part: .tabs, expected: .of(now.name, "open-tabs", tabs.flowList))
      return
    }
    // A tab that is about a row that went has gone with it.
    if let base = wanted(.tab), base.tab != now.tab,
      base.tab.map({ (rows?.kept(tabs: [$0]) ?? [$0]) == [$0] }) ?? true
    {
      self.init(part: .tab, expected: .of(now.name, "tab", (base.tab ?? "~").flowScalar))
      return
    }
    if let base = wanted(.path), base.tab == now.tab, Self.sharePath(base, now, facts),
      case let path = rows?.kept(facts.path(of: base)) ?? facts.path(of: base),
      path != facts.path(of: now)
    {
      self.init(part: .path, expected: .of(now.name, "path", path.flowList))
      return
    }
    if let base = wanted(.place), base.place != now.place {
      self.init(part: .place, expected: .of(now.name, "shows", (base.place ?? "~").flowScalar))
      return
    }
    for (index, key) in facts.setKeys {
      guard !facts.forgets(key), let base = wanted(.value(key)),
        facts.areSeen(key, in: base, now)
      else { continue }
      for place in facts.columns(of: key, in: now)
      where facts.columns(of: key, in: base).contains(place) {
        let (all, shown) = (
          value(key, place) ?? base.values[index][place], now.values[index][place]
        )
        guard all != shown, let kept = rows.map({ $0.kept(all, of: key, at: place) }) ?? all,
          kept != shown, rows?.goesWithOthers(key, in: base, at: place, having: value) != true,
          kept != key.initial || !facts.readsAnother(key)
        else { continue }
        self.init(part: .value(key), expected: facts.expected(of: key, kept, place, in: now))
        return
      }
    }
    return nil
  }

  /// Looks for a difference between two looks.
  ///
  /// - Parameters:
  ///   - now: The window as it is.
  ///   - wanted: The window as it should be.
  ///   - facts: The app.
  ///   - own: What the app itself writes, which is not compared; nil for all that it writes.
  ///   - rows: What is left of what points at rows; nil if all rows are there.
  ///   - counts: Whether a key is looked at, and what it keeps; nil for all that there is.
  init?(
    _ now: StageLook.Window, from wanted: StageLook.Window, _ facts: AppFacts,
    but own: Set<String>? = nil, rows: RowModel? = nil, counts: ((StorageKey) -> Bool)? = nil
  ) {
    func isKept(by keeper: AppFacts.Keeper) -> Bool {
      guard let counts else { return true }
      if case .key(let key) = keeper { return counts(key) }
      return false
    }
    self.init(now, facts, rows: rows) { part in
      let isCompared =
        switch part {
        case .tabs: facts.keepsTabs
        case .tab: facts.keepsTabs && isKept(by: facts.tab)
        case .path: isKept(by: facts.path)
        case .place: false
        case .value(let key): !key.isTransient && isKept(by: .key(key))
        }
      return isCompared && !(own ?? facts.phaseWrites).contains(part.name) ? wanted : nil
    }
  }

  /// Whether two looks see the path of one place, where each place has its own.
  private static func sharePath(
    _ one: StageLook.Window, _ other: StageLook.Window, _ facts: AppFacts
  ) -> Bool {
    if case .key(let key) = facts.path, key.kinds != nil { return one.place == other.place }
    return true
  }

  private init(part: Part, expected: Expected) { (self.part, self.expected) = (part, expected) }
}
