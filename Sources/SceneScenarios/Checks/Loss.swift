import SceneLifecycle
import SceneSimulator
internal import SceneState

/// Why a value that was written is not there any more, or never came to be stored.
struct Loss: Hashable, Sendable {
  enum Way: Hashable, Sendable {
    /// It was taken away, or went with what it belonged to.
    case destroyed
    /// Its window was closed, by its user or by the app itself.
    case closed
    /// The step that was to write it was refused, and the run went on.
    case refused(code: String)
    /// The process ended before it was committed; a fault may have kept it from that.
    case uncommitted(fault: StepMark?)
    /// Retention keeps only the latest of a kind of places.
    case forgotten(kind: String)
    /// Its window went by a rule.
    case gone(WindowRule)
    /// It was handed over, and too old when its window came back.
    case expired
    /// Another process took the window over before it was committed or handed over.
    case taken
    /// A later version could not read it, and another value was written in its place.
    case notReadable(String)

    /// Whether it went with its window.
    var isOfWindow: Bool {
      switch self {
      case .closed, .gone: true
      case .destroyed, .refused, .uncommitted, .forgotten, .expired, .taken, .notReadable: false
      }
    }

    /// How what lay at a place went, if nobody wrote there.
    init(of place: StoredPlace, _ lapses: Set<Lapse>) {
      for case .place(place, let kind) in lapses {
        self = .forgotten(kind: kind)
        return
      }
      if lapses.contains(.taken(place.window)) {
        self = .taken
        return
      }
      for case .window(place.window, let rule) in lapses {
        self = .gone(rule)
        return
      }
      self = lapses.contains(.closed(place.window)) ? .closed : .destroyed
    }
  }

  /// The step that wrote it.
  let written: StepMark
  /// The step that destroyed or refused it, or with which its process ended.
  let mark: StepMark
  let way: Way
  /// The step of the app that wrote there once more in the course of that step.
  var replacedBy: InnerMark?
  /// The step of the app that closed the window or the tab in its course, or moved it.
  var ender: InnerMark?
  /// The fault because of which it was refused.
  var fault: StepMark?
}

extension BlameFinder {
  /// What became of the last value that was written to a place, as the end of a sentence.
  func fate(of stored: StoredPlace) -> Blame? {
    let device = context.simulation.name
    if let waiting = context.writes.waiting(at: stored, on: device) {
      let fault = context.writes.last(["fault"], before: waiting.step)
      let cause = fault.map { ", because of \(named($0))" } ?? ""
      return Blame(
        "what \(named(waiting)) wrote is in memory, not committed\(cause)", writer: waiting)
    }
    guard let loss = context.writes.loss(of: stored, on: device) else { return givenUp(stored) }
    return Blame(text(loss, of: stored), writer: loss.mark)
  }

  /// What was set aside with all of its window, since that could not be restored.
  private func givenUp(_ stored: StoredPlace) -> Blame? {
    guard context.simulation.stored[stored] == nil, let origin = context.origin(of: stored),
      let problem = context.log.problems.last(where: {
        $0.code == .partlyRestored && $0.window == stored.window && $0.step > origin.mark.step
      }), let mark = context.writes.mark(problem.step)
    else { return nil }
    return Blame(
      "\(named(mark)) could not restore \(stored.window) (\(problem.detail)), and set aside what "
        + "\(named(origin.mark)) wrote (profile \(context.simulation.profile.rawValue))",
      writer: mark)
  }

  /// Whether a value went with the row that its place, or the value itself, was about.
  private func isRowGone(at stored: StoredPlace, _ mark: StepMark) -> Bool {
    guard let kind = stored.path.first.map({ ValuePlace($0).kind ?? $0 }),
      context.declaration.places.contains(where: { $0.name == kind && $0.row != nil })
    else { return false }
    return context.log.problems.contains { $0.code == .rowIsGone && $0.step == mark.step }
  }

  func text(_ loss: Loss, of stored: StoredPlace) -> String {
    let window = stored.window
    let what = written(loss)
    switch loss.way {
    case .destroyed:
      if isRowGone(at: stored, loss.mark) {
        return "\(named(loss.mark)) destroyed \(what): its row is gone"
      }
      let isMoved = Self.transfers.contains(loss.ender?.verb ?? loss.mark.verb)
      return "\(named(loss.mark))\(ender(loss)) \(isMoved ? "moved away" : "destroyed") \(what)"
    case .closed where loss.mark.verb == CloseStep.name:
      return "\(named(loss.mark)) destroyed \(what)"
    case .closed:
      if let ender = loss.ender, Self.transfers.contains(ender.verb) {
        return "\(named(loss.mark))\(self.ender(loss)) moved away \(what)"
      }
      return "\(named(loss.mark)) closed \(window)\(ender(loss)) and destroyed \(what)"
    case .forgotten(let kind): return forgetting(kind, by: loss.mark, what)
    case .gone(let rule): return going(what, by: loss.mark, rule)
    case .taken:
      return "\(named(loss.mark)) let another process take \(window) over, before \(what) was kept"
    case .expired: return "\(what) \(expiry(at: loss.mark, of: window))"
    case .notReadable(let detail):
      let since = context.declaration.key(stored.key).flatMap { key in
        update(hiding: key, since: loss.written.step) { _, _ in nil }
      }
      return what + (since.map { " cannot be read since \(named($0))" } ?? " could not be read")
        + ": \(detail)"
    case .refused(let code):
      let isTaken = code == SceneProblem.Code.sessionInUse.rawValue
      let why =
        loss.fault.map { ": since \(named($0)) no value of `\(stored.key)` can be encoded" }
        ?? takeover(of: window).map { ": \($0.text)" }
      return "\(named(loss.written)) was refused (\(code))"
        + (isTaken || loss.fault != nil ? why ?? "" : "")
    case .uncommitted(let fault):
      let cause = fault.map { ", because of \(named($0))," } ?? ""
      let end = loss.mark == loss.written ? "its process died" : "\(named(loss.mark)) came"
      return "\(what) was not committed\(cause) when \(end)"
    }
  }

