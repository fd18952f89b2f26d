package import SceneState

extension SceneHost {
  @discardableResult
  package func launch(_ request: LaunchRequest) -> [ConnectedScene] {
    recorded(HostEvent(request)) {
      noticeTakeovers()
      claimForLaunch(naming: request.id)
      let isCareful = countLaunch(of: sessionsToConnect(naming: request.id))
      change {
        observer?(.willFinishLaunching)
        app.willFinishLaunching()
        restoreTrees(of: sessionsToConnect(naming: request.id), isLaunch: true)
        observer?(.didFinishLaunching)
        app.didFinishLaunching()
        reportPendingDiscards()
        removeNotRestorable()
        if !isCareful {
          connectWindows(request) { session, external in connect(session, external) }
        }
      }
      if isCareful { connectCarefully(request) }
      return scenes
    }
  }

  /// Shows the windows that come back, one after another, and those that were asked for.
  func connectWindows(
    _ request: LaunchRequest, _ comeBack: (SceneSession, External) -> Void
  ) {
    var coming = sessionsToConnect(naming: request.id)
    let external = request.external
    var target: SceneID?
    var declaration: String?
    if !external.isEmpty, request.id == nil || roster[request.id ?? ""] != nil {
      (target, declaration) = routeAtLaunch(external, among: coming, request.id)
    }
    if let target, let session = roster[target] {
      coming.removeAll { $0.id == target }
      coming.append(session)
    }
    for session in coming {
      let isTarget = session.id == target
      comeBack(session, isTarget ? external : External())
    }
    if let id = request.id, roster[id] == nil {
      // A name that no session bears here: it opens after the others, with what came from outside.
      openSession(id, scene: nil, external)
    } else if !external.isEmpty, target == nil {
      openSession(request.opens, scene: declaration, external)
    } else if scenes.isEmpty {
      openSession(nil, scene: nil, External())
    }
    for text in external.ignored + external.activities.dropFirst().map(\.activityType) {
      if let front { observer?(.ignored(front.id, text)) }
    }
  }

  /// Which of the windows that come back takes what the app was started for; nil opens a new one.
  private func routeAtLaunch(
    _ external: External, among coming: [SceneSession], _ named: SceneID?
  ) -> (SceneID?, String?) {
    if let named, roster[named] != nil { return (named, nil) }
    // They are not connected yet, but will be when it arrives.
    let candidates = coming.map { candidate($0, isConnected: true) }
    let decision = decide(external.text, candidates)
    observer?(.routed(decision))
    switch decision.target {
    case .scene(let id): return (id, nil)
    case .newScene(let declaration): return (nil, declaration)
    case .noRoute:
      report(.noRoute(external.text), nil)
      return (coming.last?.id, nil)
    }
  }

  /// Connects a session that comes back.
  func connect(_ session: SceneSession, _ external: External) {
    connectOrReport(session, isNew: false, external)
  }

  private func connectOrReport(
    _ session: SceneSession, isNew: Bool, _ external: External
  ) {
    do throws(SceneProblem) {
      try connect(session, isNew: isNew, external)
    } catch {
      // The window is there; only what came from outside did not get through.
      report(error, session.id)
    }
  }

  /// Opens a new window; a name that another process has gives way to a free one.
  private func openSession(_ name: SceneID?, scene: String?, _ external: External) {
    var id = name
    do throws(SceneProblem) { id = try claimNew(name) } catch {
      report(error, name)
      // Only a name that was asked for can be refused.
      id = try? claimNew(nil)
    }
    guard let id else { return }
    connectOrReport(makeSession(id, scene: scene, value: nil, external), isNew: true, external)
  }

  /// Which sessions a launch connects, in order: by number, the front one last.
  func sessionsToConnect(naming id: SceneID?) -> [SceneSession] {
    let all = roster.sorted.filter { isRestorable($0) }
    if profile.reconnectsEverySession {
      return frontLast(all, front: id ?? roster.frontID, id: \.id)
    }
    let onScreen = all.filter(\.record.isOnScreen)
    guard let id else {
      if !onScreen.isEmpty { return frontLast(onScreen, front: roster.frontID, id: \.id) }
      return roster.recent.latestFirst.lazy.compactMap { self.roster[$0] }
        .first { self.isRestorable($0) }.map { [$0] } ?? []
    }
    if onScreen.contains(where: { $0.id == id }) {
      return frontLast(onScreen, front: id, id: \.id)
    }
    return roster[id].map { isRestorable($0) ? [$0] : [] } ?? []
  }

  /// Whether a session may come back: its scene is still declared and does not say no.
  func isRestorable(_ session: SceneSession) -> Bool {
    manifest.scene(named: session.record.scene)?.isRestorable ?? false
  }

  private func removeNotRestorable() {
    for session in roster.sorted where !isRestorable(session) { remove(session.id) }
  }

  private func reportPendingDiscards() {
    for session in pendingDiscards {
      observer?(.didDiscard(session.id))
      app.didDiscardSceneSessions([session])
    }
    pendingDiscards = []
  }

  /// A name that no session bears, here or elsewhere.
  package func freeID() -> SceneID {
    roster.freeID { [isTakenElsewhere] id in isTakenElsewhere?(id) ?? false }
  }
}
