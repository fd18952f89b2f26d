import SceneLifecycle
import SceneSimulator

// What goes by a rule of the app names the rule and its line.
extension Explainer {
  /// `disconnect` in step 8 made retention forget something.
  func forgetting(_ kind: String, by mark: StepMark, _ what: String) -> String {
    let rule = app.retention.rule(for: kind)
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
    func since(_ verbs: Set<String>) -> String {
      // What came after it went is no reason.
      guard let cause = fates.last(verbs, before: mark.step + 1), cause != mark else { return "" }
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
    let isChanged = fates.last(["change-data"], before: mark.step + 1) != nil
    let since = since([isChanged ? "change-data" : "update"])
    return "its row of `\(row.table)` is gone\(since), and windows of "
      + "`\(name)` go with theirs (\(place))"
  }

  /// When something was handed over, and which step found it too old.
  func expiry(at mark: StepMark, of window: String) -> String {
    let last = event(of: window, [BlameFinder.handover], before: mark.step)?.mark
    let given = last.map { "was handed over by \(named($0)) and " } ?? ""
    let app = context.app(at: mark)
    let rule = context.restoration(of: window, in: app).flatMap(\.expiry)
    let line = rule.map { ": `expires: \(app.source.text(in: $0))` (\(self.line(of: $0)))" }
    return "\(given)had expired at \(named(mark))\(line ?? "")"
  }
}

extension StepContext {
  func kind(of window: String, in app: AppDeclaration? = nil) -> SceneKindDeclaration? {
    let name = simulation.session(window)?.record.scene
    return (app ?? declaration).scenes.first { $0.name == name }
  }

  /// What can be seen inside a window; nil if it shows nothing.
  func shown(in window: String) -> (any WindowInside)? {
    // A window that shows nothing refuses to be looked into.
    try? inside(simulation.window(window))
  }

  /// What the windows of the kind of this one hand over.
  func restoration(of window: String, in app: AppDeclaration? = nil) -> RestorationDeclaration? {
    kind(of: window, in: app)?.restoration ?? (app ?? declaration).restoration
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
