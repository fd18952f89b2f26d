#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SceneState

/// Runs the life of an app's windows: what a window toolkit calls on launch, focus and close.
///
/// A host is synchronous and stays on the thread or actor that made it. Each call is one tick of
/// the store: the changes of state, what the app writes in its callbacks and the session records
/// are committed together.
public final class SceneHost {
  let app: any SceneApp
  let store: SceneStore
  let profile: RestorationProfile
  let clock: () -> Date
  /// The connected scenes by session number.
  package internal(set) var scenes: [ConnectedScene] = []
  /// Every session of the store, connected or not.
  var sessions: [SceneID: SceneSession] = [:]
  /// The records as the store has them, to write only what changed.
  var storedRecords: [SceneID: [UInt8]] = [:]
  /// The scene that was in front last, connected or not.
  var frontID: SceneID?
  /// The highest session number seen; the store gives the real ones when it commits.
  var highestNumber: UInt32 = 0
  /// How many calls are under way; a callback may call the host again.
  var depth = 0
  /// Sessions thrown away while no process ran; reported at the launch.
  package var pendingDiscards: [SceneSession] = []
  /// Hears everything in order.
  package var observer: ((LifecycleEvent) -> Void)?

  /// Makes the host of a new process.
  ///
  /// - Parameters:
  ///   - app: The app whose windows these are.
  ///   - store: Where sessions and values are kept.
  ///   - profile: Which windows come back at a launch.
  ///   - clock: What time it is.
  public init(
    _ app: any SceneApp, store: SceneStore, profile: RestorationProfile,
    clock: @escaping () -> Date = { .now }
  ) {
    self.app = app
    self.store = store
    self.profile = profile
    self.clock = clock
    readSessions()
  }

  /// Starts the app and brings back the windows that the profile asks for.
  ///
  /// Without anything to bring back a fresh window opens. Windows come back one after another by
  /// age, the one in front last. A record that could not be read opens with the rest of it.
  ///
  /// - Parameter id: The window to be in front; a new one with this identifier opens if no
  ///   session bears it. Nil takes the window that was in front last.
  /// - Returns: The connected scenes by age.
  @discardableResult
  public func launch(_ id: SceneID? = nil) -> [ConnectedScene] {
    change {
      observer?(.willFinishLaunching)
      app.willFinishLaunching()
      observer?(.didFinishLaunching)
      app.didFinishLaunching()
      reportPendingDiscards()
      for session in sessionsToConnect(naming: id) { connectAndActivate(session, isNew: false) }
      if let id, sessions[id] == nil { openSession(id) }
      if scenes.isEmpty { openSession(freeID()) }
    }
    return scenes
  }

  /// Opens a new window and makes it front.
  ///
  /// - Parameter id: The identifier of the window; nil takes the first free one of `A` to `Z`.
  /// - Returns: The connected scene.
  /// - Throws: `window-exists` if a session bears the identifier, `one-window-app` if the
  ///   manifest allows one window and there is one.
  @discardableResult
  public func open(_ id: SceneID? = nil) throws(SceneProblem) -> ConnectedScene {
    if let id, sessions[id] != nil { throw .windowExists(id) }
    let id = id ?? freeID()
    guard app.manifest.multipleWindows || sessions.isEmpty else { throw .oneWindowApp(id) }
    return change { openSession(id) }
  }

  /// Connects a session that has no window and makes it front.
  ///
  /// - Throws: `no-such-window` without such a session, `wrong-phase` if it is connected.
  @discardableResult
  public func reconnect(_ id: SceneID) throws(SceneProblem) -> ConnectedScene {
    guard let session = sessions[id] else { throw .noSuchWindow(id) }
    if let scene = scene(id) {
      throw .wrongPhase(id, from: scene.state, to: .foregroundActive)
    }
    return change { connectAndActivate(session, isNew: false) }
  }

  /// Takes a scene to the state that follows its present one; the same state is no change.
  ///
  /// - Throws: `window-not-connected` without such a scene, `wrong-phase` if the state cannot
  ///   follow directly.
  public func transition(_ id: SceneID, to state: ActivationState) throws(SceneProblem) {
    guard let scene = scene(id) else { throw .windowNotConnected(id) }
    switch scene.state.change(to: state) {
    case .none: if state == .foregroundActive { change { bringToFront(scene) } }
    case .callback(let callback): change { enter(state, callback, scene) }
    case .forbidden: throw .wrongPhase(id, from: scene.state, to: state)
    }
  }

  /// Throws a window away: the user closed it, and its values go with it.
  ///
  /// - Throws: `no-such-window` if no session bears the identifier.
  public func discard(_ id: SceneID) throws(SceneProblem) {
    guard let session = sessions[id] else { throw .noSuchWindow(id) }
    change {
      if let scene = scene(id) { move(scene, to: .unattached, asksForActivity: false) }
      remove(id)
      observer?(.didDiscard(id))
      app.didDiscardSceneSessions([session])
    }
  }

  /// Sends every scene to the background and makes everything durable.
  ///
  /// - Throws: Whatever keeps the store from writing.
  public func willQuit() throws(SceneProblem) {
    moveAll(to: .background)
    try store.flush()
  }
}
