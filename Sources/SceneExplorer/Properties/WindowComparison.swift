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
  let rows: RowModel
  /// What the app itself has written in it as it came back.
  let written: Set<String>

  private var shown: StageLook.Window { asleep.shown }
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

  /// Whether the app itself has set something as the window came back, or set it on its way out.
  private func isSetAnew(_ what: String) -> Bool {
    written.contains(what)
      // Any window changes the tabs that all of them show.
      || facts.app.hasTabsOfApp && ["tab", "tabs", "path"].contains(what)
      || ["quit", "close"].contains(asleep.end) && facts.own.atEnd.contains(what)
        && !isWiped(what)
  }

  /// Whether the app took it away as the window was closed.
  private func isWiped(_ what: String) -> Bool {
    asleep.end == "close" && facts.own.wipedAtClose.contains(what)
  }

  /// What the window shows otherwise than it should.
  func parts() -> Violation? {
    WindowDifference(
      now, facts, rows: rows,
      value: { isExpired($0) ? $0.initial : asleep.written[$0.name]?[$1] }, wanted: wanted
    ).map(told)
  }

  /// The window as it has to be for a part; nil if that cannot be told.
  private func wanted(_ part: WindowDifference.Part) -> StageLook.Window? {
    if case .value(let key) = part {
      guard isKeptApart(key) || !isSetAnew(key.name) && !key.isTransient,
        !asleep.unlike.contains(key.name)
      else { return nil }
      return isExpired(key) ? shown : base(of: key)
    }
    if isSetAnew(part.name) || asleep.unlike.contains(part.name) { return nil }
    switch part {
    case .tabs:
      return facts.keepsTabs && (!asleep.isOfOtherVersion || facts.opensTabs) ? shown : nil
    case .tab:
      guard !facts.tabs.isEmpty, facts.keepsTabs, shown.tab != nil else { return nil }
      return base(of: facts.tab).flatMap { $0.tab == nil ? nil : $0 }
    case .path:
      guard shown.tab == now.tab, !asleep.isLed, let base = base(of: facts.path) else { return nil }
      // What is refused has no URL either, and is none that the app could keep; what a button of
      // its own shows is.
      let top = rows.kept(facts.path(of: base)).last
      if case .navigator = facts.path, !hasURL, !(top.map(facts.actionScreens.contains) ?? false) {
        return nil
      }
      return base
    case .place:
      guard let keeper = facts.place, !asleep.isLed, !asleep.isOfOtherVersion,
        // What it says that it shows is all that an `expect` sees of it.
        let base = base(of: keeper), base.place != now.identity, base.ownIdentity == nil,
        !rows.isPointedAway(base.place)
      else { return nil }
      return base
    case .value: return nil
    }
  }

  /// What the window has to show of what is kept so: nil if that cannot be told.
  private func base(of keeper: AppFacts.Keeper) -> StageLook.Window? {
    switch keeper {
    case .memory, .navigator(nil): shown
    case .tree: asleep.isCrashed ? asleep.handedOver : shown
    case .navigator(let key?), .key(let key): base(of: key)
    }
  }

  private func base(of key: StorageKey) -> StageLook.Window? {
    // Other windows write it, too; what lives in memory alone is not meant to come back.
    let keeper = facts.own.kept[key.name].flatMap(facts.app.key)
    if facts.isOfApp(key) || key.isTransient && keeper == nil { return nil }
    if let keeper, asleep.isCrashed, keeper.mayLose { return asleep.handedOver }
    switch key.via {
    case .store: return shown
    case .activity:
      if hasExpired { return nil }
      return asleep.isCrashed && key.mayLose ? asleep.handedOver : shown
    case .tree: return asleep.isCrashed ? asleep.handedOver : shown
    }
  }

  /// Whether the app keeps it in another key and takes it from there.
  private func isKeptApart(_ key: StorageKey) -> Bool { facts.own.kept[key.name] != nil }

  /// Whether what the window has handed over was of no use any more when it came back.
  private var hasExpired: Bool {
    guard let expiry = facts.expiry(of: shown), let date = asleep.handedOverAt else { return false }
    return date + expiry.inSeconds <= stage.simulation.now
  }

  private func isExpired(_ key: StorageKey) -> Bool {
    key.via == .activity && hasExpired && !facts.isOfApp(key)
  }

  /// Whether what is shown has a URL in an app that keeps one: else it goes with every end.
  private var hasURL: Bool {
    facts.app.navigator?.links.url(
      tab: shown.tab.map { .init(rawValue: $0) }, path: facts.path(of: shown)) != nil
  }

  // MARK: What is told

  private func told(_ found: WindowDifference) -> Violation {
    switch found.part {
    case .tabs:
      let isUpdated = asleep.isOfOtherVersion
      return Restores.found(
        isUpdated ? "update tabs" : "tabs \(wayWord)",
        "the open tabs are other ones \(isUpdated ? "after an update" : way)", found.expected)
    case .tab: return lost("the selected tab", facts.tab, StorageKey.selectedTab, found)
    case .path: return lost("the path", facts.path, StorageKey.path, found)
    case .place:
      return lost("the place that is shown", facts.place ?? .memory, PlaceKind.shownKey, found)
    case .value(let key): return value(key, found.expected)
    }
  }

  /// What nothing keeps is lost with every end, which is told once.
  private func lost(
    _ words: String, _ keeper: AppFacts.Keeper, _ key: String, _ found: WindowDifference
  ) -> Violation {
    var (cause, way) = (found.name, "when the window comes back")
    var reason = ""
    switch keeper {
    case .memory:
      reason = ": no key\(key == PlaceKind.shownKey ? " `place`" : ", navigator or tree") keeps it"
    case .navigator(nil) where facts.app.navigator?.savesTo == nil:
      (cause, reason) = ("navigator", ": the navigator has no `saves-to` (`keepingPlace` in Swift)")
    case .navigator where !hasURL:
      let what = facts.top(of: shown).map { "`\($0)` there" } ?? "the tab"
      (cause, reason) = ("\(cause) URL", ": no place of the navigator has \(what)")
    default:
      (cause, way) = ("\(cause) \(wayWord)", self.way)
      if case .key(let kept) = keeper, kept.via == .activity {
        reason = ": `\(key)` is in the activity (`via: activity`)"
      }
    }
    return Restores.found(cause, "\(words) is lost \(way)\(reason)", found.expected)
  }

  private func value(_ key: StorageKey, _ expected: Expected) -> Violation {
    if isExpired(key) {
      return Restores.found(
        isKeptApart(key) ? key.name : "\(key.name) \(wayWord)",
        "`\(key.name)` comes back though it has expired", expected)
    }
    if key.via == .tree, !facts.app.tree.savedKeys.contains(key.name) {
      return Restores.found(
        key.name,
        "`\(key.name)` is lost when the window comes back: no node of the tree saves it", expected)
    }
    // Left out by a condition, or kept too late, it is lost with every end, which is told once.
    let hasCondition = key.via == .activity && facts.handsOverIf(shown: shown)
    var reason = ""
    if isWiped(key.name) {
      reason = ": the app takes it away at `on-close`, and `undo-close` brings the window back"
    } else if let other = facts.own.kept[key.name] {
      reason = ": the app takes it from `\(other)`, "
      if facts.shownValue(of: other, in: now) == facts.shownValue(of: key.name, in: shown) {
        reason += "which has it, and not in this window"
      } else {
        reason +=
          written.contains(other)
          ? "which it sets anew as the window comes back" : "and it is put there too late"
      }
    } else if hasCondition || key.via == .activity && asleep.isCrashed {
      reason = ": it is in the activity, which is handed over in the background"
      if hasCondition { reason += " if the `if` of `restoration` holds" }
    }
    return Restores.found(
      isKeptApart(key) || hasCondition ? key.name : "\(key.name) \(wayWord)",
      "`\(key.name)` is lost \(way)\(reason)", expected)
  }

  // MARK: Lists

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
    let way =
      switch list.id {
      case .rowNumber: ": rows are kept by number"
      case .field(let field) where !isUnique(field, in: list.rows):
        ": rows are kept by `\(field)`, which several rows share"
      case .field: ""
      }
    let wanted = "{ \(list.name.flowScalar): { \(look): \(row.name.flowScalar) } }"
    return Restores.found(
      way.isEmpty ? "\(list.name) \(look)" : list.name,
      (look == "picked" ? "the picked row" : "the first visible row")
        + " of list `\(list.name)` is another one when the window is back\(way)",
      Expected("{ \(now.name): { lists: \(wanted) } }", at: "\(now.name).lists.\(list.name)"))
  }

  private func isUnique(_ field: String, in table: String) -> Bool {
    let cells = stage.rowNodes(of: table).compactMap { $0[field]?.written }
    return Set(cells).count == cells.count
  }
}

