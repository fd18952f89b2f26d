#if GTK
  internal import CAdw

  /// A tab on the screen: a place in a bar and what is shown below it.
  ///
  /// What it shows can be replaced: a tab that went to another window shows the values of its scope
  /// there, with widgets made anew.
  @MainActor @safe final class NativeTab {
    private let container: WidgetHandle
    /// The page of libadwaita, which keeps itself while it goes from bar to bar; nil before it is
    /// in one.
    fileprivate var page: OpaquePointer?
    /// Nil until the tab is seen for the first time.
    private var content: (any Widget)?
    private var makeContent: (() -> any Widget)?
    /// Whose tab it is.
    weak var owner: TabView?

    private static var all: [UInt: WeakTab] = [:]
    private struct WeakTab { weak var tab: NativeTab? }

    /// Makes a tab whose content is made when it is seen: most tabs that come back are not.
    init(_ makeContent: @escaping () -> any Widget) {
      self.makeContent = makeContent
      unsafe container = WidgetHandle(adw_bin_new())
      unsafe Self.all[UInt(bitPattern: container.object)] = WeakTab(tab: self)
    }

    isolated deinit { unsafe Self.all[UInt(bitPattern: container.object)] = nil }

    fileprivate static func of(_ page: OpaquePointer?) -> NativeTab? {
      guard let page = unsafe page, let child = unsafe adw_tab_page_get_child(page) else {
        return nil
      }
      return all[UInt(bitPattern: child)]?.tab
    }

    fileprivate var widget: UnsafeMutablePointer<GtkWidget> { unsafe container.widget }

    /// The tab is about to be seen.
    func fill() {
      if let makeContent { show(makeContent()) }
    }

    func show(_ content: any Widget) {
      makeContent = nil
      self.content = content
      unsafe adw_bin_set_child(container.cast(to: AdwBin.self), content.handle.widget)
    }

    func setTitle(_ title: String) {
      if let page = unsafe page { unsafe adw_tab_page_set_title(page, title) }
    }
  }

  /// A bar of tabs with the page of one of them below.
  @MainActor @safe final class NativeTabs {
    let handle: WidgetHandle
    private let view: OpaquePointer
    /// The user selected a tab.
    var onSelect: (NativeTab) -> Void = { _ in }
    /// The user gave a tab another place in its bar.
    var onReorder: (NativeTab, Int) -> Void = { _, _ in }
    /// The user closes a tab; it stays if the answer is false.
    var onClose: (NativeTab) -> Bool = { _ in true }
    /// A tab was dropped into the bar, one of its own or of another one's.
    var onArrive: (NativeTab, Int) -> Void = { _, _ in }
    /// A tab was dropped beside all windows: the answer takes it.
    var onTearOff: (NativeTab) -> NativeTabs? = { _ in nil }
    private var isBeingSet = false
    private var isSelecting = false
    /// A tab that the user holds: it is in no bar, and nothing that happens meanwhile is a wish.
    private(set) var held: NativeTab?

    init() {
      unsafe handle = WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
      unsafe view = adw_tab_view_new()
      let bar = unsafe adw_tab_bar_new()
      unsafe adw_tab_bar_set_view(bar, view)
      unsafe adw_tab_bar_set_autohide(bar, 0)
      let column = unsafe handle.cast(to: GtkBox.self)
      unsafe gtk_box_append(column, UnsafeMutablePointer<GtkWidget>(bar))
      unsafe gtk_widget_set_vexpand(UnsafeMutablePointer<GtkWidget>(view), 1)
      unsafe gtk_box_append(column, UnsafeMutablePointer<GtkWidget>(view))
      hear()
      scene_finish_drops_on_root()
    }

    // MARK: What the app sets

    func insert(_ tab: NativeTab, at index: Int) {
      setting { unsafe tab.page = adw_tab_view_insert(view, tab.widget, Int32(index)) }
    }

    func close(_ tab: NativeTab) {
      setting { unsafe adw_tab_view_close_page(view, tab.page) }
    }

    func move(_ tab: NativeTab, to index: Int) {
      guard unsafe adw_tab_view_get_page_position(view, tab.page) != Int32(index) else { return }
      setting { _ = unsafe adw_tab_view_reorder_page(view, tab.page, Int32(index)) }
    }

    func select(_ tab: NativeTab) {
      setting { unsafe adw_tab_view_set_selected_page(view, tab.page) }
    }

    /// Gives a tab back that was dropped here.
    func send(_ tab: NativeTab, to other: NativeTabs, at index: Int) {
      setting {
        unsafe adw_tab_view_transfer_page(view, tab.page, other.view, Int32(index))
      }
    }

    /// Gives a tab to another bar, or to that of a new window, as a drag does that has no mouse.
    func hand(_ tab: NativeTab, to other: NativeTabs?) {
      held = tab
      guard let other = other ?? onTearOff(tab) else { return held = nil }
      unsafe adw_tab_view_transfer_page(
        view, tab.page, other.view, adw_tab_view_get_n_pages(other.view))
    }

    private func setting(_ body: () -> Void) {
      let was = isBeingSet
      isBeingSet = true
      body()
      isBeingSet = was
    }

    // MARK: What the user does

    private func hear() {
      let object = unsafe UnsafeMutableRawPointer(view)
      unsafe Signal.property("selected-page").connect(object) { [weak self] in
        guard let self, !isBeingSet, !isSelecting else { return }
        // When a drag begins this is told before it.
        isSelecting = true
        whenIdle { [weak self] in self?.tellSelection() }
      }
      unsafe Signal.pageReordered.answer(object) { [weak self] signal in
        guard let self, !isBeingSet, let tab = unsafe NativeTab.of(signal.object) else {
          return false
        }
        onReorder(tab, signal.position)
        return true
      }
      unsafe Signal.closePage.answer(object) { [weak self] signal in
        guard let self, let tab = unsafe NativeTab.of(signal.object) else { return false }
        let isWanted = isBeingSet || onClose(tab)
        setting { unsafe adw_tab_view_close_page_finish(view, signal.object, isWanted ? 1 : 0) }
        return true
      }
      unsafe hearDrags(object)
    }

    private func tellSelection() {
      isSelecting = false
      guard held == nil, let tab = unsafe NativeTab.of(adw_tab_view_get_selected_page(view)) else {
        return
      }
      onSelect(tab)
    }

    private func hearDrags(_ object: UnsafeMutableRawPointer) {
      unsafe Signal.pageDetached.answer(object) { [weak self] signal in
        guard let self, !isBeingSet else { return false }
        held = unsafe NativeTab.of(signal.object)
        whenIdle { scene_release_escape_key() }
        return true
      }
      unsafe Signal.pageAttached.answer(object) { [weak self] signal in
        guard let self, !isBeingSet, let tab = unsafe NativeTab.of(signal.object) else {
          return false
        }
        tab.owner?.native.held = nil
        onArrive(tab, signal.position)
        return true
      }
      unsafe Signal.createWindow.answer(object) { [weak self] signal in
        guard let self, let held else { return false }
        unsafe signal.reply?.object = onTearOff(held)?.view
        return true
      }
    }
  }
#endif
