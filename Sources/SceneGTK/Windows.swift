#if GTK
  internal import SceneLifecycle
  internal import SceneState

  /// The windows on the screen, one for each connected scene; what happens to them is told to the
  /// host, which decides.
  @MainActor final class Windows {
    /// Those of this process, which has one application.
    private(set) static weak var running: Windows?
    private let application: NativeApplication
    private let name: String
    private let host: SceneHost
    private let content: (ConnectedScene) -> any Widget
    private var shown: [SceneID: NativeWindow] = [:]
    /// What was made for windows that are about to be shown.
    private var contents: [SceneID: any Widget] = [:]
    private let store: SceneStore
    private let dropTypes: [String]
    let complaints: Complaints
    private let focus: Focus
    private var tabViews: [SceneID: WeakTabView] = [:]
    private struct WeakTabView { weak var view: TabView? }
    private var hasLaunched = false
    private var isWatching = false
    private var hasEnded = false
    /// Whether something was not kept at the end.
    private(set) var hasFailed = false

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

    // MARK: What comes from outside

    /// Brings the windows of the last time back, or the front one to the front; what the app was
    /// started for is shown.
    func take(_ arrivals: Arrivals) {
      guard hasLaunched else { return launch(arrivals) }
      for link in arrivals.links {
        receive { () throws(SceneProblem) in try host.receive(link) }
      }
      for activity in arrivals.activities {
        receive { () throws(SceneProblem) in
          try host.receive(activity, from: .quickAction)
        }
      }
      if arrivals.isEmpty, let front = host.front { shown[front.id]?.present() }
    }

    /// Where the user dropped something.
    enum DropPlace { case window(SceneID), desktop }

    /// Takes an activity as JSON, which another process wrote or a drag carried.
    ///
    /// - Returns: Whether it was of use.
    @discardableResult
    func takeActivity(_ bytes: [UInt8], _ place: DropPlace?) -> Bool {
      guard let activity = UserActivity(encoded: bytes) else {
        complaints.tell("what came is no activity that can be read")
        return false
      }
      return receive { () throws(SceneProblem) in
        switch place {
        case nil: try host.receive(activity, from: .quickAction)
        case .desktop: try host.drop(DragItem(activity))
        case .window(let id): try host.drop(DragItem(activity), on: id)
        }
      }
    }

    private func launch(_ arrivals: Arrivals) {
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

    @discardableResult
    private func receive(_ body: () throws(SceneProblem) -> SceneID) -> Bool {
      do throws(SceneProblem) {
        let id = try body()
        follow()
        shown[id]?.present()
        return true
      } catch {
        follow()
        complaints.tell(error)
        return false
      }
    }

    /// Shows what the host has connected, and takes away what it has let go.
    private func follow() {
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

    // MARK: What the user does

    /// Opens another window.
    func open() {
      receive { () throws(SceneProblem) in try host.open().id }
    }

    // MARK: Its tabs

    func add(_ view: TabView, of id: SceneID?) {
      if let id { tabViews[id] = WeakTabView(view: view) }
    }

    /// The tabs of the window that the user works in.
    var frontTabs: TabView? { front.flatMap { tabViews[$0]?.view } }

    private var front: SceneID? { shown.first { $0.value.isActive }?.key ?? host.front?.id }

    /// Closes the tab that is selected, or a window without others.
    func closeFront() { if let tabs = frontTabs { tabs.closeTab() } else { close(front) } }

    /// Brings back what was closed last: a tab of the window in front, else a window.
    func reopen() {
      if frontTabs?.reopenTab() == true { return }
      guard let id = host.closedWindows.last else { return }
      receive { () throws(SceneProblem) in try host.undoClose(id).id }
    }

    /// Closes a window, as its user does, when nothing goes on in it.
    func close(_ id: SceneID?) {
      whenIdle { [weak self] in if let id { self?.shown[id]?.close() } }
    }

    /// Opens a window with a tab of another one, in one tick.
    func open(with tab: TabID, from tabs: OpenTabs) -> TabView? {
      var opened: SceneID?
      receive { () throws(SceneProblem) in
        let id = try store.tick { () throws(SceneProblem) in
          let scene = try host.open(scene: tabs.scene?.session.sceneName ?? "main")
          do throws(SceneProblem) { try tabs.move(tab, to: tabs.inWindow(scene)) } catch {
            try host.discard(scene.id)
            throw error
          }
          return scene.id
        }
        opened = id
        return id
      }
      return opened.flatMap { tabViews[$0]?.view }
    }

    private func userCloses(_ id: SceneID) -> Bool {
      if host.closingEndsApp(id) {
        quit()
        return false
      }
      do throws(SceneProblem) {
        try host.discard(id)
        shown[id] = nil
        tabViews[id] = nil
        return true
      } catch {
        complaints.tell(error)
        return false
      }
    }

    /// The app ends as its user wants; all is durable when this returns.
    func quit() {
      hasEnded = true
      focus.isHeld = true  // What the windows say from now on is no wish of the user's.
      do throws(SceneProblem) { try host.willQuit() } catch {
        complain("error: \(error)")
        hasFailed = true
      }
      for window in shown.values { window.destroy() }
      shown = [:]
      application.quit()
    }

    /// Hands over what the windows show and makes all durable, since the session is about to end.
    ///
    /// Nobody says whether it does end, so the app goes on.
    func save() {
      host.moveAll(to: .background)
      do throws(SceneProblem) { try store.flush() } catch { complaints.tell(error) }
      settle()
    }

    /// The windows have another state: the host is told when they have come to rest.
    private func settle() { focus.settleSoon { [weak self] in self?.shown[$0] } }

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
