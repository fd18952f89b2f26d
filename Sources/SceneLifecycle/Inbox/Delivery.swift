import FoundationEssentials
import SceneState

/// Gives what came from outside to the handlers of a window; what no handler takes yet waits.
final class Delivery {
  private unowned let host: SceneHost
  /// Scenes with activities that wait for a handler.
  private(set) var waiting: [SceneID] = []

  init(_ host: SceneHost) { self.host = host }

  /// Takes over what waited before, in a run that is taken back.
  func resume(_ waiting: [SceneID]) { self.waiting = waiting }

  /// Gives an activity to the handlers of a scene; without a live one it waits.
  func deliver(_ activity: UserActivity, to scene: ConnectedScene) throws(SceneProblem) {
    if activity.activityType == UserActivity.webBrowsing, let url = activity.webpageURL {
      return try deliver(url.absoluteString, to: scene, atConnect: false)
    }
    if try !offer(activity, to: scene) {
      scene.continuations.enqueue(activity)
      if !waiting.contains(scene.id) { waiting.append(scene.id) }
      scene.lastOfferedTab = scene.selectedTab
      host.observer?(.queued(scene.id, type: activity.activityType))
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
          host.observer?(.continuing(scene.id, type: type, handlers: count))
        } willHandle: { place in
          host.observer?(.handled(scene.id, type: type, at: place))
        }
      }
      host.phases.noteSelectedTab(scene)
      return isTaken
    } catch {
      throw failed(error, activity, scene)
    }
  }

  private func failed(
    _ error: any Error, _ activity: UserActivity, _ scene: ConnectedScene
  ) -> SceneProblem {
    let type = activity.activityType
    host.observer?(.didFail(scene.id, type: type))
    scene.scope.run {
      scene.delegate?.scene(scene, didFailToContinueUserActivityOfType: type, error: error)
    }
    switch error {
    case let problem as SceneProblem: return problem
    case let error as ActivityError: return .payloadMismatch(type, "\(error)")
    default: return .handlerFailed(scene.id, "\(error)")
    }
  }

  /// Gives a link to a scene: its navigator goes there, or its URL handlers take it.
  ///
  /// A link that leads nowhere leaves the window where it is.
  func deliver(
    _ link: String, to scene: ConnectedScene, atConnect: Bool
  ) throws(SceneProblem) {
    if let navigator = scene.navigator, let places = host.manifest.places {
      do throws(LinkError) { _ = try places.place(for: link) } catch {
        // At the connect it was reported when the saved place was shown instead.
        if atConnect { return }
        throw error.problem(with: link, at: scene.id.rawValue)
      }
      host.observer?(.openURL(scene.id, link))
      scene.isOpeningLink = true
      defer { scene.isOpeningLink = false }
      try scene.scope.run { () throws(SceneProblem) in try navigator.open(link) }
      return host.phases.noteSelectedTab(scene)
    }
    host.observer?(.openURL(scene.id, link))
    guard let url = URL(string: link) else { throw .handlerFailed(scene.id, "no URL: \(link)") }
    do {
      _ = try scene.scope.run { try scene.continuations.openURL(url) }
    } catch let problem as SceneProblem {
      throw problem
    } catch {
      throw .handlerFailed(scene.id, "\(error)")
    }
  }

  // MARK: Waiting activities

  /// Offers what waits in a scene again.
  func offerQueue(of scene: ConnectedScene) {
    guard !scene.continuations.queued.isEmpty else { return }
    host.calls.change {
      // A handler that selects a tab has its turn first; the end of the call offers then.
      if !scene.continuations.isDelivering { scene.lastOfferedTab = scene.selectedTab }
      do {
        try scene.scope.run {
          try scene.continuations.retry {
            scene.selectedTab
          } willRun: { activity, count in
            host.observer?(.continuing(scene.id, type: activity.activityType, handlers: count))
          } willHandle: { activity, place in
            host.observer?(.handled(scene.id, type: activity.activityType, at: place))
          }
        }
      } catch {
        // The step that made the handler appear has done its work; what waited is gone.
        host.report(.handlerFailed(scene.id, "\(error)"), scene.id)
      }
    }
  }

  /// Offers what waits in a scene whenever a handler appears in it.
  func offerWhenHandled(to scene: ConnectedScene) {
    scene.continuations.handlerAppeared = { [weak self, weak scene] in
      guard let self, let scene else { return }
      offerQueue(of: scene)
    }
  }

  /// Offers what waits in scenes whose selected tab has changed, or that got a handler while
  /// another one had its turn.
  func offerQueues() {
    guard !waiting.isEmpty else { return }
    waiting.removeAll { id in host.scene(id)?.continuations.queued.isEmpty ?? true }
    for id in waiting {
      guard let scene = host.scene(id),
        scene.selectedTab != scene.lastOfferedTab || scene.continuations.needsRetry
      else { continue }
      offerQueue(of: scene)
    }
  }

  /// What waits in a window that disconnects is dropped.
  func dropQueue(of scene: ConnectedScene) {
    for activity in scene.continuations.dropQueue() {
      host.observer?(.dropped(scene.id, type: activity.activityType))
    }
  }
}
