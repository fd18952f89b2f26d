public import FoundationEssentials
public import SceneState

/// Runs the life of an app's windows: what a window toolkit calls on launch, focus, close and drop.
///
/// A host is synchronous and stays on the thread or actor that made it. Each call is one tick of
/// the store: the changes of state, what the app writes in its callbacks and the session records
/// are committed together. No call costs more when there are more windows.
///
/// ```swift
/// let host = SceneHost(HawkNotes(), store: store, profile: .wayland)
/// for scene in host.launch() { showWindow(scene) }
/// try host.transition("A", to: .background)
/// ```
public final class SceneHost {
  let app: any SceneApp
  /// What keeps the trees of the app; nil for an app without trees.
  package let trees: (any TreeRestoring)?
  package let manifest: SceneManifest
  let store: SceneStore
  let profile: RestorationProfile
  let clock: () -> Date
  var roster = SessionRoster()
  /// The connected scenes by age: what a toolkit shows windows of.
  public internal(set) var scenes: [ConnectedScene] = []
  var scenesByID: [SceneID: ConnectedScene] = [:]
  /// Scenes with activities that wait for a handler.
  var waiting: [SceneID] = []
  /// How many calls are under way; a callback may call the host again.
  var depth = 0
  /// Sessions thrown away while no process ran; reported at the launch.
  package var pendingDiscards: [SceneSession] = []
  /// Hears everything in order.
  package var observer: ((LifecycleEvent) -> Void)?
  /// Runs before an activity is handed over; throws what keeps it from being kept.
  package var handover: ((SceneID) throws(SceneProblem) -> Void)?
  /// Windows whose delegate is to report that restoring failed.
  package var failsRestoring: Set<SceneID> = []
  /// The version of the app, kept with each session; set it before the launch.
  public var appVersion: Int64 = 1
  /// Whether launches that end before a scene is active are counted.
  package var guardsLaunch = true
  /// Whether session records name the process that has them open, so that no other one does.
  package var identifiesProcess = true
  /// What becomes of windows that another process has open.
  public var sessionsInUse: SessionsInUse
  /// Whether something from outside may go to a window without activation conditions.
  ///
  /// SwiftUI leaves such windows alone and opens another one: set this to false before the launch
  /// for its rule. What a window says it shows, and what it prefers, counts either way; the window
  /// of an app with one window is used again in any case.
  public var reusesPlainWindows = true
  /// Whether windows that the user closes can come back while this process runs.
  ///
  /// See ``undoClose(_:)``; it costs the memory of their values.
  public var keepsClosedWindows = false
  var closed: [ClosedWindow] = []
  /// How many sessions were lost to other processes when it was looked last.
  var knownLosses = 0
  /// The records as they were read, hashed, until the launch has looked whether they still are.
  var readRecords: [SceneID: Int] = [:]
  /// Why this process started, as far as the store tells.
  package internal(set) var launchReason = LaunchReason.launch
  /// Whether the store's sessions were read; a store that cannot be used yet is read later.
  var hasReadSessions = false
  /// Sessions made since `takeNewSessions()` was called last.
  var newSessions: [SceneID] = []
  /// Whether a name is taken outside this host, so that a window that nobody named gets another.
  package var isTakenElsewhere: ((SceneID) -> Bool)?
  /// Scenes whose restoration goes on after their connect.
  var restoring: [SceneID] = []
  /// Notes what happens, if a log is wanted.
  var recorder: EventRecorder?

  /// Makes the host of a new process.
  ///
  /// - Parameters:
  ///   - app: The app whose windows these are.
  ///   - store: Where sessions and values are kept.
  ///   - profile: Which windows come back at a launch, and what the end of a process destroys.
  ///   - sessionsInUse: What becomes of windows that another process has open.
  ///   - log: Where what happens is written down, for bug reports; nil writes nothing.
  ///   - clock: What time it is.
  public init(
    _ app: any SceneApp, store: SceneStore, profile: RestorationProfile = .wayland,
    sessionsInUse: SessionsInUse = .stay, log: EventLog? = nil,
    clock: @escaping () -> Date = { .now }
  ) {
    self.app = app
    trees = (app as? any TreeRestoringApp)?.makeTreeHook().trees
    manifest = app.manifest
    self.store = store
    self.profile = profile
    self.sessionsInUse = sessionsInUse
    self.clock = clock
    if let log { startLog(log) }
    readSessions()
  }

  /// Starts the app and brings back the windows that the profile asks for.
  ///
  /// Without anything to bring back a fresh window opens. Windows come back one after another by
  /// age, the one in front last. A record that could not be read opens with the rest of it. An
  /// activity or a URL is routed among the windows that come back; its window is front. Launching
  /// never fails: what leads nowhere is reported, and the saved windows are shown.
  ///
  /// - Parameters:
  ///   - activities: What the app was started for; the first is delivered, the rest is reported.
  ///   - urls: The links it was started for; used if there is no activity.
  ///   - reason: Why the system started the app, if it told; nil finds out whether the process
  ///     before this one ended while a window was in front.
  /// - Returns: The connected scenes by age.
  @discardableResult
  public func launch(
    activities: [UserActivity] = [], urls: [URL] = [], reason: LaunchReason? = nil
  ) -> [ConnectedScene] {
    if let reason { launchReason = reason }
    return launch(LaunchRequest(activities: activities, urls: urls.map(\.absoluteString)))
  }

