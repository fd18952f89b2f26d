import FoundationEssentials
import SceneLifecycle
import SceneScenarios
import SceneSimulator
import SceneState

/// A window before it went and after it came back.
struct WindowComparison {
  let asleep: History.Asleep
  let now: StageLook.Window
  let facts: AppFacts
  let stage: ScenarioStage

  var shown: StageLook.Window { asleep.shown }
  var name: String { now.name }
  var way: String {
    switch asleep.end {
    case "launch": "after a crash at the launch"
    case "memory-pressure", "update": "after `\(asleep.end)`"
    default: "after a \(asleep.end)"
    }
  }
  private var wayWord: String {
    asleep.end == "close" ? asleep.end : asleep.isCrashed ? "crash" : "kill"
  }

  /// Whether the app itself sets something when the window comes back, or set it on its way out:
  /// keys, `tab`, `tabs`, `path` and `place`.
  func isSetAnew(_ what: String) -> Bool {
    facts.own.atStart.contains(what)
      || ["quit", "close"].contains(asleep.end) && facts.own.atEnd.contains(what)
  }

  func tabs() -> Violation? {
    let kept = RowModel(facts: facts, stage: stage).kept(tabs: shown.tabs)
    guard kept != now.tabs, !isSetAnew("tabs"), facts.keepsTabs,
      !asleep.isOfOtherVersion || facts.opensTabs && !asleep.unlike.contains("tabs")
    else { return nil }
    let tabs = kept.map(\.flowScalar).joined(separator: ", ")
    return Violation(
      property: Restores.name,
      cause: asleep.isOfOtherVersion ? "update tabs" : "tabs \(wayWord)",
      sentence: "the open tabs are other ones "
        + (asleep.isOfOtherVersion ? "after an update" : way),
      expectation: "{ \(name): { open-tabs: [\(tabs)] } }", lookedAt: "\(name).open-tabs")
  }

  func place() -> Violation? {
    guard let keeper = facts.place, !asleep.isLed, !asleep.isOfOtherVersion,
      !isSetAnew("place"),
      let base = base(of: keeper), base.place != now.place,
      // What it says that it shows is all that an `expect` sees of it.
      base.place != now.identity, base.identity == nil || base.identity == base.place,
      !RowModel(facts: facts, stage: stage).isPointedAway(base.place)
    else { return nil }
    return lost(
      "place", "the place that is shown", keeper, PlaceKind.shownKey,
      expectation: "shows: \((base.place ?? "~").flowScalar)", "shows")
  }

  func tab() -> Violation? {
    guard !facts.tabs.isEmpty, !asleep.unlike.contains("tab"), !isSetAnew("tab"),
      facts.keepsTabs,
      let tab = shown.tab,
      let base = base(of: facts.tab)?.tab, base != now.tab,
      // One that is about a row that went has gone with it.
      RowModel(facts: facts, stage: stage).kept(tabs: [base]) == [base]
    else { return nil }
    return lost(
      "tab", "the selected tab", facts.tab, StorageKey.selectedTab,
      expectation: "tab: \((asleep.isCrashed ? base : tab).flowScalar)", "tab")
  }

  func path() -> Violation? {
    guard shown.tab == now.tab, !asleep.isLed, !asleep.unlike.contains("path"),
      !isSetAnew("path"),
      let base = base(of: facts.path)
    else { return nil }
    let place = facts.place(of: now.tab)
    let rows = RowModel(facts: facts, stage: stage)
    let (was, is_) = (rows.kept(base.paths[place]), now.paths[place])
    guard base.tab == now.tab, was != is_ else { return nil }
    // What is refused has no URL either, and is none that the app could keep; what a button of its
    // own shows is.
    if case .navigator = facts.path, !hasURL,
      !(was.last.map(facts.actionScreens.contains) ?? false)
    {
      return nil
    }
    let screens = was.map(\.flowScalar).joined(separator: ", ")
    return lost(
      "path", "the path", facts.path, StorageKey.path, expectation: "path: [\(screens)]", "path")
  }

  /// What nothing keeps is lost with every end, which is told once.
  private func lost(
    _ what: String, _ words: String, _ keeper: AppFacts.Keeper, _ key: String,
    expectation: String, _ look: String
  ) -> Violation {
    let (cause, way) =
      switch keeper {
      case .memory: (what, "when the window comes back")
      case .navigator(nil): ("navigator", "when the window comes back")
      case .navigator where !hasURL: ("\(what) URL", "when the window comes back")
      default: ("\(what) \(wayWord)", self.way)
      }
    return Violation(
      property: Restores.name, cause: cause,
      sentence: "\(words) is lost \(way)" + reason(of: keeper, key),
      expectation: "{ \(name): { \(expectation) } }", lookedAt: "\(name).\(look)")
  }

  /// What the window has to show of what is kept so: nil if that cannot be told.
  private func base(of keeper: AppFacts.Keeper) -> StageLook.Window? {
    switch keeper {
    case .memory: shown
    case .tree: asleep.isCrashed ? asleep.handedOver : shown
    case .navigator(nil): shown
    case .navigator(let key?), .key(let key): base(of: key)
    }
  }

  private func base(of key: StorageKey) -> StageLook.Window? {
    // Other windows write it, too; what lives in memory alone is not meant to come back.
    if facts.isOfApp(key) || key.isTransient && !isKeptApart(key) { return nil }
    switch key.via {
    case .store: return shown
    case .activity:
      if hasExpired { return nil }
      return asleep.isCrashed && key.mayLose ? asleep.handedOver : shown
    case .tree: return asleep.isCrashed ? asleep.handedOver : shown
    }
  }

