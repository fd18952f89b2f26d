import SceneLifecycle
import SceneState

extension Simulation {
  /// Puts what the lifecycle does into the log.
  func hear(_ event: LifecycleEvent) {
    // A process that a fault has killed does nothing more.
    if faults.isDead { return }
    switch event {
    case .willFinishLaunching: log.hearApp(.willFinishLaunching)
    case .didFinishLaunching: log.hearApp(.didFinishLaunching)
    case .configurationForConnecting(let id):
      log.hearApp(.configurationForConnecting(id.rawValue))
    case .willConnect(let id, let session, let isNew):
      world.restored[id.rawValue] = !isNew
      // Its number in the store is learnt with the commit; a private window never has one.
      world.everNamed[id.rawValue, default: []].formUnion([])
      hear(id, .willConnect(session: session, isNew: isNew))
    case .valueIsShown(let id): log.record(.valueIsShown(id.rawValue))
    case .didChange(let id, let callback): heardChange(id, callback)
    case .stateRestorationActivity(let id, let type, let hasCleared):
      hear(id, .stateRestorationActivity(type, hasCleared: hasCleared))
    case .forgotten(let id): lapses.insert(.window(id.rawValue, .retention))
    case .notRestored(let id, let kind): lapses.insert(.window(id.rawValue, .kind(kind)))
    case .expired(let id): lapses.insert(.handOver(id.rawValue))
    case .didDiscard(let id): log.hearApp(.didDiscardSceneSessions(id.rawValue))
    case .willContinue(let id, let type): hear(id, .willContinue(type))
    case .continuing(let id, let type, let count): hear(id, .continues(type, handlers: count))
    case .handled(let id, let type, let place):
      log.hearDetail(id.rawValue, .handled(type, at: place))
    case .didFail(let id, let type): hear(id, .didFail(type))
    case .queued(let id, let type): hear(id, .queued(type))
    case .dropped(let id, let type): hear(id, .dropped(type))
    case .openURL(let id, let url): hear(id, .openURL(url))
    case .tree(let text): log.hearApp(.tree(text))
    case .problem(let problem, let id): notice(problem, window: id?.rawValue ?? "")
    case .routed(let decision): log.note(decision)
    // Nothing has happened to the window; a real app is told by its options.
    case .ignored: break
    }
  }

  private func heardChange(_ id: SceneID, _ callback: ActivationState.Callback) {
    if callback == .didEnterBackground {
      world.backgroundCount += 1
      world.backgroundSince[id.rawValue] = world.backgroundCount
    }
    if callback == .didDisconnect, world.held?.source == id.rawValue { world.held = nil }
    hear(id, WindowEvent(callback))
  }

  private func hear(_ id: SceneID, _ event: WindowEvent) { log.hearWindow(id.rawValue, event) }
}
