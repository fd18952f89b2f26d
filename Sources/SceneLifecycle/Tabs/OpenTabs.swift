public import SceneState

/// The tabs of a window that its user opens, closes, orders and moves to other windows.
///
/// Which tabs there are is a value of the app, a list of names; each tab has a scope of its own,
/// ``scope(of:)``. Each change here is one tick: no list names a tab whose values are elsewhere.
/// The tabs lie where their list does: those of a list with `scope: .app` are shown by all windows
/// and outlive them, and each place, such as a group of an editor, can have tabs of its own.
///
/// ```swift
/// let tabs = OpenTabs(scene, list: Keys.openTabs, selected: Keys.selectedTab)
/// try tabs.open("t1")
/// tabs.scope(of: "t1")[Keys.address] = "about:home"
/// try tabs.close("t1")
/// try tabs.reopen()
/// ```
public struct OpenTabs {
  /// The window whose tabs these are; nil when nothing has it any more.
  public private(set) weak var scene: ConnectedScene?
  let window: SceneScope
  let selector: ScopeSelector
  let list: SceneKey<[String]>
  let selection: SceneKey<String>
  private let limit: Int

  /// How many closed tabs a window keeps for ``reopen(_:)`` where nobody says so.
  package static let closedLimit = 10

  /// Says under which keys a window keeps its tabs.
  ///
  /// ```swift
  /// OpenTabs(scene, list: Keys.files, selected: Keys.file, scope: .scene.nested("group", "left"))
  /// ```
  /// What follows the selected tab by `ScopeSelector.selectedTab` follows tabs of the window alone;
  /// those of the app or of a place are found by ``scope(of:)``.
  ///
  /// - Parameters:
  ///   - scene: The window.
  ///   - list: The key of the names, in their order; the tabs lie where it has its value.
  ///   - selected: The key of the selected one, empty for none. For tabs of the window, and where
  ///     each window selects its own, it is made by `SceneKey.selectedTab`.
  ///   - scope: Where those of the two keys stand that have no scope of their own.
  ///   - limit: How many closed tabs the window keeps for ``reopen(_:)``.
  public init(
    _ scene: ConnectedScene, list: SceneKey<[String]>, selected: SceneKey<String>,
    scope: ScopeSelector = .scene, keeping limit: Int = 10
  ) {
    self.scene = scene
    window = scene.scope
    selector = scope
    self.list = list
    selection = selected
    self.limit = limit
  }

  /// The tabs of another window of the same app, under the same keys.
  public func inWindow(_ other: ConnectedScene) -> OpenTabs {
    OpenTabs(other, list: list, selected: selection, scope: selector, keeping: limit)
  }

  // MARK: What there is

  /// The tabs that are open, in their order.
  ///
  /// In a window that waits with what was saved these are the ones opened since, and if the list's
  /// default has tabs the one that was selected; the other saved ones come where they stood, in
  /// front of new ones, with ``SceneHost/restore(_:)``.
  public var ids: [TabID] {
    let names = names
    let shown =
      isOfWindow
      ? scene?.withoutWaitingTabs(names, key: list.name, selection: selection.name) : nil
    return (shown ?? names).map { TabID(rawValue: $0) }
  }

  /// The tab that is selected: the first one if none that is open was; nil if none is open.
  public var selected: TabID? {
    let (name, ids) = (TabID(rawValue: selectedName), ids)
    return ids.contains(name) ? name : ids.first
  }

  /// Where the values of a tab live.
  public func scope(of tab: TabID) -> SceneScope { Self.scope(of: tab, in: home) }

  /// Hears on the main actor that the list or the selection has changed, whoever changed them.
  ///
  /// - Parameters:
  ///   - bag: Keeps the subscriptions; without it they end.
  ///   - body: What is to be done then.
  public func observeOnMain(
    in bag: inout [KeptSubscription], _ body: @escaping @MainActor () -> Void
  ) {
    base(of: list).observeOnMain(list) { _ in body() }.keep(in: &bag)
    base(of: selection).observeOnMain(selection) { _ in body() }.keep(in: &bag)
  }

  // MARK: What a user does

