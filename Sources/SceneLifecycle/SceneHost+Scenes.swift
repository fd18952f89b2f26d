package import SceneState

extension SceneHost {
  /// The connected scene with this identifier.
  package func scene(_ id: SceneID) -> ConnectedScene? { scenes.first { $0.id == id } }

  /// Every session by number.
  package var knownSessions: [SceneSession] { sessions.values.sorted { $0.number < $1.number } }

  /// The front scene: the one in front last if it is connected, else the most recently active.
  package var front: ConnectedScene? {
    if let frontID, let scene = scene(frontID) { return scene }
    return mostRecentlyActive(scenes)
  }

  /// Takes a scene all the way to a state, with every callback on the way.
  package func bring(_ id: SceneID, to state: ActivationState) throws(SceneProblem) {
    guard let scene = scene(id) else { throw .windowNotConnected(id) }
    change {
      if scene.state == state, state == .foregroundActive { bringToFront(scene) }
      move(scene, to: state, asksForActivity: true)
    }
  }

  /// Takes all scenes to a state at once, one after another in order of opening.
  package func moveAll(to state: ActivationState) {
    change {
      for scene in scenes { move(scene, to: state, asksForActivity: true) }
    }
  }

  /// Brings the scenes that were on screen back from the background, the front one last.
  package func enterForeground() {
    change {
      let waiting = scenes.filter { $0.state == .background }
      let onScreen = waiting.filter { $0.session.record.isOnScreen }
      for scene in frontLast(onScreen.isEmpty ? waiting : onScreen, front: frontID, id: \.id) {
        move(scene, to: .foregroundActive, asksForActivity: true)
      }
    }
  }

  func move(_ scene: ConnectedScene, to state: ActivationState, asksForActivity: Bool) {
    for next in scene.state.route(to: state) {
      guard case .callback(let callback) = scene.state.change(to: next) else { continue }
      enter(next, callback, scene, asksForActivity: asksForActivity)
    }
  }

  func enter(
    _ state: ActivationState, _ callback: ActivationState.Callback, _ scene: ConnectedScene,
    asksForActivity: Bool = true
  ) {
    scene.state = state
    if state == .foregroundActive { bringToFront(scene) }
    observer?(.didChange(scene.id, callback))
    scene.scope.run {
      if state == .unattached {
        scene.delegate?.sceneDidDisconnect(scene)
      } else {
        scene.delegate?.scene(scene, didChange: state)
      }
    }
    if state == .background, asksForActivity { observer?(.askedForActivity(scene.id)) }
    keepRecord(of: scene)
    if state == .unattached { scenes.removeAll { $0 === scene } }
  }

  func bringToFront(_ scene: ConnectedScene) {
    let latest = sessions.values.map(\.record.activation).max() ?? 0
    scene.session.record.activation = latest + 1
    scene.session.record.lastActive = clock()
    sessions[scene.id] = scene.session
    frontID = scene.id
  }

  @discardableResult
  func openSession(_ id: SceneID) -> ConnectedScene {
    var record = SceneRecord(created: clock())
    record.openedBy = "user"
    store.openSession(id)
    let session = SceneSession(id: id, number: nextNumber, record: record)
    highestNumber = nextNumber
    sessions[id] = session
    return connectAndActivate(session, isNew: true)
  }

  @discardableResult
  func connectAndActivate(_ session: SceneSession, isNew: Bool) -> ConnectedScene {
    let scene = ConnectedScene(
      session: session, scope: store.scene(session.id), isRestored: !isNew)
    let index = scenes.firstIndex { $0.session.number > session.number } ?? scenes.endIndex
    scenes.insert(scene, at: index)
    if isNew { observer?(.configurationForConnecting(session.id)) }
    observer?(.willConnect(session.id, session: session.number, isNew: isNew))
    if session.record.isPartial { observer?(.partlyRestored(session.id)) }
    let options = ConnectionOptions(isRestoring: !isNew)
    scene.scope.run {
      let delegate = app.makeDelegate(for: scene, options: options)
      scene.delegate = delegate
      delegate.scene(scene, willConnectWith: options)
    }
    move(scene, to: .foregroundActive, asksForActivity: true)
    return scene
  }

  /// The first of `A` to `Z` that no session bears, then `A2`, `B2` and so on.
  func freeID() -> SceneID {
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
    var round = 1
    while true {
      for letter in letters {
        let id = SceneID(rawValue: round == 1 ? letter : "\(letter)\(round)")
        if sessions[id] == nil { return id }
      }
      round += 1
    }
  }
}
