import FoundationEssentials
import SceneState

/// Opens windows and connects sessions: makes the scene, restores it, and shows it.
final class Opening {
  private unowned let host: SceneHost

  init(_ host: SceneHost) { self.host = host }

  /// Opens a window, or brings the one to the front that was opened for the same value: what comes
  /// with the request is delivered there.
  ///
  /// - Throws: `value-is-shown` if another name was asked for than that window bears.
  func open(_ request: OpenRequest) throws(SceneProblem) -> ConnectedScene {
    let name = if let scene = request.scene { scene } else { try sceneTaking(request) }
    guard let declaration = host.manifest.scene(named: name) else { throw .noSuchScene(name) }
    if !declaration.repeatsValues, let value = request.value,
      let scene = sceneShowing(value, of: name)
    {
      guard request.id == nil || request.id == scene.id else { throw .valueIsShown(scene.id) }
      try host.calls.change { () throws(SceneProblem) in
        host.observer?(.valueIsShown(scene.id))
        try host.inbox.give(request.external, toConnected: scene)
      }
      return scene
    }
    guard host.manifest.multipleWindows || host.roster.isEmpty else {
      throw .oneWindowApp(request.id ?? host.freeID())
    }
    if let id = request.id, host.roster[id] != nil { throw .windowExists(id) }
    let id = try host.claims.claimNew(
      request.id, isPrivate: host.manifest.isPrivate(name))
    return try host.calls.change { () throws(SceneProblem) in
      let session = makeSession(id, scene: name, value: request.value, request.external)
      return try connect(session, isNew: true, request.external)
    }
  }

  func reconnect(
    _ id: SceneID, _ policy: SessionsInUse?
  ) throws(SceneProblem) -> ConnectedScene {
    if let scene = host.scene(id) {
      throw .wrongPhase(id, from: scene.state, to: .foregroundActive)
    }
    let session = try host.claims.claimed(id, policy)
    host.records.rereadBeforeConnect(id)
    return try host.calls.change { () throws(SceneProblem) in
      try connect(session, isNew: false, External())
    }
  }

  /// The declaration that a window opens with if the request names none.
  ///
  /// - Throws: `no-route` if something comes with the window that no declaration takes.
  private func sceneTaking(_ request: OpenRequest) throws(SceneProblem) -> String {
    let hasRoom = host.manifest.multipleWindows || host.roster.isEmpty
    guard !request.external.isEmpty, hasRoom else { return host.manifest.defaultScene.name }
    return try host.inbox.newScene(for: request.external)
  }

  /// The connected window that was opened for the same value.
  func sceneShowing(_ value: [UInt8], of name: String) -> ConnectedScene? {
    for id in host.roster.connected.latestFirst {
      guard let record = host.roster[id]?.record, record.scene == name, record.value == value
      else { continue }
      return host.scene(id)
    }
    return nil
  }

  func makeSession(
    _ id: SceneID, scene: String?, value: [UInt8]?, _ external: External
  ) -> SceneSession {
    var record = SceneRecord(created: host.clock())
    record.scene = scene ?? host.manifest.defaultScene.name
    record.value = value
    record.openedBy = external.source?.rawValue ?? (external.url == nil ? "user" : "link")
    record.conditions = host.manifest.conditions
    if host.manifest.isForExternalDisplay(record.scene) { record.conditions.can = [] }
    record.appVersion = host.appVersion
    if host.manifest.isPrivate(record.scene) { _ = host.store.scene(id, isPrivate: true) }
    // Another process may be given the number first; the commit then has the last word.
    let number = host.store.openSession(id).number ?? host.roster.highestNumber + 1
    let session = SceneSession(id: id, number: number, record: record)
    host.records.add(session)
    return session
  }

