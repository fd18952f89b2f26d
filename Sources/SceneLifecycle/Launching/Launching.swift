import SceneState

/// Starts the app, and decides which windows come back and which one is in front.
final class Launching {
  private unowned let host: SceneHost
  /// Sessions thrown away while no process ran; reported at the launch.
  var pendingDiscards: [SceneSession] = []
  /// Whether the launch that is under way brings windows back.
  private var restores = true

  init(_ host: SceneHost) { self.host = host }

  /// Starts the app and brings back its windows.
  func launch(_ request: LaunchRequest) {
    restores = request.restores
    defer { restores = true }
    host.claims.claimForLaunch(naming: request.id)
    let isCareful = host.launchGuard.begin(with: sessionsToConnect(naming: request.id))
    host.calls.change {
      host.observer?(.willFinishLaunching)
      host.app.willFinishLaunching()
      host.restoring.restoreTrees(of: sessionsToConnect(naming: request.id), isLaunch: true)
      host.observer?(.didFinishLaunching)
      host.app.didFinishLaunching()
      reportPendingDiscards()
      for session in outdated {
        host.records.remove(session.id)
        host.observer?(.notRestored(session.id, kind: session.record.scene))
      }
      if !isCareful {
        connectWindows(request) { session, external in
          connectOrReport(session, isNew: false, external)
        }
      }
    }
    if isCareful { connectCarefully(request) }
  }

  /// Connects the windows one by one, each count on the disk before and after.
  private func connectCarefully(_ request: LaunchRequest) {
    // The app itself has come up: from here on it is the windows that are counted.
    host.launchGuard.count(sessionsToConnect(naming: request.id), by: -1)
    connectWindows(request) { session, external in
      host.launchGuard.count([session], by: 1)
      host.calls.change {
        connectOrReport(host.roster[session.id] ?? session, isNew: false, external)
      }
      // A commit that fails is among the problems of the store.
      try? host.store.makeDurable()
    }
    // What was opened beside them is written too.
    host.calls.change {}
  }

  /// Shows the windows that come back, one after another, and those that were asked for.
  private func connectWindows(
    _ request: LaunchRequest, _ comeBack: (SceneSession, External) -> Void
  ) {
    var coming = sessionsToConnect(naming: request.id)
    let external = request.external
    var target: SceneID?
    var declaration: String?
    if !external.isEmpty, request.id == nil || host.roster[request.id ?? ""] != nil {
      (target, declaration) = routeAtLaunch(external, among: coming, request.id)
    }
    if let target, let session = host.roster[target] {
      coming.removeAll { $0.id == target }
      coming.append(session)
    }
    for session in coming {
      let isTarget = session.id == target
      comeBack(session, isTarget ? external : External())
    }
    if let id = request.id, host.roster[id] == nil {
      // A name that no session bears here: it opens after the others, with what came from outside.
      openSession(id, scene: nil, external)
    } else if !external.isEmpty, target == nil {
      openSession(request.opens, scene: declaration, external)
    } else if host.scenes.isEmpty {
      openSession(nil, scene: nil, External())
    }
    for text in external.ignored + external.activities.dropFirst().map(\.activityType) {
      if let front = host.front { host.observer?(.ignored(front.id, text)) }
    }
  }

  /// Which of the windows that come back takes what the app was started for; nil opens a new one.
  private func routeAtLaunch(
    _ external: External, among coming: [SceneSession], _ named: SceneID?
  ) -> (SceneID?, String?) {
    if let named, host.roster[named] != nil { return (named, nil) }
    // They are not connected yet, but will be when it arrives.
    let candidates = coming.map { host.inbox.candidate($0, isConnected: true) }
    let decision = host.inbox.decide(external.text, candidates)
    host.observer?(.routed(decision))
    switch decision.target {
    case .scene(let id): return (id, nil)
    case .newScene(let declaration): return (nil, declaration)
    case .noRoute:
      host.report(.noRoute(external.text), nil)
      return (coming.last?.id, nil)
    }
  }

