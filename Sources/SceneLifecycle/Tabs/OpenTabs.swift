public import SceneState

/// The tabs of a window that its user opens, closes, orders and moves to other windows.
///
/// Which tabs there are is a value of the app, a list of names; each tab has a scope of its own,
/// ``scope(of:)``. Each change here is one tick: no list names a tab whose values are elsewhere.
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
  private let window: SceneScope
  private let list: SceneKey<[String]>
  private let selection: SceneKey<String>

  /// How many closed tabs a window keeps for ``reopen(_:)``.
  package static let closedLimit = 10

  /// Says under which keys a window keeps its tabs.
  ///
  /// - Parameters:
  ///   - scene: The window.
  ///   - list: The key of the names, in their order; of the window.
  ///   - selected: The key of the selected one, made by `SceneKey.selectedTab`; empty for none.
  public init(_ scene: ConnectedScene, list: SceneKey<[String]>, selected: SceneKey<String>) {
    self.scene = scene
    window = scene.scope
    self.list = list
    selection = selected
  }

  /// The tabs of another window of the same app, under the same keys.
  public func inWindow(_ other: ConnectedScene) -> OpenTabs {
    OpenTabs(other, list: list, selected: selection)
  }

  // MARK: What there is

  /// The tabs that are open, in their order.
  ///
  /// In a window that waits with what was saved these are the ones opened since, and if the list's
  /// default has tabs the one that was selected; the other saved ones come where they stood, in
  /// front of new ones, with ``SceneHost/restore(_:)``.
  public var ids: [TabID] {
    let names = window[list]
    let shown = scene?.withoutWaitingTabs(names, key: list.name, selection: selection.name)
    return (shown ?? names).map { TabID(rawValue: $0) }
  }

  /// The tab that is selected; nil for none.
  public var selected: TabID? {
    let name = window[selection]
    return name.isEmpty ? nil : TabID(rawValue: name)
  }

  /// Where the values of a tab live.
  public func scope(of tab: TabID) -> SceneScope { window.tab(tab) }

  /// Hears on the main actor that the list or the selection has changed, whoever changed them.
  ///
  /// - Parameters:
  ///   - bag: Keeps the subscriptions; without it they end.
  ///   - body: What is to be done then.
  public func observeOnMain(
    in bag: inout [KeptSubscription], _ body: @escaping @MainActor () -> Void
  ) {
    window.observeOnMain(list) { _ in body() }.keep(in: &bag)
    window.observeOnMain(selection) { _ in body() }.keep(in: &bag)
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
      window[selection] = tab.rawValue
    }
    scene?.closedTabs.removeAll { $0.id == tab }
  }

  /// Selects a tab.
  public func select(_ tab: TabID) {
    guard selected != tab else { return }
    window[selection] = tab.rawValue
    scene?.selectedTabDidChange()
  }

  /// Closes a tab; the next one is selected, or the one before it.
  ///
  /// Its values go with it. If ``SceneHost/keepsClosedWindows``, the last ten closed tabs can come
  /// back while their window is there; a private window keeps none.
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
    guard let scene,
      let place = scene.closedTabs.lastIndex(where: {
        (tab == nil || tab == $0.id) && !open.contains($0.id)
      })
    else { return nil }
    let found = scene.closedTabs[place]
    open.insert(found.id, at: Self.place(found.index, in: open))
    try change { () throws(SceneProblem) in
      try window.bringBack(found.values)
      window.store.write(found.inMemory)
      keep(open)
      window[selection] = found.id.rawValue
    }
    scene.closedTabs.removeAll { $0.id == found.id }
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
    let known = new + closed.map(\.id)
    let earlier = scene.closedTabs.filter { !known.contains($0.id) }
    scene.closedTabs = (earlier + closed).suffix(Self.closedLimit)
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
    guard old.contains(tab) else { throw .noSuchTab(tab, at: window.address(of: list)) }
    guard !there.contains(moved) else {
      throw .unusableTab(moved, at: other.window.address(of: other.list))
    }
    var new = there
    new.insert(moved, at: Self.place(index, in: there))
    let left = old.filter { $0 != tab }
    try change { () throws(SceneProblem) in
      try scope(of: tab).move(to: other.scope(of: moved))
      keep(left)
      other.keep(new)
      selectNext(last, old, left)
      other.window[other.selection] = moved.rawValue
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
      throw .unusableTab(new[wrong], at: window.address(of: list))
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
    window[list] = scene?.withWaitingTabs(names, shown: shown, key: list.name) ?? names
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
        id: tab, index: all.firstIndex(of: tab) ?? 0, values: scope(of: tab).wholeEntries,
        inMemory: scope(of: tab).valuesInMemory)
    }
  }

  private func selectNext(_ last: TabID?, _ old: [TabID], _ new: [TabID]) {
    guard let last, !new.contains(last), old.contains(last) else { return }
    window[selection] = Self.next(after: last, in: old, of: new)?.rawValue ?? ""
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
  let index: Int
  let values: [StoredEntry]
  /// What transient keys held.
  let inMemory: MemoryValues
}
