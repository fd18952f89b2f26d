#if GTK
  internal import CAdw

  /// A line of text that nobody edits.
  @MainActor public final class Label: Widget {
    /// The widget of GTK behind it.
    public let handle: WidgetHandle

    /// Makes a label.
    public init(_ text: String = "") {
      unsafe handle = WidgetHandle(gtk_label_new(text))
      unsafe gtk_label_set_xalign(handle.object, 0)
    }

    /// What it says.
    public var text: String {
      get { unsafe String(cString: gtk_label_get_text(handle.object)) }
      set { unsafe gtk_label_set_text(handle.object, newValue) }
    }
  }

  /// A line of text that the user edits.
  @MainActor public final class TextField: Widget {
    /// The widget of GTK behind it.
    public let handle: WidgetHandle
    /// Hears each text that the user makes; what the app sets is not told.
    public var onEdit: (String) -> Void = { _ in }
    private var isBeingSet = false

    /// Makes a field.
    ///
    /// - Parameter name: What it is for; a screen reader says it.
    public init(_ name: String) {
      unsafe handle = WidgetHandle(gtk_entry_new())
      handle.setAccessibleName(name)
      unsafe gtk_entry_set_placeholder_text(handle.cast(to: GtkEntry.self), name)
      unsafe Signal.changed.connect(handle.widget) { [weak self] in
        if let self, !isBeingSet { onEdit(text) }
      }
    }

    /// What stands in it; the same text moves no cursor.
    public var text: String {
      get { unsafe String(cString: gtk_editable_get_text(handle.object)) }
      set {
        guard newValue != text else { return }
        isBeingSet = true
        unsafe gtk_editable_set_text(handle.object, newValue)
        unsafe gtk_editable_set_position(handle.object, -1)
        isBeingSet = false
      }
    }

    /// Gives it the keyboard.
    public func takeFocus() { _ = unsafe gtk_widget_grab_focus(handle.widget) }
  }

  /// Widgets one below the other.
  @MainActor public final class Column: Widget {
    /// The widget of GTK behind it.
    public let handle: WidgetHandle
    private let parts: [any Widget]

    /// Makes a column; it keeps its parts.
    public init(_ parts: [any Widget], margin: Int = 0) {
      self.parts = parts
      unsafe handle = WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, Int32(margin / 2)))
      for part in parts {
        unsafe gtk_box_append(handle.cast(to: GtkBox.self), part.handle.widget)
      }
      unsafe gtk_widget_set_margin_top(handle.widget, Int32(margin))
      unsafe gtk_widget_set_margin_start(handle.widget, Int32(margin))
      unsafe gtk_widget_set_margin_end(handle.widget, Int32(margin))
    }
  }

  /// Pages with a bar of their titles, one of them in front; which there are stays the same.
  ///
  /// Ctrl-Tab turns them over.
  @MainActor public final class TabPages: Widget {
    /// The widget of GTK behind it.
    public let handle: WidgetHandle
    /// Hears which page the user selected, by its number; what the app selects is not told.
    public var onSelect: (Int) -> Void = { _ in }
    private let pages: [any Widget]
    private var isBeingSet = false
    private var waiting: Int?

    /// Makes the pages.
    public init(_ pages: [(title: String, content: any Widget)]) {
      self.pages = pages.map(\.content)
      unsafe handle = WidgetHandle(gtk_notebook_new())
      for page in pages {
        _ = unsafe gtk_notebook_append_page(
          handle.object, page.content.handle.widget, gtk_label_new(page.title))
      }
      unsafe Signal.property("page").connect(handle.widget) { [weak self] in
        if let self, !isBeingSet { onSelect(selected) }
      }
      unsafe Signal.property("root").connect(handle.widget) { [weak self] in self?.showWaiting() }
      // As in windows whose tabs come and go.
      handle.onKey("<Control>Tab") { [weak self] in self?.turn(by: 1) ?? false }
      handle.onKey("<Control><Shift>Tab|<Control><Shift>ISO_Left_Tab") { [weak self] in
        self?.turn(by: -1) ?? false
      }
    }

    /// The user goes to the next page or the one before, from the last one to the first.
    private func turn(by step: Int) -> Bool {
      guard pages.count > 1 else { return false }
      let next = (selected + step + pages.count) % pages.count
      unsafe gtk_notebook_set_current_page(handle.object, Int32(next))
      return true
    }

    /// The number of the page in front.
    public var selected: Int {
      get {
        if let waiting { return waiting }
        return unsafe Int(gtk_notebook_get_current_page(handle.object))
      }
      set {
        guard newValue != selected, pages.indices.contains(newValue) else { return }
        waiting = newValue
        showWaiting()
      }
    }

    /// Shows the page that waits, once there is a window: GTK asks that for its focus.
    private func showWaiting() {
      guard let page = waiting, unsafe gtk_widget_get_root(handle.widget) != nil else { return }
      waiting = nil
      isBeingSet = true
      unsafe gtk_notebook_set_current_page(handle.object, Int32(page))
      isBeingSet = false
    }
  }
#endif
