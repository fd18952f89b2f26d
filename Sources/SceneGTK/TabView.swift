#if GTK
  public import SceneLifecycle
  public import SceneState

  /// Tabs that the user opens, closes, orders, tears off and moves from window to window.
  ///
  /// It shows what the list of the window's tabs says, whoever changes it. Each tab draws a scope of
  /// its own, and takes its values along to another window, where it is drawn anew. Ctrl-T opens a
  /// tab, Ctrl-W closes it, Ctrl-Shift-T brings the last one back; the last tab goes with its
  /// window. Ctrl-Shift-N gives a tab a window of its own, Ctrl-Shift-M gives it to the window before.
  /// Tabs do not go to other processes, nor to windows of another kind of scene.
  ///
  /// ```swift
  /// let tabs = OpenTabs(scene, list: Keys.openTabs, selected: Keys.selectedTab)
  /// let view = TabView(tabs, title: Keys.address) { tab in PageView(tab) }
  /// ```
  @MainActor public final class TabView: Widget {
    let native = NativeTabs()
    private let tabs: OpenTabs
    private let title: SceneKey<String>
    private let untitled: String
    private let makeName: () -> TabID
    private let content: (SceneScope) -> any Widget
    private var shown: [TabID: NativeTab] = [:]
    private var titles: [TabID: [KeptSubscription]] = [:]
    private var subscriptions: [KeptSubscription] = []

    /// The tab that is on its way here: whoever draws the list leaves it out.
    private static var arriving: TabID?

    /// The widget of GTK behind it.
    public var handle: WidgetHandle { native.handle }

    /// Makes the tabs of a window.
    ///
    /// - Parameters:
    ///   - tabs: Which there are.
    ///   - title: The key of a tab's title.
    ///   - untitled: The title of a tab whose own is empty.
    ///   - makeName: Names a tab that the user opens; by chance if left out.
    ///   - content: Draws the scope of a tab.
    public init(
      _ tabs: OpenTabs, title: SceneKey<String>, untitled: String = "New Tab",
      makeName: @escaping () -> TabID = TabView.randomName,
      content: @escaping (SceneScope) -> any Widget
    ) {
      self.tabs = tabs
      self.title = title
      self.untitled = untitled
      self.makeName = makeName
      self.content = content
      hear()
      if let id = tabs.selected, id != Self.arriving, tabs.ids.contains(id) {
        show(id, at: 0)
        shown[id]?.fill()
      }
      tabs.observeOnMain(in: &subscriptions) { [weak self] in self?.follow() }
      Windows.running?.add(self, of: tabs.scene?.id)
    }

    /// A name that no other tab has.
    public nonisolated static func randomName() -> TabID {
      TabID(rawValue: String(UInt64.random(in: .min ... .max), radix: 36))
    }

    // MARK: What is shown follows the list

    /// Shows all tabs; until then there is the selected one, which alone can be seen at first.
    func follow() {
      // What the user holds is where it was, until it is dropped.
      guard native.held == nil else { return }
      let ids = tabs.ids
      for (id, tab) in shown where !ids.contains(id) {
        shown[id] = nil
        titles[id] = nil
        native.close(tab)
      }
      for (index, id) in ids.enumerated() where id != Self.arriving {
        if let tab = shown[id] { native.move(tab, to: index) } else { show(id, at: index) }
      }
      if let selected = tabs.selected.flatMap({ shown[$0] }) {
        selected.fill()
        native.select(selected)
      }
    }

    private func show(_ id: TabID, at index: Int) {
      let tab = NativeTab { [content, scope = tabs.scope(of: id)] in content(scope) }
      tab.owner = self
      native.insert(tab, at: index)
      take(tab, as: id)
    }

    private func take(_ tab: NativeTab, as id: TabID) {
      shown[id] = tab
      let scope = tabs.scope(of: id)
      let show: @MainActor (String) -> Void = { [weak tab, untitled] title in
        tab?.setTitle(title.isEmpty ? untitled : title)
      }
      show(scope[title])
      titles[id] = []
      scope.observeOnMain(title, show).keep(in: &titles[id, default: []])
    }

    private func id(of tab: NativeTab) -> TabID? { shown.first { $0.value === tab }?.key }

    // MARK: What the user does

    private func hear() {
      native.onSelect = { [weak self] tab in
        guard let self, let id = id(of: tab) else { return }
        tab.fill()
        tabs.select(id)
      }
      native.onReorder = { [weak self] tab, index in
        guard let self, let id = id(of: tab) else { return }
        var ids = tabs.ids.filter { $0 != id }
        ids.insert(id, at: min(index, ids.count))
        attempt { () throws(SceneProblem) in try tabs.replace(with: ids) }
      }
      native.onClose = { [weak self] tab in
        guard let self, let id = id(of: tab) else { return true }
        return userCloses(id)
      }
      native.onArrive = { [weak self] tab, index in self?.arrive(tab, at: index) }
      native.onTearOff = { [weak self] tab in self?.tearOff(tab) }
    }

    func openTab() { attempt { () throws(SceneProblem) in try tabs.open(makeName()) } }

    /// Brings the tab back that was closed last.
    ///
    /// - Returns: Whether there was one.
    func reopenTab() -> Bool {
      var found: TabID?
      attempt { () throws(SceneProblem) in found = try tabs.reopen() }
      return found != nil
    }

    /// Closes the tab that is selected, or the window of the last one.
    func closeTab() {
      if tabs.ids.count > 1, let id = tabs.selected {
        attempt { () throws(SceneProblem) in try tabs.close(id) }
      } else {
        Windows.running?.close(tabs.scene?.id)
      }
    }

    /// The user closes a tab with its button; the bar lets it go if the answer is true.
    private func userCloses(_ id: TabID) -> Bool {
      guard tabs.ids.count > 1 else {
        Windows.running?.close(tabs.scene?.id)
        return false
      }
      do throws(SceneProblem) { try tabs.close(id) } catch {
        Windows.running?.complaints.tell(error)
        return false
      }
      shown[id] = nil
      titles[id] = nil
      return true
    }

    private func attempt(_ body: () throws(SceneProblem) -> Void) {
      do throws(SceneProblem) { try body() } catch { Windows.running?.complaints.tell(error) }
      follow()
    }

    // MARK: From window to window

    /// A tab was dropped into the bar.
    private func arrive(_ tab: NativeTab, at index: Int) {
      guard let source = tab.owner, source !== self, let id = source.id(of: tab) else {
        return follow()  // It is back where it was.
      }
      do throws(SceneProblem) {
        // One that was torn off is in the list already, in the same tick as its window.
        let name =
          Self.arriving == nil
          ? try source.tabs.move(id, to: tabs, at: index, orAs: makeName()) : id
        source.shown[id] = nil
        source.titles[id] = nil
        tab.owner = self
        tab.show(content(tabs.scope(of: name)))
        Self.arriving = nil
        take(tab, as: name)
        source.follow()
      } catch {
        native.send(tab, to: source.native, at: source.tabs.ids.firstIndex(of: id) ?? 0)
        Windows.running?.complaints.tell(error)
      }
      follow()
    }

    /// Moves the tab that is selected as a drag would: the only one of a window stays.
    ///
    /// - Parameter other: Where it goes; to a window of its own without it.
    /// - Returns: Whether it went.
    @discardableResult
    func sendTab(to other: TabView?) -> Bool {
      guard tabs.ids.count > 1, let tab = tabs.selected.flatMap({ shown[$0] }) else { return false }
      native.hand(tab, to: other?.native)
      return true
    }

    /// A tab was dropped beside all windows: opens one with it, in one tick.
    private func tearOff(_ tab: NativeTab) -> NativeTabs? {
      guard let id = id(of: tab) else { return nil }
      Self.arriving = id
      let other = Windows.running?.open(with: id, from: tabs)
      if other == nil { Self.arriving = nil }
      return other?.native
    }
  }
#endif
