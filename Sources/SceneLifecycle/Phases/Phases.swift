import SceneState

/// The connected windows and the states they go through; hands over what they are about.
final class Phases {
  private unowned let host: SceneHost
  private(set) var scenes: [ConnectedScene] = []
  private var scenesByID: [SceneID: ConnectedScene] = [:]
  /// The scene that was told last that it is in front; nil while none is on the screen.
  private var toldFront: SceneID?

  init(_ host: SceneHost) { self.host = host }

  func scene(_ id: SceneID) -> ConnectedScene? { scenesByID[id] }

  func add(_ scene: ConnectedScene) {
    let number = host.roster[scene.id]?.number ?? 0
    var (low, high) = (0, scenes.count)
    while low < high {
      let middle = (low + high) / 2
      if (host.roster[scenes[middle].id]?.number ?? 0) < number {
        low = middle + 1
      } else {
        high = middle
      }
    }
    scenes.insert(scene, at: low)
    scenesByID[scene.id] = scene
  }

  /// Brings the scenes that were on screen back from the background, the front one last.
  func bringBackOnScreen() {
    let waiting = scenes.filter { $0.state == .background }
    let onScreen = waiting.filter { host.roster.onScreen.contains($0.id) }
    let front = host.roster.frontID
    for scene in frontLast(onScreen.isEmpty ? waiting : onScreen, front: front, id: \.id) {
      move(scene, to: .foregroundActive, asksForActivity: true)
    }
  }

  /// Takes a scene to the state that follows its present one.
  func take(_ scene: ConnectedScene, to state: ActivationState) throws(SceneProblem) {
    switch scene.state.change(to: state) {
    case .none: if state == .foregroundActive { host.calls.change { bringToFront(scene) } }
    case .callback(let callback): host.calls.change { enter(state, callback, scene) }
    case .forbidden: throw .wrongPhase(scene.id, from: scene.state, to: state)
    }
  }

  /// Takes a scene all the way to a state, with every callback on the way.
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
    if state == .unattached { host.delivery.dropQueue(of: scene) }
    if scene.state == .foregroundActive { host.roster.noteLeft(scene.id, at: host.clock()) }
    scene.state = state
    host.roster.setState(state, of: scene.id)
    host.log.changed(scene.id, to: state)
    if state == .foregroundActive {
      if !isForExternalDisplay(scene) { bringToFront(scene) }
      host.launchGuard.succeeded(scene)
      scene.advertisements.isActive = true
    } else {
      // What a window offers to other devices ends when it is not in use.
      scene.advertisements.isActive = false
    }
    host.observer?(.didChange(scene.id, callback))
    scene.scope.run {
      if state == .unattached {
        scene.delegate?.sceneDidDisconnect(scene)
      } else {
        scene.delegate?.scene(scene, didChange: state)
      }
    }
    if state == .foregroundActive { host.restoring.noteAppeared(scene) }
    if state == .background, asksForActivity { handOver(scene) }
    noteSelectedTab(scene)
    if state == .unattached {
      host.store.release(scene.id)
      forget(scene)
      forgetOldest()
    }
  }

  /// Lets go of the windows that were closed by the system longest ago, if the store is told to.
  private func forgetOldest() {
    guard host.store.forgetsDisconnectedScenes else { return }
    let waiting = host.roster.recent.latestFirst.filter { id in
      scenesByID[id] == nil && !host.claims.isOpenElsewhere(host.store.owner(of: id))
    }
    for id in host.store.discardScenes(beyondRetention: waiting.reversed()) {
      host.roster.remove(id)
      host.observer?(.forgotten(id))
    }
  }

  /// Makes a window active and the front one.
  func activate(_ scene: ConnectedScene) {
    // One for an audience comes there only when it is asked to.
    if scene.state == .foregroundActive || isForExternalDisplay(scene) { bringToFront(scene) }
    move(scene, to: .foregroundActive, asksForActivity: true)
  }

  private func isForExternalDisplay(_ scene: ConnectedScene) -> Bool {
    host.manifest.isForExternalDisplay(scene.session.record.scene)
  }

  func bringToFront(_ scene: ConnectedScene) { host.roster.activate(scene.id, at: host.clock()) }

  /// Tells the scene that has come to the front, if another one was told last.
  func tellFront() {
    let front = noteFront()
    if let front { front.scope.run { front.delegate?.sceneDidComeToFront(front) } }
  }

  /// Takes the scene in front for one that knows it.
  ///
  /// - Returns: The scene, if it is on the screen and another one was told last.
  @discardableResult
  func noteFront() -> ConnectedScene? {
    let front = host.front.flatMap { $0.state == .foregroundActive ? $0 : nil }
    defer { toldFront = front?.id }
    return front?.id == toldFront ? nil : front
  }

  private func forget(_ scene: ConnectedScene) {
    scene.continuations.removeAll()
    // Each may hold the other. The delegate goes when its window is at rest: what it does at its
    // end may look there.
    let delegate = scene.delegate
    defer { withExtendedLifetime(delegate) {} }
    scene.delegate = nil
    scenesByID[scene.id] = nil
    if let index = scenes.firstIndex(where: { $0 === scene }) { scenes.remove(at: index) }
  }

  /// The same elements with the front one moved to the end.
  func frontLast<Element>(
    _ elements: [Element], front: SceneID?, id: (Element) -> SceneID
  ) -> [Element] {
    elements.filter { id($0) != front } + elements.filter { id($0) == front }
  }

  // MARK: Handing over

  /// Asks a scene for its activity and keeps a copy with the session.
  ///
  /// The order is the delegate, the activity's own delegate, then the responders in the order of
  /// their registration.
  func handOver(_ scene: ConnectedScene) {
    host.restoring.keepPlaces(of: scene)
    // What was saved is still to come; only what the app has changed since takes its place.
    if scene.awaitsRestoration, !scene.needsSave { return }
    var activity = scene.scope.run { scene.delegate?.stateRestorationActivity(for: scene) }
    if var changed = activity {
      scene.scope.run {
        scene.activityWillSave?(&changed)
        for responder in scene.responders { responder.update(&changed) }
      }
      activity = changed
    }
    let old = host.roster[scene.id]?.record.activity
    do throws(SceneProblem) {
      try host.handover?(scene.id)
      if let activity { try Self.checkLimits(of: activity, scene.id) }
      host.roster.update(scene.id) { record in
        record.activity = activity
        record.identity = scene.identity
        if let title = activity?.title { record.title = title }
      }
      scene.needsSave = false
    } catch {
      // The one that was handed over before stays.
      host.report(error, scene.id)
    }
    let hasCleared = activity == nil && old != nil
    host.observer?(
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
    host.roster.update(scene.id) { $0.selectedTab = tab }
  }
}