// What a window has to show though nothing that it showed before says so by itself.
extension WindowComparison {
  /// What an action was to take that the app had put off, and that nobody else has.
  func awaited() -> Violation? {
    for awaited in asleep.awaited {
      guard let (index, key) = facts.setKeys.first(where: { $0.key.name == awaited.key }),
        key.isTransient, let column = facts.shownColumn(of: key, in: now),
        now.values[index][column] != awaited.value
      else { continue }
      return Restores.found(
        "\(key.name) \(awaited.action)",
        "`\(key.name)`, which `\(awaited.action)` was to take later, is lost \(way): it lives in "
          + "memory alone (`transient`)",
        facts.expected(of: key, awaited.value, column, in: now))
    }
    return nil
  }

  /// What users had in an older version, and a key of this one has not.
  func debts(besides told: [String]) -> Violation? {
    for debt in asleep.debts where !told.contains(debt.key) && !isSetAnew(debt.key) {
      guard let (index, key) = facts.valueKeys.first(where: { $0.key.name == debt.key }),
        facts.columns(of: key, in: now).contains(debt.column), !facts.forgets(key),
        facts.areSeen(key, in: shown, now),
        !debt.isPaid(by: now.values[index][debt.column], of: key)
      else { continue }
      if let value = debt.value, rows.kept(value, of: key, at: debt.column) != value { continue }
      return Restores.found(
        "update \(key.name)",
        (debt.origin == key.name
          ? "`\(key.name)` is lost" : "what `\(debt.origin)` had is not in `\(key.name)`")
          + " after an update\(debt.reason)",
        facts.expected(
          of: key, debt.value ?? key.initial, debt.column, in: now, isOther: debt.value == nil))
    }
    return nil
  }
}
