public import SceneLifecycle
public import SceneState

/// A window of a simulation: a name for a session, valid across disconnects and launches.
public struct SimulatedWindow {
  /// The identifier of the session, which is also the name of the window.
  public let id: SceneID
  private let simulation: Simulation

  init(_ id: SceneID, in simulation: Simulation) {
    self.id = id
    self.simulation = simulation
  }

  /// The name of the window.
  public var name: String { id.rawValue }

  /// The state now; `unattached` while nothing shows the window.
  public var state: ActivationState { simulation.process?.host.scene(id)?.state ?? .unattached }

  /// Whether the last connect brought back an existing session.
  public var wasRestored: Bool { simulation.restored[name] ?? false }

  /// Where the values of the window live in the process that runs now.
  ///
  /// - Throws: `app-not-running` or `window-not-connected`.
  public func scope() throws(StepFailure) -> SceneScope { try scene().scope }

  /// The app's own object for this window, to act as its user.
  ///
  /// - Parameter type: The type of the app's delegate.
  /// - Returns: The delegate.
  /// - Throws: `app-not-running`, `window-not-connected`, or `wrong-kind` for another type.
  public func delegate<Delegate: SceneDelegate>(
    as type: Delegate.Type = Delegate.self
  ) throws(StepFailure) -> Delegate {
    guard let delegate = try scene().delegate as? Delegate else {
      throw StepFailure("wrong-kind", "the delegate of \(name) is of another type")
    }
    return delegate
  }

  /// Runs `body` as one step of the window's user: all its writes are one transaction.
  package func act<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store = simulation.process?.store else { return try body() }
    return try store.tick(body)
  }

  /// Makes the window active and front.
  ///
  /// - Throws: `app-not-running` or `window-not-connected`.
  public func activate() throws(StepFailure) { try bring(to: .foregroundActive) }

  /// Takes the focus away.
  ///
  /// - Throws: `wrong-phase` if the window is not active.
  public func resign() throws(StepFailure) {
    let state = try scene().state
    guard state == .foregroundActive else {
      throw .wrongPhase(name, is: WindowPhase(state).rawValue, needs: "active")
    }
    try bring(to: .foregroundInactive)
  }

  /// Sends the window to the background; one that is there already stays.
  ///
  /// - Throws: `app-not-running` or `window-not-connected`.
  public func background() throws(StepFailure) { try bring(to: .background) }

  /// Brings the window back from the background; a visible one stays as it is.
  ///
  /// - Throws: `app-not-running` or `window-not-connected`.
  public func foreground() throws(StepFailure) {
    if try scene().state == .background { try bring(to: .foregroundActive) }
  }

  /// Lets the system reclaim the window; its session and values stay.
  ///
  /// - Throws: `wrong-phase` unless the window is in the background.
  public func disconnect() throws(StepFailure) {
    let state = try scene().state
    guard state == .background else {
      throw .wrongPhase(name, is: WindowPhase(state).rawValue, needs: "background")
    }
    try bring(to: .unattached)
  }

  /// Brings a disconnected window back and makes it front.
  ///
  /// - Throws: `wrong-phase` if it is connected.
  public func reconnect() throws(StepFailure) {
    let host = try simulation.running().host
    if let scene = host.scene(id) {
      throw .wrongPhase(name, is: WindowPhase(scene.state).rawValue, needs: "disconnected")
    }
    do throws(SceneProblem) {
      try host.reconnect(id)
    } catch {
      throw StepFailure(error)
    }
  }

  /// Throws the window away with all its values, as its user does.
  ///
  /// - Throws: Whatever keeps the store from opening while the app does not run.
  public func close() throws(StepFailure) { try simulation.close(id) }

  private func scene() throws(StepFailure) -> ConnectedScene {
    guard let scene = try simulation.running().host.scene(id) else {
      throw .windowNotConnected(name, isClosed: !simulation.isKnown(name))
    }
    return scene
  }

  private func bring(to state: ActivationState) throws(StepFailure) {
    _ = try scene()
    let host = try simulation.running().host
    do throws(SceneProblem) {
      try host.bring(id, to: state)
    } catch {
      throw StepFailure(error)
    }
  }
}
