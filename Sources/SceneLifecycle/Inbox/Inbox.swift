import FoundationEssentials
import SceneState

/// Takes what comes from outside, and decides which window gets it.
final class Inbox {
  private unowned let host: SceneHost

  init(_ host: SceneHost) { self.host = host }

  /// Gives an activity to the window that is named, or to the one that routing finds.
  func take(
    _ activity: UserActivity, from source: ExternalSource, to id: SceneID?, opens: SceneID?
  ) throws(SceneProblem) -> SceneID {
    try check(activity)
    let external = External(activities: [activity], source: source)
    if let id { return try give(external, to: id) }
    return try route(external, opens: opens)
  }

  /// Opens a window for something that was dropped at an edge or handed to a new window.
  func openForDrop(
    _ activity: UserActivity, opens: SceneID?, from source: ExternalSource
  ) throws(SceneProblem) -> SceneID {
    try check(activity)
    guard host.manifest.multipleWindows else { throw .oneWindowApp(opens ?? host.freeID()) }
    if let opens, host.roster[opens] != nil { throw .windowExists(opens) }
    let external = External(activities: [activity], source: source)
    return try openWindow(for: external, scene: newScene(for: external), opens)
  }

  /// Whether the app takes the activity: its type is declared and its content fits.
  func check(_ activity: UserActivity) throws(SceneProblem) {
    // A universal link is no declared type of the app.
    if activity.activityType == UserActivity.webBrowsing { return }
    guard let type = host.manifest.activity(named: activity.activityType) else {
      throw .activityNotDeclared(activity.activityType)
    }
    do throws(ActivityError) {
      try activity.checkLimits()
      try type.validate(activity)
    } catch {
      throw .payloadMismatch(activity.activityType, "\(error)")
    }
  }

  // MARK: Routing

  /// Finds the window that takes what comes from outside, or opens one.
  func route(_ external: External, opens: SceneID?) throws(SceneProblem) -> SceneID {
    let decision = decide(external.text, candidates())
    host.observer?(.routed(decision))
    switch decision.target {
    case .scene(let id): return try give(external, to: id)
    case .newScene(let scene): return try openWindow(for: external, scene: scene, opens)
    case .noRoute: throw .noRoute(external.text)
    }
  }

  /// Every window that could take a text, each of its conditions, and why the winner won.
  func explain(_ text: String?) -> String { decide(text, candidates()).explanation }

  func decide(_ text: String?, _ candidates: [RouteCandidate]) -> RouteDecision {
    Router.decide(
      text: text, candidates: candidates, declarations: host.manifest.scenes,
      policy: host.manifest.external,
      allowsNewScene: host.manifest.multipleWindows || host.roster.isEmpty,
      // The only window there can be takes what comes, or nothing ever would.
      reusesUnconditioned: host.reusesPlainWindows || !host.manifest.multipleWindows)
  }

  /// All windows, the most recently active first.
  private func candidates() -> [RouteCandidate] {
    host.roster.recent.latestFirst.compactMap { id in
      host.roster[id].map { candidate($0, isConnected: host.scene(id) != nil) }
    }
  }

  func candidate(_ session: SceneSession, isConnected: Bool) -> RouteCandidate {
    let scene = host.scene(session.id)
    return RouteCandidate(
      id: session.id, number: session.number, isConnected: isConnected,
      isForeground: scene?.state.isForeground ?? false,
      isFront: host.roster.frontID == session.id,
      identity: scene == nil ? session.record.identity : scene?.identity,
      conditions: session.record.conditions,
      lastActive: session.record.activation, isRestorable: host.launching.isRestorable(session))
  }

  private func openWindow(
    for external: External, scene: String, _ opens: SceneID?
  ) throws(SceneProblem) -> SceneID {
    var request = OpenRequest(id: opens)
    request.scene = scene
    request.activities = external.activities
    request.url = external.url
    request.source = external.source
    return try host.opening.open(request).id
  }

  /// Brings a window to the front, reconnecting it if needed, and delivers.
  private func give(_ external: External, to id: SceneID) throws(SceneProblem) -> SceneID {
    var waiting: SceneSession?
    if host.scene(id) == nil {
      waiting = try host.claims.claimed(id)
      host.records.rereadBeforeConnect(id)
    }
    return try host.calls.change { () throws(SceneProblem) in
      guard let scene = host.scene(id) else {
        guard let waiting else { throw .noSuchWindow(id) }
        return try host.opening.connect(waiting, isNew: false, external).id
      }
      try give(external, toConnected: scene)
      return id
    }
  }

  /// Brings a connected window to the front, and delivers.
  func give(_ external: External, toConnected scene: ConnectedScene) throws(SceneProblem) {
    host.phases.activate(scene)
    if let activity = external.activities.first {
      host.observer?(.willContinue(scene.id, type: activity.activityType))
      scene.scope.run {
        scene.delegate?.scene(scene, willContinueUserActivityOfType: activity.activityType)
      }
      try host.delivery.deliver(activity, to: scene)
    } else if let url = external.url {
      try host.delivery.deliver(url, to: scene, atConnect: false)
    }
  }

  /// The declaration that takes what comes from outside.
  ///
  /// Conditions of windows do not count: the user said that a new one is wanted.
  func newScene(for external: External) throws(SceneProblem) -> String {
    let decision = Router.decide(
      text: external.text, candidates: [], declarations: host.manifest.scenes, policy: .newWindow)
    host.observer?(.routed(decision))
    guard case .newScene(let scene) = decision.target else { throw .noRoute(external.text) }
    return scene
  }
}
