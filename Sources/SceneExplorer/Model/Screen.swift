import SceneScenarios
import SceneSimulator

/// Which windows users saw, which one was in front, and in which order the others went.
struct Screen {
  /// Those that were to be seen when any was last; nil if that cannot be told.
  private(set) var seen: Set<String>?
  /// The window in front, also while all are behind or no process runs.
  private(set) var front: String?
  /// The windows by when they were active, the last one last.
  private(set) var recent: [String] = []
  /// Those behind, the one that is there longest first.
  private(set) var behind: [String] = []
  /// What windows were opened for, by their names.
  private(set) var values: [String: String] = [:]

  /// What a new window is for; nil if the step opens none for anything.
  static func value(of action: Action) -> String? {
    guard action.verb == "open", let value = action.argument?["value"] else { return nil }
    return "\(action.argument?["scene"]?.text ?? "") \(value.written)"
  }

  /// Takes over what a step has done.
  ///
  /// - Parameters:
  ///   - moment: The step.
  ///   - isDoomed: Whether a death was planned, which may have come before an end.
  mutating func note(_ moment: ExploredStep, isDoomed: Bool) {
    let (action, look) = (moment.action, moment.after)
    let opened = action.verb == "open" ? action.argument?["window"]?.text : nil
    if let opened { values[opened] = Self.value(of: action) }
    if !values.isEmpty {
      let names = look.names
      values = values.filter { names.contains($0.key) }
      // A new window that has the name of one that went is for nothing of it.
      for window in moment.connected where !window.isRestored && window.name != opened {
        values[window.name] = nil
      }
    }
    guard look.isRunning else {
      if moment.isKilled || (action.isEnd && isDoomed) { (seen, front, recent) = (nil, nil, []) }
      behind = []
      return
    }
    noteFront(moment)
    let hidden = look.windows.filter { $0.phase == .background }.map(\.name)
    behind = behind.filter(hidden.contains) + hidden.filter { !behind.contains($0) }
  }

  private mutating func noteFront(_ moment: ExploredStep) {
    let look = moment.after
    let names = look.names
    let visible = look.windows.filter(\.isForeground).map(\.name)
    var active = look.windows.filter { $0.phase == .active }.map(\.name)
    active.removeAll { moment.before.window($0)?.phase == .active }
    let asked = moment.action.verb == "activate" ? moment.action.argument?.text : nil
    if let last = asked ?? moment.takers.last { active.append(last) }
    // Of what the app itself opens and closes on its way the one in front alone is known.
    if moment.movesWindows {
      recent = []
      active = look.windows.filter { $0.phase == .active && $0.name == look.front }.map(\.name)
    }
    // Of several the one in front is the last.
    if active.count > 1, let front = look.front, active.contains(front) { active.append(front) }
    for name in active where names.contains(name) {
      recent.removeAll { $0 == name }
      recent.append(name)
    }
    recent.removeAll { !names.contains($0) }
    if visible.isEmpty {
      if let front, !names.contains(front) { self.front = nil }
    } else {
      (seen, front) = (Set(visible), look.front)
    }
  }

  /// The window that is in front as soon as the one that was is not to be seen.
  func next(in look: StageLook) -> String? {
    let visible = look.windows.filter(\.isForeground).map(\.name)
    return visible.allSatisfy(recent.contains) ? recent.last(where: visible.contains) : nil
  }
}
