internal import SceneLifecycle
public import SceneState

/// Says why a simulated step was refused; nothing has changed then.
public struct StepFailure: Error, Hashable, Sendable {
  /// The stable name of the reason, as in scenarios.
  public let code: SceneProblem.Code
  /// The reason as a sentence: lower case, no final stop.
  public let message: String
  /// What to do instead, if there is advice.
  public let hint: String?
  /// Of a value that was refused: where it was to be written, and why it does not fit.
  package private(set) var refused: Refused?

  /// A value that a store has refused.
  package struct Refused: Hashable, Sendable {
    package let address: String
    package let detail: String
  }

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - code: The stable name of the reason.
  ///   - message: The reason as a sentence.
  ///   - hint: What to do instead.
  public init(_ code: SceneProblem.Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The failure as a problem: the same code, with the message as its particulars.
  public var problem: SceneProblem {
    SceneProblem(code, detail: message)
  }
}

extension StepFailure {
  static func appNotRunning(on device: String) -> StepFailure {
    StepFailure(
      .appNotRunning, "the app is not running" + (device.isEmpty ? "" : " on \(device)"),
      hint: device.isEmpty ? "`launch` first" : "`{ on: \(device), launch: A }` first")
  }

  static let appRunning = StepFailure(
    .appRunning, "the running app holds it in memory", hint: "`kill` or `stop` it first")

  static func alreadyRunning(_ name: String) -> StepFailure {
    StepFailure(
      .alreadyRunning, "\(name) is running already",
      hint: "`open` opens one more window, `foreground` brings the app back, `relaunch` begins anew"
    )
  }

  static func appInForeground(_ windows: String) -> StepFailure {
    StepFailure(
      .appInForeground, "the system does not take an app that is in front (\(windows))",
      hint: "`background` first – or `stop` if you mean Xcode's stop button, which saves nothing")
  }

  package static func noSuchWindow(_ name: String, known: [String]) -> StepFailure {
    let list =
      known.isEmpty ? "no window was opened yet" : "there are \(known.joined(separator: ", "))"
    return StepFailure(.noSuchWindow, "no window is called \(name): \(list)")
  }

  package static func windowNotConnected(_ name: String, isClosed: Bool) -> StepFailure {
    StepFailure(
      .windowNotConnected, "\(name) is \(isClosed ? "closed" : "disconnected")",
      hint: isClosed
        ? "`open: \(name)` opens it anew; with `tombstones: true` `undo-close` brings it back"
        : "`reconnect: \(name)` brings it back")
  }

  static func taken(_ name: String) -> StepFailure {
    StepFailure(
      .sessionInUse, "another process has taken \(name) over",
      hint: "`relaunch` has it back, or the next `launch`")
  }

  package static func windowExists(_ name: String, isConnected: Bool) -> StepFailure {
    StepFailure(
      .windowExists, "\(name) is \(isConnected ? "open" : "disconnected") already",
      hint: isConnected
        ? "`activate: \(name)` brings it to the front; another window has a name of its own"
        : "`reconnect: \(name)`")
  }

  static func valueIsShown(_ name: String) -> StepFailure {
    StepFailure(
      .valueIsShown, "\(name) was opened for this value, and comes to the front instead",
      hint:
        "leave `window` out, or write `window: \(name)`; with `several: true` at its kind under "
        + "`scenes` a value can have several windows")
  }

  package static func wrongPhase(_ name: String, is phase: String, needs: String) -> StepFailure {
    let hint: String? =
      switch needs {
      case "active", "background": "`\(needs == "active" ? "activate" : needs): \(name)` first"
      case "disconnected" where phase != "closed":
        "it is connected: `activate: \(name)` brings it to the front"
      default: nil
      }
    return StepFailure(.wrongPhase, "\(name) is \(phase), not \(needs)", hint: hint)
  }

  static let oneWindowApp = StepFailure(
    .oneWindowApp, "this app has one window (`windows: one`), and it exists already")

  static let noQuitHere = StepFailure(
    .noQuitHere, "apps are not quit on a tablet or phone",
    hint: "`force-quit` swipes the app away, `background` and `kill` is what the system does")

  static let nothingHeld = StepFailure(
    .nothingHeld, "nothing is held", hint: "`drag` with `drop: hold` first")

  static let dragHeld = StepFailure(
    .dragHeld, "another item is held already", hint: "`drop` it first")

