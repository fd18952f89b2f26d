import SceneLifecycle
import SceneSimulator
internal import SceneState

// What became of a value that was written and is not there.
extension Explainer {
  /// What became of the last value that was written to a place, as the end of a sentence.
  func fate(of stored: StoredPlace) -> Blame? {
    let story = context.story(of: stored)
    if let waiting = story.waiting {
      return Blame(
        "what \(named(waiting)) wrote is in memory, not committed"
          + (fates.lastFault(before: waiting.step).map { ", because of \(named($0))" } ?? ""),
        writer: waiting)
    }
    guard let loss = story.loss else { return givenUp(stored) }
    let told = text(loss, of: stored, isOther: isOther(loss, at: stored))
    return Blame(told, writer: loss.mark)
  }

  /// Whether a value that was kept has what was expected, or a part of what is missing.
  func meaning(
    _ mismatch: Mismatch, at stored: StoredPlace, hasPart: Bool = false
  ) -> Origin.Value.Test {
    { value in
      let found: [ScenarioValue?] =
        switch value {
        // As it is read, and as it stands there: what cannot be read may be what is missing.
        case .bytes(let bytes)?:
          [context.decoded(bytes, at: stored), ScenarioValue(json: bytes.jsonText)]
        case .value(let value)?: [value]
        case nil: []
        }
      return found.compactMap(\.self).contains {
        mismatch.found(in: $0) != nil || hasPart && mismatch.hasPart(in: $0)
      }
    }
  }

  /// Whether what was lost is known not to be what was expected.
  private func isOther(_ loss: Loss, at stored: StoredPlace) -> Bool {
    guard let expected = context.expected, expected.asksForValue, loss.value != nil,
      loss.replacedBy == nil
    else { return false }
    return !meaning(expected, at: stored, hasPart: true)(loss.value)
  }

  /// What was set aside with all of its window, since that could not be restored.
  private func givenUp(_ stored: StoredPlace) -> Blame? {
    guard simulation.stored[stored] == nil, let origin = context.origin(of: stored),
      let problem = context.log.problems.last(where: {
        $0.code == .partlyRestored && $0.window == stored.window && $0.step > origin.mark.step
      }), let mark = fates.mark(problem.step)
    else { return nil }
    return Blame(
      "\(named(mark)) could not restore \(stored.window) (\(problem.detail)), and set aside what "
        + "\(named(origin.mark)) wrote (profile \(simulation.profile.rawValue))", writer: mark)
  }

  // MARK: Words

  func text(_ loss: Loss, of stored: StoredPlace, isOther: Bool = false) -> String {
    let (mark, what) = (named(loss.mark), what(loss, isOther: isOther))
    switch loss.way {
    case .destroyed, .closed: return destroying(what, loss, stored)
    case .forgotten(let kind): return forgetting(kind, by: loss.mark, what)
    case .gone(let rule): return going(what, by: loss.mark, rule)
    case .taken:
      let end = loss.isHandOver ? "and \(what) with it" : "before \(what) was kept"
      return "\(mark) let another process take \(stored.window) over, \(end)"
    case .expired: return "\(what) \(expiry(at: loss.mark, of: stored.window))"
    case .notReadable(let detail):
      let since = since(hiding: stored.key, loss.written)
      return "\(what) \(since.isEmpty ? "could not" : "cannot") be read\(since): \(detail)"
    case .notUnderstood(let detail): return notUnderstood(loss, detail, stored)
    case .refused(let code): return refusal(loss, code, stored)
    case .uncommitted(let fault):
      let end = loss.mark == loss.written ? "its process died" : "\(mark) came"
      return "\(what) was not committed\(because(of: fault)) when \(end)"
    case .notCommitted(let handover):
      return "\(what) was handed over by \(named(handover)) and not committed"
        + "\(because(ofFaultBefore: handover)) when \(mark) came"
    case .takenBack: return "\(mark) took back \(what)"
    case .notHandedOver:
      let isKept = app.key(stored.key)?.via != .store
      return "\(ending(loss.mark)) \(isKept ? "came before" : "took") the value of step "
        + "\(loss.written.step) (\(line(loss.written)))\(isKept ? " was handed over" : "")"
        + (loss.fault.map { ", because of \(named($0))" } ?? "")
    }
  }

  /// The update since which something of what was written cannot be read, as the end of a sentence.
  func since(hiding name: String, _ written: StepMark) -> String {
    let cause = app.key(name).flatMap { key in
      update(hiding: key, since: written.step) { _, _ in nil }
        // What was copied since is of the version that it had before.
        ?? context.updates.last {
          $0.before.key(name)?.version != $0.after.key(name)?.version
        }?.mark
    }
    return cause.map { " since \(named($0))" } ?? ""
  }