  /// Connects a session: makes its scene and the app's object for it, restores, brings it to the
  /// front, and delivers what came from outside.
  @discardableResult
  func connect(
    _ session: SceneSession, isNew: Bool, isReopened: Bool = false, _ external: External
  ) throws(SceneProblem) -> ConnectedScene {
    var session = session
    if host.restoring.failures.remove(session.id) != nil {
      // Before anything is made of what was saved: nothing of it is shown.
      host.restoring.giveUp(session.id, "the app said that it failed")
      host.trees?.forget(session.id)
      session = host.roster[session.id] ?? session
    }
    host.restoring.forgetExpired(session.id)
    session = host.roster[session.id] ?? session
    let scene = makeScene(session, isNew: isNew)
    scene.isReopened = isReopened
    if isNew { host.observer?(.configurationForConnecting(session.id)) }
    host.observer?(.willConnect(session.id, session: session.number, isNew: isNew))
    if session.record.isPartial {
      host.report(.partlyRestored(session.id, "the session record"), session.id)
    }
    let reason = host.launchReason.rawValue
    host.roster.update(session.id) { record in
      record.appVersion = host.appVersion
      record.reason = reason
    }
    restore(scene, external)
    if let onConnect = host.onConnect { scene.scope.run { onConnect(scene) } }
    host.phases.move(scene, to: .foregroundActive, asksForActivity: true)
    do throws(SceneProblem) {
      if let activity = external.activities.first {
        try host.delivery.deliver(activity, to: scene)
      } else if let url = external.url {
        try host.delivery.deliver(url, to: scene, atConnect: true)
      }
    } catch {
      host.restoring.showSaved(in: scene)
      throw error
    }
    return scene
  }

  private func makeScene(_ session: SceneSession, isNew: Bool) -> ConnectedScene {
    if !isNew { host.restoring.restoreTree(of: session) }
    let lists = SceneLists(
      scene: session.id, restoring: host.restoring.positionsToRestore(of: session)
    ) { [weak host = host] problem in host?.report(problem, session.id) }
    // Also one that was opened before this host took over.
    let scope = host.store.scene(
      session.id, isPrivate: host.manifest.isPrivate(session.record.scene))
    let scene = ConnectedScene(
      session: session, scope: scope, lists: lists, isRestored: !isNew, host: host)
    host.phases.add(scene)
    host.restoring.makeNavigator(for: scene)
    return scene
  }

  /// Reads the selected tab, or the default of its key: what follows the selection is written to that
  /// tab even before the app has a view that shows it.
  private func selectTab(of scene: ConnectedScene) {
    for key in host.manifest.keys {
      guard let key = key as? any DynamicSceneKey, key.name == SelectedTab.keyName,
        key.selector == .scene
      else { continue }
      key.load(at: scene.scope)
      if scene.navigator?.selectedTab != nil {
        SceneProblem.tellWhileDebugging(
          "the navigator and the key 'selectedTab' both say which tab of \(scene.id.rawValue) is shown, and "
            + "the navigator counts: leave the key out of the manifest")
      }
    }
    host.restoring.followTab(of: scene)
  }

  private func restoresOnDemand(_ session: SceneSession) -> Bool {
    host.manifest.scene(named: session.record.scene)?.restoresOnDemand == true
      && host.app.restoresOnDemand(session)
  }

  private func restore(_ scene: ConnectedScene, _ external: External) {
    let session = host.roster[scene.id]
    let saved = session?.record.activity
    // Who takes back that a window was closed asks for it.
    scene.awaitsRestoration =
      scene.isRestored && !scene.isReopened && session.map { restoresOnDemand($0) } ?? false
    scene.userActivity = external.activities.first ?? (scene.awaitsRestoration ? nil : saved)
    scene.needsSave = false
    scene.lists.isWaiting = scene.awaitsRestoration
    let options = ConnectionOptions(
      isRestoring: scene.isRestored, activities: external.activities,
      url: external.url.flatMap { URL(string: $0) },
      value: host.roster[scene.id]?.record.value.map { Data($0) },
      reason: host.launchReason)
    host.restoring.hideSaved(in: scene, external)
    // Before the delegate reads or writes what follows the selected tab, if it can be.
    let isPlaceKnown = !scene.awaitsRestoration && host.restoring.knowsPlace(of: scene)
    if isPlaceKnown { host.restoring.restorePlace(of: scene, external) }
    selectTab(of: scene)
    scene.scope.run {
      let delegate = host.app.makeDelegate(for: scene, options: options)
      scene.delegate = delegate
      delegate.scene(scene, willConnectWith: options)
    }
    host.trees?.forget(scene.id)
    defer { host.delivery.offerWhenHandled(to: scene) }
    if scene.awaitsRestoration { return }
    if !isPlaceKnown { host.restoring.restorePlace(of: scene, external) }
    // A window shows one thing: what came from outside wins over what was saved.
    if let saved, external.isEmpty || host.manifest.externalWins == .nothing {
      host.restoring.restore(saved, in: scene)
    }
    scene.scope.run { scene.delegate?.sceneRestoreInteractionState(scene) }
  }
}
