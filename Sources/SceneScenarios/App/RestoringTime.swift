import FoundationEssentials
import SceneLifecycle
import SceneSimulator

/// When the windows of a kind show again what was saved.
enum RestoringTime: Hashable, Sendable {
  case atOnce
  /// When a step `restore` asks for it.
  case onDemand
  /// When this time has passed since they came back.
  case after(Duration)

  static let words = ["at-once", "on-demand"]

  /// Reads `restores` and `restoring-takes` of a kind of window.
  init(_ map: NodeMap, _ mistakes: inout DiagnosticList) {
    self = .atOnce
    let word = mistakes.read { () throws(Diagnostic) in
      try map.optionalWord("restores", of: Self.words)
    }
    if word == Self.words[1] { self = .onDemand }
    guard let node = map.optional("restoring-takes") else { return }
    if map.optional("restores") != nil {
      mistakes.append(
        map.source.contradiction(
          node, "`restoring-takes` says when windows are restored, and so does `restores`",
          hint: "`restore` asks a window before its time has passed, too"))
    }
    let duration = mistakes.collect { () throws(Diagnostic) in
      try WaitStep.duration(node, for: "`restoring-takes`", in: map.source)
    }
    self = duration.map { .after($0) } ?? self
  }

  /// Trees are made before their window connects, whatever its kind says.
  func check(_ map: NodeMap, _ app: AppDeclaration, _ mistakes: inout DiagnosticList) {
    guard self != .atOnce, app.node?["tree"] != nil,
      let node = map.optional("restores") ?? map.optional("restoring-takes")
    else { return }
    mistakes.append(
      map.source.contradiction(
        node, "the tree of an app is restored before its windows connect, at once",
        hint: "leave it out, or write an app in Swift"))
  }
}

extension ScenarioScene {
  /// Notes until when a window that waits is restored by itself.
  func beginWaiting() {
    guard scene.awaitsRestoration else { return }
    memory.hasWaited = true
    if app.begins() { run(declaration.phaseSteps.launch) }
    guard case .after(let duration)? = kind?.restoring else { return }
    memory.restoresAt = scene.now + duration.inSeconds
    // It is complete when the time has passed, which is not too late.
    scene.extendStateRestoration(limit: duration + .seconds(1))
  }
}

extension Duration {
  fileprivate var inSeconds: Double { self / .seconds(1) }
}

extension StepContext {
  /// Lets time pass on a device.
  func passTime(by duration: Duration, on simulation: Simulation) throws(StepError) {
    try passTime(to: simulation.now + duration.inSeconds, on: simulation)
  }

  /// Sets the time of a device; the windows whose restoring is complete by then are restored on
  /// the way, the earliest first.
  func passTime(to end: Date, on simulation: Simulation) throws(StepError) {
    while let (window, date) = nextRestoration(on: simulation), date <= end {
      simulation.setClock(max(date, simulation.now))
      try refusing { () throws(StepFailure) in try window.restore() }
    }
    simulation.setClock(end)
  }

  private func nextRestoration(on simulation: Simulation) -> (SimulatedWindow, Date)? {
    let waiting = simulation.windows.compactMap { window -> (SimulatedWindow, Date)? in
      // One that was asked to come back sooner waits no more.
      guard let connected = simulation.scene(window.name), connected.awaitsRestoration,
        let date = (connected.delegate as? ScenarioScene)?.memory.restoresAt
      else { return nil }
      return (window, date)
    }
    return waiting.min { $0.1 < $1.1 }
  }
}
