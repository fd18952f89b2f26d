package import FoundationEssentials
package import SceneState

/// An activity that nobody took so far.
struct WaitingActivity {
  let number: Int
  let activity: UserActivity
}

extension ContinuationRegistry {
  /// Runs the handlers of an activity.
  ///
  /// Which handlers are live is asked of all before the first runs. `selectedTab` is asked at each
  /// turn. `willRun` gets the number of live handlers, once, directly before the first runs, and
  /// not at all if none does; `willHandle` gets the place of each handler before it runs. An activity that stands for a universal link goes to the URL
  /// handlers, without `willRun`.
  /// - Returns: Whether a handler ran; if not, the caller lets the activity wait.
  /// - Throws: What a handler throws; `ActivityError.invalidContent` if the content is not the
  ///   payload that a handler wants, or a web-browsing activity has no page.
  package func deliver(
    _ activity: UserActivity, selectedTab: () -> TabID?, willRun: (Int) -> Void,
    willHandle: (String) -> Void = { _ in }
  ) throws -> Bool {
    guard activity.activityType != UserActivity.webBrowsing else {
      guard let url = activity.webpageURL else {
        throw ActivityError.invalidContent("a web-browsing activity without a page")
      }
      return try openURL(url)
    }
    deliveries += 1
    defer { deliveries -= 1 }
    let live = handlers.filter {
      $0.activityType == activity.activityType && $0.isLive?(activity) == true
    }
    let ordered = live.sorted { ($0.place.depth, $0.order) < ($1.place.depth, $1.order) }
    // All payloads are read before the first handler runs: what does not fit changes nothing.
    let turns = try ordered.map { (handler: $0, run: try $0.prepare?(activity)) }
    var hasRun = false
    for (handler, run) in turns {
      // An earlier handler may have ended this one, or selected another tab.
      guard let run, !handler.isEnded else { continue }
      if let tab = handler.place.tab, tab != selectedTab() { continue }
      if !hasRun { willRun(turns.count) }
      hasRun = true
      willHandle(handler.place.name)
      try run()
    }
    return hasRun
  }

  /// Runs every URL handler, in order of registration.
  /// - Returns: Whether there was one.
  /// - Throws: What a handler throws; the later ones then do not run.
  package func openURL(_ url: URL) throws -> Bool {
    deliveries += 1
    defer { deliveries -= 1 }
    var hasRun = false
    for handler in urlHandlers {
      guard let run = handler.run else { continue }
      hasRun = true
      try run(url)
    }
    return hasRun
  }

  /// Whether a handler has its turn.
  var isDelivering: Bool { deliveries > 0 }

  /// What waits, in order of arrival.
  package var queued: [UserActivity] { waiting.map(\.activity) }

  /// Lets an activity wait that nobody took.
  package func enqueue(_ activity: UserActivity) {
    waiting.append(WaitingActivity(number: nextWaiting, activity: activity))
    nextWaiting += 1
  }

  /// Tries again what waits, in order of arrival; what nobody takes goes on waiting.
  ///
  /// During a delivery it only notes that it was asked for: call it after each delivery, too.
  /// `willRun` gets the activity and the number of live handlers before the first of them runs.
  /// - Throws: What a handler throws; that activity no longer waits, the later ones do.
  package func retry(
    selectedTab: () -> TabID?, willRun: (UserActivity, Int) -> Void,
    willHandle: (UserActivity, String) -> Void = { _, _ in }
  ) throws {
    guard deliveries == 0 else {
      needsRetry = true
      return
    }
    repeat {
      needsRetry = false
      for entry in waiting {
        guard let index = waiting.firstIndex(where: { $0.number == entry.number }) else { continue }
        // Out of the queue while it is delivered: a handler may look at it or empty it.
        waiting.remove(at: index)
        let hasRun = try deliver(entry.activity, selectedTab: selectedTab) { count in
          willRun(entry.activity, count)
        } willHandle: { place in
          willHandle(entry.activity, place)
        }
        if !hasRun {
          let place = waiting.firstIndex { $0.number > entry.number } ?? waiting.endIndex
          waiting.insert(entry, at: place)
        }
        // A handler changed what can be taken, maybe something that waits longer: begin anew.
        if needsRetry { break }
      }
    } while needsRetry
  }

  /// Empties the queue, as when the scene disconnects, and says what was in it.
  package func dropQueue() -> [UserActivity] {
    defer { waiting = [] }
    return queued
  }
}
