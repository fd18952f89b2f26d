import SceneLifecycle
import SceneSimulator
internal import SceneState

// Values that live in their window, until the window hands them over.
extension BlameFinder {
  /// The blame for a value that is in memory, and comes back with its window if anything does.
  func held(
    _ place: FailureReport.Place, _ stored: StoredPlace, _ target: String
  ) -> Blame {
    let (story, scene) = (context.story(of: stored), context.shown(in: place.window))
    guard scene?.source(of: place.key, tab: place.tab) != "default" else {
      return initial(place, target, notHeld(place, stored, story))
    }
    guard let fate = story.live, let live = fate.origin else {
      // What is in memory alone goes with its scope.
      guard place.key.via == .store else {
        return Blame("the activity of \(place.window) → \(target)")
      }
      if let carrier = fates.last(Self.carriers) {
        return Blame("\(named(carrier)) → \(target)", writer: carrier)
      }
      // Nothing that has no value is written with it.
      let inner = app.ownSteps.andInner.first { Self.carriers.contains($0.verb.name) }
      return Blame((inner.map { cited($0.verb.name, $0) } ?? "a step of the app") + " → \(target)")
    }
    var sentence = "\(text(live, tab: live.tab)) → \(target)"
    if fate.kind == .back {
      sentence += ", brought back in step \(fate.mark.step) (\(line(fate.mark)))"
    }
    let cause = story.lost.map { text($0, of: stored) }
    return Blame(sentence + (cause.map { "; \($0)" } ?? ""), writer: live, cause: cause)
  }

  /// Why the default is there.
  private func notHeld(
    _ place: FailureReport.Place, _ stored: StoredPlace, _ story: [Fate]
  ) -> Blame {
    if isPrivate(place.window), let loss = story.lost {
      return Blame(
        "\(named(loss.mark)) ended what \(named(loss.written)) wrote: nothing of a private window "
          + "is kept", writer: loss.mark)
    }
    if let lost = story.lost {
      let told = text(lost, of: stored)
      // Of what was read as something else later the step that wrote it is where to look.
      guard case .notUnderstood = lost.way else { return Blame(told) }
      return Blame(told, writer: lost.origin)
    }
    if let fate = fate(of: stored) { return fate }
    if let blame = leftBehind(place, since: story.live?.origin) { return blame }
    guard let live = story.live?.origin else {
      return Blame(leftOnItsDevice(stored) ?? "nothing was written")
    }
    let reason = notGivenBack(place.key, live, to: place.window) ?? "\(text(live)) reset it"
    return Blame(reason, writer: live)
  }

  private static let carriers = transfers.union(["copy-scope", "undo-close", "undo-close-tab"])

  /// The step after which a value in memory alone is not here: it went with its scope, or its
  /// window came from another device without it.
  private func leftBehind(_ place: FailureReport.Place, since kept: Origin?) -> Blame? {
    guard place.key.via == .store else { return nil }
    if let kept {
      return fates.first(Self.transfers, after: kept.mark.step).map {
        Blame("\(named($0)) moved away what \(named(kept.mark)) wrote", writer: $0)
      }
    }
    guard fates.hasWritten(place.key.name), let mark = fates.last(["bring"]) else { return nil }
    return Blame(
      "\(named(mark)) came without it: what lives in memory alone stays on its device", writer: mark
    )
  }

  /// Why a window was brought without what it had in memory on the device before.
  private func leftOnItsDevice(_ stored: StoredPlace) -> String? {
    let others = context.allDevices.filter { $0.name != device }
    let held = others.compactMap { fates.alive[ValueName(stored, on: $0.name)]?.last.mark }
    guard let bring = fates.last(["bring"]), let written = held.max(by: { $0.step < $1.step }),
      let end = fates.firstEnd(from: written.step), end.step < bring.step,
      // What was handed over before the end came along.
      !context.log.heard.contains(where: {
        $0.window == stored.window && $0.step > written.step && $0.step <= end.step
          && $0.word == Self.handover
      })
    else { return nil }
    return "\(ending(end)) came before the value of step \(written.step) (\(line(written))) was "
      + "handed over, and \(named(bring)) had none to bring"
  }

