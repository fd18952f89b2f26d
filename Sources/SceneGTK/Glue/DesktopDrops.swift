#if GTK
  internal import CAdw

  /// What a drag offers to a Wayland desktop, which takes it by reading it.
  ///
  /// Not on X11: there GTK would take a drop on the root window for one of these, and never end it.
  @MainActor enum DesktopDrops {
    private static let mimeType = "application/x-rootwindow-drop"

    /// A type of GLib whose values are handlers: GDK reads such a value for whoever wants bytes.
    private static let type: GType = {
      let type = unsafe g_boxed_type_register_static(
        "SceneDesktopDrop",
        { value in
          if let value = unsafe value { _ = unsafe Unmanaged<Handler>.fromOpaque(value).retain() }
          return unsafe value
        },
        { value in
          if let value = unsafe value { unsafe Unmanaged<Handler>.fromOpaque(value).release() }
        }
      )
      unsafe gdk_content_register_serializer(
        type, mimeType,
        { serializer in
          let value = unsafe gdk_content_serializer_get_value(serializer)
          _ = unsafe callHandler(g_value_get_boxed(value))
          unsafe gdk_content_serializer_return_success(serializer)
        }, nil, nil)
      return type
    }()

    /// Adds to what a drag offers; the desktop that takes it calls a handler.
    static func added(
      to content: UnsafeMutablePointer<GdkContentProvider>, of widget: WidgetHandle,
      _ body: @escaping @MainActor () -> Void
    ) -> UnsafeMutablePointer<GdkContentProvider> {
      guard isWayland(widget) else { return unsafe content }
      let handler = Handler { _ in
        // The drag is not over before who reads it has all of it.
        whenIdle(body)
        return true
      }
      var value = GValue()
      unsafe g_value_init(&value, type)
      unsafe g_value_take_boxed(&value, Unmanaged.passRetained(handler).toOpaque())
      defer { unsafe g_value_unset(&value) }
      var parts = unsafe [content, gdk_content_provider_new_for_value(&value)]
      return unsafe gdk_content_provider_new_union(&parts, gsize(parts.count))
    }

    private static func isWayland(_ widget: WidgetHandle) -> Bool {
      guard let display = unsafe gtk_widget_get_display(widget.widget) else { return false }
      let instance = unsafe UnsafeMutableRawPointer(display).assumingMemoryBound(
        to: GTypeInstance.self)
      return unsafe String(cString: g_type_name_from_instance(instance)) == "GdkWaylandDisplay"
    }
  }
#endif
