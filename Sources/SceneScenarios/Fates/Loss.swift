import SceneSimulator

/// Why a value that was written is not there any more, or never came to be stored.
final class Loss: Sendable {
  enum Way: Hashable, Sendable {
    /// It was taken away, or went with what it belonged to.
    case destroyed
    /// Its window was closed, by its user or by the app itself.
    case closed
    /// The step that was to write it was refused, and the run went on.
    case refused(code: String)
    /// The process ended before it was committed; a fault may have kept it from that.
    case uncommitted(fault: StepMark?)
    /// Retention keeps only the latest of a kind of places.
    case forgotten(kind: String)
    /// Its window went by a rule.
    case gone(WindowRule)
    /// It was handed over, and too old when its window came back.
    case expired
    /// Another process took the window over before it was committed or handed over.
    case taken
    /// A later version could not read it, and another value was written in its place.
    case notReadable(String)
    /// It was in memory alone when its process ended, or when its window left.
    case notHandedOver
    /// The step that handed it over, and whose commit never came to the disk.
    case notCommitted(StepMark)
    /// It came back with its window as something that the key is not now.
    case notUnderstood(String)
    /// The run went back to before it was written.
    case takenBack

    /// Whether the value went as a whole that was kept, and could have been read.
    var isOfWhole: Bool {
      switch self {
      case .destroyed, .closed, .refused, .uncommitted, .forgotten, .gone, .expired, .taken: true
      case .notReadable, .notHandedOver, .notCommitted, .notUnderstood, .takenBack: false
      }
    }
  }

  /// How it was written.
  let origin: Origin
  /// The step that destroyed or refused it, or with which its process ended.
  let mark: StepMark
  let way: Way
  /// The step of the app that wrote there once more in the course of that step.
  let replacedBy: InnerMark?
  /// The step of the app that closed the window or the tab in its course, moved it, or was refused.
  let ender: InnerMark?
  /// The fault because of which it was refused.
  let fault: StepMark?
  /// The value because of which the step that wrote both was refused, if that is not this one.
  let culprit: String?
  /// By how much a value that was refused does not fit.
  let excess: String?
  /// Whether it is all that a window had handed over, and not a value alone.
  let isHandOver: Bool

  init(
    _ origin: Origin, at mark: StepMark, _ way: Way, replacedBy: InnerMark? = nil,
    ender: InnerMark? = nil, fault: StepMark? = nil, culprit: String? = nil,
    excess: String? = nil, isHandOver: Bool = false
  ) {
    (self.origin, self.mark, self.way) = (origin, mark, way)
    (self.replacedBy, self.ender) = (replacedBy, ender)
    (self.fault, self.isHandOver) = (fault, isHandOver)
    (self.culprit, self.excess) = (culprit, excess)
  }

  /// What a window had handed over, as a whole.
  convenience init(handedOver given: StepMark, at mark: StepMark, _ way: Way) {
    let origin = Origin(mark: given, way: .itself, tab: nil, session: 0, value: nil)
    self.init(origin, at: mark, way, isHandOver: true)
  }

  /// The step that wrote it.
  var written: StepMark { if case .notReadable = way { origin.written } else { origin.mark } }

  var value: Origin.Value? { origin.value }

  /// Whether it cannot be compared with what is expected.
  var isUnknown: Bool {
    if case .notReadable = way { true } else { value == nil }
  }

  /// The step that was refused, if that is how it was lost.
  var refusal: StepMark? { if case .refused = way { mark } else { nil } }

  /// Whether it is as if it never had been written: what was there before is there still.
  var leavesValue: Bool {
    if case .uncommitted = way { true } else { refusal != nil || way == .takenBack }
  }
}

extension Loss.Way {
  /// How what lay at a place went, if nobody wrote there.
  init(of place: StoredPlace, _ lapses: Set<Lapse>) {
    for case .place(place, let kind) in lapses {
      self = .forgotten(kind: kind)
      return
    }
    if lapses.contains(.taken(place.window)) {
      self = .taken
      return
    }
    for case .window(place.window, let rule) in lapses {
      self = .gone(rule)
      return
    }
    self = lapses.contains(.closed(place.window)) ? .closed : .destroyed
  }
}
