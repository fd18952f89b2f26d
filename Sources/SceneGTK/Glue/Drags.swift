#if GTK
  internal import CAdw
  public import SceneLifecycle

  /// How an activity travels in a drag: its type is a type of the drag, its content is the JSON of
  /// records.
  enum DraggedActivity {
    /// The action of the application that opens a window for what was dropped beside all windows.
    static let opening = "open-activity"

    static func type(of activityType: String) -> String { "application/x-\(activityType)+json" }
  }

  extension Widget {
    /// Lets the user drag it into a window, which shows it, or to the desktop, where a new window does.
    ///
    /// Escape drops nothing. Other programs see the type of the activity alone, and take it if they
    /// know it. On X11 a foreign window that refuses cannot be told from the desktop. On Wayland a
    /// desktop takes it that knows of `application/x-rootwindow-drop`, as that of GNOME does; for
    /// others it cannot be told from an error, and nothing happens.
    ///
    /// ```swift
    /// try Label("Tala").draggable(tala.dragItem())
    /// ```
    ///
    /// - Parameter item: What is dragged, as it is now.
    /// - Throws: `ActivityError.tooLarge`, `.tooDeep`.
    public func draggable(_ item: DragItem) throws(ActivityError) {
      try item.activity.checkLimits()
      let bytes = item.activity.encoded
      let text = String(decoding: bytes, as: UTF8.self)
      guard let source = unsafe gtk_drag_source_new(),
        let content = unsafe g_bytes_new(bytes, gsize(bytes.count))
      else { return }
      defer { unsafe g_bytes_unref(content) }
      let openWindow: @MainActor () -> Bool = { [weak handle] in
        guard let handle else { return false }
        return unsafe gtk_widget_activate_action_variant(
          handle.widget, "app.\(DraggedActivity.opening)", g_variant_new_string(text)) != 0
      }
      guard
        let bare = unsafe gdk_content_provider_new_for_bytes(
          DraggedActivity.type(of: item.activity.activityType), content)
      else { return }
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
