import FoundationEssentials
import SceneLifecycle
import SceneSimulator
import SceneState

/// A closed tab and what it held, as long as the app runs.
struct ClosedTab: Sendable {
  let name: String
  /// The place whose list it was in; nil for one of the window or the app.
  let place: String?
  /// Its place among the others.
  let index: Int
  let values: [(key: StorageKey, value: ScenarioValue)]
  let path: [String]?
  /// When it was closed.
  let date: Date
}

// Tabs that the user opens and closes.
extension ScenarioScene {
  /// The tabs there are now, in their order.
  var tabs: [String] {
    guard let source = declaration.tabSource else { return declaration.tabs }
    guard let key = declaration.key(source.key), case .list(let list) = value(of: key, tab: nil)
    else { return [] }
    return list.compactMap(\.plainText)
  }

  /// The titles of the tabs; nil if they are their names.
  var tabTitles: [String]? {
    declaration.tabSource?.title.map { title in tabs.map { text(title, tab: $0) } }
  }

  var opensTabs: Bool { tabsKey != nil }

  /// The key whose entries are the tabs.
  private var tabsKey: StorageKey? {
    declaration.tabSource.flatMap { declaration.key($0.key) }
  }

  /// The place whose tabs are shown; nil if they are those of the window or the app.
  private var placeOfTabs: String? { tabsKey?.kinds == nil ? nil : shownPlace?.text }

  func setTabs(_ new: [String]) throws(StepFailure) {
    guard let key = tabsKey else { return }
    guard located(key, tab: nil).kinds == nil else { throw .noPlaceOfTabs(key) }
    try setTabs(new, key)
  }

  /// Writes the list of tabs, with what that means: those that are gone lose their values.
  func setTabs(
    _ new: [String], _ key: StorageKey
  ) throws(StepFailure) {
    if let twice = new.indices.first(where: { new[..<$0].contains(new[$0]) || new[$0].isEmpty }) {
      let isEmpty = new[twice].isEmpty
      throw StepFailure(
        .typeMismatch, isEmpty ? "a tab without a name" : "the tab `\(new[twice])` is there twice"
      )
    }
    if let shown = tabsKey, located(shown, tab: nil).scope != located(key, tab: nil).scope {
      return try setTabs(new, of: key)
    }
    let new = withLastWord(of: new)
    let (old, selected) = (tabs, selectedTab)
    let closed = old.filter { !new.contains($0) }
    let kept = declaration.keepsTombstones ? closed.compactMap { keeping($0, of: old) } : []
    memory.movedTabs.subtract(closed)
    try write(new, key)
    memory.closedTabs = (memory.closedTabs + kept).suffix(declaration.tabSource?.kept.count ?? 0)
    for tab in closed { try discardState(of: tab) }
    try selectNext(after: selected, old, new)
  }

  /// Closes the tabs with which a window of its own tabs begins; nothing brings them back.
  func letGoOfTabs() throws(StepFailure) {
    guard let key = tabsKey, key.scope == .scene else { return }
    try write([], key)
  }

  func move(
    _ tab: String, to other: any WindowInside, at index: Int, as name: String
  ) throws(StepFailure) {
    guard let key = tabsKey, let other = other as? ScenarioScene else { throw .hasFixedTabs }
    let (old, selected) = (tabs, selectedTab)
    let left = old.filter { $0 != tab }
    var there = other.tabs
    there.insert(name, at: index)
    try scene.scope.store.tick { () throws(StepFailure) in
      try StepFailure.wrapping(try scope(ofTab: tab).move(to: other.scope(ofTab: name)))
      other.memory.paths[name] = memory.paths.removeValue(forKey: tab)
      try write(left, key)
      try other.write(there, key)
      try selectNext(after: selected, old, left)
      try other.select(name)
    }
    // Its values are over there when the tick has ended.
    other.updateConditions()
    other.identifyPlaceOfTab()
  }

  func rename(_ tab: String, to name: String) throws(StepFailure) {
    guard let key = tabsKey else { throw .hasFixedTabs }
    let isSelected = selectedTab == tab
    try scene.scope.store.tick { () throws(StepFailure) in
      try StepFailure.wrapping(try scope(ofTab: tab).move(to: scope(ofTab: name)))
      memory.paths[name] = memory.paths.removeValue(forKey: tab)
      try write(tabs.map { $0 == tab ? name : $0 }, key)
      if isSelected { try select(name) }
    }
  }

  /// Writes which tabs are open; the new ones get the handlers that each tab has.
  func write(_ new: [String], _ key: StorageKey) throws(StepFailure) {
    let isOfWindow = tabsKey?.scope == .scene
    let stored = isOfWindow ? scene.withWaitingTabs(new, shown: tabs, key: key.name) : new
    try writeValue(.list(stored.map { .text($0) }), for: key, tab: nil)
    memory.closedTabs.removeAll { $0.place == placeOfTabs && new.contains($0.name) }
    for window in windowsOfTabs { window.registerHandlers(in: new) }
  }

  /// Selects the tab that was selected, or the one next to it if it is gone.
  func selectNext(
    after selected: String?, _ old: [String], _ new: [String]
  ) throws(StepFailure) {
    if selectedTab == selected { return }
    guard let selected else { return scene.selectedTabDidChange() }
    if new.contains(selected) { return try select(selected) }
    let next = OpenTabs.next(after: selected, in: old, of: new)
    if let next = next ?? new.first { return try select(next) }
    memory.tab = nil
    if let key = declaration.key(StorageKey.selectedTab) { clear(key, tab: nil) }
    identifyPlaceOfTab()
    scene.selectedTabDidChange()
  }

