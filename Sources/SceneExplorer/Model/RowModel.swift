import SceneScenarios

/// What is left of what points at rows, as the page of `gone:` has it.
struct RowModel {
  let facts: AppFacts
  let stage: ScenarioStage

  /// What a key has once the rows that went are left out; nil if that cannot be told.
  func kept(_ value: ScenarioValue, of key: StorageKey, at column: Int) -> ScenarioValue? {
    // What is kept of a row goes with it.
    if case .places(let kinds) = key.scope, isGone(facts.sights.places(of: kinds)[column]) {
      return key.initial
    }
    guard let row = key.row else { return value }
    let rows = stage.fields(of: row)
    switch value {
    case .null: return value
    case .list(let list):
      // Only texts are compared.
      guard list.allSatisfy({ $0.plainText != nil }) else { return nil }
      let isThere = list.map { $0.plainText.map(rows.contains) ?? true }
      if !isThere.contains(false) { return value }
      switch row.gone {
      case .default, .next, .previous, .parent, .close: return key.initial
      case .dropIt: return .list(zip(list, isThere).filter(\.1).map(\.0))
      case .cut: return .list(Array(list.prefix(isThere.firstIndex(of: false) ?? 0)))
      }
    case .map: return nil
    default:
      guard let text = value.plainText else { return nil }
      if rows.contains(text) { return value }
      // Which row took its place depends on those that were there then.
      return row.gone.isNeighbour ? nil : key.initial
    }
  }

  /// Whether a place is about a row that went.
  func isGone(_ place: String?) -> Bool {
    guard let (kind, name) = itself(place), let row = kind.row else { return false }
    return !stage.fields(of: row).contains(name)
  }

  /// Whether the place that is shown points at a row that went.
  func isPointedAway(_ place: String?) -> Bool {
    if case .key(let key)? = facts.place, let place,
      kept(.text(place), of: key, at: 0) != .text(place)
    {
      return true
    }
    return isGone(place)
  }

  /// Whether a value goes with another one, whose row went: they make sense only together.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - window: The window as it went.
  ///   - column: The tab or place.
  ///   - written: What keys have in place of what the window showed.
  /// - Returns: Whether it goes.
  func goesWithOthers(
    _ key: StorageKey, in window: StageLook.Window, at column: Int,
    having written: (StorageKey, Int) -> ScenarioValue?
  ) -> Bool {
    let names = facts.app.together.filter { $0.contains(key.name) }.flatMap(\.self)
    return facts.valueKeys.contains { index, other in
      guard names.contains(other.name), other.row != nil,
        facts.columns(of: other, in: window).contains(column)
      else { return false }
      let value = written(other, column) ?? window.values[index][column]
      return kept(value, of: other, at: column) != value
    }
  }

  /// The kind of a place, and its name among those of the kind.
  private func itself(_ place: String?) -> (kind: PlaceKind, name: String)? {
    guard let place, let kind = facts.app.places.first(where: { place.hasPrefix("\($0.name)/") })
    else { return nil }
    return (kind, String(place.dropFirst(kind.name.count + 1)))
  }

  /// The rows that a window shows: in its place, and in the screen on top.
  func rows(of row: RowReference, shownIn window: StageLook.Window) -> [String] {
    func isSame(_ other: RowReference?) -> Bool {
      other?.table == row.table && other?.field == row.field
    }
    let place = itself(window.place).flatMap { isSame($0.kind.row) ? $0.name : nil }
    let screen = window.paths[facts.place(of: window.tab)].last.flatMap { top in
      facts.app.screens.lazy.filter { isSame($0.row) }.compactMap { $0.part(of: top) }.first
    }
    return [place, screen].compactMap(\.self)
  }

  /// Whether a window comes back: its kind does, and the row that it is about is there.
  func comesBack(_ window: StageLook.Window) -> Bool {
    guard facts.comesBack(window), let row = facts.kind(of: window)?.row, let name = window.row
    else {
      return facts.comesBack(window)
    }
    return stage.fields(of: row).contains(name)
  }

  /// The tabs whose rows are there.
  func kept(tabs: [String]) -> [String] {
    kept(tabs, of: facts.app.tabSource.flatMap { facts.app.key($0.key) })
  }

  private func kept(_ names: [String], of key: StorageKey?) -> [String] {
    guard let key, key.row != nil,
      case .list(let left)? = kept(.list(names.map { .text($0) }), of: key, at: 0)
    else { return names }
    return left.compactMap(\.plainText)
  }

  /// Whether a window shows something that is about no row: links and activities may.
  func pointsNowhere(_ window: StageLook.Window) -> Bool {
    if kept(tabs: window.tabs) != window.tabs { return true }
    if window.paths.contains(where: { kept($0) != $0 }) || isPointedAway(window.place) {
      return true
    }
    return facts.valueKeys.contains { index, key in
      key.row != nil
        && facts.columns(of: key, in: window).contains {
          kept(window.values[index][$0], of: key, at: $0) != window.values[index][$0]
        }
    }
  }

  /// The screens whose rows are there.
  func kept(_ path: [String]) -> [String] {
    var screens: [String] = []
    var path = path
    if case .key(let key) = facts.path { path = kept(path, of: key) }
    for screen in path {
      let declared = facts.app.screens.first { $0.part(of: screen) != nil }
      guard let row = declared?.row, let part = declared?.part(of: screen),
        !stage.fields(of: row).contains(part)
      else {
        screens.append(screen)
        continue
      }
      if row.gone == .cut { break }
    }
    return screens
  }
}
