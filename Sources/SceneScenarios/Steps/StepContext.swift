import SceneSimulator

/// What a running step sees: the simulated device, its window and what happened before.
package final class StepContext {
  let source: SourceFile
  let declaration: AppDeclaration
  let simulation: Simulation
  /// Variables made by `get`; they live until the end of the case.
  var kept: [(name: String, value: Node)] = []
  /// Which step wrote each stored value last.
  var origins: [StoredPlace: Origin] = [:]
  /// The window of the step that runs, if it names one with `in`.
  var windowOfStep: PlacedName?
  /// How many events `expect` has looked at.
  var eventMark = 0
  /// How many problems `expect` has looked at.
  var problemMark = 0
  /// The variables of the place, for messages.
  var variables = Variables()

  init(source: SourceFile, declaration: AppDeclaration, simulation: Simulation) {
    self.source = source
    self.declaration = declaration
    self.simulation = simulation
  }

  /// The window that a step acts on: the one it names, else the only one that is connected.
  func window(_ name: PlacedName? = nil) throws(StepError) -> SimulatedWindow {
    if let name = name ?? windowOfStep {
      return try refusing(at: name.range) { () throws(StepFailure) in
        try simulation.window(name.name)
      }
    }
    let windows = simulation.windows
    if windows.count == 1 { return windows[0] }
    guard simulation.isRunning else {
      throw .refused(StepFailure("app-not-running", "the app is not running"), at: nil)
    }
    let open = windows.map(\.name).joined(separator: ", ")
    let message = windows.isEmpty ? "no window is open" : "which window? \(open) are open"
    throw .refused(
      StepFailure(
        "which-window", message,
        hint: windows.isEmpty ? "`launch` or `open` one" : "add `in: \(windows[0].name)`"),
      at: nil)
  }

  /// The window that a step acts on with the app's memory of it.
  func inside() throws(StepError) -> (window: SimulatedWindow, scene: ScenarioScene) {
    let window = try window()
    let scene = try refusing { () throws(StepFailure) in
      try window.delegate(as: ScenarioScene.self)
    }
    return (window, scene)
  }

  /// Runs `body`; what it refuses is blamed on `range`, or else on the verb.
  func refusing<Result>(
    at range: SourceRange? = nil, _ body: () throws(StepFailure) -> Result
  ) throws(StepError) -> Result {
    do throws(StepFailure) {
      return try body()
    } catch {
      throw .refused(error, at: range)
    }
  }

  /// Runs `body` and passes on the mistakes it finds.
  func checking<Result>(_ body: () throws(Diagnostic) -> Result) throws(StepError) -> Result {
    do throws(Diagnostic) {
      return try body()
    } catch {
      throw .mistake(error)
    }
  }

  /// The declared key of this name, or a refusal with the nearest ones.
  func key(_ name: String, at range: SourceRange) throws(StepError) -> StorageKey {
    if let key = declaration.key(name) { return key }
    let hint = SourceFile.choice(for: name, among: declaration.keys.map(\.name))
    throw .refused(
      StepFailure("no-such-key", "the app declares no key `\(name)`", hint: hint), at: range)
  }

  /// Where a key's value lies for a window in which `tab` is selected.
  func place(of key: StorageKey, window: String, tab: String?) -> StoredPlace {
    if key.scope == .app { return StoredPlace(session: 0, window: "", path: [], key: key.name) }
    return StoredPlace(
      session: simulation.sessionNumber(of: window) ?? 0, window: window,
      path: key.path(tab: tab), key: key.name)
  }
}

/// Which step wrote a value.
package struct Origin: Hashable, Sendable {
  let step: Int
  let line: Int
  let verb: String
  /// The tab that was selected then.
  let tab: String?
}