  package static func nothingToRestore(_ name: String) -> StepFailure {
    StepFailure(
      .nothingToRestore, "\(name) shows what was saved already",
      hint: "what waits is a window that a launch brought back, of a scene with "
        + "`restores: on-demand` or `restoring-takes`")
  }

  static let nothingAdvertised = StepFailure(
    .nothingAdvertised, "the front window offers no activity", hint: "`advertise` one first")

  package static func noTombstone(_ name: String, isKept: Bool) -> StepFailure {
    StepFailure(
      .noSuchWindow, "\(name) was not closed since the app was launched, or was not kept",
      hint: isKept
        ? "closed windows are kept until their process ends, and those of a private kind never: "
          + "`undo-close: \(name)` before that; over it the app keeps a list: "
          + "`on-close: [{ append: { closed: \"${window.value}\" } }]`, and an action with `open`"
        : "`tombstones: true` in the app keeps closed windows until its end")
  }

  static let noSnapshot = StepFailure(
    .noSnapshot, "this app cannot be taken back while it runs",
    hint: "rewind to a moment when it did not run, or adopt `SnapshotApp`")

  static let noSnapshotOfMemory = StepFailure(
    .noSnapshot, "the app holds changes that the store could not write",
    hint: "`fault: none` lets the store come back")

  static func noSuchAction(_ name: String, known: [String]) -> StepFailure {
    StepFailure(
      .noSuchAction, "the app offers no action `\(name)` here",
      hint: known.isEmpty
        ? "an app declares what it offers: `actions: { log-out: [{ clear: [user] }] }`"
        : "there are \(known.joined(separator: ", "))")
  }

  static func noSuchTab(_ name: String, known: [String]) -> StepFailure {
    StepFailure(
      .noSuchTab, "the app has no tab `\(name)`",
      hint: known.isEmpty ? nil : "there are \(known.joined(separator: ", "))")
  }

  static func noSuchKey(_ name: String) -> StepFailure {
    StepFailure(
      .noSuchKey, "the app declares no key `\(name)`", hint: "add it to the manifest's keys")
  }

  private static let privateHint = "a tab goes from one private window to another"

  /// Wraps what the store or the lifecycle refused.
  package init(_ problem: SceneProblem) {
    // What the lifecycle says is a sentence already; the store's codes have theirs.
    let isOfPrivate = problem.isOfPrivateScene
    let isSentence =
      isOfPrivate || Self.sentences.contains(problem.code) && !problem.detail.isEmpty
    // The code is shown beside every message already.
    self.init(
      problem.code, isSentence ? problem.detail : problem.sentence,
      hint: isOfPrivate ? Self.privateHint : Self.hints[problem.code])
    if !isSentence, !problem.address.isEmpty {
      refused = Refused(address: problem.address, detail: problem.detail)
    }
  }

  /// Wraps why a store in a folder could not be written, which no fault of the scenario is.
  init(_ problem: SceneProblem, in folder: String?) {
    let plain = StepFailure(problem)
    let place = problem.isOfFullDisk ? folder : nil
    self.init(
      plain.code, plain.message,
      hint: place.map { "make room at '\($0)', or name another --store" } ?? plain.hint)
  }

  /// Wraps what the lifecycle refused, in the words for windows.
  init(_ problem: SceneProblem, in simulation: Simulation) {
    switch problem.code {
    case .oneWindowApp: self = .oneWindowApp
    case .windowExists:
      let isConnected = simulation.scene(problem.address) != nil
      self = .windowExists(problem.address, isConnected: isConnected)
    case .valueIsShown: self = .valueIsShown(problem.address)
    case .noRoute where simulation.hasItsOnlyWindow:
      let failure = StepFailure(problem)
      self.init(
        failure.code, failure.message,
        hint: "the app has the one window it may have: `external: front-window` gives it to that "
          + "window, `windows: many` allows another")
    default: self.init(problem)
    }
  }

  private static let sentences: Set<SceneProblem.Code> = [
    .activityNotDeclared, .payloadMismatch, .noRoute, .noSuchScene, .handlerFailed, .noSuchPlace,
    .notOurScheme,
  ]

  /// What gives an app more than one window.
  package static let moreWindows = "`windows: many` allows more, on a tablet or a desktop"

  private static let hints: [SceneProblem.Code: String] = [
    .activityNotDeclared: "declare it: in `activities` of the app, or in the manifest",
    .noRoute: "a scene without `matching` takes what no other takes",
    .oneWindowApp: moreWindows,
  ]
}