  private func connectOrReport(
    _ session: SceneSession, isNew: Bool, _ external: External
  ) {
    do throws(SceneProblem) {
      try host.opening.connect(session, isNew: isNew, external)
    } catch {
      // The window is there; only what came from outside did not get through.
      host.report(error, session.id)
    }
  }

  /// Opens a new window; a name that another process has gives way to a free one.
  private func openSession(_ name: SceneID?, scene: String?, _ external: External) {
    var id = name
    let isPrivate = host.manifest.isPrivate(scene)
    do throws(SceneProblem) { id = try host.claims.claimNew(name, isPrivate: isPrivate) } catch {
      host.report(error, name)
      // Only a name that was asked for can be refused.
      id = try? host.claims.claimNew(nil, isPrivate: isPrivate)
    }
    guard let id else { return }
    connectOrReport(
      host.opening.makeSession(id, scene: scene, value: nil, external), isNew: true, external)
  }

  /// Which sessions a launch connects, in order: by number, the front one last.
  func sessionsToConnect(naming id: SceneID?) -> [SceneSession] {
    // Those that another machine has stay away until somebody brings them back.
    let (elsewhere, excess) = (host.store.roamingElsewhere, excess)
    func mayComeBack(_ session: SceneSession) -> Bool {
      isRestorable(session) && !elsewhere.contains(session.number) && !excess.contains(session.id)
    }
    let all = host.roster.sorted.filter { mayComeBack($0) }
    if host.profile.reconnectsEverySession {
      return host.phases.frontLast(all, front: id ?? host.roster.frontID, id: \.id)
    }
    let onScreen = all.filter(\.record.isOnScreen)
    guard let id else {
      if !onScreen.isEmpty {
        return host.phases.frontLast(onScreen, front: host.roster.frontID, id: \.id)
      }
      return host.roster.recent.latestFirst.lazy.compactMap { self.host.roster[$0] }
        .first { mayComeBack($0) }.map { [$0] } ?? []
    }
    if onScreen.contains(where: { $0.id == id }) {
      return host.phases.frontLast(onScreen, front: id, id: \.id)
    }
    return host.roster[id].map { mayComeBack($0) ? [$0] : [] } ?? []
  }

  /// Whether a session may come back: its scene is still declared, and neither it nor the app says
  /// no.
  func isRestorable(_ session: SceneSession) -> Bool {
    guard let scene = host.manifest.scene(named: session.record.scene) else { return false }
    return scene.isRestorable && !scene.isPrivate && host.app.comesBack(session)
  }

  /// The sessions that a launch throws away with their values.
  var outdated: [SceneSession] {
    let excess = excess
    return host.roster.sorted.filter { !isRestorable($0) || excess.contains($0.id) }
  }

  /// Those that may come back, but not at this launch, or not all of their kind: the ones that were
  /// active last do.
  private var excess: Set<SceneID> {
    // What another machine has is not ours to throw away.
    let elsewhere = host.store.roamingElsewhere
    let here = host.roster.sorted.filter { !elsewhere.contains($0.number) }
    guard restores else { return Set(here.map(\.id)) }
    var room = [:] as [String: Int]
    for scene in host.manifest.scenes { room[scene.name] = scene.restoredCount }
    if room.isEmpty { return [] }
    var excess = Set(here.filter { room[$0.record.scene] != nil && isRestorable($0) }.map(\.id))
    for id in host.roster.recent.latestFirst where excess.contains(id) {
      guard let kind = host.roster[id]?.record.scene, let left = room[kind], left > 0 else {
        continue
      }
      room[kind] = left - 1
      excess.remove(id)
    }
    return excess
  }

  private func reportPendingDiscards() {
    for session in pendingDiscards {
      host.observer?(.didDiscard(session.id))
      host.app.didDiscardSceneSessions([session])
    }
    pendingDiscards = []
  }
}
