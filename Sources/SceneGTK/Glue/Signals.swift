#if GTK
  internal import CAdw

  /// A handler of a signal, kept by the object that sends the signal.
  final class Handler: Sendable {
    /// Gets what the signal carries; answers whether it is dealt with.
    let call: @MainActor (Carried) -> Bool
    init(_ call: @escaping @MainActor (Carried) -> Bool) { self.call = call }
  }

  /// What a signal carries beside its sender.
  @safe struct Carried {
    var texts: [String] = []
    /// An object that the sender keeps until the handler returns.
    var object: OpaquePointer?
    var position = 0
    /// Where the handler leaves an object that the sender asked for.
    var reply: Reply?
  }

  /// The object that a sender asked for.
  @safe final class Reply {
    var object: OpaquePointer?
  }

  /// The signals that are listened to; how each calls its handler in C is told here alone.
  enum Signal {
    case activate, actionActivate, buttonClicked, changed, closePage, closeRequest, createWindow,
      dragBegin, drop
    case droppedNowhere, open, pageAttached, pageDetached, pageReordered, queryEnd, startup
    case property(String)

    fileprivate var name: String {
      switch self {
      case .activate, .actionActivate: "activate"
      case .buttonClicked: "button-clicked"
      case .changed: "changed"
      case .closePage: "close-page"
      case .closeRequest: "close-request"
      case .createWindow: "create-window"
      case .dragBegin: "drag-begin"
      case .drop: "drop"
      case .droppedNowhere: "drag-cancel"
      case .open: "open"
      case .pageAttached: "page-attached"
      case .pageDetached: "page-detached"
      case .pageReordered: "page-reordered"
      case .queryEnd: "query-end"
      case .startup: "startup"
      case .property(let name): "notify::\(name)"
      }
    }

    fileprivate var trampoline: GCallback {
      switch self {
      case .property:
        let call:
          @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
          ) -> gboolean = { _, _, data in unsafe callHandler(data) }
        return unsafe unsafeBitCast(call, to: GCallback.self)
      case .actionActivate:
        let call:
          @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?
          ) -> gboolean = { _, parameter, data in
            let text = unsafe parameter.flatMap { unsafe g_variant_get_string($0, nil) }
            let texts = unsafe text.map { unsafe [String(cString: $0)] } ?? []
            return unsafe callHandler(data, Carried(texts: texts))
          }
        return unsafe unsafeBitCast(call, to: GCallback.self)
      case .open:
        let call:
          @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<OpaquePointer?>?, Int32,
            UnsafePointer<CChar>?, UnsafeMutableRawPointer?
          ) -> gboolean = { _, files, count, _, data in
            let links = (0..<Int(count)).compactMap { index -> String? in
              guard let text = unsafe g_file_get_uri(files?[index]) else { return nil }
              defer { unsafe g_free(text) }
              return unsafe String(cString: text)
            }
            return unsafe callHandler(data, Carried(texts: links))
          }
        return unsafe unsafeBitCast(call, to: GCallback.self)
      case .closePage, .dragBegin:
        let call:
          @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?)
            -> gboolean = { _, object, data in unsafe callHandler(data, Carried(object: object)) }
        return unsafe unsafeBitCast(call, to: GCallback.self)
      case .createWindow:
        let call:
          @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> OpaquePointer? = {
            _, data in
            let reply = Reply()
            _ = unsafe callHandler(data, Carried(reply: reply))
            return unsafe reply.object
          }
        return unsafe unsafeBitCast(call, to: GCallback.self)
      case .pageAttached, .pageDetached, .pageReordered:
        let call:
          @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafeMutableRawPointer?)
            -> gboolean = { _, page, position, data in
              unsafe callHandler(data, Carried(object: page, position: Int(position)))
            }
        return unsafe unsafeBitCast(call, to: GCallback.self)
      case .drop:
        let call:
          @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, Double, Double, UnsafeMutableRawPointer?
          ) -> gboolean = { _, drop, _, _, data in
            unsafe callHandler(data, Carried(object: drop))
          }
        return unsafe unsafeBitCast(call, to: GCallback.self)
      case .droppedNowhere:
        let call:
          @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, GdkDragCancelReason, UnsafeMutableRawPointer?
          ) -> gboolean = { _, _, reason, data in
            // Escape and errors are no wish of the user's.
            guard reason == GDK_DRAG_CANCEL_NO_TARGET else { return 0 }
            return unsafe callHandler(data)
          }
        return unsafe unsafeBitCast(call, to: GCallback.self)
      // NB: one shape serves signals that want no answer as well: they leave it in its register.
      case .activate, .buttonClicked, .changed, .closeRequest, .queryEnd, .startup:
        let call: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean =
          { _, data in unsafe callHandler(data) }
        return unsafe unsafeBitCast(call, to: GCallback.self)
      }
    }

    /// Answers each signal until the object is gone: whether it is dealt with.
    @MainActor func answer(
      _ object: UnsafeMutableRawPointer, _ body: @escaping @MainActor (Carried) -> Bool
    ) {
      _ = unsafe g_signal_connect_data(
        object, name, trampoline, Unmanaged.passRetained(Handler(body)).toOpaque(),
        { data, _ in
          if let data = unsafe data { unsafe Unmanaged<Handler>.fromOpaque(data).release() }
        }, GConnectFlags(rawValue: 0))
    }

    /// Calls a handler at each signal until the object is gone, with the texts it carries.
    @MainActor func hear(
      _ object: UnsafeMutableRawPointer, _ body: @escaping @MainActor ([String]) -> Void
    ) {
      unsafe answer(object) { carried in
        body(carried.texts)
        return false
      }
    }

    /// Calls a handler at each signal until the object is gone.
    @MainActor func connect(
      _ object: UnsafeMutableRawPointer, _ body: @escaping @MainActor () -> Void
    ) {
      unsafe hear(object) { _ in body() }
    }
  }

  /// Runs a handler; GTK calls from the main thread, which alone runs its loop.
  func callHandler(_ data: UnsafeMutableRawPointer?, _ carried: Carried = Carried()) -> gboolean {
    guard let data = unsafe data else { return 0 }
    let handler = unsafe Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
    nonisolated(unsafe) let carried = carried
    return MainActor.assumeIsolated { unsafe handler.call(carried) } ? 1 : 0
  }

  /// Calls a handler once, when the loop has nothing else to do.
  @MainActor func whenIdle(_ body: @escaping @MainActor () -> Void) {
    let handler = Handler { _ in
      body()
      return false
    }
    _ = unsafe g_idle_add_full(
      G_PRIORITY_DEFAULT_IDLE, { data in unsafe callHandler(data) },
      Unmanaged.passRetained(handler).toOpaque(),
      { data in if let data = unsafe data { unsafe Unmanaged<Handler>.fromOpaque(data).release() } }
    )
  }
#endif
