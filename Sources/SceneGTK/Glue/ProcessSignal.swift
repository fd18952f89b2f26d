#if GTK
  internal import CAdw
  internal import Glibc

  /// A signal of the system that the loop hears.
  enum ProcessSignal: CaseIterable {
    case terminate, interrupt, hangUp, user

    private var number: Int32 {
      switch self {
      case .terminate: SIGTERM
      case .interrupt: SIGINT
      case .hangUp: SIGHUP
      case .user: SIGUSR1
      }
    }

    /// Calls a handler whenever the process gets the signal.
    @MainActor func hear(_ body: @escaping @MainActor () -> Void) {
      let handler = Handler { _ in
        body()
        return true
      }
      _ = unsafe g_unix_signal_add(
        number, { data in unsafe callHandler(data) }, Unmanaged.passRetained(handler).toOpaque())
    }
  }
#endif
