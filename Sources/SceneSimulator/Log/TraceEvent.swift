import SceneLifecycle

/// One thing that happened in a simulation, as a record; `Trace` makes the text.
package struct TraceEvent: Hashable, Sendable {
  /// The number of the step in whose course it happened; 0 outside any step.
  package let step: Int
  package internal(set) var kind: Kind

  package enum Kind: Hashable, Sendable {
    /// A case of a scenario begins.
    case scenarioCase(String)
    /// A group of steps begins.
    case group(String)
    /// A step begins; its text is verb and argument.
    case step(String)
    /// The app was told something.
    case app(AppEvent)
    /// A window was told something.
    case window(String, WindowEvent)
    /// A window comes to the front instead of a new one: it was opened for the same value.
    case valueIsShown(String)
    /// A window came to another display, since one came or went.
    case moved(String, display: String)
    /// What a device carried to a cluster, brought from there, or lost to another device.
    case device(String, String)
    /// A value was stored; `json` is the value as one line.
    case storePut(StoredPlace, json: String)
    /// A stored value was removed.
    case storeGone(StoredPlace)
    /// Bytes that cannot be read were set aside.
    case storeAside(StoredPlace)
    /// Bytes that were set aside can be read again and are back.
    case storeBack(StoredPlace)
    /// The step was refused, and nothing else happened.
    case refused(code: String)
    /// Something went wrong while the step went through.
    case problem(code: String, window: String)
  }

  package init(step: Int, kind: Kind) {
    self.step = step
    self.kind = kind
  }
}

extension TraceEvent.Kind {
  /// What `valueIsShown` says of the window.
  package static let valueIsShownText = "shows the value already"
}

/// What an app is told.
package enum AppEvent: Hashable, Sendable {
  case willFinishLaunching
  case didFinishLaunching
  case configurationForConnecting(String)
  case didDiscardSceneSessions(String)
  /// The process died.
  case crashed
  /// The process was ended by a fault at this point.
  case killedByFault(String)
  /// Something of the restoration tree, in its own words.
  case tree(String)

  /// The event as scenarios name it: a name, or a name and an argument.
  package var text: String {
    switch self {
    case .willFinishLaunching: "willFinishLaunching"
    case .didFinishLaunching: "didFinishLaunching"
    case .configurationForConnecting(let window): "configurationForConnecting \(window)"
    case .didDiscardSceneSessions(let window): "didDiscardSceneSessions \(window)"
    case .crashed: "crashed"
    case .killedByFault: "killed by fault"
    case .tree(let text): text
    }
  }

  /// What traces add; no part of the event.
  package var detail: String? {
    switch self {
    case .killedByFault(let point): point
    default: nil
    }
  }
}

/// What a window is told.
package enum WindowEvent: Hashable, Sendable {
  case willConnect(session: UInt32, isNew: Bool)
  case willEnterForeground
  case didBecomeActive
  case willResignActive
  case didEnterBackground
  case stateRestorationActivity(String?, hasCleared: Bool)
  case didDisconnect
  case willContinue(String)
  case continues(String, handlers: Int)
  case didFail(String)
  case queued(String)
  case dropped(String)
  case openURL(String)
  /// Details: a handler has its turn, an observer of a key is told, a key is read at the connect.
  case handled(String, at: String)
  case notified(String)
  case read(String)

  /// What details begin with.
  package static let detailWords: Set<String> = ["handled", "notified", "read"]

  /// The event as scenarios name it: a name, or a name and an argument.
  package var text: String {
    switch self {
    case .willConnect: "willConnect"
    case .willEnterForeground: "willEnterForeground"
    case .didBecomeActive: "didBecomeActive"
    case .willResignActive: "willResignActive"
    case .didEnterBackground: "didEnterBackground"
    case .stateRestorationActivity(let type, _): "stateRestorationActivity \(type ?? "nil")"
    case .didDisconnect: "didDisconnect"
    case .willContinue(let type): "willContinueUserActivity \(type)"
    case .continues(let type, _): "continue \(type)"
    case .didFail(let type): "didFail \(type)"
    case .queued(let type): "queued \(type)"
    case .dropped(let type): "dropped \(type)"
    case .openURL(let url): "openURL \(url)"
    case .handled(let type, let place): "handled \(type) at \(place)"
    case .notified(let key): "notified \(key)"
    case .read(let key): "read \(key)"
    }
  }

  /// What traces add; no part of the event.
  package var detail: String? {
    switch self {
    case .willConnect(let session, let isNew): "\(isNew ? "new session" : "session") \(session)"
    case .continues(_, let count): "\(count) \(count == 1 ? "handler" : "handlers")"
    case .stateRestorationActivity(nil, let hasCleared): hasCleared ? "cleared" : nil
    default: nil
    }
  }

  init(_ callback: ActivationState.Callback) {
    self =
      switch callback {
      case .willEnterForeground: .willEnterForeground
      case .didBecomeActive: .didBecomeActive
      case .willResignActive: .willResignActive
      case .didEnterBackground: .didEnterBackground
      case .didDisconnect: .didDisconnect
      }
  }
}
