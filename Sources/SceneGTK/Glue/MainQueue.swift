#if GTK
  internal import CAdw
  // Links the library of the calls.
  internal import Dispatch
  internal import Glibc

  /// The queue of the main actor, run by the loop of GTK.
  enum MainQueue {
    /// From now on the loop runs what is enqueued, and sleeps while nothing is.
    @MainActor static func attach() {
      let descriptor = _dispatch_get_main_queue_handle_4CF()
      _ = unsafe g_unix_fd_add(
        descriptor, G_IO_IN,
        { descriptor, _, _ in
          var count: UInt64 = 0
          _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
          _dispatch_main_queue_callback_4CF(nil)
          return 1
        }, nil)
    }
  }
#endif
