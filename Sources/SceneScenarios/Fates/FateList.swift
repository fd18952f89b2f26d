import SceneSimulator

/// What happened in a run, by what it was about, each in its order; belongs to a moment of the run.
///
/// Steps append to it, and never look back: whatever is asked later is found among the fates.
struct FateList: Sendable {
  /// The steps that went through, in order.
  var marks = StepHistory()
  private var fates: [Fate.Subject: [Fate]] = [:]
  /// What the step that runs has written so far.
  var step = RunningStep()
  /// What the app holds because the store could not write it.
  var waiting: [ValueName: Origin] = [:]
  /// Values outside the store whose session lives.
  var alive: [ValueName: HeldValue] = [:]
  /// Since which step the store of a device could not write.
  var behindSince: [String: StepMark] = [:]

  /// How many bytes a moment that is kept has for itself, roughly.
  var byteCount: Int { marks.byteCount }

  /// As many are kept of one subject at least: what happened before that explains nothing.
  private static let limit = 16

  mutating func append(_ fate: Fate, about subject: Fate.Subject) {
    // What only writes the same again must not push out who wrote it first.
    if fate.kind == .repeated, fates[subject]?.last?.kind == .repeated {
      fates[subject]?.removeLast()
    }
    fates[subject, default: []].append(fate)
    if let count = fates[subject]?.count, count > 2 * Self.limit {
      fates[subject]?.removeFirst(count - Self.limit)
    }
  }

  mutating func lose(_ loss: Loss, at value: ValueName) {
    append(Fate(kind: .lost, mark: loss.mark, loss: loss), about: .value(value))
  }

  // MARK: Looks

  func all(about subject: Fate.Subject) -> [Fate] { fates[subject] ?? [] }

  func last(_ kind: Fate.Kind, about subject: Fate.Subject) -> StepMark? {
    all(about: subject).last { $0.kind == kind }?.mark
  }

  func last(_ kind: Fate.Kind, of device: String) -> Fate? {
    all(about: .device(device)).last { $0.kind == kind }
  }

  func story(of value: ValueName) -> [Fate] { all(about: .value(value)) }

  /// What happened to all values that are meant, in the order of their places.
  func stories(where isMeant: (ValueName) -> Bool) -> [(value: ValueName, story: [Fate])] {
    fates.compactMap { subject, fates -> (value: ValueName, story: [Fate])? in
      guard case .value(let value) = subject, isMeant(value) else { return nil }
      return (value, fates)
    }.sorted { $0.value.order < $1.value.order }
  }

  /// Whether any step wrote this key, in whatever place.
  func hasWritten(_ key: String) -> Bool {
    !stories { $0.key == key }.allSatisfy { !$0.story.isChanged }
  }

  func last(_ isMeant: (ValueName, Fate) -> Bool) -> (value: ValueName, fate: Fate)? {
    let found = stories { _ in true }.compactMap { value, story in
      story.last { isMeant(value, $0) }.map { (value: value, fate: $0) }
    }
    return found.max { $0.fate.mark.step < $1.fate.mark.step }
  }

  /// The rows that went with a step.
  func rows(removedBy mark: StepMark) -> [String] {
    let names = fates.compactMap { subject, fates -> String? in
      guard case .row(let name) = subject else { return nil }
      return fates.contains { $0.kind == .removed && $0.mark == mark } ? name : nil
    }
    return names.sorted()
  }

  /// The window in which a step of the app wrote a value last, and the step in whose course.
  func run(of step: ParsedStep) -> (window: String, mark: StepMark)? {
    last { $1.inner.map(step.isAt) == true }.map { ($0.value.window, $0.fate.mark) }
  }

  /// How a window's session ended last; also if it is there again.
  func departure(of window: String, on device: String) -> Fate? {
    all(about: .window(window, on: device)).last { $0.departure != nil }
  }

  /// The step in which another process took a window over.
  func takeover(of window: String, on device: String) -> StepMark? {
    last(.taken, about: .window(window, on: device))
  }

  /// The windows that another process took over, by name.
  func takenWindows(on device: String) -> [String] {
    let names = fates.keys.compactMap {
      if case .window(let name, on: device) = $0 { name } else { nil }
    }
    return names.filter { takeover(of: $0, on: device) != nil }.sorted()
  }

  /// The end of the process before which the commit of a step never came to the disk; nil if it did.
  func uncommittedEnd(of step: Int, on device: String) -> StepMark? {
    all(about: .device(device)).last { fate in
      fate.kind == .uncommitted && (fate.since?.step ?? 0) <= step && step <= fate.mark.step
    }?.mark
  }

  /// How an action was put off that has not had its turn, in a window or in any.
  func putOff(_ action: String, in window: String? = nil) -> Fate? {
    turns(of: action, in: window).last.flatMap { $0.kind == .putOff ? $0 : nil }
  }

  private func turns(of action: String, in window: String?) -> [Fate] {
    all(about: .action(action)).filter { fate in
      fate.kind != .missed && window.map { fate.window ?? $0 == $0 } ?? true
    }
  }

  /// What has called off an action that was put off.
  func callOff(_ action: String, in window: String? = nil) -> Fate? {
    let fates = turns(of: action, in: window)
    let next = fates.lastIndex { $0.kind == .putOff }.map { $0 + 1 } ?? fates.count
    return next < fates.count && fates[next].kind == .calledOff ? fates[next] : nil
  }
}

extension Fate {
  /// How a window's session ended, if it did.
  var departure: Loss.Way? {
    if kind == .gone, let rule { return .gone(rule) }
    return kind == .closed ? .closed : kind == .taken ? .taken : nil
  }
}

extension ParsedStep {
  /// Whether it is the step of the app that wrote something.
  func isAt(_ mark: InnerMark) -> Bool {
    (mark.line, mark.file, mark.verb) == (verb.range.start.line, source.path, verb.name)
  }
}
