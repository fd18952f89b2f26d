import SceneLifecycle
import SceneState

extension Simulation {
  /// Marks the beginning of a case in the trace.
  package func beginCase(_ title: String) { record(.scenarioCase(title)) }

  /// Marks the beginning of a group in the trace.
  package func beginGroup(_ title: String) { record(.group(title)) }

  /// Begins a step; a nil text keeps it out of the trace.
  package func beginStep(_ number: Int, text: String?) {
    step = number
    if let text { record(.step(text)) }
  }

  /// Ends a step that was refused.
  package func refuse(code: String) { record(.refused(code: code)) }

  /// Ends a step and with it the tick: everything is on disk afterwards, for other processes to
  /// see, and the trace says what has changed.
  ///
  /// - Returns: Where values were written or removed.
  /// - Throws: Whatever keeps the store from writing.
  @discardableResult
  package func endStep() throws(StepFailure) -> [StoredPlace] {
    guard let store = process?.store else { return [] }
    do throws(SceneProblem) {
      try store.flush()
      let changed = noteChanges(try read(store))
      flushProblems()
      return changed
    } catch {
      throw StepFailure(error)
    }
  }

  /// Notes a problem; it appears in the trace after the changes of the step's tick.
  package func notice(code: String, window: String, detail: String) {
    problems.append(NoticedProblem(code: code, window: window, detail: detail, step: step))
    unprintedProblems.append(.problem(code: code, window: window))
  }

  func close(_ id: SceneID) throws(StepFailure) {
    do throws(SceneProblem) {
      if let process {
        // The session may be as new as this step; its number must be known before it is gone.
        try process.store.flush()
        _ = try read(process.store)
        try process.host.discard(id)
        try process.store.flush()
        closed.append(id.rawValue)
        return
      }
    } catch {
      throw StepFailure(error)
    }
    try closeWithoutProcess(id)
    closed.append(id.rawValue)
  }

  /// The user throws a window away in the app switcher: the app hears of it at its next launch.
  private func closeWithoutProcess(_ id: SceneID) throws(StepFailure) {
    guard let session = lastSessions.first(where: { $0.id == id }) else {
      throw .noSuchWindow(id.rawValue, known: windowNames)
    }
    let store = try openStore()
    defer { store.close() }
    do throws(SceneProblem) {
      store.tick { store.destroySession(id) }
      try store.flush()
      noteChanges(try read(store))
    } catch {
      throw StepFailure(error)
    }
    lastSessions.removeAll { $0.id == id }
    pendingDiscards.append(session)
  }

  @discardableResult
  private func noteChanges(_ values: [StoredPlace: EncodedValue]) -> [StoredPlace] {
    var changed: [StoredPlace] = []
    for place in Set(values.keys).union(stored.keys).sorted() where values[place] != stored[place] {
      changed.append(place)
      if let value = values[place] {
        record(.storePut(place, json: describeValue(place, value)))
      } else {
        record(.storeGone(place))
      }
    }
    stored = values
    return changed
  }

  private func flushProblems() {
    for problem in unprintedProblems { record(problem) }
    unprintedProblems = []
  }

  func record(_ kind: TraceEvent.Kind) {
    trace.events.append(TraceEvent(step: step, kind: kind))
  }

  func hear(_ event: LifecycleEvent) {
    switch event {
    case .willFinishLaunching: hearApp(.willFinishLaunching)
    case .didFinishLaunching: hearApp(.didFinishLaunching)
    case .configurationForConnecting(let id): hearApp(.configurationForConnecting(id.rawValue))
    case .willConnect(let id, let session, let isNew):
      restored[id.rawValue] = !isNew
      hearWindow(id, .willConnect(session: session, isNew: isNew))
    case .didChange(let id, let callback): hearWindow(id, WindowEvent(callback))
    case .askedForActivity(let id): hearWindow(id, .stateRestorationActivity(nil))
    case .didDiscard(let id): hearApp(.didDiscardSceneSessions(id.rawValue))
    case .partlyRestored(let id):
      notice(code: "partly-restored", window: id.rawValue, detail: "the session record")
    }
  }

  private func hearApp(_ event: AppEvent) {
    heard.append(HeardEvent(window: nil, text: event.text, step: step))
    record(.app(event))
  }

  private func hearWindow(_ id: SceneID, _ event: WindowEvent) {
    heard.append(HeardEvent(window: id.rawValue, text: event.text, step: step))
    record(.window(id.rawValue, event))
  }

  /// Learns what is committed: the values, how many are set aside, and the sessions' numbers.
  func read(_ store: SceneStore) throws(SceneProblem) -> [StoredPlace: EncodedValue] {
    let snapshot = try store.inspect()
    var numbers: [SceneID: UInt32] = [:]
    for session in snapshot.sessions {
      numbers[session.id] = session.number
      everNamed[session.id.rawValue, default: []].insert(session.number)
    }
    setAsideCount = snapshot.setAsideCount
    process?.host.noteNumbers(numbers)
    correctNumbers(numbers)
    var values: [StoredPlace: EncodedValue] = [:]
    for entry in snapshot.entries {
      let name = entry.scene?.rawValue ?? ""
      // The values of a session without a record bear its number, `#7`.
      let number = entry.scene.flatMap { numbers[$0] } ?? UInt32(name.dropFirst()) ?? 0
      let place = StoredPlace(
        session: number, window: name, path: entry.path.texts, key: entry.key)
      values[place] = entry.value
    }
    return values
  }

  /// A session gets its number when it is committed; the trace of this step learns it now.
  private func correctNumbers(_ numbers: [SceneID: UInt32]) {
    for index in trace.events.indices.reversed() {
      let event = trace.events[index]
      guard event.step == step else { break }
      if case .window(let name, .willConnect(_, let isNew)) = event.kind,
        let number = numbers[SceneID(rawValue: name)]
      {
        let kind = WindowEvent.willConnect(session: number, isNew: isNew)
        trace.events[index] = TraceEvent(step: step, kind: .window(name, kind))
      }
    }
  }
}

extension ScopePath {
  /// The names on the way down, outermost first.
  var texts: [String] {
    components.flatMap { component -> [String] in
      switch component {
      case .tab(let name): [name]
      case .nested(let kind, let id): [kind, id]
      }
    }
  }
}

extension WindowEvent {
  init(_ callback: ActivationState.Callback) {
    self =
      switch callback {
      case .willEnterForeground: .willEnterForeground
      case .didBecomeActive: .didBecomeActive
      case .willResignActive: .willResignActive
      case .didEnterBackground: .didEnterBackground
      case .didDisconnect: .didDisconnect
      }
  }
}
