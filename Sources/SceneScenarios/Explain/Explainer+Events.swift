import SceneSimulator

// What windows were told, and what that brought about.
extension Explainer {
  /// The last event of a window, or of any, with the step in whose course it happened.
  func event(of window: String?, _ names: Set<String>, before step: Int = .max) -> BlameFinder.Told?
  {
    for event in context.log.heard.reversed()
    where event.window != nil && (window == nil || event.window == window) && event.step < step {
      // An event of a step that was taken back is no reason for anything.
      if names.contains(event.word), let mark = fates.mark(event.step) { return (mark, event.text) }
    }
    return nil
  }

  /// The last step that showed anything, if that was this tab or place in another window.
  func wentElsewhere(
    _ verb: String, _ word: String, than window: String, after first: Int = 0,
    before next: Int = .max
  ) -> String? {
    guard let mark = fates.marks.last(where: { $0.verb == verb && $0.word == word }),
      let other = mark.window, other != window, mark.step > first, mark.step < next,
      fates.last([verb], after: mark.step, before: next) == nil
    else { return nil }
    return "\(named(mark)) did `\(verb): \(word)` in \(other), and not in \(window)"
  }

  /// The event with which a window was opened that has come back since, perhaps.
  func opening(of window: String) -> BlameFinder.Told? {
    let gone = [Fate.Kind.closed, .gone].compactMap {
      fates.last($0, about: .window(window, on: device))?.step
    }.max()
    let first = context.log.heard.first {
      $0.window == window && $0.word == "willConnect" && $0.step > gone ?? -1
    }
    return first.flatMap { event in fates.mark(event.step).map { ($0, event.text) } }
  }

  /// The step that opened a window, unless the scenario says so itself by `launch` or `open`.
  func opener(of window: String) -> StepMark? {
    let mark = event(of: window, ["willConnect"])?.mark
    return mark.flatMap { ["launch", "open", "reconnect"].contains($0.verb) ? nil : $0 }
  }

  /// The step that asked a window last for what it hands over.
  func handOver(of window: String) -> StepMark? { event(of: window, [BlameFinder.handover])?.mark }

  /// The last step that moved a list in a window, or in any.
  func move(ofList list: String, in window: String? = nil, by verbs: Set<String>) -> Fate? {
    fates.all(about: .list(list, on: device)).last { fate in
      (window == nil || fate.window == window)
        && verbs.contains(fate.inner?.verb ?? fate.mark.verb)
    }
  }

  func blame(_ told: BlameFinder.Told) -> Blame {
    takeover(in: told.mark) ?? Blame("\(text(told.mark)) (\(told.text))", writer: told.mark)
  }

  func mark(_ mark: StepMark?) -> Blame? {
    mark.map { takeover(in: $0) ?? Blame(text($0), writer: $0) }
  }

  /// The step that let another process take a window over, as a sentence; nil if none did.
  func takeover(of window: String) -> Blame? {
    fates.takeover(of: window, on: device).map {
      Blame("\(named($0)) let another process take \(window) over", writer: $0)
    }
  }

  private func takeover(in mark: StepMark) -> Blame? {
    let windows = fates.takenWindows(on: device)
    return windows.lazy.compactMap { takeover(of: $0) }.first { $0.writer?.step == mark.step }
  }

  /// What ends the waiting of a window with what was saved.
  func whatShowsSaved(in window: String) -> String {
    guard let kind = context.kind(of: window), case .after(let duration) = kind.restoring else {
      let rule = context.kind(of: window).map { " (`\($0.name)`, \(line(of: $0.range)))" }
      return "`restore: \(window)` shows it\(rule ?? "")"
    }
    return "`wait: \(duration.components.seconds)s` shows it (`restoring-takes` of `\(kind.name)`)"
  }

  /// The step that quit the app by closing its last window, if nothing came up since.
  var lastWindowQuit: StepMark? {
    guard !simulation.isRunning, let end = fates.lastEnd(), end.quits, end.verb != QuitStep.name
    else { return nil }
    return end
  }

  /// `last-window: quits` (line 6).
  var lastWindowRule: String {
    let rule = app.node?.map?.first { $0.key.name == Quitting.lastWindow }
    return "`\(Quitting.lastWindow): quits`" + (rule.map { " (\(line(of: $0.key.range)))" } ?? "")
  }

  /// Whether a window shows the default of a key.
  func showsDefault(_ place: FailureReport.Place) -> Bool {
    context.shown(in: place.window)?.value(of: place.key, tab: place.tab) == place.key.initial
  }
}
