#if GTK
  internal import CAdw

  extension WidgetHandle {
    /// Runs a body when a key is pressed anywhere in the window that shows the widget.
    ///
    /// - Parameters:
    ///   - trigger: The key as GTK writes it, such as `<Control>Tab`; several with `|` between them.
    ///   - whileFocused: Whether it means something only while the widget has the focus.
    ///   - body: What is to be done; it answers whether the key meant anything to it.
    func onKey(
      _ trigger: String, whileFocused: Bool = false, _ body: @escaping @MainActor () -> Bool
    ) {
      let handler = Handler { _ in body() }
      guard let controller = unsafe gtk_shortcut_controller_new(),
        let action = unsafe gtk_callback_action_new(
          { _, _, data in unsafe callHandler(data) }, Unmanaged.passRetained(handler).toOpaque(),
          { data in
            if let data = unsafe data { unsafe Unmanaged<Handler>.fromOpaque(data).release() }
          })
      else { return }
      unsafe gtk_shortcut_controller_set_scope(
        controller, whileFocused ? GTK_SHORTCUT_SCOPE_LOCAL : GTK_SHORTCUT_SCOPE_GLOBAL)
      // Widgets on the way have meanings of their own for such keys.
      unsafe gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
      unsafe gtk_shortcut_controller_add_shortcut(
        controller, gtk_shortcut_new(gtk_shortcut_trigger_parse_string(trigger), action))
      unsafe gtk_widget_add_controller(widget, controller)
    }
  }
#endif
