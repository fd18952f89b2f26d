#if GTK
  internal import SceneLifecycle
  internal import SceneState

  extension Windows {
    func open() {
      receive { () throws(SceneProblem) in try host.open().id }
    }

    // MARK: Its tabs

    func add(_ view: TabView, of id: SceneID?) {
      if let id { tabViews[id] = WeakTabView(view: view) }
    }

    var frontTabs: TabView? { front.flatMap { tabViews[$0]?.view } }

    var front: SceneID? { shown.first { $0.value.isActive }?.key ?? host.front?.id }

    /// Moves the tab that is selected to the window that the user was in before.
    func moveFrontTab() {
      guard let other = focus.before(front), let view = tabViews[other]?.view,
        frontTabs?.sendTab(to: view) == true
      else { return }
      shown[other]?.present()
    }

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

    func userCloses(_ id: SceneID) -> Bool {
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
      do throws(SceneProblem) { try store.makeDurable() } catch { complaints.tell(error) }
      settle()
    }
  }
#endif
