public import FoundationEssentials
public import SceneLifecycle
import SceneState

extension Simulation {
  /// Starts the app and brings back its windows; opens a first one if there is none.
  ///
  /// - Parameters:
  ///   - activity: What the app is started for.
  ///   - url: The link it is started for.
  /// - Returns: The front window.
  /// - Throws: `already-running`, or whatever keeps the store from opening.
  @discardableResult
  public func launch(
    activity: UserActivity? = nil, url: URL? = nil
  ) throws(StepFailure) -> SimulatedWindow {
    let request = LaunchRequest(
      activities: activity.map { [$0] } ?? [], urls: url.map { [$0.absoluteString] } ?? [])
    return try launch(request)
  }

  /// Starts the app with a window of this name in front; it opens if there is none.
  @discardableResult
  public func launch(_ name: String) throws(StepFailure) -> SimulatedWindow {
    try launch(LaunchRequest(id: SceneID(rawValue: name)))
  }

  @discardableResult
  package func launch(
    _ request: LaunchRequest, failsRestoring: String? = nil
  ) throws(StepFailure) -> SimulatedWindow {
    try verb("launch") { () throws(StepFailure) in
      try checkNotRunning()
      if let opens = request.opens?.rawValue, isKnown(opens) {
        throw .windowExists(opens, isConnected: false)
      }
      let host = try startProcess()
      for activity in request.activities.prefix(1) {
        do throws(SceneProblem) { try host.check(activity) } catch {
          dropProcess()
          throw StepFailure(error)
        }
      }
      if let failsRestoring { host.failsRestoring = [SceneID(rawValue: failsRestoring)] }
      isLaunching = true
      defer { isLaunching = false }
      host.launch(request)
      guard let front else {
        throw StepFailure(.windowNotConnected, "no window came up")
      }
      return front
    }
  }

  /// Starts the app, which dies before its first window is active.
  ///
  /// - Throws: `already-running`, or whatever keeps the store from opening.
  public func crashOnLaunch() throws(StepFailure) {
    try verb("launch {crash: true}") { () throws(StepFailure) in
      try checkNotRunning()
      let app = makeApp()
      world.appID = app.manifest.id
      log.hearApp(.willFinishLaunching)
      app.willFinishLaunching()
      log.hearApp(.didFinishLaunching)
      app.didFinishLaunching()
      log.hearApp(.crashed)
      try settleFate(after: .crashOnLaunch)
    }
  }

  private func startProcess() throws(StepFailure) -> SceneHost {
    let app = makeApp()
    world.appID = app.manifest.id
    let store = try openStore()
    let host = SceneHost(app, store: store, profile: profile) { [unowned self] in world.now }
    process = Process(app: app, store: store, host: host)
    connect(host)
    host.pendingDiscards = world.pendingDiscards
    world.pendingDiscards = []
    world.noticed = []
    world.taken = []
    world.problemsSeen = 0
    return host
  }

  /// Wires a host to this device.
  func connect(_ host: SceneHost) {
    host.appVersion = Int64(appVersion)
    host.reusesPlainWindows = reusesPlainWindows
    host.keepsClosedWindows = keepsClosedWindows
    host.isTakenElsewhere = { [unowned self] id in isSpent(id.rawValue) }
    // The simulation plays the system: it decides itself what a launch that ends leaves.
    host.guardsLaunch = false
    // Every simulated process is this one, and equal runs leave equal stores.
    host.identifiesProcess = false
    host.observer = { [unowned self] event in hear(event) }
    host.handover = { [unowned self] (_) throws(SceneProblem) in try faults.handOver() }
  }

  /// Presses the home button: every window goes to the background.
  ///
  /// - Throws: `app-not-running`.
  public func background() throws(StepFailure) {
    try verb("background") { () throws(StepFailure) in try running().host.moveAll(to: .background) }
  }

  /// Brings back the windows that were on screen.
  ///
  /// - Throws: `app-not-running`.
  public func foreground() throws(StepFailure) {
    try verb("foreground") { () throws(StepFailure) in try running().host.enterForeground() }
  }

