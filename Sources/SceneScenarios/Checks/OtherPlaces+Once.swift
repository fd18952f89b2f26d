import SceneLifecycle
import SceneSimulator

// The value that a check looked for, where it was once, or was to be written.
extension OtherPlaces {
  /// What became of the value in another window, tab or place, if nobody wrote one here.
  func once(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let here = ValueName(context.place(of: place), on: device)
    let isNew = context.story(of: context.place(of: place)).written == nil
    let isOfTab = place.key.scope == .selectedTab
    guard !place.key.isOfApp,
      isNew || isOfTab || !mismatch.path.isEmpty || !mismatch.missing.isEmpty,
      mismatch.asksForValue, !mismatch.isMet(by: place.key.initial)
    else { return nil }
    let others = fates.stories { other in
      other.device == here.device && other.key == here.key && other != here
        && (other.window == here.window || other.path == here.path
          || isOfTab)
    }
    let ends = others.compactMap { other, story -> (value: ValueName, end: ValueEnd, step: Int)? in
      let found = end(of: other, story, place.key, mismatch, mayBeUnknown: isNew)
      // Beside what was written here since, only what is there, or went with its window, is meant.
      guard let found, isNew || found.isLikely else { return nil }
      return (other, found, found.step)
    }
    // The place in another window is nearer than another place in this one.
    let last = ends.max {
      ($0.value.path == here.path ? 1 : 0, $0.step) < ($1.value.path == here.path ? 1 : 0, $1.step)
    }
    return last.flatMap { text($0.value, $0.end, here, place) }
  }

  private func end(
    of value: ValueName, _ story: [Fate], _ key: StorageKey, _ mismatch: Mismatch,
    mayBeUnknown: Bool
  ) -> ValueEnd? {
    let stored = value.place(in: simulation)
    let isMeant = meaning(mismatch, at: stored)
    if let end = story.end(of: isMeant) { return end }
    // What it was is not known: that it went with its window is likely to be meant.
    guard mayBeUnknown, let loss = story.loss, loss.value == nil, loss.way.isOfWindow else {
      return nil
    }
    return .lost(loss)
  }

  private func text(
    _ value: ValueName, _ end: ValueEnd, _ here: ValueName, _ place: FailureReport.Place
  ) -> String? {
    let stored = value.place(in: simulation)
    let window = value.window == here.window ? "" : value.window
    let inside = value.path == here.path ? "" : value.path.joined(separator: "/")
    let isTab = value.path.count == 1 && !inside.isEmpty
    let name = [window, isTab ? "tab \(inside)" : inside].filter { !$0.isEmpty }.joined(
      separator: ", ")
    switch end {
    case .lost(let loss) where loss.way.isOfWindow && inside.isEmpty:
      let wrote = "\(named(loss.written)) wrote `\(place.key.name)` in \(window)"
      guard case .gone(let rule) = loss.way else {
        return "\(wrote), which \(named(loss.mark)) closed"
      }
      return "\(wrote), and \(going(window, by: loss.mark, rule))"
    case .lost(let loss): return "in \(name): \(text(loss, of: stored))"
    case .replaced(let was, let fate, _):
      return "\(name) had this value\(from(was.mark)), until \(named(fate))"
    case .stays(let was):
      guard simulation.isTaken(value.window) else {
        // A tab that is gone has nothing that a step could look at.
        guard !window.isEmpty, simulation.sessionNumber(of: window) != nil else { return nil }
        return "\(window) has this value\(isTab ? ", in tab \(inside)" : "")\(from(was.written))"
      }
      return takeover(of: value.window).map {
        "\(name) had this value\(from(was.mark)), and \($0.text)"
      }
    }
  }
}

extension ValueEnd {
  /// Whether it is there, or went with its window.
  fileprivate var isLikely: Bool {
    if case .lost(let loss) = self { return loss.way.isOfWindow }
    guard case .stays = self else { return false }
    return true
  }

  /// The number of the step with which it came.
  fileprivate var step: Int {
    switch self {
    case .lost(let loss): loss.mark.step
    case .replaced(_, let fate, _): fate.mark.step
    case .stays(let was): was.mark.step
    }
  }
}
