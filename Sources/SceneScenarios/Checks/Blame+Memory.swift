import SceneLifecycle
import SceneSimulator
internal import SceneState

// Values that live in their window, until the window hands them over.
extension BlameFinder {
  /// The blame for a value that is in memory, and comes back with its window if anything does.
  func held(_ place: FailureReport.Place, _ stored: StoredPlace, _ target: String) -> Blame {
    let trail = trail(of: place.key, stored)
    // A window that shows nothing has no value of its own to ask for.
    let scene = try? context.inside(context.simulation.window(place.window))
    guard scene?.source(of: place.key, tab: place.tab) != "default" else {
      let reason = notHeld(place, stored, trail)
      return Blame(
        "the default of \(target), \(line(of: place.key)): \(reason.text)", writer: reason.writer)
    }
    guard let live = trail.live else {
      // What is in memory alone goes with its scope.
      let carrier = place.key.via == .store ? context.writes.last(Self.carriers) : nil
      guard let carrier else { return Blame("the activity of \(place.window) → \(target)") }
      return Blame("\(named(carrier)) → \(target)", writer: carrier)
    }
    var sentence = "\(text(live, tab: live.tab)) → \(target)"
    if let back = trail.back {
      sentence += ", brought back in step \(back.step) (\(line(back)))"
    }
    let loss = trail.lost.map { text($0, of: place, stored) }
    return Blame(loss.map { "\(sentence); \($0)" } ?? sentence, writer: writer(live))
  }

  /// Why the default is there.
  private func notHeld(
    _ place: FailureReport.Place, _ stored: StoredPlace, _ trail: HeldTrail
  ) -> Blame {
    if let lost = trail.lost {
      var told = text(lost, of: place, stored)
      // What had been handed over before did not come back either.
      if let older = trail.loss(before: lost) { told += "; \(text(older, of: place, stored))" }
      return Blame(told, writer: lost.isWritersFault ? writer(lost.origin) : nil)
    }
    if let loss = context.writes.loss(of: stored, on: context.simulation.name),
      isPrivate(place.window)
    {
      return Blame(
        "\(named(loss.mark)) ended what \(named(loss.written)) wrote: nothing of a private window "
          + "is kept", writer: loss.mark)
    }
    if let fate = fate(of: stored) { return fate }
    if let blame = leftBehind(place, since: trail.live) { return blame }
    guard let live = trail.live else {
      return Blame(leftOnItsDevice(stored) ?? "nothing was written")
    }
    let reason = notGivenBack(place.key, live, to: place.window) ?? "\(text(live)) reset it"
    return Blame(reason, writer: writer(live))
  }

  func text(
    _ lost: HeldTrail.Lost, of place: FailureReport.Place, _ stored: StoredPlace
  ) -> String {
    let written = lost.origin.mark
    switch lost.way {
    case .notHandedOver:
      let isKept = place.key.via != .store
      return "\(ending(lost.mark)) \(isKept ? "came before" : "took") the value of step "
        + "\(written.step) (\(line(written)))\(isKept ? " was handed over" : "")"
    case .notCommitted(let handover):
      let fault = context.writes.last(["fault"], before: handover.step)
      let cause = fault.map { ", because of \(named($0))," } ?? ""
      return "what \(named(written)) wrote was handed over by \(named(handover)) and not "
        + "committed\(cause) when \(named(lost.mark)) came"
    case .expired: return "what \(named(written)) wrote \(expiry(at: lost.mark, of: place.window))"
    case .notReadable(let problem):
      return unreadable(
        lost.origin, problem.detail,
        since: update(hiding: place.key, since: written.step) { key, _ in
          // Whether it can be read is the question, not why.
          handedOver(key.name, in: place.window).map { (try? key.type.value(from: $0)) != nil }
        })
    }
  }

  /// What a window has handed over under a key, if that is still there to be looked at.
  private func handedOver(_ key: String, in window: String) -> ScenarioValue? {
    context.simulation.session(window)?.record.activity?.userInfo[key].map {
      ScenarioScene.value(inActivity: $0)
    }
  }

