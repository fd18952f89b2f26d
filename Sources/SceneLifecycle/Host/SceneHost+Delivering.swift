import FoundationEssentials
package import SceneState

extension SceneHost {
  /// Gives an activity to the handlers of a scene; without a live one it waits.
  func deliver(_ activity: UserActivity, to scene: ConnectedScene) throws(SceneProblem) {
    if activity.activityType == UserActivity.webBrowsing, let url = activity.webpageURL {
      return try deliver(url.absoluteString, to: scene, atConnect: false)
    }
    if try !offer(activity, to: scene) {
      scene.continuations.enqueue(activity)
      if !waiting.contains(scene.id) { waiting.append(scene.id) }
      scene.lastOfferedTab = scene.selectedTab
      observer?(.queued(scene.id, type: activity.activityType))
    }
  }

  private func offer(
    _ activity: UserActivity, to scene: ConnectedScene
  ) throws(SceneProblem) -> Bool {
    let type = activity.activityType
    do {
      let isTaken = try scene.scope.run {
        try scene.continuations.deliver(activity) {
          scene.selectedTab
        } willRun: { count in
          observer?(.continuing(scene.id, type: type, handlers: count))
        }
      }
      noteSelectedTab(scene)
      return isTaken
    } catch {
      throw failed(error, activity, scene)
    }
  }

  private func failed(
    _ error: any Error, _ activity: UserActivity, _ scene: ConnectedScene
  ) -> SceneProblem {
    let type = activity.activityType
    observer?(.didFail(scene.id, type: type))
    scene.scope.run {
      scene.delegate?.scene(scene, didFailToContinueUserActivityOfType: type, error: error)
    }
    switch error {
    case let problem as SceneProblem: return problem
    case let error as ActivityError: return .payloadMismatch(type, "\(error)")
    default: return .handlerFailed(scene.id, "\(error)")
    }
  }

  /// Opens a link inside a scene: its navigator goes there, or its URL handlers take it.
  ///
  /// A link that leads nowhere leaves the window where it is.
  package func open(link: String, in id: SceneID) throws(SceneProblem) {
    noticeTakeovers()
    guard let scene = scene(id) else { throw .windowNotConnected(id) }
    try change { () throws(SceneProblem) in
      try deliver(link, to: scene, atConnect: false)
    }
  }

  func deliver(
    _ link: String, to scene: ConnectedScene, atConnect: Bool
  ) throws(SceneProblem) {
    if let navigator = scene.navigator, let places = manifest.places {
      do throws(LinkError) { _ = try places.place(for: link) } catch {
        // At the connect it was reported when the saved place was shown instead.
        if atConnect { return }
        throw error.problem(with: link, at: scene.id.rawValue)
      }
      observer?(.openURL(scene.id, link))
      scene.isOpeningLink = true
      defer { scene.isOpeningLink = false }
      try scene.scope.run { () throws(SceneProblem) in try navigator.open(link) }
      return noteSelectedTab(scene)
    }
    observer?(.openURL(scene.id, link))
    guard let url = URL(string: link) else { throw .handlerFailed(scene.id, "no URL: \(link)") }
    do {
      _ = try scene.scope.run { try scene.continuations.openURL(url) }
    } catch {
      throw .handlerFailed(scene.id, "\(error)")
    }
  }

  // MARK: Waiting activities

  /// Offers what waits in a scene again.
  func offerQueue(of scene: ConnectedScene) {
    guard !scene.continuations.queued.isEmpty else { return }
    change {
      // A handler that selects a tab has its turn first; the end of the call offers then.
      if !scene.continuations.isDelivering { scene.lastOfferedTab = scene.selectedTab }
      do {
        try scene.scope.run {
          try scene.continuations.retry {
            scene.selectedTab
          } willRun: { activity, count in
            observer?(.continuing(scene.id, type: activity.activityType, handlers: count))
          }
        }
      } catch {
        // The step that made the handler appear has done its work; what waited is gone.
        report(.handlerFailed(scene.id, "\(error)"), scene.id)
      }
    }
  }

  /// Offers what waits in scenes whose selected tab has changed, or that got a handler while
  /// another one had its turn.
  func offerQueues() {
    guard !waiting.isEmpty else { return }
    waiting.removeAll { id in scene(id)?.continuations.queued.isEmpty ?? true }
    for id in waiting {
      guard let scene = scene(id),
        scene.selectedTab != scene.lastOfferedTab || scene.continuations.needsRetry
      else { continue }
      offerQueue(of: scene)
    }
  }

  func dropQueue(of scene: ConnectedScene) {
    for activity in scene.continuations.dropQueue() {
      observer?(.dropped(scene.id, type: activity.activityType))
    }
  }
}
