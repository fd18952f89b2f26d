import SceneLifecycle
import SceneSimulator
internal import SceneState

extension FailureHint {
  /// What would have kept a value that is lost.
  func hint(for loss: Loss, of stored: StoredPlace? = nil) -> String? {
    guard isMeant(loss) else { return nil }
    let hint = hintOfWay(loss, stored)
    guard case .gone = loss.way, loss.mark.endsProcess,
      let key = stored.flatMap({ app.key($0.key) }), key.isTransient
    else { return hint }
    // Whatever keeps its window, it went with the process.
    return hint.map {
      "without `transient: true` (\(line(of: key))) it is kept as long as its window: \($0)"
    }
  }

  private func hintOfWay(_ loss: Loss, _ stored: StoredPlace?) -> String? {
    switch (loss.way, loss.mark.verb) {
    case (.refused(let code), _) where code == SceneProblem.Code.sessionInUse.rawValue:
      "`relaunch`, or the next `launch`, has the window back, for the step to come after it"
    case (.refused, _) where loss.culprit != nil && loss.ender == nil:
      "write `\(loss.culprit ?? "")` in a step of its own: the rest is stored then"
    case (.refused, _) where loss.fault != nil: "without the fault it is stored"
    case (.refused(let code), _): ProblemCode(rawValue: code).explanation?.hint
    case (.uncommitted, _) where loss.mark == loss.written && loss.mark.isDeadly:
      "a process that is killed keeps what earlier steps have committed"
    case (.uncommitted, let verb): "`fault: none` before `\(verb)` lets the store write what waits"
    case (.gone(.profile), "force-quit"):
      "`background` and `kill` end the process and keep it; `profile: macos` keeps it here, too"
    case (.gone(.profile), "quit"),
      (.gone(.profile), _)
    where context.profile(at: loss.mark) == .macOSDiscard && loss.mark.verb != "launch":
      "`profile: macos` keeps the windows of an app that is quit, and `quit: { keeps-windows: true }` "
        + "does it once"
    case (.gone(.quit), _): "`quit` without it leaves it to the profile"
    case (.gone(.profile), "launch"): "`profile: macos` keeps the windows after a crash at launch"
    case (.gone(.retention), _): "a larger `latest` in `retention` keeps it"
    case (.gone, _): nil
    case (.closed, _) where app.keepsTombstones:
      fates.last(["undo-close"], after: loss.mark.step) == nil
        ? "`undo-close` brings a closed window back with its values" : nil
    case (.closed, _):
      "`disconnect` keeps a window's values; with `tombstones: true` `undo-close` brings them back"
    case (.destroyed, CloseTabStep.name): closedTabHint(loss)
    case (.destroyed, _): nil
    case (.forgotten, _): "a larger `latest` in `retention` keeps it"
    case (.taken, _):
      "another process gets what was committed, and what was handed over in the background"
    case (.notReadable(let detail), _): stored.flatMap { mending(detail, at: $0) }
    case (.notUnderstood, _): nil
    case (.takenBack, _):
      "`rewind` goes back to before it: a `save-point` after \(named(loss.written)) keeps it"
    case (.expired, _): "a longer `expires` in `restoration` keeps it; without it nothing expires"
    case (.notCommitted(let handover), _):
      "`fault: none` before `\(handover.verb)` lets the store keep what is handed over"
    case (.notHandedOver, _): stored.flatMap { notHandedOverHint(loss, $0) }
    }
  }

  /// What would have made a value readable that is gone since.
  private func mending(_ detail: String, at stored: StoredPlace) -> String? {
    let problem = context.log.problems.last {
      $0.code == .valueNotReadable && $0.address == "\(stored)" && $0.detail == detail
    }
    guard let problem, let key = app.key(stored.key) else { return nil }
    return ProblemMessage(context).mending(
      (problem.code, problem.detail, problem.at), of: key, at: stored)
  }

  /// What would have handed over what was expected of a key.
  func handOverHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard place.key.via == .activity else {
      return "`\(place.key.name)` lives in the \(place.key.via.rawValue) (\(line(of: place.key))): "
        + "`via: activity` hands it over"
    }
    let stored = context.place(of: place)
    let story = context.story(of: stored)
    if let lost = lost(of: story, meaning(mismatch, at: stored)) {
      return hint(for: lost, of: stored)
    }
    if let live = story.live?.origin, live.mark.step > handOver(of: place.window)?.step ?? 0 {
      return "`background: \(place.window)` hands over what was written since"
    }
    return Elsewhere(context).hint(place, mismatch)
      ?? neverWritten(place, mismatch.asWhole)
  }

  private func closedTabHint(_ loss: Loss) -> String? {
    let later = fates.marks.all {
      $0.verb == CloseTabStep.name && $0.window == loss.mark.window && $0.step > loss.mark.step
    }
    // Of those that were closed later a window may keep no other one.
    if let source = app.tabSource, app.keepsTombstones, later.count >= source.kept.count {
      return
        "of closed tabs a window keeps the last \(source.kept.count) for `undo-close-tab`, unless "
        + "`$keeps: …` under `tabs` says another number"
    }
    if let opened = fates.first(["open-tab"], after: loss.mark.step), app.keepsTombstones,
      fates.last(FateList.endings, after: loss.mark.step, before: opened.step) == nil
    {
      return
        "`undo-close-tab` instead of \(named(opened)) brings the closed tab back with its values"
    }
    let end = app.tabSource?.kept.text.map { "within \($0)" } ?? "before the process ends"
    return "`undo-close-tab` brings a closed tab back with its values, \(end)"
      + (app.keepsTombstones ? "" : " and with `tombstones: true`")
  }

  /// What would have handed a value over before its process ended.
  private func notHandedOverHint(_ loss: Loss, _ stored: StoredPlace) -> String? {
    guard let key = app.key(stored.key) else { return nil }
    guard key.via != .store else {
      return key.isTransient
        ? "without `transient: true` (\(line(of: key))) the store keeps it" : nil
    }
    let kept = "without `via: \(key.via.rawValue)` the store keeps it"
    if loss.fault != nil {
      return "`fault: none` before the window goes to the background; \(kept)"
    }
    if let fault = fault(ending: loss.mark) {
      return "without the fault in line \(fault.line) the value is handed over; \(kept)"
    }
    let phases: Set = ["willConnect", "willEnterForeground", "didEnterBackground"]
    let last = context.log.heard.last {
      $0.window == stored.window && $0.step <= loss.written.step && phases.contains($0.word)
    }
    if last?.word == "didEnterBackground" {
      return "it was written in the background, where `refresh: \(stored.window)` hands it over; "
        + kept
    }
    return "`background` before `\(loss.mark.verb)` hands the value over; \(kept)"
  }
}