  /// Opens a tab and selects it; one that is open already is selected.
  ///
  /// - Parameters:
  ///   - tab: Its name, which no other tab of the window has.
  ///   - index: Its place among the others; the last one if left out.
  /// - Throws: What keeps the store from writing; `no-such-tab` for an empty name.
  public func open(_ tab: TabID, at index: Int? = nil) throws(SceneProblem) {
    var new = ids
    if !new.contains(tab) { new.insert(tab, at: Self.place(index, in: new)) }
    try change { () throws(SceneProblem) in
      try write(new)
      selectedName = tab.rawValue
    }
    forgetClosed([tab])
  }

  /// Selects a tab.
  public func select(_ tab: TabID) {
    guard selectedName != tab.rawValue else { return }
    selectedName = tab.rawValue
    scene?.selectedTabDidChange()
  }

  /// Closes a tab; the next one is selected, or the one before it.
  ///
  /// Its values go with it. If ``SceneHost/keepsClosedWindows``, the last closed tabs can come back
  /// while their window is there, ten if nobody says otherwise; a private window keeps none.
  /// - Throws: What keeps the store from writing.
  public func close(_ tab: TabID) throws(SceneProblem) {
    try replace(with: ids.filter { $0 != tab })
  }

  /// Brings a closed tab back where it was, with its values, and selects it.
  ///
  /// - Parameter tab: Its name; nil for the one closed last.
  /// - Returns: The tab; nil if there is none that is kept.
  /// - Throws: What keeps the store from writing.
  @discardableResult
  public func reopen(_ tab: TabID? = nil) throws(SceneProblem) -> TabID? {
    var open = ids
    let list = address
    guard let scene,
      let place = scene.closedTabs.lastIndex(where: {
        $0.list == list && (tab == nil || tab == $0.id) && !open.contains($0.id)
      })
    else { return nil }
    let found = scene.closedTabs[place]
    open.insert(found.id, at: Self.place(found.index, in: open))
    try change { () throws(SceneProblem) in
      try home.bringBack(found.values)
      window.store.write(found.inMemory)
      keep(open)
      selectedName = found.id.rawValue
    }
    forgetClosed([found.id])
    return found.id
  }

  /// Opens, closes and orders tabs, so that these are left.
  ///
  /// - Throws: `no-such-tab` for an empty name or one that stands there twice; what keeps the store
  ///   from writing.
  public func replace(with new: [TabID]) throws(SceneProblem) {
    let old = ids
    let closed = kept(closing: old.filter { !new.contains($0) }, of: old)
    try change { () throws(SceneProblem) in try write(new) }
    guard let scene else { return }
    forgetClosed(new + closed.map(\.id))
    scene.closedTabs = (scene.closedTabs + closed).suffix(max(limit, 0))
  }

  /// Gives an open tab another name; its values, its place and the selection stay with it.
  ///
  /// ```swift
  /// try tabs.rename("draft.txt", to: "letter.txt")
  /// ```
  /// - Throws: `no-such-tab` for a tab that is not open, and for a name that is empty or taken; what
  ///   keeps the store from writing.
  public func rename(_ tab: TabID, to name: TabID) throws(SceneProblem) {
    let (old, last) = (ids, selected)
    guard let index = old.firstIndex(of: tab) else { throw .noSuchTab(tab, at: address) }
    if tab == name { return }
    guard !name.rawValue.isEmpty, !old.contains(name) else {
      throw .unusableTab(name, at: address)
    }
    var new = old
    new[index] = name
    try change { () throws(SceneProblem) in
      try scope(of: tab).move(to: scope(of: name))
      keep(new)
      if last == tab { selectedName = name.rawValue }
    }
    forgetClosed([name])
  }

