/// Executed steps in their order, in parts: moments of a run that are kept share the full ones.
struct StepHistory: Sendable {
  private static let partCount = 128

  private var full: [[StepMark]] = []
  private var rest: [StepMark] = []

  var byteCount: Int {
    full.count * MemoryLayout<[StepMark]>.stride + Self.partCount * MemoryLayout<StepMark>.stride
  }

  mutating func append(_ mark: StepMark) {
    rest.append(mark)
    guard rest.count == Self.partCount else { return }
    full.append(rest)
    rest = []
  }

  var newest: StepMark? { rest.last ?? full.last?.last }

  func last(where isMeant: (StepMark) -> Bool) -> StepMark? {
    if let found = rest.last(where: isMeant) { return found }
    for part in full.reversed() { if let found = part.last(where: isMeant) { return found } }
    return nil
  }

  func all(where isMeant: (StepMark) -> Bool) -> [StepMark] {
    full.flatMap { $0.filter(isMeant) } + rest.filter(isMeant)
  }
}

// Which step came before or after another.
extension FateList {
  /// The executed step with this number.
  func mark(_ step: Int) -> StepMark? { marks.last { $0.step == step } }

  /// The last step before the newest that changed nothing, as an `expect`.
  var lookedAt: Int {
    var next = (marks.newest?.step ?? 0) + 1
    let last = marks.last { mark in
      defer { next = mark.step }
      return mark.step < next - 1
    }
    return last.map { $0.step + 1 } ?? 0
  }

  /// The last step with one of these verbs that ran after a step, and before another one.
  func last(
    _ verbs: Set<String>, after first: Int = 0, before next: Int = .max, window: String? = nil
  ) -> StepMark? {
    marks.last { mark in
      verbs.contains(mark.verb) && mark.step > first && mark.step < next
        && (window == nil || mark.window == window)
    }
  }

  /// The last fault that was planned for the store, or that spoiled something.
  func lastFault(_ kinds: [String] = ["at"], after first: Int = 0, before next: Int = .max)
    -> StepMark?
  {
    marks.last { mark in
      mark.fault.map(kinds.contains) == true && mark.step > first && mark.step < next
    }
  }

  /// The faults that change what is kept.
  static let spoilers = ["corrupt", "write"]

  func first(_ verbs: Set<String>, after step: Int) -> StepMark? {
    marks.all { verbs.contains($0.verb) && $0.step > step }.first
  }

  func lastEnd(after step: Int = 0) -> StepMark? { marks.last { $0.endsProcess && $0.step > step } }

  /// The first step at or after another one that ended a process.
  func firstEnd(from step: Int) -> StepMark? {
    marks.all { $0.endsProcess && $0.step >= step }.first
  }

  /// The steps that ended a process on a device, in order.
  func ends(on device: String) -> [StepMark] {
    marks.all { $0.endsProcess && ($0.device.isEmpty || $0.device == device) }
  }

  /// How the last process of a device ended: the step that ended it, or `crash` for any other.
  func lastEnd(on device: String) -> String? {
    let end = ends(on: device).last { $0.isDeadly || $0.verb != MemoryPressureStep.name }
    return end.map { end in
      end.quits
        ? QuitStep.name
        : RelaunchStep.endings.contains(end.verb) && !end.isDeadly ? end.verb : CrashStep.name
    }
  }

  /// The steps that end a process.
  static let endings = Set(RelaunchStep.endings).union([MemoryPressureStep.name])
}

extension StepMark {
  /// Whether a process ended in its course.
  var endsProcess: Bool { isDeadly || quits || FateList.endings.contains(verb) }
}