  /// Whether what the window has handed over was of no use any more when it came back.
  private var hasExpired: Bool {
    guard let expiry = facts.expiry(of: shown), let date = asleep.handedOverAt else { return false }
    return date + expiry / .seconds(1) <= stage.simulation.now
  }

  /// Whether what is shown has a URL in an app that keeps one: else it goes with every end.
  private var hasURL: Bool {
    facts.app.navigator?.links.url(
      tab: shown.tab.map { .init(rawValue: $0) }, path: shown.paths[facts.place(of: shown.tab)])
      != nil
  }

  private func reason(of keeper: AppFacts.Keeper, _ word: String) -> String {
    switch keeper {
    case .memory:
      ": no key\(word == PlaceKind.shownKey ? " `place`" : ", navigator or tree") keeps it"
    case .navigator(nil): ": the navigator has no `saves-to`"
    case .navigator where !hasURL:
      ": no place of the navigator has "
        + (shown.paths[facts.place(of: shown.tab)].last.map { "`\($0)` there" } ?? "the tab")
    case .key(let key) where key.via == .activity:
      ": `\(word)` is in the activity (`via: activity`)"
    default: ""
    }
  }

  // MARK: Values and lists

  /// Whether the app keeps it in another key and takes it from there.
  private func isKeptApart(_ key: StorageKey) -> Bool { facts.own.kept[key.name] != nil }

  func values() -> Violation? {
    for (index, key) in facts.setKeys
    where isKeptApart(key) || !isSetAnew(key.name) && !key.isTransient {
      let isExpired = key.via == .activity && hasExpired && !facts.isOfApp(key)
      guard let base = isExpired ? shown : base(of: key), !facts.forgets(key),
        facts.areSeen(key, in: base, now), !asleep.unlike.contains(key.name)
      else { continue }
      let rows = RowModel(facts: facts, stage: stage)
      for place in facts.columns(of: key, in: now)
      where facts.columns(of: key, in: base).contains(place) {
        let shown =
          isExpired ? key.initial : asleep.written[key.name]?[place] ?? base.values[index][place]
        let is_ = now.values[index][place]
        guard shown != is_, let was = rows.kept(shown, of: key, at: place), was != is_,
          !rows.goesWithOthers(key, in: base, at: place),
          was != key.initial || !facts.readsAnother(key)
        else {
          continue
        }
        let held = !isExpired && key.via == .activity && asleep.isCrashed
        if key.via == .tree, !facts.app.tree.savedKeys.contains(key.name) {
          return Violation(
            property: Restores.name, cause: key.name,
            sentence: "`\(key.name)` is lost when the window comes back: no node of the tree "
              + "saves it",
            expectation: facts.expectation(of: key, was, place, in: now), lookedAt: "\(name).")
        }
        // Left out by a condition, or kept too late, it is lost with every end, which is told once.
        let hasCondition = key.via == .activity && facts.handsOverIf(shown: asleep.shown)
        var reason =
          held || hasCondition
          ? ": it is in the activity, which is handed over in the background"
            + (hasCondition ? " if the `if` of `restoration` holds" : "") : ""
        if let other = facts.own.kept[key.name] {
          reason = ": the app takes it from `\(other)`, and it is put there too late"
        }
        return Violation(
          property: Restores.name,
          cause: isKeptApart(key) || hasCondition && !isExpired
            ? key.name : "\(key.name) \(wayWord)",
          sentence: (isExpired
            ? "`\(key.name)` comes back though it has expired"
            : "`\(key.name)` is lost \(way)\(reason)"),
          expectation: facts.expectation(of: key, was, place, in: now),
          lookedAt: "\(name).")
      }
    }
    return nil
  }

  func lists(_ rows: (String) -> [StageLook.Row]) -> Violation? {
    guard !asleep.isOfOtherVersion, let base = asleep.isCrashed ? asleep.handedOver : shown
    else { return nil }
    for declared in facts.app.lists where !declared.isTransient {
      guard let was = base.lists.first(where: { $0.name == declared.name }),
        let is_ = now.lists.first(where: { $0.name == declared.name })
      else { continue }
      let rows = rows(declared.rows)
      if let picked = was.picked, rows.contains(picked), picked != is_.picked {
        return lost(declared, "picked", picked)
      }
      // Without the row at which it stood when it was handed over it begins anew.
      let handed = asleep.handedOver?.lists.first { $0.name == declared.name }?.top
      if let handed, !rows.contains(handed) { continue }
      // A list that nobody scrolled has no position.
      if asleep.scrolled.contains(declared.name), was.topRow > 0, let top = was.top,
        rows.contains(top), top != is_.top
      {
        return lost(declared, "top", top)
      }
    }
    return nil
  }

  private func lost(_ list: ListDeclaration, _ look: String, _ row: StageLook.Row) -> Violation {
    let what = look == "picked" ? "the picked row" : "the first visible row"
    let way =
      switch list.id {
      case .rowNumber: ": rows are kept by number"
      case .field(let field) where !isUnique(field, in: list.rows):
        ": rows are kept by `\(field)`, which several rows share"
      case .field: ""
      }
    return Violation(
      property: Restores.name, cause: way.isEmpty ? "\(list.name) \(look)" : list.name,
      sentence: "\(what) of list `\(list.name)` is another one when the window is back\(way)",
      expectation: "{ \(name): { lists: { \(list.name.flowScalar): "
        + "{ \(look): \(row.name.flowScalar) } } } }",
      lookedAt: "\(name).lists.\(list.name)")
  }

  private func isUnique(_ field: String, in table: String) -> Bool {
    let cells = stage.rowNodes(of: table).compactMap { $0[field]?.written }
    return Set(cells).count == cells.count
  }
}
