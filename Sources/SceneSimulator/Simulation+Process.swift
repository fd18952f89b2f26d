import SceneLifecycle
import SceneState

extension Simulation {
  /// Starts the app and brings back its windows; opens a first one if there is none.
  ///
  /// - Parameter name: The window to be in front; it opens if there is no such window.
  /// - Returns: The front window.
  /// - Throws: `already-running`, or whatever keeps the store from opening.
  @discardableResult
  public func launch(_ name: String? = nil) throws(StepFailure) -> SimulatedWindow {
    guard process == nil else { throw .alreadyRunning("the app") }
    let app = makeApp()
    appID = app.manifest.id
    let store = try openStore()
    let host = SceneHost(app, store: store, profile: profile) { [unowned self] in now }
    process = Process(app: app, store: store, host: host)
    host.observer = { [unowned self] event in hear(event) }
    host.pendingDiscards = pendingDiscards
    pendingDiscards = []
    host.launch(name.map { SceneID(rawValue: $0) })
    guard let front else {
      throw StepFailure("window-not-connected", "no window came up")
    }
    return front
  }

  /// Presses the home button: every window goes to the background.
  ///
  /// - Throws: `app-not-running`.
  public func background() throws(StepFailure) {
    try running().host.moveAll(to: .background)
  }

  /// Brings back the windows that were on screen.
  ///
  /// - Throws: `app-not-running`.
  public func foreground() throws(StepFailure) {
    try running().host.enterForeground()
  }

  /// Lets the system take the process, as it does with apps in the background.
  ///
  /// - Throws: `app-not-running`, or `app-in-foreground` while a window is visible.
  public func kill() throws(StepFailure) {
    let visible = try running().host.scenes.filter(\.state.isForeground)
    guard visible.isEmpty else {
      let list = visible.map { "\($0.id.rawValue) is \(WindowPhase($0.state).rawValue)" }
      throw .appInForeground(list.joined(separator: ", "))
    }
    try endProcess()
  }

  /// Ends the process at once, as Xcode's stop button or a power cut: nothing is saved.
  ///
  /// - Throws: `app-not-running`.
  public func stop() throws(StepFailure) {
    try endProcess()
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

  func running() throws(StepFailure) -> Process {
    guard let process else { throw .appNotRunning }
    return process
  }

  private func endProcess() throws(StepFailure) {
    let process = try running()
    // What earlier steps wrote is not at stake any more. A store that cannot write loses it, as
    // it would at any end of a process.
    try? process.store.flush()
    lastSessions = process.host.knownSessions
    process.host.observer = nil
    // From here on objects of the dead process may still be held somewhere; the store takes no
    // more writes from them.
    process.store.abandon()
    self.process = nil
  }
}
