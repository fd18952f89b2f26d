public import FoundationEssentials
public import SceneState

/// Runs the life of an app's windows: what a window toolkit calls on launch, focus, close and drop.
///
/// A host is synchronous and stays on the thread or actor that made it. Each call is one tick of
/// the store: the changes of state, what the app writes in its callbacks and the session records
/// are committed together. No call costs more when there are more windows.
///
/// It is long, since it is all that a toolkit calls: each call goes to the owner of a state, named
/// below.
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

  // MARK: What it leaves to others, each with a state of its own

  var roster = SessionRoster()
  private(set) lazy var records = SessionRecords(self)
  private(set) lazy var claims = Claims(self)
  private(set) lazy var closed = ClosedWindows(self)
  private(set) lazy var calls = Calls(self)
  private(set) lazy var log = CallLog(self)
  private(set) lazy var launching = Launching(self)
  private(set) lazy var launchGuard = LaunchGuard(self)
  private(set) lazy var opening = Opening(self)
  private(set) lazy var phases = Phases(self)
  private(set) lazy var restoring = Restoring(self)
  private(set) lazy var longRestorations = LongRestorations(self)
  private(set) lazy var inbox = Inbox(self)
  private(set) lazy var delivery = Delivery(self)

  // MARK: What its owner decides

  /// The version of the app, kept with each session; set it before the launch.
  public var appVersion: Int64 = 1
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
  /// Makes what a window shows, before it is active for the first time; nil for nothing.
  ///
  /// A toolkit builds the window here rather than after ``launch(activities:urls:reason:)``: state
  /// that ends the process on the way is set aside after two launches, window by window. It runs
  /// within the tick that connects, after the delegate has restored the scene.
  public var onConnect: ((ConnectedScene) -> Void)?
  /// Whether launches that end before a scene is active are counted.
  package var guardsLaunch = true
  /// Whether session records name the process that has them open, so that no other one does.
  package var identifiesProcess = true
  /// Hears everything in order.
  package var observer: ((LifecycleEvent) -> Void)?
  /// Runs before an activity is handed over; throws what keeps it from being kept.
  package var handover: ((SceneID) throws(SceneProblem) -> Void)?
  /// Whether a name is taken outside this host, so that a window that nobody named gets another.
  package var isTakenElsewhere: ((SceneID) -> Bool)?
  /// Why this process started, as far as the store tells.
  package internal(set) var launchReason = LaunchReason.launch

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
    if let log { self.log.start(log) }
    records.read()
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
  /// the front instead, and continues the activity.
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
    try call(HostEvent("reconnect", id)) { () throws(SceneProblem) in
      try opening.reconnect(id, policy)
    }
  }

  /// Takes a scene to the state that follows its present one; the same state is no change.
  ///
  /// - Throws: `window-not-connected` without such a scene, `wrong-phase` if the state cannot
  ///   follow directly.
  public func transition(_ id: SceneID, to state: ActivationState) throws(SceneProblem) {
    try call(.move(id, to: state, from: scene(id)?.state)) { () throws(SceneProblem) in
      try phases.take(connected(id), to: state)
    }
  }

  /// Takes a scene all the way to a state, with every callback on the way.
  ///
  /// For toolkits that know where a window is and not how it got there; `transition(_:to:)` takes
  /// one step and refuses leaps.
  ///
  /// ```swift
  /// try host.bring("A", to: .background)  // inactive first, if it was active
  /// ```
  /// - Parameters:
  ///   - id: The window.
  ///   - state: Where it ends; `unattached` disconnects it, its session and values stay.
  /// - Throws: `window-not-connected` without such a scene.
  public func bring(_ id: SceneID, to state: ActivationState) throws(SceneProblem) {
    try call(.move(id, to: state, from: scene(id)?.state)) { () throws(SceneProblem) in
      let scene = try connected(id)
      calls.change {
        if state == .foregroundActive {
          phases.activate(scene)
        } else {
          phases.move(scene, to: state, asksForActivity: true)
        }
      }
    }
  }

  /// Takes all scenes to a state in one call, one after another in order of opening.
  ///
  /// With `background` it is what happens when another app takes the whole screen.
  ///
  /// - Parameter state: Where they end.
  public func moveAll(to state: ActivationState) {
    call(.move(nil, to: state)) {
      calls.change {
        for scene in scenes { phases.move(scene, to: state, asksForActivity: true) }
      }
    }
  }

  /// Brings the scenes that were on screen back from the background, the front one last.
  public func enterForeground() {
    call(.foregrounding) {
      calls.change { phases.bringBackOnScreen() }
    }
  }

  /// Asks a scene in the background for its activity and what it shows again, and keeps it.
  ///
  /// For systems that look at windows behind the user's back, and for apps that changed something
  /// there.
  ///
  /// - Parameter id: The window.
  /// - Throws: `window-not-connected` without such a scene, `wrong-phase` unless it is in the
  ///   background.
  public func refresh(_ id: SceneID) throws(SceneProblem) {
    try call(HostEvent("refresh", id)) { () throws(SceneProblem) in
      let scene = try connected(id)
      guard scene.state == .background else {
        throw .wrongPhase(id, from: scene.state, to: .background)
      }
      calls.change { phases.handOver(scene) }
    }
  }

  /// Throws a window away: the user closed it, and its values go with it.
  ///
  /// - Throws: `no-such-window` if no session bears the identifier, `session-in-use` if another
  ///   process has it open and keeps it.
  public func discard(_ id: SceneID) throws(SceneProblem) {
    try call(HostEvent("close", id)) { () throws(SceneProblem) in
      let session: SceneSession
      if let scene = scene(id) { session = scene.session } else { session = try claims.claimed(id) }
      if keepsClosedWindows { closed.keep(session) }
      calls.change {
        if let scene = scene(id) { phases.move(scene, to: .unattached, asksForActivity: false) }
        records.remove(id)
        observer?(.didDiscard(id))
        app.didDiscardSceneSessions([session])
      }
    }
  }

  /// The windows that can come back with ``undoClose(_:)``, in the order in which they were closed.
  ///
  /// Empty unless ``keepsClosedWindows``; a process that ends takes them along.
  public var closedWindows: [SceneID] { closed.windows.map(\.id) }

  /// Brings back a window that the user closed, with its values; it is in front then.
  ///
  /// It is a new session with the old identifier, and connects as a restored one.
  ///
  /// ```swift
  /// if let last = host.closedWindows.last { showWindow(try host.undoClose(last)) }
  /// ```
  /// - Parameter id: One of ``closedWindows``.
  /// - Returns: The connected scene.
  /// - Throws: `window-exists` if another window bears the identifier by now, `no-such-window` for
  ///   one that was not kept, `one-window-app`, `session-in-use`, or what keeps the store from
  ///   writing.
  @discardableResult
  public func undoClose(_ id: SceneID) throws(SceneProblem) -> ConnectedScene {
    try call(HostEvent("undo-close", id)) { () throws(SceneProblem) in try closed.reopen(id) }
  }

  /// Sends every scene to the background and makes everything durable.
  ///
  /// On a platform that keeps nothing after a normal quit the sessions are destroyed.
  ///
  /// - Parameter keepsWindows: What the user wants this once, as with *Quit and Keep Windows*; nil
  ///   leaves it to the platform.
  /// - Throws: Whatever keeps the store from writing.
  public func willQuit(keepsWindows: Bool? = nil) throws(SceneProblem) {
    try call(HostEvent("quit")) { () throws(SceneProblem) in
      moveAll(to: .background)
      if profile.fate(afterQuit: keepsWindows) == .destroyed {
        Self.destroyAll(roster.sorted, in: store)
      }
      try store.makeDurable()
    }
  }

  /// Every session by age, also those that no window shows now; `reconnect(_:)` shows one.
  public var knownSessions: [SceneSession] { roster.sorted }

  /// The connected scenes by age: what a toolkit shows windows of.
  public var scenes: [ConnectedScene] { phases.scenes }

  /// The connected scene with this identifier; nil if no window shows it.
  public func scene(_ id: SceneID) -> ConnectedScene? { phases.scene(id) }

  /// The front scene: the one in front last if it is connected, else the most recently active.
  ///
  /// It stays the front scene in the background; nil if no scene is connected.
  public var front: ConnectedScene? {
    if let id = roster.frontID, let scene = scene(id) { return scene }
    return roster.connected.latest.flatMap { scene($0) }
  }

  /// Tells the host that time has passed: restoring that takes too long is reported, and windows
  /// that another process has taken over are let go.
  ///
  /// A toolkit calls it from a timer of its own while a scene's `isRestoring` is true, and when the
  /// store reports `session-in-use`.
  public func timePassed() {
    claims.noticeTakeovers()
    longRestorations.timePassed()
  }

  /// Runs a call from outside: it has its line in the log, and windows that another process has
  /// taken are known to be lost.
  func call<Result, Failure: Error>(
    _ event: @autoclosure () -> HostEvent, shows scene: (Result) -> SceneID? = { _ in nil },
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try log.recorded(event(), shows: scene) { () throws(Failure) in
      claims.noticeTakeovers()
      return try body()
    }
  }

  private func connected(_ id: SceneID) throws(SceneProblem) -> ConnectedScene {
    guard let scene = scene(id) else { throw .windowNotConnected(id) }
    return scene
  }
}