  private static let carriers: Set = [
    "move-tab", "rename-scope", "move-scope", "copy-scope", "undo-close", "undo-close-tab",
  ]

  /// The step after which a value in memory alone is not here: it went with its scope, or its
  /// window came from another device without it.
  private func leftBehind(_ place: FailureReport.Place, since kept: Origin?) -> Blame? {
    guard place.key.via == .store else { return nil }
    if let kept {
      guard let mark = context.writes.first(Self.transfers, after: kept.mark.step) else {
        return nil
      }
      return Blame("\(named(mark)) moved away what \(named(kept.mark)) wrote", writer: mark)
    }
    guard context.writes.hasWritten(place.key.name), let mark = context.writes.last(["bring"])
    else { return nil }
    return Blame(
      "\(named(mark)) came without it: what lives in memory alone stays on its device",
      writer: mark)
  }

  /// The steps that move a scope with all that it has to another place.
  static let transfers: Set = ["move-tab", "rename-scope", "move-scope"]

  /// Why a window was brought without what it had in memory on the device before.
  private func leftOnItsDevice(_ stored: StoredPlace) -> String? {
    guard let bring = context.writes.last(["bring"]),
      let written = context.writes.lastHeld(stored, notOn: context.simulation.name),
      let end = context.writes.firstEnd(from: written.step), end.step < bring.step,
      // What was handed over before the end came along.
      !context.log.heard.contains(where: {
        $0.window == stored.window && $0.step > written.step && $0.step <= end.step
          && $0.text.hasPrefix(Self.handover)
      })
    else { return nil }
    return "\(ending(end)) came before the value of step \(written.step) (\(line(written))) was "
      + "handed over, and \(named(bring)) had none to bring"
  }

  /// Why a window that came back has not got what it had in memory; nil if it was never away.
  private func notGivenBack(
    _ key: StorageKey, _ kept: Origin, to window: String
  ) -> String? {
    guard let back = event(of: window, ["willConnect"]), back.mark.step > kept.mark.step else {
      return nil
    }
    let came = "\(named(back.mark)) brought \(window) back without what \(named(kept.mark)) wrote"
    if key.via == .tree {
      let reason = TreeLoss(context).reason(forKey: key.name, in: window)
      return came + (reason.map { ": \($0)" } ?? "")
    }
    let handover = context.log.heard.last {
      $0.window == window && $0.step < back.mark.step && $0.text.hasPrefix(Self.handover)
    }
    if handover?.text == Self.handover + " nil" {
      let rule = context.restoration(of: window)?.condition.map {
        ", as the `if` of `restoration` says (\(line(of: $0.range)))"
      }
      return "what \(named(kept.mark)) wrote was not handed over: the window gave no activity"
        + (rule ?? "")
    }
    let problem = context.log.problems.last {
      $0.code == .partlyRestored && $0.window == window && $0.step == back.mark.step
    }
    let unread = problem.map { problem in
      guard let fault = context.writes.last(["fault"], after: kept.mark.step) else {
        return ": \(problem.detail)"
      }
      return ": what was handed over cannot be read since \(named(fault))"
    }
    return came + (unread ?? outsideRule(in: window).map { ": \($0)" } ?? "")
  }

  static let handover = "stateRestorationActivity"

  /// The fault that ended a process in the course of a step; nil if the step itself did.
  func fault(ending end: StepMark) -> StepMark? {
    guard end.isDeadly, !WriteRecord.endings.contains(end.verb) else { return nil }
    return context.writes.last(["fault"], before: end.step)
  }

  private func ending(_ end: StepMark) -> String {
    guard let fault = fault(ending: end) else { return named(end) }
    return "\(named(fault)) ended the process in step \(end.step), which"
  }
}

extension HeldTrail.Lost {
  /// Whether the step that wrote it is where to look, since it was read as something else later.
  fileprivate var isWritersFault: Bool {
    switch way {
    case .notReadable: true
    case .notHandedOver, .notCommitted, .expired: false
    }
  }
}
