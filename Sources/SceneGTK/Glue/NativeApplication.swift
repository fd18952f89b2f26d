#if GTK
  internal import CAdw

  /// The application object of GTK: its start, its loop and its end.
  @MainActor @safe final class NativeApplication {
    private let application: UnsafeMutablePointer<AdwApplication>
    /// The one process of the app has started; it has a display now.
    var onStartup: () -> Void = {}
    /// The app was started, here or by a process that handed over.
    var onActivate: () -> Void = {}
    /// The app is to open links, which another process has handed over or the desktop.
    var onOpen: ([String]) -> Void = { _ in }

    /// The desktop asks whether its session may end, and waits for the return.
    var onSessionEnd: () -> Void = {}

    init(id: String) {
      unsafe application = adw_application_new(id, G_APPLICATION_HANDLES_OPEN)
    }

    isolated deinit { unsafe g_object_unref(application) }

    var gtk: UnsafeMutablePointer<GtkApplication> {
      unsafe UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self)
    }

    private var object: UnsafeMutablePointer<GApplication> {
      unsafe UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
    }

    // MARK: One process

    /// Starts here, unless the app runs already.
    ///
    /// - Parameter alone: Whether other processes of the app are of no interest.
    /// - Returns: Whether the app runs in another process, which can be handed what this one got.
    func register(alone: Bool) -> Bool {
      unsafe Signal.startup.connect(application) { [weak self] in self?.onStartup() }
      unsafe Signal.activate.connect(application) { [weak self] in self?.onActivate() }
      unsafe Signal.queryEnd.connect(application) { [weak self] in self?.onSessionEnd() }
      registerSession()
      unsafe Signal.open.hear(application) { [weak self] links in self?.onOpen(links) }
      MainQueue.attach()
      if alone { beAlone() }
      if unsafe g_application_register(object, nil, nil) == 0 {
        // A bus may refuse the name, that of a sandbox for one: the windows come here then.
        beAlone()
        _ = unsafe g_application_register(object, nil, nil)
      }
      return unsafe g_application_get_is_remote(object) != 0
    }

    /// Without it the session's manager tells nothing.
    private func registerSession() {
      var value = GValue()
      unsafe g_value_init(&value, GType(5 << 2))  // G_TYPE_BOOLEAN is a macro
      unsafe g_value_set_boolean(&value, 1)
      unsafe g_object_set_property(
        UnsafeMutableRawPointer(application).assumingMemoryBound(to: GObject.self),
        "register-session", &value)
    }

    private func beAlone() {
      let flags = G_APPLICATION_HANDLES_OPEN.rawValue | G_APPLICATION_NON_UNIQUE.rawValue
      unsafe g_application_set_flags(object, GApplicationFlags(rawValue: flags))
    }

    /// Tells the other process, which opens the links or comes to the front without any.
    func handOver(_ links: [String]) {
      if links.isEmpty {
        unsafe g_application_activate(object)
      } else {
        var files = unsafe links.map { unsafe g_file_new_for_uri($0) }
        unsafe g_application_open(object, &files, Int32(files.count), "")
        unsafe files.forEach { unsafe g_object_unref(UnsafeMutableRawPointer($0)) }
      }
      send()
    }

    /// Tells the other process to do something that it has as an action.
    func handOver(_ text: String, to action: String) {
      unsafe g_action_group_activate_action(
        OpaquePointer(application), action, g_variant_new_string(text))
      send()
    }

    /// Waits until the bus has what was told, since this process ends next.
    private func send() {
      guard let bus = unsafe g_application_get_dbus_connection(object) else { return }
      _ = unsafe g_dbus_connection_flush_sync(bus, nil, nil)
    }

    // MARK: Its loop

    /// Runs until the app ends.
    func run() -> Int32 { unsafe g_application_run(object, 0, nil) }

    func quit() { unsafe g_application_quit(object) }

    // MARK: What it can be asked for

    /// Makes something that the keyboard asks for, such as `<Control>n`.
    func addAction(_ name: String, key: String, _ body: @escaping @MainActor () -> Void) {
      unsafe addAction(g_simple_action_new(name, nil)) { _ in body() }
      setKey(key, of: "app.\(name)")
    }

    /// Makes something that other processes ask for, with a text.
    func addAction(_ name: String, _ body: @escaping @MainActor (String) -> Void) {
      let type = unsafe g_variant_type_new("s")
      defer { unsafe g_variant_type_free(type) }
      unsafe addAction(g_simple_action_new(name, type)) { $0.first.map(body) }
    }

    private func addAction(
      _ action: OpaquePointer?, _ body: @escaping @MainActor ([String]) -> Void
    ) {
      guard let action = unsafe action else { return }
      unsafe Signal.actionActivate.hear(UnsafeMutableRawPointer(action), body)
      unsafe g_action_map_add_action(OpaquePointer(application), action)
      unsafe g_object_unref(UnsafeMutableRawPointer(action))
    }

    private func setKey(_ key: String, of action: String) {
      unsafe key.withCString { key in
        let keys: [UnsafePointer<CChar>?] = unsafe [key, nil]
        unsafe gtk_application_set_accels_for_action(gtk, action, keys)
      }
    }
  }
#endif
