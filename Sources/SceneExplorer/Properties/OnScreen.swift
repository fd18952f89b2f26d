import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// Which windows are there after a step, and which one is in front, as far as the page of the life
/// of a scene says it without a doubt.
enum OnScreen {
  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    comingBack(moment, history) ?? reclaimed(moment, history.screen)
      ?? openedTwice(moment, history.screen) ?? front(moment, history.screen)
  }

  /// A tablet brings back what was to be seen, a desktop all that there is.
  private static func comingBack(_ moment: ExploredStep, _ history: History) -> Violation? {
    guard moment.action.verb == "launch", moment.action.argument == nil,
      !moment.before.isRunning, let seen = history.screen.seen
    else { return nil }
    let known = moment.before.away.filter { name in
      history.asleep[name].map { moment.facts.comesBackForCertain($0.shown) } ?? false
    }
    let isTablet = moment.facts.profile == .iPadOS
    if isTablet, !known.contains(where: seen.contains) {
      let recent = history.screen.recent
      guard known.count == moment.before.away.count, known.allSatisfy(recent.contains),
        let last = recent.last(where: known.contains), moment.after.window(last) == nil,
        // One for an audience does not come to the front by itself.
        moment.facts.app.scenes.allSatisfy({ !$0.declaration.isForExternalDisplay })
      else { return nil }
      return InPhase.found(
        "launch", "window \(last) was active last of those that are left, and does not come back",
        .of(last, "phase", "active"))
    }
    for name in known {
      let isWanted = !isTablet || seen.contains(name)
      guard isWanted != (moment.after.window(name) != nil) else { continue }
      return InPhase.found(
        "launch", "window \(name) \(isWanted ? "does not come back" : "comes back unseen")",
        .of(name, "phase", isWanted ? "active" : "disconnected"))
    }
    return nil
  }

  /// The system takes the windows first that are behind for longest.
  private static func reclaimed(_ moment: ExploredStep, _ screen: Screen) -> Violation? {
    let hidden = moment.before.windows.filter { $0.phase == .background }.map(\.name)
    guard moment.action.verb == "memory-pressure", Set(hidden) == Set(screen.behind) else {
      return nil
    }
    let first = screen.behind.prefix(moment.action.argument?.int ?? 1)
    for name in screen.behind
    where (moment.after.window(name) == nil) != first.contains(name) {
      let isMeant = first.contains(name)
      return InPhase.found(
        "memory-pressure",
        "`memory-pressure` \(isMeant ? "leaves" : "takes") window \(name), which is behind "
          + (isMeant ? "for longest" : "for less than others"),
        .of(name, "phase", isMeant ? "disconnected" : "background"))
    }
    return nil
  }

  /// One window shows a value, however often it is opened.
  private static func openedTwice(_ moment: ExploredStep, _ screen: Screen) -> Violation? {
    let kind = moment.action.argument?["scene"]?.text
    let isMeant = moment.facts.app.scenes.first { $0.name == kind }?.repeatsValues ?? false
    guard !isMeant, let value = Screen.value(of: moment.action),
      let shown = moment.before.windows.first(where: { screen.values[$0.name] == value }),
      let new = moment.connected.first
    else { return nil }
    return InPhase.found(
      "open", "window \(new.name) opens for a value that window \(shown.name) shows already",
      .front(shown.name))
  }

  private static func front(_ moment: ExploredStep, _ screen: Screen) -> Violation? {
    let (action, look) = (moment.action, moment.after)
    guard let wanted = wantedFront(moment, screen), look.front != wanted,
      let window = look.window(wanted), window.isForeground,
      // One for an audience stays behind, unless it is activated.
      moment.facts.kind(of: window)?.declaration.isForExternalDisplay != true
    else { return nil }
    return InPhase.found(
      "front",
      "window \(look.front ?? "~") is in front after `\(action.verb)` instead of \(wanted)",
      .front(wanted))
  }

  /// The window that has to be in front; nil if nobody can tell.
  private static func wantedFront(_ moment: ExploredStep, _ screen: Screen) -> String? {
    let action = moment.action
    switch action.verb {
    case "activate", "reconnect", "undo-close", "open": return action.argument?.text
    case "launch", "foreground":
      if let name = action.argument?.text { return name }
      return action.argument == nil ? screen.front : nil
    case "background", "resign", "close", "disconnect", "memory-pressure":
      guard let old = moment.before.front else { return nil }
      let stays = moment.after.window(old)?.isForeground ?? false
      return stays ? old : screen.next(in: moment.after)
    case _ where action.isInside && action.verb != "act": return moment.before.front
    default: return nil
    }
  }
}
