/// One thing that happened in a simulation, as a record; `Trace` makes the text.
package struct TraceEvent: Hashable, Sendable {
  /// The number of the step in whose course it happened; 0 outside any step.
  package let step: Int
  package let kind: Kind

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
    /// A value was stored; `json` is the value as one line.
    case storePut(StoredPlace, json: String)
    /// A stored value was removed.
    case storeGone(StoredPlace)
    /// The step was refused, and nothing else happened.
    case refused(code: String)
    /// Something went wrong while the step went through.
    case problem(code: String, window: String)
  }
}

/// What an app is told.
package enum AppEvent: Hashable, Sendable {
  case willFinishLaunching
  case didFinishLaunching
  case configurationForConnecting(String)
  case didDiscardSceneSessions(String)

  /// The event as scenarios name it: a name, or a name and an argument.
  package var text: String {
    switch self {
    case .willFinishLaunching: "willFinishLaunching"
    case .didFinishLaunching: "didFinishLaunching"
    case .configurationForConnecting(let window): "configurationForConnecting \(window)"
    case .didDiscardSceneSessions(let window): "didDiscardSceneSessions \(window)"
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
  case stateRestorationActivity(String?)
  case didDisconnect

  /// The event as scenarios name it: a name, or a name and an argument.
  package var text: String {
    switch self {
    case .willConnect: "willConnect"
    case .willEnterForeground: "willEnterForeground"
    case .didBecomeActive: "didBecomeActive"
    case .willResignActive: "willResignActive"
    case .didEnterBackground: "didEnterBackground"
    case .stateRestorationActivity(let type): "stateRestorationActivity \(type ?? "nil")"
    case .didDisconnect: "didDisconnect"
    }
  }

  /// What traces add; no part of the event.
  package var detail: String? {
    switch self {
    case .willConnect(let session, let isNew): "\(isNew ? "new session" : "session") \(session)"
    default: nil
    }
  }
}
