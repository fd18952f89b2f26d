#if GTK
  internal import CAdw
  public import SceneLifecycle

  /// How an activity travels in a drag: its type is a type of the drag, its content is the JSON of
  /// records.
  enum DraggedActivity {
    /// The action of the application that opens a window for what was dropped beside all windows.
    static let opening = "open-activity"
    /// The action that gives it to the window that the user was in before.
    static let giving = "give-activity"

    static func type(of activityType: String) -> String { "application/x-\(activityType)+json" }
  }

  /// A widget that the user drags into a window, which shows what it is about, or to the desktop,
  /// where a new window does.
  ///
  /// Escape drops nothing. Other programs see the type of the activity alone, and take it if they
  /// know it. On X11 a foreign window that refuses cannot be told from the desktop. On Wayland a
  /// desktop takes it that knows of `application/x-rootwindow-drop`, as that of GNOME does; for
  /// others it cannot be told from an error, and nothing happens.
  ///
  /// The keyboard does the same: Ctrl-Return opens the new window, and Ctrl-Shift-Return shows it in
  /// the window that the user was in before.
  ///
  /// ```swift
  /// let row = try Draggable(Label("Tala"), tala.dragItem())
  /// ```
  @MainActor public final class Draggable: Widget {
    /// The widget of GTK behind it.
    public let handle: WidgetHandle
    private let content: any Widget

    /// Makes a widget of a dragged item.
    ///
    /// - Parameters:
    ///   - content: What it looks like.
    ///   - item: What is dragged, as it is now.
    /// - Throws: `ActivityError.tooLarge`, `.tooDeep`.
    public init(_ content: any Widget, _ item: DragItem) throws(ActivityError) {
      try item.activity.checkLimits()
      self.content = content
      // A label of GTK takes no focus; what is around it does.
      unsafe handle = WidgetHandle(adw_bin_new())
      unsafe adw_bin_set_child(handle.cast(to: AdwBin.self), content.handle.widget)
      let bytes = item.activity.encoded
      let text = String(decoding: bytes, as: UTF8.self)
      let act: @MainActor (String) -> Bool = { [weak handle] action in
        guard let handle else { return false }
        return unsafe gtk_widget_activate_action_variant(
          handle.widget, "app.\(action)", g_variant_new_string(text)) != 0
      }
      let openWindow: @MainActor () -> Bool = { act(DraggedActivity.opening) }
      beDragged(as: DraggedActivity.type(of: item.activity.activityType), bytes, openWindow)
      hearKeys(openWindow) { act(DraggedActivity.giving) }
    }

    private func beDragged(
      as type: String, _ bytes: [UInt8], _ openWindow: @escaping @MainActor () -> Bool
    ) {
      guard let source = unsafe gtk_drag_source_new(),
        let content = unsafe g_bytes_new(bytes, gsize(bytes.count))
      else { return }
      defer { unsafe g_bytes_unref(content) }
      guard let bare = unsafe gdk_content_provider_new_for_bytes(type, content) else { return }
      let provider = unsafe DesktopDrops.added(to: bare, of: handle) { _ = openWindow() }
      unsafe gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
      unsafe gtk_drag_source_set_content(source, provider)
      unsafe g_object_unref(UnsafeMutableRawPointer(provider))
      unsafe Signal.dragBegin.connect(UnsafeMutableRawPointer(source)) {
        scene_release_escape_key()
      }
      unsafe Signal.droppedNowhere.answer(UnsafeMutableRawPointer(source)) { _ in openWindow() }
      // The widget owns the source from now on.
      unsafe gtk_widget_add_controller(handle.widget, source)
    }

    private func hearKeys(
      _ openWindow: @escaping @MainActor () -> Bool, _ give: @escaping @MainActor () -> Bool
    ) {
      unsafe gtk_widget_set_focusable(handle.widget, 1)
      if let label = content as? Label { handle.setAccessibleName(label.text) }
      handle.onKey("<Control>Return|<Control>KP_Enter", whileFocused: true, openWindow)
      handle.onKey(
        "<Control><Shift>Return|<Control><Shift>KP_Enter", whileFocused: true, give)
    }
  }

  extension WidgetHandle {
    /// Takes what is dropped on it.
    ///
    /// - Parameters:
    ///   - types: The types of drags that it knows; the cursor refuses others.
    ///   - end: Gets the bytes, and answers whether they were of use.
    func acceptDrops(
      _ types: [String],
      end: @escaping @MainActor (Result<[UInt8], DropReading.Failure>) -> Bool
    ) {
      let formats = unsafe withCStrings(types) { list in
        unsafe gdk_content_formats_new(list, guint(types.count))
      }
      guard let target = unsafe gtk_drop_target_async_new(formats, GDK_ACTION_COPY) else { return }
      unsafe Signal.drop.answer(UnsafeMutableRawPointer(target)) { signal in
        guard let drop = unsafe signal.object else { return false }
        unsafe DropReading.read(drop, types, end: end)
        return true
      }
      unsafe gtk_widget_add_controller(widget, target)
    }
  }
#endif