  /// The step of the app in whose course something went, in brackets.
  private func ender(_ loss: Loss) -> String {
    loss.ender.map { " (\(named($0, in: loss.mark)), \(line($0.line, $0.file)))" } ?? ""
  }

  /// `what set in step 3 (line 12) wrote`, and what the app made of it as it went.
  private func written(_ loss: Loss) -> String {
    guard let inner = loss.replacedBy else { return "what \(named(loss.written)) wrote" }
    let last = "\(named(inner, in: loss.mark)) (\(line(inner.line, inner.file)))"
    return loss.written == loss.mark
      ? "what \(last) wrote" : "what \(named(loss.written)) wrote, and \(last) after it"
  }
}

// What goes by a rule of the app names the rule and its line.
extension BlameFinder {
  /// `disconnect` in step 8 made retention forget something.
  func forgetting(_ kind: String, by mark: StepMark, _ what: String) -> String {
    let rule = context.declaration.retention.rule(for: kind)
    let line = rule.map { ": `\(kind): { latest: \($0.latest) }` (\(self.line(of: $0.range)))" }
    return "\(named(mark)) made retention forget \(what)\(line ?? "")"
  }

  /// `launch` in step 8 left out a window, or what was in it: why it went and nobody closed it.
  func going(_ what: String, by mark: StepMark, _ rule: WindowRule) -> String {
    switch rule {
    case .retention: return forgetting(RetentionDeclaration.scenes, by: mark, what)
    case .profile:
      return "\(named(mark)) destroyed \(what) (profile \(context.profile(at: mark).rawValue))"
    case .quit: return "\(named(mark)) destroyed \(what): it says `keeps-windows: false`"
    case .kind(let name):
      return "\(named(mark)) let go of \(what): \(reason(toLetGoOf: name, mark))"
    }
  }

  /// Why a window of a kind does not stay, or does not come back.
  private func reason(toLetGoOf name: String, _ mark: StepMark) -> String {
    let app = context.declaration
    func since(_ verbs: Set<String>) -> String {
      // What came after it went is no reason.
      guard let cause = context.writes.last(verbs, before: mark.step + 1), cause != mark else {
        return ""
      }
      return " since \(named(cause))"
    }
    let isBare = context.bareLaunches.contains { ($0.file, $0.range) == (mark.file, mark.range) }
    if isBare { return "it says `restores: false`" }
    guard let kind = app.scenes.first(where: { $0.name == name }) else {
      return "the app has no windows `\(name)`\(since(["update"]))"
    }
    let place = line(kind.range.start.line, app.source.path)
    if kind.isPrivate {
      return "nothing of a private window is kept, and `\(name)` is `private: true` (\(place))"
    }
    let rule = kind.restorable
    if !rule.isPossible { return "windows of `\(name)` do not come back (\(place))" }
    if rule.condition != nil || rule.latest != nil {
      let limit = rule.latest.map {
        "of windows of `\(name)` the \($0 == 1 ? "one" : "\($0)") active last come\($0 == 1 ? "s" : "") back"
      }
      let condition = rule.condition.map { _ in
        "the `if` under `restorable` of `\(name)` did not hold"
      }
      return [limit, condition].compactMap(\.self).joined(separator: ", or ") + " (\(place))"
    }
    guard let row = kind.row else { return "the app does not let it come back (`comesBack`)" }
    let isChanged = context.writes.last(["change-data"], before: mark.step + 1) != nil
    let since = since([isChanged ? "change-data" : "update"])
    return "its row of `\(row.table)` is gone\(since), and windows of "
      + "`\(name)` go with theirs (\(place))"
  }

  /// When something was handed over, and which step found it too old.
  func expiry(at mark: StepMark, of window: String) -> String {
    let last = event(of: window, [Self.handover], before: mark.step)?.mark
    let given = last.map { "was handed over by \(named($0)) and " } ?? ""
    let app = context.app(at: mark)
    let rule = context.restoration(of: window, in: app).flatMap(\.expiry)
    let line = rule.map {
      ": `expires: \(app.source.text(in: $0))` (\(self.line(of: $0)))"
    }
    return "\(given)had expired at \(named(mark))\(line ?? "")"
  }

  func line(of range: SourceRange) -> String {
    line(range.start.line, context.declaration.source.path)
  }
}

extension StepContext {
  /// What the windows of the kind of this one hand over.
  func restoration(
    of window: String, in app: AppDeclaration? = nil
  ) -> RestorationDeclaration? {
    let app = app ?? declaration
    let name = simulation.session(window)?.record.scene
    let kind = app.scenes.first { $0.name == name }
    return kind?.restoration ?? app.restoration
  }

  /// The app as it was when a step ran, before later updates.
  func app(at mark: StepMark) -> AppDeclaration {
    formers.first { $0.step > mark.step }?.app ?? declaration
  }

  /// The profile by whose rules windows went when a step ran.
  func profile(at mark: StepMark) -> RestorationProfile {
    let app = app(at: mark)
    return app.profile ?? app.device.profile
  }
}
