package import SceneLifecycle
package import SceneState
package import StoreFormat

extension Simulation {
  /// The connected windows in order of opening.
  public var windows: [SimulatedWindow] {
    process?.host.scenes.map { SimulatedWindow($0.id, in: self) } ?? []
  }

  /// The front window, if any is connected.
  public var front: SimulatedWindow? {
    process?.host.front.map { SimulatedWindow($0.id, in: self) }
  }

  /// The names of all windows that are not closed.
  package var windowNames: [String] { sessions.map(\.id.rawValue) }

  /// The windows closed by `close`, in order.
  package var closed: [String] { world.closed }

  /// The store's values as of the end of the last step.
  package var stored: [StoredPlace: EncodedValue] { world.stored }

  /// How many stored values could not be read.
  package var setAsideCount: Int { world.setAsideCount }

  /// The phase of the app as a whole; without a connected window it is in the background.
  package var appPhase: AppPhase { AppPhase(process?.host.scenes.map(\.state) ?? []) }

  /// The window of this name, connected or not.
  ///
  /// - Parameter name: The name of a window that is not closed.
  /// - Returns: The window.
  /// - Throws: `no-such-window`, or `window-not-connected` for a closed one.
  public func window(_ name: String) throws(StepFailure) -> SimulatedWindow {
    guard isKnown(name) else {
      if isTaken(name) { throw .taken(name) }
      if closed.contains(name) { throw .windowNotConnected(name, isClosed: true) }
      throw .noSuchWindow(name, known: windowNames)
    }
    return SimulatedWindow(SceneID(rawValue: name), in: self)
  }

  /// Opens a new window, which becomes the front one.
  ///
  /// - Parameter name: Its name; nil takes the first free one of `A` to `Z`.
  /// - Returns: The new window.
  /// - Throws: `app-not-running`, `one-window-app` or `window-exists`.
  @discardableResult
  public func open(_ name: String? = nil) throws(StepFailure) -> SimulatedWindow {
    try open(OpenRequest(id: name.map { SceneID(rawValue: $0) }))
  }

  /// Opens a new window for a value, or brings the one to the front that was opened for it.
  ///
  /// - Parameter value: What the window is for.
  /// - Returns: The window.
  /// - Throws: `app-not-running`, `one-window-app`, or `payload-mismatch` for a value that cannot
  ///   be encoded.
  @discardableResult
  public func open(value: any Codable & Sendable) throws(StepFailure) -> SimulatedWindow {
    try verb("open") { () throws(StepFailure) in
      let host = try running().host
      return try refusing { () throws(SceneProblem) in
        SimulatedWindow(try host.open(value: value).id, in: self)
      }
    }
  }

  @discardableResult
  package func open(_ request: OpenRequest) throws(StepFailure) -> SimulatedWindow {
    try verb("open \(request.id?.rawValue ?? "")") { () throws(StepFailure) in
      let host = try running().host
      do throws(SceneProblem) {
        for activity in request.activities { try host.check(activity) }
        return SimulatedWindow(try host.open(request).id, in: self)
      } catch {
        throw StepFailure(error, in: self)
      }
    }
  }

  /// Every session: of the running app, or as of its end.
  package var sessions: [SceneSession] { process?.host.knownSessions ?? world.lastSessions }

  /// How many sessions there are.
  package var sessionCount: Int { process?.host.sessionCount ?? world.lastSessions.count }

  package func session(_ name: String) -> SceneSession? {
    let id = SceneID(rawValue: name)
    if let host = process?.host { return host.session(id) }
    return world.lastSessions.first { $0.id == id }
  }

  package func scene(_ name: String) -> ConnectedScene? {
    process?.host.scene(SceneID(rawValue: name))
  }

  /// The first of `A` to `Z` that a window may be given.
  package var freeName: SceneID {
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
    let free = letters.first { !isKnown($0) && !isSpent($0) }
    return SceneID(rawValue: free ?? "A\(sessions.count)")
  }

  /// Whether a name stands for another window: one of another device, or one that was here before.
  ///
  /// Where an end has taken all windows the next launch begins with `A`; one that its user closed
  /// keeps its name.
  func isSpent(_ name: String) -> Bool {
    if isTakenElsewhere?(name) == true { return true }
    guard world.everNamed[name] != nil else { return false }
    let isBeginning = process == nil || isLaunching
    return !(isBeginning && sessionCount == 0) || closed.contains(name)
  }

  /// Whether a session bears this name now.
  package func isKnown(_ name: String) -> Bool { session(name) != nil }

  /// Whether another process has taken a window over since the launch.
  package func isTaken(_ name: String) -> Bool { world.taken.contains(name) }

  /// The phase of a window; nil for a name that no window ever had.
  package func phase(of name: String) -> WindowPhase? {
    if let scene = scene(name) { return WindowPhase(scene.state) }
    if isKnown(name) || isTaken(name) { return .disconnected }
    // Closed by its user, or destroyed with the process: it is gone either way.
    return closed.contains(name) || world.everNamed[name] != nil ? .closed : nil
  }

  /// Whether the last connect of a window was one of an existing session.
  package func wasRestored(_ name: String) -> Bool? { world.restored[name] }

  /// The numbers of all sessions that ever bore the name.
  package func sessionNumbers(everNamed name: String) -> Set<UInt32> {
    world.everNamed[name] ?? []
  }

  /// The number of the session that bears the name now.
  package func sessionNumber(of name: String) -> UInt32? { session(name)?.number }

  // MARK: Closing

  func close(_ id: SceneID) throws(StepFailure) {
    try verb("close \(id.rawValue)") { () throws(StepFailure) in
      guard let session = session(id.rawValue) else {
        _ = try window(id.rawValue)
        return
      }
      if let process {
        try refusing(try process.host.discard(id))
      } else {
        // The user throws the window away in the app switcher: the app hears of it at its next
        // launch.
        try withClosedStore { (store) throws(SceneProblem) in
          SceneHost.destroyAll([session], in: store)
        }
        world.lastSessions.removeAll { $0.id == id }
        world.pendingDiscards.append(session)
      }
      world.closed.append(id.rawValue)
      lapses.insert(.closed(id.rawValue))
    }
  }

  // MARK: Bringing back

  /// Brings a closed window back with its values: a new session, shown as a restored one.
  ///
  /// - Parameter name: The name of the window.
  /// - Returns: The window.
  /// - Throws: `no-such-window` for one that was not closed in this process or by an app that does
  ///   not keep closed windows, `window-exists` if its name was given to another one since,
  ///   `one-window-app`.
  @discardableResult
  public func undoClose(_ name: String) throws(StepFailure) -> SimulatedWindow {
    try verb("undo-close \(name)") { () throws(StepFailure) in
      let host = try running().host
      guard !isKnown(name) else {
        throw .windowExists(name, isConnected: scene(name) != nil)
      }
      let id = SceneID(rawValue: name)
      guard host.closedWindows.contains(id) else {
        throw .noTombstone(name, isKept: keepsClosedWindows)
      }
      _ = try refusing(try host.undoClose(id))
      return SimulatedWindow(id, in: self)
    }
  }
}

/// What a window is doing, in the words of scenarios.
package enum WindowPhase: String, Hashable, Sendable, CaseIterable, Codable {
  case active, inactive, background, disconnected, closed

  package init(_ state: ActivationState) {
    self =
      switch state {
      case .foregroundActive: .active
      case .foregroundInactive: .inactive
      case .background: .background
      case .unattached: .disconnected
      }
  }
}