  private func destroying(_ what: String, _ loss: Loss, _ stored: StoredPlace) -> String {
    let mark = named(loss.mark)
    if loss.way == .closed {
      if loss.mark.verb == CloseStep.name { return "\(mark) destroyed \(what)" }
      if loss.ender.map({ BlameFinder.transfers.contains($0.verb) }) != true {
        return "\(mark) closed \(stored.window)\(ender(loss)) and destroyed \(what)"
      }
    } else if isRowGone(at: stored, loss.mark) {
      return "\(mark) destroyed \(what): its row is gone"
    }
    let isMoved =
      BlameFinder.transfers.contains(loss.ender?.verb ?? loss.mark.verb)
      || loss.mark.verb == DragStep.name && hasCome(stored, with: loss.mark)
    return "\(mark)\(ender(loss)) \(isMoved ? "moved away" : "destroyed") \(what)"
  }

  /// Whether a step brought a value of the same key to another window.
  private func hasCome(_ stored: StoredPlace, with mark: StepMark) -> Bool {
    fates.last { value, fate in
      value.key == stored.key && value.window != stored.window && fate.mark == mark
        && fate.origin?.removes == false
    } != nil
  }

  /// Whether a value went with the row that its place, or the value itself, was about.
  private func isRowGone(at stored: StoredPlace, _ mark: StepMark) -> Bool {
    guard let kind = stored.path.first.map({ ValuePlace($0).kind ?? $0 }),
      app.places.contains(where: { $0.name == kind && $0.row != nil })
    else { return false }
    return context.log.problems.contains { $0.code == .rowIsGone && $0.step == mark.step }
  }

  private func refusal(_ loss: Loss, _ code: String, _ stored: StoredPlace) -> String {
    let told = "\(named(loss.written)) was refused (\(code))"
    if let fault = loss.fault {
      return "\(told): since \(named(fault)) no value of `\(stored.key)` can be encoded"
    }
    if let refused = loss.ender {
      return "\(told) for \(line(refused.line, refused.file)), and taken back as a whole"
    }
    if let culprit = loss.culprit {
      return "\(told) as a whole, because of `\(culprit)`\(excess(loss, code))"
    }
    guard code == SceneProblem.Code.sessionInUse.rawValue else {
      return told + excess(loss, code)
    }
    return told + (takeover(of: stored.window).map { ": \($0.text)" } ?? "")
  }

  /// By how much a value was too large, and where the app says how much is too much.
  private func excess(_ loss: Loss, _ code: String) -> String {
    guard let excess = loss.excess, !excess.isEmpty else { return "" }
    let isOfScene = code == SceneProblem.Code.sceneTooLarge.rawValue
    let limit = app.node?["budget"]?[isOfScene ? "scene" : "value"]
    return ": \(excess)" + (limit.map { " (\(line(of: $0.range)))" } ?? "")
  }

  private func notUnderstood(_ loss: Loss, _ detail: String, _ stored: StoredPlace) -> String {
    guard let key = app.key(stored.key) else { return detail }
    let cause = update(hiding: key, since: loss.written.step) { key, _ in
      // Whether it can be read is the question, not why.
      handedOver(key.name, in: stored.window).map { (try? key.type.value(from: $0)) != nil }
    }
    return unreadable(loss.origin, detail, since: cause)
  }

  /// What a window has handed over under a key, if that is still there to be looked at.
  private func handedOver(_ key: String, in window: String) -> ScenarioValue? {
    simulation.session(window)?.record.activity?.userInfo[key].map {
      ScenarioScene.value(inActivity: $0)
    }
  }

  /// The step of the app in whose course something went, in brackets.
  private func ender(_ loss: Loss) -> String {
    loss.ender.map { " (\(named($0, in: loss.mark)), \(line($0.line, $0.file)))" } ?? ""
  }

  /// `what set in step 3 (line 12) wrote`, and what the app made of it as it went.
  private func what(_ loss: Loss, isOther: Bool) -> String {
    let verb = loss.isHandOver ? "handed over" : "wrote"
    let written =
      "\(isOther ? "another value that" : "what") \(named(loss.written)) \(verb)"
    guard let inner = loss.replacedBy else { return written }
    let last = cited(inner, in: loss.mark)
    return loss.written == loss.mark ? "what \(last) wrote" : "\(written), and \(last) after it"
  }

  private func cited(_ inner: InnerMark, in mark: StepMark) -> String {
    "\(named(inner, in: mark)) (\(line(inner.line, inner.file)))"
  }

  private func because(of fault: StepMark?) -> String {
    fault.map { ", because of \(named($0))," } ?? ""
  }

  private func because(ofFaultBefore mark: StepMark) -> String {
    because(of: fates.lastFault(before: mark.step))
  }

  /// The fault that ended a process in the course of a step; nil if the step itself did.
  func fault(ending end: StepMark) -> StepMark? {
    guard end.isDeadly, !FateList.endings.contains(end.verb) else { return nil }
    return fates.lastFault(before: end.step)
  }

  func ending(_ end: StepMark) -> String {
    guard let fault = fault(ending: end) else { return named(end) }
    return "\(named(fault)) ended the process in step \(end.step), which"
  }
}
