import SceneLifecycle
import SceneSimulator
import SceneState
import Synchronization

/// What the observers of keys were told, until it is put into the trace.
final class KeyNotices: Sendable {
  private let told = Mutex<[(window: String, key: String)]>([])

  func add(_ window: String, _ key: String) { told.withLock { $0.append((window, key)) } }

  /// What was told since the last call, in order.
  func take() -> [(window: String, key: String)] {
    told.withLock { told in
      defer { told = [] }
      return told
    }
  }
}

/// Holds a subscription, which cannot stand in a list.
private final class KeyWatch {
  private let subscription: Subscription

  init(_ subscription: consuming Subscription) { self.subscription = subscription }
}

extension ScenarioScene {
  /// Observes each key of the window as its views would; nil if nobody wants to know.
  ///
  /// A tab or a place that opens later is observed from the next connect on.
  func watchKeys() -> [AnyObject] {
    guard let notices = app.notices else { return [] }
    let window = scene.id.rawValue
    var watches: [AnyObject] = []
    for key in declaration.keys where key.via == .store {
      if case .places = key.scope { continue }
      let tabs: [String?] = key.scope == .selectedTab ? tabs : [nil]
      for tab in tabs {
        let name = key.name
        watches.append(
          KeyWatch(
            scope(of: key, tab: tab).observe(key.key) { _ in
              notices.add(window, name)
            }))
      }
    }
    return watches
  }
}

extension StepContext {
  /// Puts into the trace what the observers of keys were told in the step.
  func tellNotices() {
    for notice in notices.take() { log.hearDetail(notice.window, .notified(notice.key)) }
  }
}
