package import SceneLifecycle
import SceneState

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

  /// The phase of the app as a whole; without a connected window it is in the background.
  package var appPhase: AppPhase { AppPhase(process?.host.scenes.map(\.state) ?? []) }

  /// The window of this name, connected or not.
  ///
  /// - Parameter name: The name of a window that is not closed.
  /// - Returns: The window.
  /// - Throws: `no-such-window`, or `window-not-connected` for a closed one.
  public func window(_ name: String) throws(StepFailure) -> SimulatedWindow {
    guard sessions.contains(where: { $0.id.rawValue == name }) else {
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
    let host = try running().host
    do throws(SceneProblem) {
      return SimulatedWindow(try host.open(name.map { SceneID(rawValue: $0) }).id, in: self)
    } catch {
      switch error.code.rawValue {
      case "one-window-app": throw .oneWindowApp
      case "window-exists":
        let name = name ?? error.address
        throw .windowExists(name, isConnected: host.scene(SceneID(rawValue: name)) != nil)
      default: throw StepFailure(error)
      }
    }
  }

  var sessions: [SceneSession] { process?.host.knownSessions ?? lastSessions }

  /// Whether a session bears this name now.
  package func isKnown(_ name: String) -> Bool { windowNames.contains(name) }

  /// The phase of a window; nil for a name that no window ever had.
  package func phase(of name: String) -> WindowPhase? {
    if let scene = process?.host.scene(SceneID(rawValue: name)) { return WindowPhase(scene.state) }
    if isKnown(name) { return .disconnected }
    return closed.contains(name) ? .closed : nil
  }

  /// Whether the last connect of a window was one of an existing session.
  package func wasRestored(_ name: String) -> Bool? { restored[name] }

  /// How the window came to be opened first.
  package func openedBy(_ name: String) -> String? {
    sessions.first { $0.id.rawValue == name }?.record.openedBy
  }

  /// Whether the record of a window could be read in full.
  package func isPartial(_ name: String) -> Bool {
    sessions.first { $0.id.rawValue == name }?.record.isPartial ?? false
  }

  /// The numbers of all sessions that ever bore the name.
  package func sessionNumbers(everNamed name: String) -> Set<UInt32> { everNamed[name] ?? [] }

  /// The number of the session that bears the name now.
  package func sessionNumber(of name: String) -> UInt32? {
    sessions.first { $0.id.rawValue == name }?.number
  }
}

/// What a window is doing, in the words of scenarios.
package enum WindowPhase: String, Hashable, Sendable, CaseIterable {
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
