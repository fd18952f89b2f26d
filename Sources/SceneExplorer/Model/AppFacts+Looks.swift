import SceneScenarios

/// A value that is one thing in a look of a window and another in the next.
struct ValueChange {
  let key: StorageKey
  let column: Int
  let was: ScenarioValue
  let now: ScenarioValue
}

// Where looks have the values of keys, and what an `expect` says of them.
extension AppFacts {
  /// Where the values of a tab are in a look; an app without tabs has one place.
  func place(of tab: String?) -> Int {
    tab.flatMap { tabs.firstIndex(of: $0) } ?? sights.tabs.count - 1
  }

  func path(of window: StageLook.Window) -> [String] { window.paths[place(of: window.tab)] }

  /// Whether two looks have values of a key in the same places: of those that lie in each tab, the
  /// ones of the selected tab are seen.
  func areSeen(_ key: StorageKey, in one: StageLook.Window, _ other: StageLook.Window) -> Bool {
    one.tab == other.tab || !lies(key, in: .eachTab)
  }

  /// Where the values of a key are in a look, of the tabs that a window has.
  func columns(of key: StorageKey, in window: StageLook.Window) -> [Int] {
    switch key.scope {
    case .app, .scene, .selectedTab:
      if !opensTabs { return Array(sights.tabs.indices) }
      if window.tabs.isEmpty, case .selectedTab = key.scope { return [] }
      return window.tabs.isEmpty ? [tabs.count] : tabs.indices.filter { isOpen($0, in: window) }
    case .tab(let name), .nested(tab: let name?, _): return [place(of: name)]
    // It belongs to a place of its own, whatever tab is selected.
    case .nested(tab: nil, _), .place: return [0]
    case .places(let kinds): return Array(sights.places(of: kinds).indices)
    }
  }

  func isOpen(_ place: Int, in window: StageLook.Window) -> Bool {
    !opensTabs || tabs.indices.contains(place) && window.tabs.contains(tabs[place])
  }

  /// What the values of a key lie in, as looks count it: tabs, or places.
  func homes(of key: StorageKey) -> [String?] {
    key.kinds.map { sights.places(of: $0) } ?? sights.tabs
  }

  /// Where the value is that a window shows of a key; nil if it shows none.
  func shownColumn(of key: StorageKey, in window: StageLook.Window) -> Int? {
    if key.kinds != nil { return window.place.flatMap { self.column(of: key, at: $0) } }
    if case .selectedTab = key.scope, opensTabs, window.tab == nil { return nil }
    let column = place(of: window.tab)
    return columns(of: key, in: window).contains(column) ? column : nil
  }

  /// The value that a window shows of a key; nil if it shows none.
  func shownValue(of name: String, in window: StageLook.Window) -> ScenarioValue? {
    guard let index = app.keys.firstIndex(where: { $0.name == name }),
      let column = shownColumn(of: app.keys[index], in: window)
    else { return nil }
    return window.values[index][column]
  }

  /// Where the value is that a place has of a key; nil if such places have none.
  func column(of key: StorageKey, at place: String) -> Int? {
    key.kinds.flatMap { sights.places(of: $0).firstIndex(of: place) }
  }

  /// The values that a window has otherwise than before, wherever both looks have any.
  func changes(
    _ before: StageLook.Window, _ after: StageLook.Window, of counts: (StorageKey) -> Bool
  ) -> [ValueChange] {
    changes(before, after, of: counts) { key in
      let old = columns(of: key, in: before)
      return columns(of: key, in: after).filter(old.contains)
    }
  }

  /// The values that a window has otherwise than before.
  func changes(
    _ before: StageLook.Window, _ after: StageLook.Window, of counts: (StorageKey) -> Bool,
    at columns: (StorageKey) -> [Int]
  ) -> [ValueChange] {
    var changes: [ValueChange] = []
    for (index, key) in valueKeys where counts(key) && before.values[index] != after.values[index] {
      for column in columns(key) {
        let (was, now) = (before.values[index][column], after.values[index][column])
        if was != now { changes.append(ValueChange(key: key, column: column, was: was, now: now)) }
      }
    }
    return changes
  }

  /// What an `expect` says of a window: of the tab at a place, or of the window itself.
  func expected(_ look: String, _ place: Int, in window: StageLook.Window) -> Expected {
    var text = "{ \(look) }"
    if tabs.indices.contains(place), place != self.place(of: window.tab) {
      text = "{ tabs: { \(tabs[place].flowScalar): \(text) } }"
    }
    return Expected("{ \(window.name): \(text) }", at: "\(window.name).")
  }

  func expected(
    of key: StorageKey, _ value: ScenarioValue, _ column: Int, in window: StageLook.Window,
    isOther: Bool = false
  ) -> Expected {
    let text = value.flow(as: key.type)
    let look = "values: { \(key.name.flowScalar): \(isOther ? "{ $not: \(text) }" : text) }"
    guard let kinds = key.kinds else { return expected(look, column, in: window) }
    let place = sights.places(of: kinds)[column].flowScalar
    return Expected(
      "{ \(window.name): { at: { \(place): { \(look) } } } }", at: "\(window.name).")
  }

  /// What an `expect` says of the value that was there before a change.
  func expected(_ change: ValueChange, in window: StageLook.Window) -> Expected {
    expected(of: change.key, change.was, change.column, in: window)
  }
}