  /// Opens a new window and makes it front.
  ///
  /// With a value that a connected window of the same kind was opened for, that window comes to
  /// the front instead.
  ///
  /// - Parameters:
  ///   - value: What the window is for; kept with the session.
  ///   - scene: The name of the scene declaration.
  ///   - activity: What it is to show.
  /// - Returns: The connected scene.
  /// - Throws: `one-window-app` if the manifest allows one window and there is one;
  ///   `payload-mismatch` for a value that cannot be encoded.
  @discardableResult
  public func open(
    value: (any Codable & Sendable)? = nil, scene: String = "main", activity: UserActivity? = nil
  ) throws(SceneProblem) -> ConnectedScene {
    var request = OpenRequest()
    request.scene = scene
    if let activity { request.activities = [activity] }
    if let value {
      guard let bytes = OpenRequest.encoded(value) else { throw .valueNotEncodable() }
      request.value = bytes
    }
    return try open(request)
  }

  /// Connects a session that has no window and makes it front.
  ///
  /// - Parameters:
  ///   - id: The session.
  ///   - policy: What becomes of it if another process has it open; nil does as the host does.
  /// - Returns: The connected scene.
  /// - Throws: `no-such-window` without such a session, `wrong-phase` if it is connected,
  ///   `session-in-use` if another process that still runs has it open and keeps it.
  @discardableResult
  public func reconnect(
    _ id: SceneID, sessionsInUse policy: SessionsInUse? = nil
  ) throws(SceneProblem) -> ConnectedScene {
    try recorded(HostEvent("reconnect", id)) { () throws(SceneProblem) in
      noticeTakeovers()
      if let scene = scene(id) {
        throw .wrongPhase(id, from: scene.state, to: .foregroundActive)
      }
      let session = try claimed(id, policy)
      rereadBeforeConnect(id)
      return try change { () throws(SceneProblem) in
        try connect(session, isNew: false, External())
      }
    }
  }

  /// Takes a scene to the state that follows its present one; the same state is no change.
  ///
  /// - Throws: `window-not-connected` without such a scene, `wrong-phase` if the state cannot
  ///   follow directly.
  public func transition(_ id: SceneID, to state: ActivationState) throws(SceneProblem) {
    try recorded(.move(id, to: state, from: scene(id)?.state)) { () throws(SceneProblem) in
      noticeTakeovers()
      guard let scene = scene(id) else { throw .windowNotConnected(id) }
      switch scene.state.change(to: state) {
      case .none: if state == .foregroundActive { change { bringToFront(scene) } }
      case .callback(let callback): change { enter(state, callback, scene) }
      case .forbidden: throw .wrongPhase(id, from: scene.state, to: state)
      }
    }
  }

  /// Throws a window away: the user closed it, and its values go with it.
  ///
  /// - Throws: `no-such-window` if no session bears the identifier, `session-in-use` if another
  ///   process has it open and keeps it.
  public func discard(_ id: SceneID) throws(SceneProblem) {
    try recorded(HostEvent("close", id)) { () throws(SceneProblem) in
      noticeTakeovers()
      let session: SceneSession
      if let scene = scene(id) { session = scene.session } else { session = try claimed(id) }
      if keepsClosedWindows { bury(session) }
      change {
        if let scene = scene(id) { move(scene, to: .unattached, asksForActivity: false) }
        remove(id)
        observer?(.didDiscard(id))
        app.didDiscardSceneSessions([session])
      }
    }
  }

  /// Sends every scene to the background and makes everything durable.
  ///
  /// On a platform that keeps nothing after a normal quit the sessions are destroyed.
  ///
  /// - Throws: Whatever keeps the store from writing.
  public func willQuit() throws(SceneProblem) {
    try recorded(HostEvent("quit")) { () throws(SceneProblem) in
      noticeTakeovers()
      moveAll(to: .background)
      if profile.fate(after: .quit) == .destroyed { Self.destroyAll(roster.sorted, in: store) }
      try store.makeDurable()
    }
  }

  /// Every session by age, also those that no window shows now; `reconnect(_:)` shows one.
  public var knownSessions: [SceneSession] { roster.sorted }

  /// How many sessions there are.
  package var sessionCount: Int { roster.byID.count }

  /// The session with this identifier.
  package func session(_ id: SceneID) -> SceneSession? { roster[id] }

  /// The connected scene with this identifier; nil if no window shows it.
  public func scene(_ id: SceneID) -> ConnectedScene? { scenesByID[id] }

  /// The front scene: the one in front last if it is connected, else the most recently active.
  ///
  /// It stays the front scene in the background; nil if no scene is connected.
  public var front: ConnectedScene? {
    if let id = roster.frontID, let scene = scene(id) { return scene }
    return roster.connected.latest.flatMap { scene($0) }
  }
}
