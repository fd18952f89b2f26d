import SceneLifecycle
import SceneSimulator
internal import SceneState

extension FailureHint {
  /// What would have kept a value that is lost.
  func hint(for loss: Loss) -> String? {
    switch (loss.way, loss.mark.verb) {
    case (.refused(let code), _) where code == SceneProblem.Code.sessionInUse.rawValue:
      "`relaunch`, or the next `launch`, has the window back, for the step to come after it"
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
    case (.gone(.profile), "launch"):
      "`profile: macos` keeps the windows after a crash at launch"
    case (.gone(.retention), _): "a larger `latest` in `retention` keeps it"
    case (.gone, _): nil
    case (.closed, _) where context.declaration.keepsTombstones:
      context.writes.last(["undo-close"], after: loss.mark.step) == nil
        ? "`undo-close` brings a closed window back with its values" : nil
    case (.closed, _):
      "`disconnect` keeps a window's values; with `tombstones: true` `undo-close` brings them back"
    case (.destroyed, "close-tab"):
      if let opened = context.writes.first(["open-tab"], after: loss.mark.step),
        context.declaration.keepsTombstones,
        !context.writes.hasRun(WriteRecord.endings, between: loss.mark.step, and: opened.step)
      {
        "`undo-close-tab` instead of \(BlameFinder(context).named(opened)) brings the closed tab "
          + "back with its values"
      } else {
        "`undo-close-tab` brings a closed tab back with its values, before the process ends"
          + (context.declaration.keepsTombstones ? "" : " and with `tombstones: true`")
      }
    case (.destroyed, let verb) where BlameFinder.transfers.contains(verb):
      "it is where `to` of that step says"
    case (.destroyed, _): nil
    case (.forgotten, _): "a larger `latest` in `retention` keeps it"
    case (.taken, _):
      "another process gets what was committed, and what was handed over in the background"
    case (.notReadable, _): nil
    case (.expired, _): "a longer `expires` in `restoration` keeps it; without it nothing expires"
    }
  }
}