  /// Moves a tab with all its values to another window, where it is selected.
  ///
  /// - Parameters:
  ///   - tab: One of these tabs.
  ///   - other: The tabs of the other window, of the same store.
  ///   - index: Its place there; the last one if left out.
  ///   - name: Its name if another tab over there has its own.
  /// - Returns: The name it has there.
  /// - Throws: `no-such-tab`, for a name that is taken over there, too; `no-scope` if only one of
  ///   the windows is private; what keeps the store from writing.
  @discardableResult
  public func move(
    _ tab: TabID, to other: OpenTabs, at index: Int? = nil, orAs name: TabID? = nil
  ) throws(SceneProblem) -> TabID {
    let (old, last, there) = (ids, selected, other.ids)
    let moved = there.contains(tab) ? name ?? tab : tab
    guard old.contains(tab) else { throw .noSuchTab(tab, at: address) }
    guard !there.contains(moved) else {
      throw .unusableTab(moved, at: other.address)
    }
    var new = there
    new.insert(moved, at: Self.place(index, in: there))
    let left = old.filter { $0 != tab }
    try change { () throws(SceneProblem) in
      try scope(of: tab).move(to: other.scope(of: moved))
      keep(left)
      other.keep(new)
      selectNext(last, old, left)
      other.selectedName = moved.rawValue
    }
    other.scene?.selectedTabDidChange()
    return moved
  }

  // MARK: How

  /// Changes all in one tick; handlers that wait for a tab hear of it after that.
  private func change(_ body: () throws(SceneProblem) -> Void) throws(SceneProblem) {
    let last = selected
    try window.store.tick(body)
    if selected != last { scene?.selectedTabDidChange() }
  }

  private func write(_ new: [TabID]) throws(SceneProblem) {
    if let wrong = new.indices.first(where: {
      new[$0].rawValue.isEmpty || new[..<$0].contains(new[$0])
    }) {
      throw .unusableTab(new[wrong], at: address)
    }
    let (old, last) = (ids, selected)
    guard old != new else { return }
    keep(new)
    for tab in old where !new.contains(tab) { try scope(of: tab).discard() }
    selectNext(last, old, new)
  }

  /// Writes which tabs are open.
  private func keep(_ tabs: [TabID]) {
    let names = tabs.map(\.rawValue)
    let shown = ids.map(\.rawValue)
    let waiting =
      isOfWindow ? scene?.withWaitingTabs(names, shown: shown, key: list.name) : nil
    self.names = waiting ?? names
  }

  /// Tabs of this list that are open, or closed anew, are not brought back from before.
  private func forgetClosed(_ tabs: [TabID]) {
    let list = address
    scene?.closedTabs.removeAll { $0.list == list && tabs.contains($0.id) }
  }

  private static func place(_ index: Int?, in tabs: [TabID]) -> Int {
    min(max(index ?? tabs.count, 0), tabs.count)
  }

  /// What the tabs hold that are about to be closed, for a user who wants them back.
  ///
  /// Read before the tick that closes them: it finds what the ticks before it have written.
  private func kept(closing tabs: [TabID], of all: [TabID]) -> [KeptTab] {
    guard let scene, let host = scene.host, host.keepsClosedWindows,
      !host.manifest.isPrivate(scene.session.record.scene)
    else { return [] }
    return tabs.map { tab in
      KeptTab(
        id: tab, list: address, index: all.firstIndex(of: tab) ?? 0,
        values: scope(of: tab).wholeEntries, inMemory: scope(of: tab).valuesInMemory)
    }
  }

  private func selectNext(_ last: TabID?, _ old: [TabID], _ new: [TabID]) {
    guard let last, !new.contains(last), old.contains(last) else { return }
    guard let next = Self.next(after: last, in: old, of: new) else {
      return base(of: selection).reset(selection)
    }
    selectedName = next.rawValue
  }

  /// Which of the tabs that are left is selected after one that is not: the next, else the one before.
  package static func next<Tab: Equatable>(
    after closed: Tab, in old: [Tab], of left: [Tab]
  ) -> Tab? {
    let index = old.firstIndex(of: closed) ?? 0
    return old[index...].first(where: left.contains) ?? old[..<index].last(where: left.contains)
  }
}

/// A tab that was closed and can come back: its place among the others, and its values.
struct KeptTab {
  let id: TabID
  /// The address of the list it was in.
  let list: String
  let index: Int
  let values: [StoredEntry]
  /// What transient keys held.
  let inMemory: MemoryValues
}
