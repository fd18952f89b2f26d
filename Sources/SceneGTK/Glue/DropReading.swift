#if GTK
  internal import CAdw

  /// One drop while its bytes arrive: in pieces and with limits, since whoever sends them may be
  /// slow, dead, or this very thread.
  @MainActor @safe final class DropReading {
    /// As much as an activity may have.
    private static let byteLimit = 256 << 10
    private static let timeLimit: guint = 5000  // milliseconds

    enum Failure: Error, CustomStringConvertible {
      case tooLarge, tooSlow, broken

      var description: String {
        switch self {
        case .tooLarge: "what was dropped has more than 256 KiB"
        case .tooSlow: "what was dropped did not arrive within five seconds"
        case .broken: "what was dropped did not arrive"
        }
      }
    }

    private let drop: OpaquePointer
    private let cancellable = unsafe g_cancellable_new()
    private var stream: UnsafeMutablePointer<GInputStream>?
    private var timer: guint = 0
    private var bytes: [UInt8] = []
    /// Gets the bytes, and answers whether they were of use; nil when it got them.
    private var end: (@MainActor (Result<[UInt8], Failure>) -> Bool)?

    /// Reads a drop of one of some types, and tells its sender what became of it.
    static func read(
      _ drop: OpaquePointer, _ types: [String],
      end: @escaping @MainActor (Result<[UInt8], Failure>) -> Bool
    ) {
      unsafe DropReading(drop, end).start(types)
    }

    private init(
      _ drop: OpaquePointer, _ end: @escaping @MainActor (Result<[UInt8], Failure>) -> Bool
    ) {
      unsafe self.drop = drop
      self.end = end
      _ = unsafe g_object_ref(UnsafeMutableRawPointer(drop))
    }

    isolated deinit {
      if let stream = unsafe stream { unsafe g_object_unref(stream) }
      unsafe g_object_unref(cancellable)
      unsafe g_object_unref(UnsafeMutableRawPointer(drop))
    }

    /// The reading that a call of C was given a reference to.
    private nonisolated static func taking(_ data: UnsafeMutableRawPointer?) -> DropReading? {
      unsafe data.map { unsafe Unmanaged<DropReading>.fromOpaque($0).takeRetainedValue() }
    }

    private func start(_ types: [String]) {
      timer = unsafe g_timeout_add(
        Self.timeLimit,
        { data in
          guard let reading = unsafe DropReading.taking(data) else { return 0 }
          MainActor.assumeIsolated { reading.takesTooLong() }
          return 0
        }, Unmanaged.passRetained(self).toOpaque())
      unsafe withCStrings(types) { types in
        unsafe gdk_drop_read_async(
          drop, types, G_PRIORITY_DEFAULT, cancellable,
          { _, result, data in
            guard let reading = unsafe DropReading.taking(data) else { return }
            nonisolated(unsafe) let result = unsafe result
            MainActor.assumeIsolated { unsafe reading.hasStream(result) }
          }, Unmanaged.passRetained(self).toOpaque())
      }
    }

    /// Ends the reading; whatever arrives later is too late.
    ///
    /// GTK does not call back while it waits for a sender that never answers, cancelled or not.
    private func takesTooLong() {
      timer = 0
      finish(.failure(.tooSlow))
      unsafe g_cancellable_cancel(cancellable)
    }

    private func hasStream(_ result: OpaquePointer?) {
      unsafe stream = gdk_drop_read_finish(drop, result, nil, nil)
      if unsafe stream == nil { finish(.failure(.broken)) } else { readOn() }
    }

    private func readOn() {
      unsafe g_input_stream_read_bytes_async(
        stream, 65_536, G_PRIORITY_DEFAULT, cancellable,
        { _, result, data in
          guard let reading = unsafe DropReading.taking(data) else { return }
          nonisolated(unsafe) let result = unsafe result
          MainActor.assumeIsolated { unsafe reading.hasBytes(result) }
        }, Unmanaged.passRetained(self).toOpaque())
    }

    private func hasBytes(_ result: OpaquePointer?) {
      guard let piece = unsafe g_input_stream_read_bytes_finish(stream, result, nil) else {
        return finish(.failure(.broken))
      }
      defer { unsafe g_bytes_unref(piece) }
      var count: gsize = 0
      let start = unsafe g_bytes_get_data(piece, &count)
      guard count > 0 else { return finish(.success(bytes)) }
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(count)))
      if bytes.count > Self.byteLimit { finish(.failure(.tooLarge)) } else { readOn() }
    }

    private func finish(_ result: Result<[UInt8], Failure>) {
      guard let end else { return }
      self.end = nil
      if timer != 0 {
        _ = g_source_remove(timer)
        timer = 0
        // The timer's own reference, which it cannot drop any more.
        unsafe Unmanaged.passUnretained(self).release()
      }
      let isOfUse = end(result)
      unsafe gdk_drop_finish(drop, isOfUse ? GDK_ACTION_COPY : GdkDragAction(rawValue: 0))
    }
  }

  /// Calls with texts as a list of C that a null ends.
  func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    var list = unsafe texts.map { unsafe UnsafePointer<CChar>?.some(g_strdup($0)) } + [nil]
    defer {
      for index in texts.indices { unsafe g_free(UnsafeMutableRawPointer(mutating: list[index])) }
    }
    return unsafe list.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
  }
#endif