  /// What a tab holds, for a user who wants it back; nil for one that was moved away.
  private func keeping(_ tab: String, of tabs: [String]) -> ClosedTab? {
    let inTabs = declaration.places.filter { $0.home == .eachTab }.map(\.name)
    let keys = declaration.keys.filter { key in
      key.scope == .selectedTab || key.kinds.map { !Set($0).isDisjoint(with: inTabs) } ?? false
    }
    let standing = keys.flatMap { $0.standings(in: scene.scope, tabs: [tab], of: declaration) }
    let values = standing.compactMap { key, _ -> (key: StorageKey, value: ScenarioValue)? in
      if case .place(let home, _, _) = key.scope, home != .eachTab { return nil }
      return isStored(key, tab: tab) ? (key, value(of: key, tab: tab)) : nil
    }
    if values.isEmpty, memory.movedTabs.contains(tab) { return nil }
    return ClosedTab(
      name: tab, place: placeOfTabs, index: tabs.firstIndex(of: tab) ?? 0, values: values,
      path: memory.paths[tab], date: scene.now)
  }

  /// The closed tabs that can be brought back now, wherever they were.
  var keptTabs: [ClosedTab] {
    memory.closedTabs.filter { declaration.tabSource?.kept.has($0, at: scene.now) ?? false }
  }

  func reopen(_ tab: String?) throws(StepFailure) {
    guard let key = tabsKey,
      let found = keptTabs.last(where: {
        $0.place == placeOfTabs && (tab == nil || $0.name == tab)
      })
    else {
      throw .noClosedTab(
        tab, kept: declaration.tabSource?.kept.count ?? 0, hint: hint(forClosed: tab))
    }
    var new = tabs
    new.insert(found.name, at: min(found.index, new.count))
    try setTabs(new, key)
    memory.paths[found.name] = found.path
    for (key, value) in found.values { try writeValue(value, for: key, tab: found.name) }
    try select(found.name)
  }

  /// Which closed tabs there are, in this place or in another one.
  private func hint(forClosed tab: String?) -> String? {
    guard declaration.keepsTombstones else {
      return "`tombstones: true` keeps those that are closed"
    }
    let elsewhere = keptTabs.last { $0.place != nil && (tab == nil || $0.name == tab) }
    if let elsewhere, let place = elsewhere.place {
      return "`\(elsewhere.name)` was closed in `\(place)`: `show-place: \(place)` before it"
    }
    let kept = keptTabs.filter { $0.place == placeOfTabs }.map { "`\($0.name)`" }
    let closed = memory.closedTabs.last {
      $0.place == placeOfTabs && (tab.map { [name = $0.name] in name == $0 } ?? kept.isEmpty)
    }
    if let closed, let time = declaration.tabSource?.kept.text {
      return "`\(closed.name)` was kept for \(time), as `$keeps` says"
    }
    let isFull = declaration.tabSource?.kept.count == kept.count
    return kept.isEmpty
      ? nil
      : "closed and kept: \(kept.joined(separator: ", "))"
        + (isFull ? ", the last \(kept.count), as `tabs: { $keeps: … }` says" : "")
  }

  /// Follows values that another window had, all at once: tabs and place are other ones.
  func adopt(_ other: Memory?) {
    if let other {
      (memory.tab, memory.paths, memory.place) = (other.tab, other.paths, other.place)
    }
    registerHandlers(in: tabs)
    updateConditions()
    identifyShownPlace()
    scene.selectedTabDidChange()
  }

  // MARK: Places

  var shownPlace: ValuePlace? {
    guard !declaration.places.isEmpty else { return nil }
    guard let key = declaration.key(PlaceKind.shownKey) else {
      return memory.place.map { ValuePlace($0) }
    }
    // Which tab is selected may be a matter of the place.
    let tab = key.scope == .selectedTab ? selectedTab : nil
    let text = value(of: key, tab: tab).plainText ?? ""
    return text.isEmpty ? nil : ValuePlace(text)
  }

  func show(_ place: ValuePlace?) throws(StepFailure) {
    if let key = declaration.key(PlaceKind.shownKey) {
      if key.scope == .selectedTab, declaration.tabSource != nil, selectedTab == nil {
        throw .noTabIsOpen
      }
      let none: ScenarioValue = key.type == .string ? .text("") : .null
      try writeValue(place.map { .text($0.text) } ?? none, for: key, tab: selectedTab)
    }
    memory.place = place?.text
    scene.identify(as: place?.text)
    guard tabsKey?.kinds != nil else { return }
    registerHandlers(in: tabs)
    scene.selectedTabDidChange()
  }

  /// Says what the selected tab shows, where each has a place of its own.
  func identifyPlaceOfTab() {
    if declaration.key(PlaceKind.shownKey)?.scope == .selectedTab { identifyShownPlace() }
  }

  /// Says again what a window shows that came back with its place; what it said last was lost if
  /// nothing was handed over since.
  ///
  /// One whose place nobody kept shows none, and says so.
  func identifyShownPlace() {
    guard !declaration.places.isEmpty, scene.scope.hidden == nil else { return }
    // What the app called itself is no place.
    let kinds: [String?] = declaration.places.map(\.name)
    if let said = scene.identity, !kinds.contains(ValuePlace(said).kind) { return }
    scene.identify(as: shownPlace?.text)
  }
}
