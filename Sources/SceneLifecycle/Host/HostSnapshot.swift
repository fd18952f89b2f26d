import FoundationEssentials
import SceneState

/// Everything that a host and its app hold in memory, as a value.
package struct HostSnapshot {
  let roster: SessionRoster
  let scenes: [SceneSnapshot]
  let waiting: [SceneID]
  let pendingDiscards: [SceneSession]
  let failsRestoring: Set<SceneID>
  let closed: [ClosedWindow]
  let app: any Sendable
}

struct SceneSnapshot {
  let id: SceneID
  let state: ActivationState
  let isRestored: Bool
  let userActivity: UserActivity?
  let needsSave: Bool
  let title: String?
  let identity: String?
  let conditions: ActivationConditions
  let navigation: Navigator.State?
  let queued: [UserActivity]
  let lastOfferedTab: TabID?
  let lists: ListPositions
  let hasAppeared: Bool
  let awaitsRestoration: Bool
  let waitingTabs: WaitingTabs?
  /// What the window itself offers to other devices.
  let advertised: UserActivity?
  let hidden: HiddenValues?
  let delegate: any Sendable
}

extension SceneHost {
  /// Whether the app can be taken back to this moment.
  package var canSnapshot: Bool { app is any SnapshotApp }

  /// Everything in memory, or nil for an app that cannot be taken back.
  package func snapshot() -> HostSnapshot? {
    guard let app = app as? any SnapshotApp else { return nil }
    return HostSnapshot(
      roster: roster, scenes: scenes.map { snapshot(of: $0, app) }, waiting: delivery.waiting,
      pendingDiscards: pendingDiscards, failsRestoring: restoring.failures,
      closed: closed.windows,
      app: app.snapshot())
  }

  private func snapshot(of scene: ConnectedScene, _ app: any SnapshotApp) -> SceneSnapshot {
    SceneSnapshot(
      id: scene.id, state: scene.state, isRestored: scene.isRestored,
      userActivity: scene.userActivity, needsSave: scene.needsSave, title: scene.title,
      identity: scene.identity, conditions: scene.conditions, navigation: scene.navigator?.state,
      queued: scene.continuations.queued, lastOfferedTab: scene.lastOfferedTab,
      lists: scene.lists.saved, hasAppeared: scene.hasAppeared,
      awaitsRestoration: scene.awaitsRestoration, waitingTabs: scene.waitingTabs,
      advertised: scene.advertisements.ownOffer, hidden: scene.scope.hidden,
      delegate: app.snapshot(of: scene))
  }

  /// Takes over a snapshot; runs in a new host with a new app and tells nobody.
  package func resume(_ snapshot: HostSnapshot) {
    guard let app = app as? any SnapshotApp else { return }
    roster = snapshot.roster
    delivery.resume(snapshot.waiting)
    pendingDiscards = snapshot.pendingDiscards
    restoring.failures = snapshot.failsRestoring
    closed.resume(snapshot.closed)
    calls.withoutEnd {
      app.restore(snapshot.app)
      for saved in snapshot.scenes {
        guard let session = roster[saved.id] else { continue }
        let lists = SceneLists(scene: saved.id, restoring: saved.lists)
        let isPrivate = manifest.isPrivate(session.record.scene)
        let scene = ConnectedScene(
          session: session, scope: store.scene(saved.id, isPrivate: isPrivate), lists: lists,
          isRestored: saved.isRestored, host: self)
        phases.add(scene)
        resume(scene, saved, app)
      }
      phases.noteFront()
    }
  }

  private func resume(
    _ scene: ConnectedScene, _ saved: SceneSnapshot, _ app: any SnapshotApp
  ) {
    restoring.makeNavigator(for: scene)
    scene.scope.hidden = saved.hidden
    scene.state = saved.state
    scene.hasAppeared = saved.hasAppeared
    scene.awaitsRestoration = saved.awaitsRestoration
    scene.waitingTabs = saved.waitingTabs
    scene.lists.isWaiting = saved.awaitsRestoration
    scene.userActivity = saved.userActivity
    scene.title = saved.title
    scene.identity = saved.identity
    scene.needsSave = saved.needsSave
    scene.advertisements.advertise(saved.advertised)
    scene.advertisements.isActive = saved.state == .foregroundActive
    scene.scope.run {
      scene.delegate = app.makeDelegate(for: scene, from: saved.delegate)
    }
    if let state = saved.navigation { scene.navigator?.bringBack(state) }
    restoring.followTab(of: scene)
    for activity in saved.queued { scene.continuations.enqueue(activity) }
    scene.lastOfferedTab = saved.lastOfferedTab
    delivery.offerWhenHandled(to: scene)
  }
}
