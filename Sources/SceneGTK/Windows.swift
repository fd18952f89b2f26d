#if GTK
  internal import SceneLifecycle
  internal import SceneState

  /// The windows on the screen, one for each connected scene; what happens to them is told to the
  /// host, which decides.
  ///
  /// What comes from outside and what the user does are files of their own.
  @MainActor final class Windows {
    /// Those of this process, which has one application.
    private(set) static weak var running: Windows?
    let application: NativeApplication
    private let name: String
    let host: SceneHost
    private let content: (ConnectedScene) -> any Widget
    var shown: [SceneID: NativeWindow] = [:]
    /// What was made for windows that are about to be shown.
    private var contents: [SceneID: any Widget] = [:]
    let store: SceneStore
    private let dropTypes: [String]
    let complaints: Complaints
    let focus: Focus
    var tabViews: [SceneID: WeakTabView] = [:]
    struct WeakTabView { weak var view: TabView? }
    private(set) var hasLaunched = false
    private var isWatching = false
    var hasEnded = false
    /// Whether something was not kept at the end.
    var hasFailed = false

    init(
      _ application: NativeApplication, name: String, host: SceneHost, store: SceneStore,
      dropTypes: [String], content: @escaping (ConnectedScene) -> any Widget
    ) {
      self.application = application
      self.name = name
      self.host = host
      self.store = store
      self.dropTypes = dropTypes
      self.content = content
      complaints = Complaints(host, store)
      focus = Focus(host, complaints)
      Self.running = self
      // Made while the scene connects: what ends the app there is set aside after two starts.
      host.onConnect = { [weak self] scene in self?.contents[scene.id] = content(scene) }
    }

    // MARK: Restoring and following

    /// Brings the windows of the last time back, with what the app was started for.
    func launch(_ arrivals: Arrivals) {
      hasLaunched = true
      focus.isHeld = true
      complaints.hear { [weak self] in
        self?.shown[$0]
      } onTakeover: { [weak self] in
        self?.letGo()
      } onBringBack: { [weak self] in
        self?.bringBackState(of: $0)
      }
      host.launch(activities: arrivals.activities, urls: arrivals.links)
      // The front one is shown first and presented again last.
      if let front = host.front { show(front) }
      showNext()
    }

    /// Shows the other windows one by one: the front one is drawn and can be used meanwhile.
    private func showNext() {
      whenIdle { [weak self] in
        guard let self, !hasEnded else { return }
        if let scene = host.scenes.first(where: { self.shown[$0.id] == nil }) {
          show(scene)
          return showNext()
        }
        focus.isHeld = false
        if let front = host.front { shown[front.id]?.present() }
        watchRestoring()
        settle()
      }
    }

    /// Shows what the host has connected, and takes away what it has let go.
    func follow() {
      let scenes = host.scenes
      for scene in scenes where shown[scene.id] == nil { show(scene) }
      for (id, window) in shown where host.scene(id) == nil {
        shown[id] = nil
        tabViews[id] = nil
        window.destroy()
      }
      watchRestoring()
    }

    private func show(_ scene: ConnectedScene) {
      let id = scene.id
      let window = NativeWindow(
        application, title: scene.title ?? name, geometry: scene.scope[WindowGeometry.key],
        content: contents.removeValue(forKey: id) ?? content(scene))
      scene.onTitleChange = { [weak window, name] in window?.setTitle($0 ?? name) }
      window.onStateChange = { [weak self] in self?.settle() }
      window.onGeometryChange = { [weak self, weak window, scope = scene.scope] in
        guard self?.focus.isHeld == false, let window else { return }
        scope[WindowGeometry.key] = window.geometry
      }
      window.onClose = { [weak self] in self?.userCloses(id) ?? true }
      window.acceptDrops(of: dropTypes) { [weak self] result in
        guard let self else { return false }
        switch result {
        case .success(let bytes): return takeActivity(bytes, .window(id))
        case .failure(let failure):
          complaints.tell("\(failure)")
          return false
        }
      }
      shown[id] = window
      window.present()
      // The other tabs cost more than the window: it is drawn first.
      whenIdle { [weak self] in self?.tabViews[id]?.view?.follow() }
    }

    /// The windows have another state: the host is told when they have come to rest.
    func settle() { focus.settleSoon { [weak self] in self?.shown[$0] } }

    /// A window that another process has is shown here no longer.
    private func letGo() {
      host.timePassed()
      follow()
    }

    private func bringBackState(of id: SceneID) {
      shown.removeValue(forKey: id)?.destroy()
      tabViews[id] = nil
      receive { () throws(SceneProblem) in try host.bringBackStateSetAside(id).id }
    }

    /// Looks at windows whose restoring goes on, once a second and no longer than it does.
    private func watchRestoring() {
      guard !isWatching, host.scenes.contains(where: \.isRestoring) else { return }
      isWatching = true
      Task { [weak self] in
        // The process does not cancel it; without a window it ends by itself.
        try? await Task.sleep(for: .seconds(1))
        guard let self else { return }
        isWatching = false
        host.timePassed()
        follow()
      }
    }

    func savePictures(in folder: String) {
      for (id, window) in shown {
        let path = "\(folder)/\(id.rawValue).png"
        if !window.savePicture(to: path) { complain("error: no picture of window \(id.rawValue)") }
      }
    }
  }
#endif