  /// Why a window that came back has not got what it had in memory; nil if it was never away.
  private func notGivenBack(_ key: StorageKey, _ kept: Origin, to window: String) -> String? {
    guard let back = event(of: window, ["willConnect"]), back.mark.step > kept.mark.step else {
      return nil
    }
    let came = "\(named(back.mark)) brought \(window) back without what \(named(kept.mark)) wrote"
    if key.via == .tree {
      let reason = TreeLoss(context).reason(forKey: key.name, in: window)
      return came + (reason.map { ": \($0)" } ?? "")
    }
    let handover = context.log.heard.last {
      $0.window == window && $0.step < back.mark.step && $0.word == Self.handover
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
      let fault = fates.lastFault(FateList.spoilers, after: kept.mark.step)
      return fault.map { "what was handed over cannot be read since \(named($0))" }
        ?? problem.detail
    }
    return came + ((unread ?? outsideRule(in: window)).map { ": \($0)" } ?? "")
  }
}

extension Explainer {
  /// Why what a window handed over has not got what was expected of a key; nil where nothing was
  /// handed over at all.
  func handedOver(_ place: FailureReport.Place, _ mismatch: Mismatch) -> Blame? {
    guard place.key.via == .activity, simulation.session(place.window)?.record.activity != nil,
      let given = event(of: place.window, [BlameFinder.handover])
    else { return nil }
    let stored = context.place(of: place)
    let (story, told) = (context.story(of: stored), blame(given))
    if let lost = lost(of: story, meaning(mismatch, at: stored)) {
      return Blame("\(told.text); \(text(lost, of: stored))", writer: lost.mark)
    }
    if let live = story.live?.origin, live.mark.step > given.mark.step {
      return Blame("\(told.text), before \(text(live)) wrote it anew", writer: told.writer)
    }
    if story.isChanged { return told }
    return Blame(
      "\(told.text): nothing was written to `\(place.key.name)` in \(place.window)",
      writer: told.writer)
  }

  /// What took a value that is meant, or may be.
  func lost(of story: [Fate], _ isMeant: Origin.Value.Test) -> Loss? {
    story.loss(of: isMeant) ?? story.lost.flatMap { $0.isUnknown ? $0 : nil }
  }

  /// What destroyed what a window handed over last; nil if that is there still.
  func lostHandOver(of window: String) -> Loss? {
    guard simulation.session(window)?.record.activity == nil,
      let given = event(of: window, [BlameFinder.handover])?.mark
    else { return nil }
    if let end = fates.uncommittedEnd(of: given.step, on: device) {
      let fault = fates.lastFault(before: end.step)
      return Loss(handedOver: given, at: end, .uncommitted(fault: fault))
    }
    let last = fates.departure(of: window, on: device)
    guard let last, let way = last.departure, last.mark.step >= given.step else { return nil }
    return Loss(handedOver: given, at: last.mark, way)
  }

  /// Whether a value is in memory, and comes back with its window if anything does.
  func isHeld(_ key: StorageKey, in window: String) -> Bool {
    key.via != .store || isOfMemory(key, in: window)
  }

  /// Whether a value never leaves memory.
  func isOfMemory(_ key: StorageKey, in window: String) -> Bool {
    key.isTransient || isPrivate(window) && !key.isOfApp
  }

  /// Whether nothing of a window is ever in the store.
  func isPrivate(_ window: String) -> Bool { context.kind(of: window)?.isPrivate == true }

  /// The same of a window that is gone since.
  func wasPrivate(_ window: String) -> Bool {
    guard case .kind(let name)? = context.gone(window)?.rule else { return false }
    return app.scenes.contains { $0.name == name && $0.isPrivate }
  }
}
