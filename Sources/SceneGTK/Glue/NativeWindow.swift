#if GTK
  internal import CAdw
  internal import Glibc

  /// A window on the screen.
  @MainActor final class NativeWindow {
    private let handle: WidgetHandle
    private let content: any Widget
    private let messages: WidgetHandle
    /// Hears that the focus came or went, or that the window was minimised or shown again.
    var onStateChange: () -> Void = {}
    /// Hears that the user made it larger or smaller.
    var onGeometryChange: () -> Void = {}
    /// The user closes the window; it is gone after this unless the answer is false.
    var onClose: () -> Bool = { true }

    init(
      _ application: NativeApplication, title: String, geometry: WindowGeometry,
      content: any Widget
    ) {
      self.content = content
      unsafe handle = WidgetHandle(adw_application_window_new(application.gtk))
      unsafe messages = WidgetHandle(
        UnsafeMutableRawPointer(adw_toast_overlay_new()).assumingMemoryBound(to: GtkWidget.self))
      setTitle(title)
      take(geometry)
      unsafe gtk_widget_set_vexpand(content.handle.widget, 1)
      let box = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      let header = unsafe UnsafeMutablePointer<GtkWidget>(OpaquePointer(adw_header_bar_new()))
      let column = unsafe UnsafeMutableRawPointer(box)?.assumingMemoryBound(to: GtkBox.self)
      unsafe gtk_box_append(column, header)
      unsafe gtk_box_append(column, content.handle.widget)
      unsafe adw_toast_overlay_set_child(messages.object, box)
      unsafe adw_application_window_set_content(
        handle.cast(to: AdwApplicationWindow.self), messages.widget)
      for name in ["default-width", "default-height", "maximized", "fullscreened"] {
        unsafe Signal.property(name).connect(handle.widget) { [weak self] in
          self?.onGeometryChange()
        }
      }
      unsafe Signal.property("is-active").connect(handle.widget) { [weak self] in
        self?.onStateChange()
      }
      unsafe Signal.closeRequest.answer(handle.widget) { [weak self] _ in
        self.map { !$0.onClose() } ?? false
      }
    }

    /// Writes what the window is about above it.
    func setTitle(_ title: String) {
      unsafe gtk_window_set_title(handle.cast(to: GtkWindow.self), title)
    }

    /// Shows the window and asks for the focus.
    func present() {
      let isFirst = unsafe gtk_widget_get_realized(handle.widget) == 0
      unsafe gtk_window_present(handle.cast(to: GtkWindow.self))
      guard isFirst, let surface = unsafe gtk_native_get_surface(handle.object) else { return }
      unsafe Signal.property("state").connect(UnsafeMutableRawPointer(surface)) { [weak self] in
        self?.onStateChange()
      }
    }

    /// Closes it as its user does, who is asked by nobody.
    func close() { unsafe gtk_window_close(handle.cast(to: GtkWindow.self)) }

    func destroy() { unsafe gtk_window_destroy(handle.cast(to: GtkWindow.self)) }

    var isActive: Bool { unsafe gtk_window_is_active(handle.cast(to: GtkWindow.self)) != 0 }

    /// Whether nothing of it is seen; a Wayland compositor does not tell.
    var isMinimised: Bool {
      guard let surface = unsafe gtk_native_get_surface(handle.object) else { return false }
      let state = unsafe gdk_toplevel_get_state(surface)
      return state.rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
    }

    /// Takes drags of activities of some types; the answer is whether the activity was of use.
    func acceptDrops(
      of activityTypes: [String],
      _ body: @escaping @MainActor (Result<[UInt8], DropReading.Failure>) -> Bool
    ) {
      handle.acceptDrops(activityTypes.map(DraggedActivity.type(of:)), end: body)
    }

    /// Says something in the window that the user closes; nothing else waits for that.
    ///
    /// - Parameters:
    ///   - text: What is said.
    ///   - button: What can be done about it, with the key of its letter; nil for nothing.
    ///   - body: Does it; the window may be gone after that.
    func say(_ text: String, button: String? = nil, _ body: @escaping @MainActor () -> Void = {}) {
      // A title of its own would be cut off at the end of its line.
      guard let toast = unsafe adw_toast_new(""), let title = unsafe gtk_label_new(text) else {
        return
      }
      unsafe gtk_label_set_wrap(OpaquePointer(title), 1)
      unsafe gtk_label_set_xalign(OpaquePointer(title), 0)
      unsafe adw_toast_set_custom_title(toast, title)
      unsafe adw_toast_set_timeout(toast, 0)
      if let button {
        unsafe adw_toast_set_button_label(toast, button)
        unsafe Signal.buttonClicked.connect(UnsafeMutableRawPointer(toast), body)
      }
      unsafe adw_toast_overlay_add_toast(messages.object, toast)
    }

    // MARK: Its size

    /// How large it is, and would be without being maximised.
    var geometry: WindowGeometry {
      let window = unsafe handle.cast(to: GtkWindow.self)
      var (width, height): (Int32, Int32) = (0, 0)
      unsafe gtk_window_get_default_size(window, &width, &height)
      return WindowGeometry(
        width: Int(width), height: Int(height),
        isMaximised: unsafe gtk_window_is_maximized(window) != 0,
        isFullScreen: unsafe gtk_window_is_fullscreen(window) != 0)
    }

    private func take(_ geometry: WindowGeometry) {
      let window = unsafe handle.cast(to: GtkWindow.self)
      let fitting = geometry.fitting(Self.monitorSizes)
      unsafe gtk_window_set_default_size(window, Int32(fitting.width), Int32(fitting.height))
      if fitting.isMaximised { unsafe gtk_window_maximize(window) }
      if fitting.isFullScreen { unsafe gtk_window_fullscreen(window) }
    }

    private static var monitorSizes: [(width: Int, height: Int)] {
      guard let display = unsafe gdk_display_get_default(),
        let monitors = unsafe gdk_display_get_monitors(display)
      else { return [] }
      let count = unsafe g_list_model_get_n_items(monitors)
      return (0..<count).compactMap { number in
        guard let monitor = unsafe g_list_model_get_item(monitors, number) else { return nil }
        defer { unsafe g_object_unref(monitor) }
        var place = GdkRectangle()
        unsafe gdk_monitor_get_geometry(OpaquePointer(monitor), &place)
        return (Int(place.width), Int(place.height))
      }
    }

    // MARK: Its picture

    /// Writes what the window shows now.
    ///
    /// - Returns: Whether there is a file now; a window that was never drawn has no picture.
    func savePicture(to path: String) -> Bool {
      guard let paintable = unsafe gtk_widget_paintable_new(handle.widget),
        let snapshot = unsafe gtk_snapshot_new()
      else { return false }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(paintable)) }
      unsafe gdk_paintable_snapshot(
        paintable, snapshot, Double(gdk_paintable_get_intrinsic_width(paintable)),
        Double(gdk_paintable_get_intrinsic_height(paintable)))
      guard let node = unsafe gtk_snapshot_free_to_node(snapshot) else { return false }
      defer { unsafe gsk_render_node_unref(node) }
      let renderer = unsafe gtk_native_get_renderer(handle.object)
      guard let texture = unsafe gsk_renderer_render_texture(renderer, node, nil) else {
        return false
      }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(texture)) }
      // Whoever waits for the file never sees half of one.
      guard unsafe gdk_texture_save_to_png(texture, path + ".new") != 0 else { return false }
      return unsafe rename(path + ".new", path) == 0
    }
  }
#endif
