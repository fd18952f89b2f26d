import SceneLifecycle
import SceneSimulator
internal import SceneState

/// Why a value that was written is not there any more, or never came to be stored.
struct Loss: Hashable, Sendable {
  enum Way: Hashable, Sendable {
    /// A window or all of them went, with all their values.
    case destroyed
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
      self = .destroyed
    }
  }

  /// The step that wrote it.
  let written: StepMark
  /// The step that destroyed or refused it, or with which its process ended.
  let mark: StepMark
  let way: Way
}

extension BlameFinder {
  /// What became of the last value that was written to a place, as the end of a sentence.
  func fate(of stored: StoredPlace) -> Blame? {
    let device = context.simulation.name
    if let waiting = context.writes.waiting(at: stored, on: device) {
      return Blame("what \(named(waiting)) wrote is in memory, not committed", writer: waiting)
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

  private func text(_ loss: Loss, of stored: StoredPlace) -> String {
    let window = stored.window
    let written = named(loss.written)
    switch loss.way {
    case .destroyed:
      if isRowGone(at: stored, loss.mark) {
        return "\(named(loss.mark)) destroyed what \(written) wrote: its row is gone"
      }
      if ["rename-scope", "move-scope"].contains(loss.mark.verb) {
        return "\(named(loss.mark)) moved away what \(written) wrote"
      }
      return "\(named(loss.mark)) destroyed what \(written) wrote"
    case .forgotten(let kind): return forgetting(kind, by: loss.mark, "what \(written) wrote")
    case .gone(let rule): return going("what \(written) wrote", by: loss.mark, rule)
    case .taken:
      return "\(named(loss.mark)) let another process take \(window) over, before what \(written) "
        + "wrote was kept"
    case .expired: return "what \(written) wrote \(expiry(at: loss.mark, of: window))"
    case .refused(let code): return "\(written) was refused (\(code))"
    case .uncommitted(let fault):
      let cause = fault.map { ", because of \(named($0))," } ?? ""
      let end = loss.mark == loss.written ? "its process died" : "\(named(loss.mark)) came"
      return "what \(written) wrote was not committed\(cause) when \(end)"
    }
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
      return "\(named(mark)) destroyed \(what) (profile \(context.simulation.profile.rawValue))"
    case .kind(let name):
      return "\(named(mark)) let go of \(what): \(reason(toLetGoOf: name, mark))"
    }
  }

  /// Why a window of a kind does not stay, or does not come back.
  private func reason(toLetGoOf name: String, _ mark: StepMark) -> String {
    let app = context.declaration
    func since(_ verbs: Set<String>) -> String {
      guard let cause = context.writes.last(verbs), cause != mark else { return "" }
      return " since \(named(cause))"
    }
    guard let kind = app.scenes.first(where: { $0.name == name }) else {
      return "the app has no windows `\(name)`\(since(["update"]))"
    }
    let place = line(kind.range.start.line, app.source.path)
    if kind.isPrivate {
      return "nothing of a private window is kept, and `\(name)` is `private: true` (\(place))"
    }
    let isBare = context.bareLaunches.contains { ($0.file, $0.range) == (mark.file, mark.range) }
    if isBare { return "it says `restores: false`" }
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
    let isChanged = context.writes.last(["change-data"]) != nil
    let since = since([isChanged ? "change-data" : "update"])
    return "its row of `\(row.table)` is gone\(since), and windows of "
      + "`\(name)` go with theirs (\(place))"
  }

  /// When something was handed over, and which step found it too old.
  func expiry(at mark: StepMark, of window: String) -> String {
    let given = handOver(of: window).map { "was handed over by \(named($0)) and " } ?? ""
    let rule = context.restoration(of: window).flatMap(\.expiry)
    let line = rule.map {
      ": `expires: \(context.declaration.source.text(in: $0))` (\(self.line(of: $0)))"
    }
    return "\(given)had expired at \(named(mark))\(line ?? "")"
  }

  func line(of range: SourceRange) -> String {
    line(range.start.line, context.declaration.source.path)
  }
}

extension StepContext {
  /// What the windows of the kind of this one hand over.
  func restoration(of window: String) -> RestorationDeclaration? {
    let name = simulation.session(window)?.record.scene
    let kind = declaration.scenes.first { $0.name == name }
    return kind?.restoration ?? declaration.restoration
  }
}

extension FailureHint {
  /// What would have kept a value that is lost.
  func hint(for loss: Loss) -> String? {
    switch (loss.way, loss.mark.verb) {
    case (.refused(let code), _): ProblemCode(rawValue: code).explanation?.hint
    case (.uncommitted, _) where loss.mark == loss.written:
      "a process that is killed keeps what earlier steps have committed"
    case (.uncommitted, let verb): "`fault: none` before `\(verb)` lets the store write what waits"
    case (.gone(.profile), "force-quit"):
      "`background` and `kill` end the process and keep it; `profile: macos` keeps it here, too"
    case (.gone(.profile), "quit"),
      (.gone(.profile), _)
    where context.simulation.profile == .macOSDiscard && loss.mark.verb != "launch":
      "`profile: macos` keeps the windows of an app that is quit"
    case (.gone(.profile), "launch"):
      "`profile: macos` keeps the windows after a crash at launch"
    case (.gone(.retention), _): "a larger `latest` in `retention` keeps it"
    case (.gone, _): nil
    case (.destroyed, "close") where context.declaration.keepsTombstones:
      context.writes.last(["undo-close"], after: loss.mark.step) == nil
        ? "`undo-close` brings a closed window back with its values" : nil
    case (.destroyed, "close"):
      "`disconnect` keeps a window's values; with `tombstones: true` `undo-close` brings them back"
    case (.destroyed, "close-tab"):
      "`undo-close-tab` brings a closed tab back with its values, before the process ends"
    case (.destroyed, "rename-scope"), (.destroyed, "move-scope"):
      "it is where `to` of that step says"
    case (.destroyed, _): nil
    case (.forgotten, _): "a larger `latest` in `retention` keeps it"
    case (.taken, _):
      "another process gets what was committed, and what was handed over in the background"
    case (.expired, _): "a longer `expires` in `restoration` keeps it; without it nothing expires"
    }
  }
}