  /// Lets the system take the process, as it does with apps in the background.
  ///
  /// - Throws: `app-not-running`, or `app-in-foreground` while a window is visible.
  public func kill() throws(StepFailure) {
    try verb("kill") { () throws(StepFailure) in
      let visible = try running().host.scenes.filter(\.state.isForeground)
      guard visible.isEmpty else {
        let list = visible.map { "\($0.id.rawValue) is \(WindowPhase($0.state).rawValue)" }
        throw .appInForeground(list.joined(separator: ", "))
      }
      try endProcess(.kill)
    }
  }

  /// Ends the process at once, as Xcode's stop button or a power cut: nothing more is saved.
  ///
  /// - Throws: `app-not-running`.
  public func stop() throws(StepFailure) {
    try verb("stop") { () throws(StepFailure) in
      _ = try running()
      try endProcess(.stop)
    }
  }

  /// Ends the process by a mistake of its own: nothing more is saved.
  ///
  /// - Throws: `app-not-running`.
  public func crash() throws(StepFailure) {
    try verb("crash") { () throws(StepFailure) in
      _ = try running()
      try endProcess(.crash)
    }
  }

  /// Swipes the app away, also one that the system has already taken.
  ///
  /// On iPadOS every session is destroyed with its values.
  ///
  /// - Throws: Whatever keeps the store from opening.
  public func forceQuit() throws(StepFailure) {
    try verb("force-quit") { () throws(StepFailure) in try endProcess(.forceQuit) }
  }

  /// Quits the app from its menu: its windows hand over their activities first.
  ///
  /// - Parameter keepsWindows: What the user wants this once; nil leaves it to the profile.
  /// - Throws: `app-not-running`, or `no-quit-here` on iPadOS.
  public func quit(keepsWindows: Bool? = nil) throws(StepFailure) {
    let words = keepsWindows.map { " {keeps-windows: \($0)}" } ?? ""
    try verb("quit\(words)") { () throws(StepFailure) in
      guard profile.canQuit else { throw .noQuitHere }
      world.quitKeeps = keepsWindows
      try running().host.moveAll(to: .background)
      try endProcess(.quit)
    }
  }

  /// Restarts the device: a running app ends as with `stop`.
  ///
  /// - Throws: Whatever keeps the store from writing.
  public func reboot() throws(StepFailure) {
    try verb("reboot") { () throws(StepFailure) in if isRunning { try endProcess(.stop) } }
  }

  /// Sends the app to the background, lets the system take it, and launches it again.
  ///
  /// - Returns: The front window.
  /// - Throws: `app-not-running`.
  @discardableResult
  public func restart() throws(StepFailure) -> SimulatedWindow {
    try background()
    try kill()
    return try launch()
  }

  /// Lets the system take background windows away, the one that is there longest first.
  ///
  /// - Parameter count: How many; more than there are is all.
  /// - Throws: `app-not-running`.
  public func memoryPressure(_ count: Int = 1) throws(StepFailure) {
    try verb("memory-pressure \(count)") { () throws(StepFailure) in
      let host = try running().host
      let waiting = host.scenes.filter { $0.state == .background }.sorted { one, other in
        let (first, second) = (since(one), since(other))
        return first == second ? one.session.number < other.session.number : first < second
      }
      for scene in waiting.prefix(max(0, count)) {
        try refusing(try host.bring(scene.id, to: .unattached))
      }
    }
  }

  private func since(_ scene: ConnectedScene) -> Int {
    world.backgroundSince[scene.id.rawValue] ?? 0
  }

  /// Throws `already-running` while the app runs.
  package func checkNotRunning() throws(StepFailure) {
    guard process == nil else { throw .alreadyRunning("the app") }
  }

  /// Throws `app-not-running` unless the app runs.
  package func checkRunning() throws(StepFailure) { _ = try running() }

  func running() throws(StepFailure) -> Process {
    guard let process else { throw .appNotRunning(on: name) }
    return process
  }
}
