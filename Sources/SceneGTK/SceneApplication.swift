#if GTK
  public import FoundationEssentials
  public import SceneLifecycle
  public import SceneState

  /// An app with real windows: runs the loop of GTK and tells the host what the user does.
  ///
  /// One process of a user shows the windows: a later start hands over what it was started for, and
  /// ends. The app and its store are made in the process that shows windows, not in the other one.
  /// Without a session bus each start has windows of its own, and the store keeps them apart.
  ///
  /// ```swift
  /// let application = SceneApplication(
  ///   id: "com.example.hawknotes", name: "Hawk Notes", content: NotesWindow.init
  /// ) { HawkNotes() }
  /// exit(application.run())
  /// ```
  @MainActor public final class SceneApplication {
    private let name: String
    private let native: NativeApplication
    private let content: (ConnectedScene) -> any Widget
    private let makeApp: () -> any SceneApp
    private let openStore: () -> SceneStore
    private var arrivals = Arrivals()
    private var windows: Windows?

    /// Makes the application.
    ///
    /// - Parameters:
    ///   - id: The identifier of the app, for the desktop and for the place of the store.
    ///   - name: The name of the app, which a window without a title bears.
    ///   - store: Opens the store; the app's own place without it.
    ///   - content: Draws a scene that was connected.
    ///   - app: Makes the app.
    public init(
      id: String, name: String, store: (() -> SceneStore)? = nil,
      content: @escaping (ConnectedScene) -> any Widget, app: @escaping () -> any SceneApp
    ) {
      self.name = name
      native = NativeApplication(id: id)
      self.content = content
      makeApp = app
      openStore = store ?? { SceneStore.open(appID: id) }
    }

    /// Where SIGUSR1 writes a picture of each window, named after the window; nil for nowhere.
    public var pictureFolder: String?

    /// Whether a start hands over to the process of the app that runs already; true at first.
    ///
    /// An app that was started for another store than its own is better off alone.
    public var handsOver = true

    /// Gets the host and its store before windows come back, for what an app does besides showing
    /// them, such as carrying scenes to other machines.
    public var onStart: ((SceneHost, SceneStore) -> Void)?

    /// Shows the window of a scene that is stored and has none, in front of the others.
    ///
    /// - Throws: `no-such-session`, or what keeps the store from being written.
    public func show(_ scene: SceneID) throws(SceneProblem) {
      guard let windows, windows.host.scene(scene) == nil else { return }
      try windows.host.reconnect(scene)
      windows.follow()
      windows.shown[scene]?.present()
    }

    /// Takes a window away and keeps its scene, after it was asked what it shows.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func letGo(of scene: SceneID) -> Bool {
      guard let windows, windows.host.scene(scene) != nil else { return false }
      // It is connected, so it can.
      try? windows.host.bring(scene, to: .unattached)
      windows.follow()
      return true
    }

    /// Shows the windows and returns when the app ends; at once if another process shows them.
    ///
    /// SIGTERM, SIGINT and SIGHUP end it as its user would: all is durable before the loop turns
    /// again.
    ///
    /// - Parameters:
    ///   - links: What the app was started for: each goes to the window that shows it best.
    ///   - activity: What else it was started for, from a search or from the menu of its icon; at
    ///     most 256 KiB.
    /// - Returns: What the process is to exit with.
    public func run(opening links: [URL] = [], continuing activity: UserActivity? = nil) -> Int32 {
      connect()
      for signal in [ProcessSignal.terminate, .interrupt, .hangUp] {
        signal.hear { [unowned self] in windows?.quit() ?? native.quit() }
      }
      if let folder = pictureFolder {
        ProcessSignal.user.hear { [unowned self] in windows?.savePictures(in: folder) }
      }
      guard !native.register(alone: !handsOver) else { return handOver(links, activity) }
      arrivals = Arrivals(links: links, activities: [activity].compactMap(\.self))
      let code = native.run()
      return windows?.hasFailed == true ? 4 : code
    }

    private func connect() {
      native.onStartup = { [unowned self] in start() }
      native.onActivate = { [unowned self] in
        windows?.take(arrivals)
        arrivals = Arrivals()
      }
      native.onSessionEnd = { [unowned self] in windows?.save() }
      native.onOpen = { [unowned self] links in
        windows?.take(Arrivals(links: links.compactMap { URL(string: $0) }))
      }
    }

    private func start() {
      let (app, store) = (makeApp(), openStore())
      let host = SceneHost(app, store: store, profile: .wayland)
      host.keepsClosedWindows = true
      let windows = Windows(
        native, name: name, host: host, store: store,
        dropTypes: app.manifest.activities.map(\.name), content: content)
      self.windows = windows
      onStart?(host, store)
      native.addAction("new", key: "<Control>n") { [weak windows] in windows?.open() }
      native.addAction("quit", key: "<Control>q") { [weak windows] in windows?.quit() }
      native.addAction(Self.continuing) { [weak windows] text in
        windows?.takeActivity(Array(text.utf8), nil)
      }
      native.addAction(DraggedActivity.opening) { [weak windows] text in
        windows?.takeActivity(Array(text.utf8), .desktop)
      }
      native.addAction(DraggedActivity.giving) { [weak windows] text in
        guard let windows, let other = windows.focus.before(windows.front) else { return }
        windows.takeActivity(Array(text.utf8), .window(other))
      }
      native.addAction("close", key: "<Control>w") { [weak windows] in windows?.closeFront() }
      native.addAction("new-tab", key: "<Control>t") { [weak windows] in
        windows?.frontTabs?.openTab()
      }
      native.addAction("tear-off-tab", key: "<Control><Shift>n") { [weak windows] in
        windows?.frontTabs?.sendTab(to: nil)
      }
      native.addAction("move-tab", key: "<Control><Shift>m") { [weak windows] in
        windows?.moveFrontTab()
      }
      native.addAction("reopen", key: "<Control><Shift>t") { [weak windows] in windows?.reopen() }
    }

    // MARK: Another process has the windows

    /// The action that takes an activity, as JSON.
    private static let continuing = "continue-activity"

    private func handOver(_ links: [URL], _ activity: UserActivity?) -> Int32 {
      if let activity {
        do throws(ActivityError) { try activity.checkLimits() } catch {
          complain("error: the activity cannot be handed over: \(error)")
          return 1
        }
        native.handOver(String(decoding: activity.encoded, as: UTF8.self), to: Self.continuing)
      }
      if activity == nil || !links.isEmpty { native.handOver(links.map(\.absoluteString)) }
      return 0
    }
  }
#endif
