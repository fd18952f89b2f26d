import SceneLifecycle
package import SceneSimulator
import SceneState

/// What a running step sees: the simulated devices, its window and what happened before.
///
/// Long, since it is all that the file of a step may reach; what steps share is written here once.
package final class StepContext {
  /// The file of the step that runs: the scenario, or one it includes.
  var source: SourceFile
  /// Where the verb of that step stands.
  var verb = SourceRange(at: .start)
  /// The app as it is declared now; an update replaces it.
  var declaration: AppDeclaration
  /// The app before each update, and the number of the step that made it.
  var formers: [(step: Int, app: AppDeclaration)] = []
  /// The devices by name; an app alone is on the device without a name.
  private(set) var devices: [String: Simulation] = [:]
  /// The names of the devices as declared; the first acts if a step names none.
  private var deviceNames: [String] = []
  var device = ""
  var namesDevice = false
  /// What carries scenes from device to device; nil where they stay.
  var roaming: RoamingDevices?
  /// Whether the app is the declared one, and not one written in Swift.
  var hasDeclaredApp = true
  /// What happened on all devices.
  let log: SimulationLog
  /// What is around the app on each device: its data.
  private(set) var boxes: [String: WorldBox] = [:]
  /// What any version of the app in the file declares.
  var declaredNames = DeclaredNames(app: nil, steps: [])
  /// Variables made by `get` and save points; they live until the end of the case.
  var memory = StepMemory()
  /// What happened to values and windows, and with which step.
  var fates = FateList()
  /// What the last condition found which did not hold; nil where that is no value.
  var unmet: String?
  /// The last step for each key that would have written it, and was skipped.
  var skipped: [SkippedStep.Subject: [SkippedStep]] = [:]
  var windowOfStep: PlacedName?
  var placeOfStep: PlacedName?
  /// The tab of which a condition asks, if not the selected one.
  var tabOfCondition: String?
  /// The window in which the steps of an app run, if such steps run.
  var actingScene: ConnectedScene?
  /// The window in which the app acts whose steps run, also while they are taken in other ones.
  var homeScene: ConnectedScene?
  /// What the step that runs has brought about so far.
  var course = StepCourse()
  /// The steps `launch` that brought nothing back on purpose.
  var bareLaunches: [(file: String, range: SourceRange)] = []
  /// How many events `expect` has looked at.
  var eventMark = 0
  /// How many problems `expect` has looked at.
  var problemMark = 0
  /// The faults that steps asked for, with the place of each.
  var plannedFaults: [(fault: Fault, source: SourceFile, range: SourceRange)] = []
  /// What did nothing, though a step asked for it; said at the end, whether the case passes or not.
  private(set) var notes: [Diagnostic] = []
  /// The command that runs the case, for messages; nil if its text is gone.
  var runCommand: String?
  /// The variables of the place, for messages.
  var variables = Variables()
  /// What observers of keys were told, if details are wanted.
  let notices = KeyNotices()
  /// The moments of which a picture is wanted.
  var pictures: [PictureMark] = []
  /// Whether `expect: "?"` is filled in; else it fails.
  var fillsExpectations = false
  var filled: [FilledExpectation] = []
  /// What knows when that was so which is expected, and what it says of that which is told.
  var retrospect: Retrospect?
  var answer: Retrospect.Answer?
  /// What a value is not that a check has looked at.
  var expected: Mismatch?
  /// Whether it is asked whether something is so, and nobody reads why it is not.
  var isAsking = false

  init(source: SourceFile, declaration: AppDeclaration, log: SimulationLog) {
    self.source = source
    self.declaration = declaration
    self.log = log
  }

  /// The device on which the step acts.
  package var simulation: Simulation {
    guard let simulation = devices[device] ?? allDevices.first else {
      preconditionFailure("A run has a device before its first step.")
    }
    return simulation
  }

  /// What is around the app on the device of the step.
  var box: WorldBox {
    guard let box = boxes[simulation.name] else {
      preconditionFailure("A device is added with what is around its app.")
    }
    return box
  }

  /// All devices in the order of the scenario.
  var allDevices: [Simulation] { deviceNames.compactMap { devices[$0] } }

  func add(_ simulation: Simulation, _ box: WorldBox) {
    devices[simulation.name] = simulation
    boxes[simulation.name] = box
    deviceNames.append(simulation.name)
  }

  /// Keeps a note, at the verb if no value is meant; the same one of other rounds and orders is kept
  /// once.
  func note(_ message: String, at range: SourceRange? = nil, in other: SourceFile? = nil) {
    let source = other ?? source
    add(source.warning(at: range ?? verb, message, as: .note).shown(in: source))
  }

  /// Keeps a note; the same is said once.
  func add(_ note: Diagnostic) {
    if !notes.contains(note) { notes.append(note) }
  }

  /// Notes which of a device's faults never struck: what was to be tried was not.
  func noteWaitingFaults(on simulation: Simulation) {
    for fault in simulation.waitingFaults {
      guard let (text, range, file) = text(ofWaiting: fault) else { continue }
      note("the fault never struck: \(text)", at: range, in: file)
    }
  }

  /// Why a fault has not struck, and where it was planned.
  func text(ofWaiting fault: Fault) -> (text: String, range: SourceRange, source: SourceFile)? {
    let planned = plannedFaults.last {
      ($0.fault.point, $0.fault.action) == (fault.point, fault.action)
    }
    return planned.map { planned in
      let count = planned.fault.after
      let text =
        "nothing came to `\(fault.point.rawValue)` "
        + (count > 1 ? "\(count) times after it" : "after it")
      return (text, planned.range, planned.source)
    }
  }

  /// The window that a step acts on: the one it names, else the only one that is connected.
  ///
  /// - Parameters:
  ///   - name: The window it names beside its verb; nil looks at `in`.
  ///   - needsApp: Whether the step can only be done while the app runs.
  /// - Returns: The window.
  /// - Throws: `app-not-running` before anything else, `no-such-window`, or `which-window`.
  package func window(
    _ name: PlacedName? = nil, needsApp: Bool = true
  ) throws(StepError) -> SimulatedWindow {
    if let actingScene, name == nil {
      return try refusing(try simulation.window(actingScene.id.rawValue))
    }
    if let name = name ?? windowOfStep {
      // A device that the step names is meant.
      if !namesDevice { useDevice(knowing: name.name) }
      if needsApp {
        try refusing(try simulation.checkRunning())
      }
      return try refusing(at: name.range, try simulation.window(name.name))
    }
    let windows = simulation.windows
    if windows.count == 1 { return windows[0] }
    try refusing(try simulation.checkRunning())
    let names = windows.map(\.name)
    let open = names.joined(separator: ", ")
    if windows.isEmpty, let hint = takenWindow {
      throw .refused(.whichWindow, "no window is open", hint: hint)
    }
    let message = windows.isEmpty ? "no window is open" : "which window? \(open) are open"
    throw .refused(
      .whichWindow, message,
      hint: windows.isEmpty
        ? closedWindow ?? "`launch` or `open` one" : SourceFile.windowChoice(names))
  }

  /// The step that closed the last window there was.
  private var closedWindow: String? {
    guard let name = simulation.closed.last,
      let mark = fates.last(.closed, about: .window(name, on: simulation.name))
    else { return nil }
    return "\(BlameFinder(self).named(mark)) closed \(name), the last one: "
      + (declaration.keepsTombstones ? "`undo-close: \(name)` brings it back" : "`open` one")
  }

  /// What became of the window there was, if another process took it over.
  private var takenWindow: String? {
    let names = fates.takenWindows(on: simulation.name)
    return names.lazy.compactMap { name in
      FailureHint(self).takeoverHint(of: name).map { hint in
        (BlameFinder(self).takeover(of: name).map { "\($0.text); " } ?? "") + hint
      }
    }.first
  }

  /// The window that a step acts on, and what can be seen and done inside it.
  func inside() throws(StepError) -> (window: SimulatedWindow, scene: any WindowInside) {
    let window = try window()
    let scene = try refusing(try inside(window))
    return (window, scene)
  }

  /// What can be seen and done inside a connected window.
  func inside(_ window: SimulatedWindow) throws(StepFailure) -> any WindowInside {
    if window.state == .unattached { try checkIsHere(window) }
    let scene = try window.scene()
    return scene.delegate as? ScenarioScene ?? SwiftWindow(scene, in: self)
  }

  /// Runs `body`; what it refuses is blamed on `range`, or else on the verb.
  package func refusing<Result>(
    at range: SourceRange? = nil, _ body: () throws(StepFailure) -> Result
  ) throws(StepError) -> Result {
    do throws(StepFailure) {
      return try body()
    } catch {
      throw .refused(error, at: range)
    }
  }

  /// The same for a body of one expression.
  @discardableResult
  package func refusing<Result>(
    at range: SourceRange? = nil, _ body: @autoclosure () throws(StepFailure) -> Result
  ) throws(StepError) -> Result {
    try refusing(at: range) { () throws(StepFailure) in try body() }
  }

  /// Runs `body` and passes on the mistakes it finds.
  func checking<Result>(_ body: () throws(Diagnostic) -> Result) throws(StepError) -> Result {
    do throws(Diagnostic) {
      return try body()
    } catch {
      throw .mistake(error)
    }
  }

  /// The same for a body of one expression.
  @discardableResult
  func checking<Result>(
    _ body: @autoclosure () throws(Diagnostic) -> Result
  ) throws(StepError) -> Result {
    try checking { () throws(Diagnostic) in try body() }
  }

  /// The declared key of this name, or a refusal with the nearest ones.
  func key(_ name: String, at range: SourceRange) throws(StepError) -> StorageKey {
    try placed(declaredKey(name, at: range), at: range)
  }

  /// The same as it is declared, wherever it is meant.
  func declaredKey(_ name: String, at range: SourceRange) throws(StepError) -> StorageKey {
    if let key = declaration.key(name) { return key }
    let hint = SourceFile.choice(for: name, among: declaration.keys.map(\.name))
    throw .refused(.noSuchKey, "the app declares no key `\(name)`", at: range, hint: hint)
  }

  /// A key in the place that is meant.
  func placed(_ key: StorageKey, at range: SourceRange) throws(StepError) -> StorageKey {
    let isPlaced =
      switch key.scope {
      case .places: true
      // With no tab open there is no place for it.
      case .selectedTab: declaration.tabSource != nil
      case .scene, .tab, .nested, .place, .app: false
      }
    guard isPlaced || placeOfStep != nil else { return key }
    let scene = try inside().scene
    do throws(StepFailure) {
      return try placed(key, at: placeOfStep?.name, in: scene)
    } catch {
      let isKey = error.code == .noSuchKey || placeOfStep == nil
      throw .refused(error, at: isKey ? range : placeOfStep?.range)
    }
  }

  /// Where a key's value lies for a window in which `tab` is selected.
  func place(of key: StorageKey, window: String, tab: String?) -> StoredPlace {
    let scene = simulation.scene(window)?.delegate as? ScenarioScene
    let key = scene?.located(key, tab: tab) ?? key
    if key.isOfApp {
      return StoredPlace(session: 0, window: "", path: key.path(tab: tab), key: key.name)
    }
    return StoredPlace(
      session: simulation.sessionNumber(of: window) ?? 0, window: window,
      path: key.path(tab: tab), key: key.name)
  }
}
