import FoundationEssentials
package import SceneState

extension SceneHost {
  /// Opens a window, or brings the one to the front that was opened for the same value.
  @discardableResult
  package func open(_ request: OpenRequest) throws(SceneProblem) -> ConnectedScene {
    try recorded(HostEvent(request, manifest), shows: \.id) { () throws(SceneProblem) in
      try openWindow(request)
    }
  }

  private func openWindow(_ request: OpenRequest) throws(SceneProblem) -> ConnectedScene {
    noticeTakeovers()
    let name = if let scene = request.scene { scene } else { try sceneTaking(request) }
    guard manifest.scene(named: name) != nil else { throw .noSuchScene(name) }
    if let value = request.value, let scene = sceneShowing(value, of: name) {
      change { activate(scene) }
      return scene
    }
    guard manifest.multipleWindows || roster.isEmpty else {
      throw .oneWindowApp(request.id ?? freeID())
    }
    if let id = request.id, roster[id] != nil { throw .windowExists(id) }
    let id = try claimNew(request.id)
    let external = External(
      activities: request.activities, url: request.url, source: request.source)
    return try change { () throws(SceneProblem) in
      let session = makeSession(id, scene: name, value: request.value, external)
      return try connect(session, isNew: true, external)
    }
  }

  /// The declaration that a window opens with if the request names none.
  ///
  /// - Throws: `no-route` if something comes with the window that no declaration takes.
  private func sceneTaking(_ request: OpenRequest) throws(SceneProblem) -> String {
    let external = External(activities: request.activities, url: request.url)
    let hasRoom = manifest.multipleWindows || roster.isEmpty
    guard !external.isEmpty, hasRoom else { return manifest.defaultScene.name }
    return try newScene(for: external)
  }

  /// The declaration that takes what comes from outside.
  ///
  /// Conditions of windows do not count: the user said that a new one is wanted.
  func newScene(for external: External) throws(SceneProblem) -> String {
    let decision = Router.decide(
      text: external.text, candidates: [], declarations: manifest.scenes, policy: .newWindow)
    observer?(.routed(decision))
    guard case .newScene(let scene) = decision.target else { throw .noRoute(external.text) }
    return scene
  }

  /// The connected window that was opened for the same value.
  private func sceneShowing(_ value: [UInt8], of name: String) -> ConnectedScene? {
    for id in roster.connected.latestFirst {
      guard let record = roster[id]?.record, record.scene == name, record.value == value
      else { continue }
      return scene(id)
    }
    return nil
  }

  func makeSession(
    _ id: SceneID, scene: String?, value: [UInt8]?, _ external: External
  ) -> SceneSession {
    var record = SceneRecord(created: clock())
    record.scene = scene ?? manifest.defaultScene.name
    record.value = value
    record.openedBy = external.source?.rawValue ?? (external.url == nil ? "user" : "link")
    record.conditions = manifest.conditions
    record.appVersion = appVersion
    // Another process may be given the number first; the commit then has the last word.
    let number = store.openSession(id).number ?? roster.highestNumber + 1
    newSessions.append(id)
    let session = SceneSession(id: id, number: number, record: record)
    roster.add(session, isNew: true)
    return session
  }

  /// Says where a window stands on the screen, such as `left-half`.
  package func arrange(_ id: SceneID, at place: String) throws(SceneProblem) {
    guard roster[id] != nil else { throw .noSuchWindow(id) }
    keep(id) { $0.arrangement = place }
  }

  /// Connects a session: makes its scene and the app's object for it, restores, brings it to the
  /// front, and delivers what came from outside.
  @discardableResult
  func connect(
    _ session: SceneSession, isNew: Bool, _ external: External
  ) throws(SceneProblem) -> ConnectedScene {
    var session = session
    if failsRestoring.remove(session.id) != nil {
      // Before anything is made of what was saved: nothing of it is shown.
      giveUp(session.id, "the app said that it failed")
      trees?.forget(session.id)
      session = roster[session.id] ?? session
    }
    let scene = makeScene(session, isNew: isNew)
    if isNew { observer?(.configurationForConnecting(session.id)) }
    observer?(.willConnect(session.id, session: session.number, isNew: isNew))
    if session.record.isPartial {
      report(.partlyRestored(session.id, "the session record"), session.id)
    }
    let reason = launchReason.rawValue
    roster.update(session.id) { record in
      record.appVersion = appVersion
      record.reason = reason
    }
    restore(scene, external)
    move(scene, to: .foregroundActive, asksForActivity: true)
    if let activity = external.activities.first {
      try deliver(activity, to: scene)
    } else if let url = external.url {
      try deliver(url, to: scene, atConnect: true)
    }
    return scene
  }

  private func makeScene(_ session: SceneSession, isNew: Bool) -> ConnectedScene {
    if !isNew { restoreTree(of: session) }
    let lists = SceneLists(
      scene: session.id, restoring: positionsToRestore(of: session)
    ) { [weak self] problem in self?.report(problem, session.id) }
    let scene = ConnectedScene(
      session: session, scope: store.scene(session.id), lists: lists, isRestored: !isNew,
      host: self)
    add(scene)
    makeNavigator(for: scene)
    return scene
  }

  /// Adds a scene to the connected ones, which are sorted by number.
  func add(_ scene: ConnectedScene) {
    let number = roster[scene.id]?.number ?? 0
    var (low, high) = (0, scenes.count)
    while low < high {
      let middle = (low + high) / 2
      if (roster[scenes[middle].id]?.number ?? 0) < number {
        low = middle + 1
      } else {
        high = middle
      }
    }
    scenes.insert(scene, at: low)
    scenesByID[scene.id] = scene
  }

  private func restore(_ scene: ConnectedScene, _ external: External) {
    let saved = roster[scene.id]?.record.activity
    scene.userActivity = external.activities.first ?? saved
    scene.needsSave = false
    let options = ConnectionOptions(
      isRestoring: scene.isRestored, activities: external.activities,
      url: external.url.flatMap { URL(string: $0) },
      value: roster[scene.id]?.record.value.map { Data($0) },
      reason: launchReason)
    scene.scope.run {
      let delegate = app.makeDelegate(for: scene, options: options)
      scene.delegate = delegate
      delegate.scene(scene, willConnectWith: options)
    }
    trees?.forget(scene.id)
    restorePlace(of: scene, external)
    // A window shows one thing: what came from outside wins over what was saved.
    if let saved, external.isEmpty {
      restore(saved, in: scene)
    }
    scene.scope.run { scene.delegate?.sceneRestoreInteractionState(scene) }
    scene.continuations.handlerAppeared = { [weak self, weak scene] in
      guard let self, let scene else { return }
      offerQueue(of: scene)
    }
  }

  func restore(_ saved: UserActivity, in scene: ConnectedScene) {
    switch scene.scope.run({ scene.delegate?.scene(scene, restore: saved) }) {
    case .restored, nil: break
    case .notRecognised:
      report(.activityNotRecognised(scene.id, saved.activityType), scene.id)
    case .failed(let reason): giveUp(scene.id, reason)
    }
  }
}
