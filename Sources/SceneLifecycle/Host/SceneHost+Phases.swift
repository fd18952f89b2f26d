public import SceneState

extension SceneHost {
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
    try recorded(.move(id, to: state, from: scene(id)?.state)) { () throws(SceneProblem) in
      noticeTakeovers()
      guard let scene = scene(id) else { throw .windowNotConnected(id) }
      change {
        if scene.state == state, state == .foregroundActive { bringToFront(scene) }
        move(scene, to: state, asksForActivity: true)
      }
    }
  }

  /// Takes all scenes to a state in one call, one after another in order of opening.
  ///
  /// With `background` it is what happens when another app takes the whole screen.
  ///
  /// - Parameter state: Where they end.
  public func moveAll(to state: ActivationState) {
    recorded(.move(nil, to: state)) {
      noticeTakeovers()
      change {
        for scene in scenes { move(scene, to: state, asksForActivity: true) }
      }
    }
  }

  /// Brings the scenes that were on screen back from the background, the front one last.
  public func enterForeground() {
    recorded(.foregrounding) {
      noticeTakeovers()
      change { bringBackOnScreen() }
    }
  }

  private func bringBackOnScreen() {
    let waiting = scenes.filter { $0.state == .background }
    let onScreen = waiting.filter { roster.onScreen.contains($0.id) }
    let front = roster.frontID
    for scene in frontLast(onScreen.isEmpty ? waiting : onScreen, front: front, id: \.id) {
      move(scene, to: .foregroundActive, asksForActivity: true)
    }
  }

  func move(_ scene: ConnectedScene, to state: ActivationState, asksForActivity: Bool) {
    for next in scene.state.route(to: state) {
      // A callback, of this window or of one before it, may have closed the window.
      guard scenesByID[scene.id] === scene,
        case .callback(let callback) = scene.state.change(to: next)
      else { continue }
      enter(next, callback, scene, asksForActivity: asksForActivity)
    }
  }

  func enter(
    _ state: ActivationState, _ callback: ActivationState.Callback, _ scene: ConnectedScene,
    asksForActivity: Bool = true
  ) {
    if state == .unattached { dropQueue(of: scene) }
    scene.state = state
    roster.setState(state, of: scene.id)
    recorder?.changed(scene.id, to: state)
    if state == .foregroundActive {
      bringToFront(scene)
      noteLaunched(scene)
      scene.advertisements.isActive = true
    } else {
      // What a window offers to other devices ends when it is not in use.
      scene.advertisements.isActive = false
    }
    observer?(.didChange(scene.id, callback))
    scene.scope.run {
      if state == .unattached {
        scene.delegate?.sceneDidDisconnect(scene)
      } else {
        scene.delegate?.scene(scene, didChange: state)
      }
    }
    if state == .foregroundActive { noteAppeared(scene) }
    if state == .background, asksForActivity { handOver(scene) }
    noteSelectedTab(scene)
    if state == .unattached {
      store.release(scene.id)
      forget(scene)
      forgetOldest()
    }
  }

  /// Lets go of the windows that were closed by the system longest ago, if the store is told to.
  private func forgetOldest() {
    guard store.forgetsDisconnectedScenes else { return }
    let waiting = roster.recent.latestFirst.filter { id in
      scenesByID[id] == nil && !isOpenElsewhere(store.owner(of: id))
    }
    for id in store.discardScenes(beyondRetention: waiting.reversed()) { roster.remove(id) }
  }

  func bringToFront(_ scene: ConnectedScene) { roster.activate(scene.id, at: clock()) }

  private func forget(_ scene: ConnectedScene) {
    scene.continuations.removeAll()
    scenesByID[scene.id] = nil
    if let index = scenes.firstIndex(where: { $0 === scene }) { scenes.remove(at: index) }
  }

  /// The same elements with the front one moved to the end.
  func frontLast<Element>(
    _ elements: [Element], front: SceneID?, id: (Element) -> SceneID
  ) -> [Element] {
    elements.filter { id($0) != front } + elements.filter { id($0) == front }
  }
}

// MARK: Handing over

extension SceneHost {
  /// Asks a scene for its activity and keeps a copy with the session.
  ///
  /// The order is the delegate, the activity's own delegate, then the responders in the order of
  /// their registration.
  private func handOver(_ scene: ConnectedScene) {
    keepPlaces(of: scene)
    var activity = scene.scope.run { scene.delegate?.stateRestorationActivity(for: scene) }
    if var changed = activity {
      scene.scope.run {
        scene.activityWillSave?(&changed)
        for responder in scene.responders { responder.update(&changed) }
      }
      activity = changed
    }
    let old = roster[scene.id]?.record.activity
    do throws(SceneProblem) {
      try handover?(scene.id)
      if let activity { try Self.checkLimits(of: activity, scene.id) }
      roster.update(scene.id) { record in
        record.activity = activity
        record.identity = scene.identity
        if let title = activity?.title { record.title = title }
      }
      scene.needsSave = false
    } catch {
      // The one that was handed over before stays.
      report(error, scene.id)
    }
    let hasCleared = activity == nil && old != nil
    observer?(
      .stateRestorationActivity(
        scene.id, type: activity?.activityType, hasCleared: hasCleared))
  }

  private static func checkLimits(
    of activity: UserActivity, _ id: SceneID
  ) throws(SceneProblem) {
    do throws(ActivityError) { try activity.checkLimits() } catch {
      throw SceneProblem(.valueTooLarge, address: id.rawValue, detail: "\(error)")
    }
  }

  func noteSelectedTab(_ scene: ConnectedScene) {
    let tab = scene.selectedTab?.rawValue
    roster.update(scene.id) { $0.selectedTab = tab }
  }

  package func report(_ problem: SceneProblem, _ id: SceneID?) {
    store.report(problem)
    record("problem", of: id) { line, _ in
      line.add("code", problem.code.rawValue)
      line.add("address", problem.address)
    }
    observer?(.problem(problem, id))
  }
}
