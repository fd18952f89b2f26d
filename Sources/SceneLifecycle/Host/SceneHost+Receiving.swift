public import FoundationEssentials
public import SceneState

extension SceneHost {
  /// Takes an activity from outside: routes it, opens or fronts a window, and delivers it.
  ///
  /// The window is active and in front afterwards. Without a live handler the activity waits in
  /// the window until one appears.
  ///
  /// - Parameters:
  ///   - activity: What arrives; its type must be declared in the manifest.
  ///   - source: Where it comes from; kept with a window that opens for it.
  ///   - id: The window that takes it; nil lets routing decide.
  /// - Returns: The window that took it.
  /// - Throws: `activity-not-declared`, `payload-mismatch`, `no-route`, `no-such-window`,
  ///   `one-window-app`, or what a handler says.
  @discardableResult
  public func receive(
    _ activity: UserActivity, from source: ExternalSource, to id: SceneID? = nil
  ) throws(SceneProblem) -> SceneID {
    try receive(activity, from: source, to: id, opens: nil)
  }

  /// Takes what the user dropped: on a window it continues there, elsewhere it opens a new one.
  ///
  /// A drag that is cancelled needs no call.
  ///
  /// ```swift
  /// let window = try host.drop(item)  // at the edge of the screen
  /// try host.drop(item, on: "B")
  /// ```
  /// - Parameters:
  ///   - item: What was dragged.
  ///   - id: The window it was dropped on; nil opens one, whatever other windows show.
  /// - Returns: The window that took it.
  /// - Throws: `activity-not-declared`, `payload-mismatch`, `no-such-window`, `one-window-app`,
  ///   `no-route` if no scene declaration takes it, or what a handler says.
  @discardableResult
  public func drop(_ item: DragItem, on id: SceneID? = nil) throws(SceneProblem) -> SceneID {
    guard let id else { return try openForDrop(item.activity, opens: nil) }
    return try receive(item.activity, from: .drag, to: id)
  }

  /// Takes a link from outside, as `receive(_:from:to:)` does with an activity.
  ///
  /// - Parameter url: The link.
  /// - Returns: The window that took it.
  /// - Throws: `no-route`, and what the navigator or a handler says of the link.
  @discardableResult
  public func receive(_ url: URL) throws(SceneProblem) -> SceneID {
    try receive(link: url.absoluteString, opens: nil)
  }

  /// Every window that could take an activity, each of its conditions, and why the winner won.
  public func explainRoute(_ activity: UserActivity) -> String {
    decide(activity.comparedText, candidates()).explanation
  }

  package func explainRoute(_ text: String?) -> String { decide(text, candidates()).explanation }

  @discardableResult
  package func receive(
    _ activity: UserActivity, from source: ExternalSource, to id: SceneID?, opens: SceneID?
  ) throws(SceneProblem) -> SceneID {
    try recorded(HostEvent(activity, source, id), shows: \.self) { () throws(SceneProblem) in
      noticeTakeovers()
      try check(activity)
      let external = External(activities: [activity], source: source)
      if let id { return try give(external, to: id) }
      return try route(external, opens: opens)
    }
  }

  @discardableResult
  package func receive(link: String, opens: SceneID?) throws(SceneProblem) -> SceneID {
    try recorded(HostEvent(link: link), shows: \.self) { () throws(SceneProblem) in
      noticeTakeovers()
      return try route(External(url: link, source: .link), opens: opens)
    }
  }

  /// Opens a window for something that was dropped at an edge or handed to a new window.
  @discardableResult
  package func openForDrop(
    _ activity: UserActivity, opens: SceneID?, from source: ExternalSource = .drag
  ) throws(SceneProblem) -> SceneID {
    try recorded(HostEvent(activity, source, nil), shows: \.self) { () throws(SceneProblem) in
      try check(activity)
      guard manifest.multipleWindows else { throw .oneWindowApp(opens ?? freeID()) }
      if let opens, roster[opens] != nil { throw .windowExists(opens) }
      let external = External(activities: [activity], source: source)
      return try openWindow(for: external, scene: newScene(for: external), opens)
    }
  }

  /// Whether the app takes the activity: its type is declared and its content fits.
  package func check(_ activity: UserActivity) throws(SceneProblem) {
    // A universal link is no declared type of the app.
    if activity.activityType == UserActivity.webBrowsing { return }
    guard let type = manifest.activity(named: activity.activityType) else {
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

  private func route(_ external: External, opens: SceneID?) throws(SceneProblem) -> SceneID {
    let decision = decide(external.text, candidates())
    observer?(.routed(decision))
    switch decision.target {
    case .scene(let id): return try give(external, to: id)
    case .newScene(let scene): return try openWindow(for: external, scene: scene, opens)
    case .noRoute: throw .noRoute(external.text)
    }
  }

  func decide(_ text: String?, _ candidates: [RouteCandidate]) -> RouteDecision {
    Router.decide(
      text: text, candidates: candidates, declarations: manifest.scenes,
      policy: manifest.external,
      allowsNewScene: manifest.multipleWindows || roster.isEmpty,
      // The only window there can be takes what comes, or nothing ever would.
      reusesUnconditioned: reusesPlainWindows || !manifest.multipleWindows)
  }

  /// All windows, the most recently active first.
  private func candidates() -> [RouteCandidate] {
    roster.recent.latestFirst.compactMap { id in
      roster[id].map { candidate($0, isConnected: scenesByID[id] != nil) }
    }
  }

  func candidate(_ session: SceneSession, isConnected: Bool) -> RouteCandidate {
    let scene = scenesByID[session.id]
    return RouteCandidate(
      id: session.id, number: session.number, isConnected: isConnected,
      isForeground: scene?.state.isForeground ?? false,
      isFront: roster.frontID == session.id,
      identity: scene == nil ? session.record.identity : scene?.identity,
      conditions: session.record.conditions,
      lastActive: session.record.activation, isRestorable: isRestorable(session))
  }

  private func openWindow(
    for external: External, scene: String, _ opens: SceneID?
  ) throws(SceneProblem) -> SceneID {
    var request = OpenRequest(id: opens)
    request.scene = scene
    request.activities = external.activities
    request.url = external.url
    request.source = external.source
    return try open(request).id
  }

  /// Brings a window to the front, reconnecting it if needed, and delivers.
  private func give(_ external: External, to id: SceneID) throws(SceneProblem) -> SceneID {
    var waiting: SceneSession?
    if scene(id) == nil {
      waiting = try claimed(id)
      rereadBeforeConnect(id)
    }
    return try change { () throws(SceneProblem) in
      guard let scene = scene(id) else {
        guard let waiting else { throw .noSuchWindow(id) }
        return try connect(waiting, isNew: false, external).id
      }
      activate(scene)
      if let activity = external.activities.first {
        observer?(.willContinue(id, type: activity.activityType))
        scene.scope.run {
          scene.delegate?.scene(scene, willContinueUserActivityOfType: activity.activityType)
        }
        try deliver(activity, to: scene)
      } else if let url = external.url {
        try deliver(url, to: scene, atConnect: false)
      }
      return id
    }
  }

  func activate(_ scene: ConnectedScene) {
    if scene.state == .foregroundActive { bringToFront(scene) }
    move(scene, to: .foregroundActive, asksForActivity: true)
  }
}
