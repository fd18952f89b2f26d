import FoundationEssentials
import SceneLifecycle
import SceneSimulator

extension StepContext {
  /// Lets time pass on a device.
  func passTime(by duration: Duration, on simulation: Simulation) throws(StepError) {
    try passTime(to: simulation.now + duration.inSeconds, on: simulation)
  }

  /// Sets the time of a device; on the way windows are restored whose restoring is complete by
  /// then, and the app does what it does again and again, the earliest first.
  func passTime(to end: Date, on simulation: Simulation) throws(StepError) {
    var (passed, rounds) = (simulation.now, 0)
    while true {
      let restoration = nextRestoration(on: simulation)
      let timers = nextTimers(after: passed, on: simulation)
      let later = nextLater(after: passed, on: simulation)
      let dates = [restoration?.date, later?.date, timers?.date].compactMap(\.self)
      guard let date = dates.min(), date <= end else { return simulation.setClock(end) }
      simulation.setClock(max(date, simulation.now))
      if let restoration, restoration.date == date {
        try refusing(try restoration.window.restore())
      } else if let later, later.date == date {
        rounds += 1
        try take(later.action, in: later.scene, rounds)
      } else if let timers {
        passed = date
        rounds += 1
        try run(timers.due, in: timers.scene, rounds)
      }
    }
  }

  private func nextRestoration(
    on simulation: Simulation
  ) -> (window: SimulatedWindow, date: Date)? {
    let waiting = simulation.windows.compactMap {
      window -> (window: SimulatedWindow, date: Date)? in
      // One that was asked to come back sooner waits no more.
      guard let connected = simulation.scene(window.name), connected.awaitsRestoration,
        let date = (connected.delegate as? ScenarioScene)?.memory.restoresAt
      else { return nil }
      return (window, date)
    }
    return waiting.min { $0.date < $1.date }
  }

  // MARK: Again and again

  /// What the app does next because time passes, and in which window: an app without one on the
  /// screen does nothing.
  private func nextTimers(
    after passed: Date, on simulation: Simulation
  ) -> (due: [OwnSteps.Timer], scene: ScenarioScene, date: Date)? {
    guard let front = simulation.front.flatMap({ simulation.scene($0.name) }),
      [.foregroundActive, .foregroundInactive].contains(front.state),
      let scene = front.delegate as? ScenarioScene
    else { return nil }
    func next(_ timer: OwnSteps.Timer) -> Date? { scene.app.next(timer, after: passed) }
    let timers = scene.declaration.own.timers
    guard let first = timers.compactMap(next).min() else { return nil }
    return (timers.filter { next($0) == first }, scene, first)
  }

  /// The next action that a window has put off, or the app, for which the one in front takes it; on a
  /// tablet or phone the app sleeps while it is not on the screen, and takes it when it is there again.
  private func nextLater(
    after passed: Date, on simulation: Simulation
  ) -> (action: LaterAction, scene: ScenarioScene, date: Date)? {
    var next: (action: LaterAction, scene: ScenarioScene, date: Date)?
    for window in simulation.windows {
      guard let connected = simulation.scene(window.name),
        let scene = connected.delegate as? ScenarioScene,
        connected.state != .background || simulation.profile.canQuit
      else { continue }
      let ofApp = window.name == simulation.front?.name ? scene.app.later : []
      guard let action = (scene.memory.later + ofApp).next else { continue }
      let date = max(action.due, passed)
      if next.map({ date < $0.date }) ?? true { next = (action, scene, date) }
    }
    return next
  }

  private func take(
    _ later: LaterAction, in scene: ScenarioScene, _ rounds: Int
  ) throws(StepError) {
    let name = later.name
    if !scene.memory.later.take(later) { _ = scene.app.later.take(later) }
    if (scene.memory.later + scene.app.later).due(name) == nil {
      fates.note(.done, about: .action(name))
    }
    // An update may have taken it away.
    guard let action = scene.declaration.actions.first(where: { $0.name == name }) else { return }
    guard rounds <= Self.roundLimit else {
      let range = action.steps.first?.verb.range ?? SourceRange(at: .start)
      throw .mistake(tooMany(range, "`\(name)` is taken again"))
    }
    scene.act(action, with: later.payload)
    if let error = course.innerError { throw error }
  }

  private func tooMany(_ range: SourceRange, _ what: String) -> Diagnostic {
    declaration.source.diagnostic(
      .tooBig, at: range,
      "in the time that this step lets pass, \(what) more than \(Self.roundLimit) times",
      hint: "let less time pass in a step, or write a longer time")
  }

  /// How often one step may bring about steps of the app.
  private static let roundLimit = 10_000

  private func run(
    _ timers: [OwnSteps.Timer], in scene: ScenarioScene, _ rounds: Int
  ) throws(StepError) {
    for timer in timers {
      guard rounds <= Self.roundLimit else {
        throw .mistake(tooMany(timer.range, "`\(timer.key)` comes"))
      }
      scene.run(timer.steps)
      if let error = course.innerError { throw error }
    }
  }
}

extension ScenarioApp {
  /// When steps run next in this process that wait for a time.
  ///
  /// - Returns: The time, whether a window is on the screen then or not; nil if that depends on
  ///   what its user does, or nothing has come up.
  func next(_ timer: OwnSteps.Timer, after date: Date) -> Date? {
    guard let begunAt else { return nil }
    guard timer.key == Idleness.key else { return timer.next(after: date, since: begunAt) }
    let end = (usedAt ?? begunAt) + (timer.period ?? .zero).inSeconds
    return end > date ? end : nil
  }
}

extension OwnSteps.Timer {
  /// The same of steps that run again and again, whatever happens.
  fileprivate func next(after date: Date, since begun: Date) -> Date {
    guard let period else { return dayTime.next(after: date) }
    let (now, time) = (date.milliseconds(since: begun), period.inMilliseconds)
    return begun + Double((now / time + 1) * time) / 1000
  }
}

// In whole milliseconds, as times are written: a sum of parts of seconds may miss its end.
extension Duration {
  fileprivate var inMilliseconds: Int { Int((inSeconds * 1000).rounded()) }
}

extension Date {
  fileprivate func milliseconds(since other: Date) -> Int {
    Int((timeIntervalSince(other) * 1000).rounded())
  }

  /// Whether it lies so far behind another one, at least.
  func isLater(than other: Date, by time: Duration) -> Bool {
    milliseconds(since: other) >= time.inMilliseconds
  }
}
