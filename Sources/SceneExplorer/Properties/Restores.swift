import FoundationEssentials
import SceneLifecycle
import SceneSimulator
import SceneScenarios
import SceneState

/// After an end that keeps state each window that comes back shows what it showed before.
enum Restores: Property {
  static let name = "restores"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    if history.isFaulted { return nil }
    if let found = reopenedTab(moment, history) { return found }
    let isUndone = moment.action.verb == "undo-close"
    // What comes from outside may lead a window elsewhere.
    for window in moment.connected where !moment.takers.contains(window.name) {
      let known = isUndone ? history.closed : history.asleep
      guard let asleep = known[window.name],
        RowModel(facts: moment.facts, stage: moment.stage).comesBack(asleep.shown),
        !asleep.isLed || moment.facts.app.externalWins != .everything
      else { continue }
      guard window.isRestored else {
        return Violation(
          property: name, cause: "window",
          sentence: "window \(window.name) does not come back: a new one opens instead",
          expectation: "{ \(window.name): { restored: true } }",
          lookedAt: "\(window.name).restored")
      }
      let check = WindowComparison(
        asleep: asleep, now: window, facts: moment.facts, stage: moment.stage)
      let found = check.tabs() ?? check.tab() ?? check.path() ?? check.place()
      if let found = found ?? check.values() ?? check.lists(moment.rows) {
        return found
      }
    }
    return nil
  }

  /// A tab that is brought back as soon as it is closed is as it was.
  private static func reopenedTab(_ moment: ExploredStep, _ history: History) -> Violation? {
    guard moment.action.verb == "undo-close-tab", let name = moment.action.window,
      let was = history.tabClosed?.window(name), let now = moment.after.window(name),
      // One that had nothing may be forgotten; the one that is back is selected.
      let tab = now.tab, was.tabs.contains(tab),
      moment.before.window(name)?.tabs.contains(tab) == false,
      let found = LookDifference(
        was, now, moment.facts,
        counts: { keeper in
          guard case .key(let key) = keeper else { return false }
          return key.via == .store && !key.isTransient && key.name != StorageKey.selectedTab
        })
    else { return nil }
    return Violation(
      property: Self.name, cause: "\(found.what) tab",
      sentence: "`\(found.what)` is another one when a closed tab is back",
      expectation: found.expectation, lookedAt: "\(name).")
  }
}

/// A window before it went and after it came back.
private struct WindowComparison {
  let asleep: History.Asleep
  let now: StageLook.Window
  let facts: AppFacts
  let stage: ScenarioStage

  private var shown: StageLook.Window { asleep.shown }
  private var name: String { now.name }
  private var way: String {
    switch asleep.end {
    case "launch": "after a crash at the launch"
    case "memory-pressure", "update": "after `\(asleep.end)`"
    default: "after a \(asleep.end)"
    }
  }
  private var wayWord: String {
    asleep.end == "close" ? asleep.end : asleep.isCrashed ? "crash" : "kill"
  }

  func tabs() -> Violation? {
    let kept = RowModel(facts: facts, stage: stage).kept(tabs: shown.tabs)
    guard kept != now.tabs, !asleep.isOfOtherVersion, !facts.phaseWrites.contains("tabs"),
      facts.keepsTabs
    else { return nil }
    let tabs = kept.map(\.flowScalar).joined(separator: ", ")
    return Violation(
      property: Restores.name, cause: "tabs \(wayWord)",
      sentence: "the open tabs are other ones \(way)",
      expectation: "{ \(name): { open-tabs: [\(tabs)] } }", lookedAt: "\(name).open-tabs")
  }

  func place() -> Violation? {
    guard let keeper = facts.place, !asleep.isLed, !asleep.isOfOtherVersion,
      !facts.phaseWrites.contains("place"),
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
    guard !facts.tabs.isEmpty, !asleep.unlike.contains("tab"), !facts.phaseWrites.contains("tab"),
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
      !facts.phaseWrites.contains("path"),
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
    if facts.isOfApp(key) || key.isTransient { return nil }
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

  func values() -> Violation? {
    for (index, key) in facts.valueKeys where !facts.phaseWrites.contains(key.name) {
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
          !rows.goesWithOthers(key, in: base, at: place)
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
        // Left out by a condition it is lost with every end, which is told once.
        let hasCondition = key.via == .activity && facts.handsOverIf(shown: asleep.shown)
        let reason =
          held || hasCondition
          ? ": it is in the activity, which is handed over in the background"
            + (hasCondition ? " if the `if` of `restoration` holds" : "") : ""
        return Violation(
          property: Restores.name,
          cause: hasCondition && !isExpired ? key.name : "\(key.name) \(wayWord)",
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
