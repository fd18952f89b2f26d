package import SceneLifecycle
package import SceneState

/// What happened in one or several simulated devices, in one order.
///
/// Devices that play together share a log, so that their events are one trace.
package final class SimulationLog {
  package private(set) var trace = Trace()
  /// Everything that can be looked at in `expect: events`.
  package private(set) var heard: [HeardEvent] = []
  /// Everything noticed while steps went through.
  package private(set) var problems: [NoticedProblem] = []
  /// Where things from outside went, and why, if that is wanted; also of steps that were refused.
  package private(set) var routes: [RoutedStep] = []
  /// The bytes of all that, roughly; what is taken back stays counted.
  package private(set) var keptBytes = 0
  /// Whether `routes` is kept: each decision holds a list of all windows.
  package var keepsRoutes = false
  /// Whether the trace is written; who plays steps by the million reads none.
  package var keepsTrace = true
  /// Whether details are told: which handler had its turn, which keys were read and told.
  package var isDetailed = false
  /// The number of the step that runs.
  package private(set) var step = 0
  package private(set) var isInStep = false
  /// Whether the step has a line in the trace.
  private var isShown = false
  private var unprinted: [TraceEvent.Kind] = []
  /// Whether a process has ended since the step began.
  private var hasEndedProcess = false
  /// Where the step began, for one that is taken back.
  private var start: StepStart?

  package init() {}

  /// A place in the log to which events and problems can be taken back.
  package struct Mark {
    let events: Int
    let heard: [HeardEvent]
    let problems: [NoticedProblem]
  }

  /// Numbers and no arrays: an array that is kept is copied as soon as the step adds to it, and so
  /// each step would cost as much as all before it.
  private struct StepStart {
    let events: Int
    let heard: Int
    let problems: Int
    /// What there was, once the step has gone back to another moment.
    var left: Mark?
  }

  package func beginCase(_ title: String) { record(.scenarioCase(title)) }

  package func beginGroup(_ title: String) { record(.group(title)) }

  /// Begins a step; a nil text keeps it out of the trace.
  package func beginStep(_ number: Int, text: @autoclosure () -> String?) {
    step = number
    isInStep = true
    hasEndedProcess = false
    let text = keepsTrace ? text() : nil
    isShown = text != nil
    if let text { record(.step(text)) }
    start = StepStart(events: trace.events.count, heard: heard.count, problems: problems.count)
  }

  /// Gives the step that has just begun another text.
  package func nameStep(_ text: String) {
    guard isShown, let start, start.events > 0 else { return }
    trace.events[start.events - 1].kind = .step(text)
  }

  /// Begins the step after the last one.
  func beginNextStep(text: String) { beginStep(step + 1, text: text) }

  /// Ends a step that went through.
  package func endStep() {
    for problem in unprinted { record(problem) }
    unprinted = []
    isInStep = false
  }

  /// Ends a step that was refused: nothing of it is left but its line and the code.
  ///
  /// A step that has no line says nothing in the trace.
  package func refuse(code: String) {
    if let start { takeBack(to: start) }
    if isShown { record(.refused(code: code)) }
    unprinted = []
    isInStep = false
  }

  /// Whether anything was heard or noticed since the step began, or a process has ended.
  package var hasHappened: Bool {
    guard let start else { return false }
    return hasEndedProcess || heard.count > start.heard || problems.count > start.problems
  }

  /// The end of a process has no line of its own: the step says it, unless it is refused after that.
  func noteEndOfProcess() { hasEndedProcess = true }

  package var here: Mark { Mark(events: trace.events.count, heard: heard, problems: problems) }

  /// Makes events and problems those of another moment; the trace goes on.
  package func goBack(to mark: Mark) {
    if isInStep, start?.left == nil { start?.left = here }
    heard = mark.heard
    problems = mark.problems
  }

  private func takeBack(to start: StepStart) {
    trace.events.removeSubrange(start.events...)
    if let left = start.left { (heard, problems) = (left.heard, left.problems) }
    heard.removeSubrange(start.heard...)
    problems.removeSubrange(start.problems...)
  }

  /// Puts back what the trace was at another moment.
  package func replaceTrace(with trace: Trace, keptBytes: Int) {
    (self.trace, self.keptBytes) = (trace, keptBytes)
  }

  func note(_ decision: RouteDecision) {
    guard keepsRoutes else { return }
    routes.append(RoutedStep(step: step, decision: decision))
    keptBytes += decision.explanation.utf8.count + 200
  }

  func record(_ kind: @autoclosure () -> TraceEvent.Kind) {
    guard keepsTrace else { return }
    let kind = kind()
    trace.events.append(TraceEvent(step: step, kind: kind))
    // Lists that grow have as much room again.
    keptBytes += 2 * MemoryLayout<TraceEvent>.stride
    switch kind {
    case .storePut(_, let json): keptBytes += 100 + json.utf8.count
    case .step(let text), .group(let text): keptBytes += text.utf8.count + 32
    case .app, .window: keptBytes += 2 * MemoryLayout<HeardEvent>.stride + 32
    default: break
    }
  }

  /// Tells what became of scenes that follow their user from device to device.
  package func noteRoaming(_ device: String, _ text: String) { record(.device(device, text)) }

  func hearApp(_ event: AppEvent) {
    heard.append(HeardEvent(window: nil, text: event.text, step: step))
    record(.app(event))
  }

  func hearWindow(_ name: String, _ event: WindowEvent) {
    heard.append(HeardEvent(window: name, text: event.text, step: step))
    record(.window(name, event))
  }

  /// The same for what is told only if details are wanted.
  package func hearDetail(_ name: String, _ event: WindowEvent) {
    if isDetailed { hearWindow(name, event) }
  }

  /// Notes a problem; it appears in the trace after the changes of the step's tick.
  func notice(_ problem: NoticedProblem) {
    var problem = problem
    problem.step = step
    problems.append(problem)
    keptBytes += 2 * MemoryLayout<NoticedProblem>.stride + problem.detail.utf8.count + 64
    unprinted.append(.problem(code: problem.code.rawValue, window: problem.window))
  }

  /// A session got its number when it was committed; the trace of this step learns it now.
  func correctNumbers(_ numbers: [String: UInt32]) {
    guard let start else { return }
    for index in trace.events.indices.suffix(from: min(start.events, trace.events.endIndex)) {
      guard case .window(let name, .willConnect(let old, let isNew)) = trace.events[index].kind,
        isNew, let number = numbers[name], number != old
      else { continue }
      trace.events[index].kind = .window(name, .willConnect(session: number, isNew: isNew))
    }
  }
}

/// A decision where something from outside goes.
package struct RoutedStep: Sendable {
  package let step: Int
  package let decision: RouteDecision
}

/// An event with whom it was told to; nil is the app.
package struct HeardEvent: Hashable, Sendable {
  package let window: String?
  package let text: String
  package let step: Int

  package var word: String { String(text.prefix { $0 != " " }) }

  /// Whether it is told only if details are wanted.
  package var isDetail: Bool { window != nil && WindowEvent.detailWords.contains(word) }
}

/// Something noticed while a step went through.
package struct NoticedProblem: Hashable, Sendable {
  package let code: SceneProblem.Code
  /// The window; empty for the app and the store.
  package let window: String
  /// The storage key, if it is about a value.
  package var key: String?
  /// Where the value lies, such as `A/hawk/draft`, if it is about a value.
  package var address: String?
  /// The place inside the value, such as `country.flag`.
  package var at: String?
  package let detail: String
  package internal(set) var step = 0

  package init(
    code: SceneProblem.Code, window: String, key: String? = nil, address: String? = nil,
    at: String? = nil, detail: String
  ) {
    self.code = code
    self.window = window
    self.key = key
    self.address = address
    self.at = at
    self.detail = detail
  }
}
