extension StepMark {
  /// Whether something may be gone since, or be read otherwise, that was not to be seen then.
  fileprivate var mayDestroy: Bool {
    [UpdateStep.name, CloseTabStep.name, CloseStep.name].contains(verb)
  }
}

/// When something was so, of what can be seen from step to step.
struct Track {
  struct Span {
    /// The step that brought it about, and the last one after which it was seen.
    let since, last: StepMark
    /// The step after which it was not so any more.
    let until: StepMark
    /// The steps before that after which it could not be seen.
    let hidden: [StepMark]

    /// Whether it may have ended in a step.
    func ended(in step: Int) -> Bool { step > last.step && step <= until.step }

    /// Whether one of these steps is why it ended.
    func isTold(by steps: [Int]) -> Bool {
      let ends = steps.filter(ended)
      // With the step that showed it again the one before may not be told that made it so.
      let isShown = ends.allSatisfy { $0 == until.step }
      return !ends.isEmpty && !(isShown && hidden.contains(where: \.mayDestroy))
    }
  }

  private var first: StepMark?
  private(set) var since: StepMark?
  private var last: StepMark?
  private var hidden: [StepMark] = []
  private var ended: Span?

  /// The step since which it cannot be seen; nil if it can.
  var hiddenSince: StepMark? {
    // The next process would show it again, unless an update keeps it from that.
    let update = hidden.first { $0.verb == UpdateStep.name }
    return hidden.first?.endsProcess == true ? update ?? hidden.first : hidden.first
  }

  /// The last time that it was so; nil if it never was, or is.
  var span: Span? { since == nil ? ended : nil }

  /// Since when it is, if it can be seen.
  var visibleSince: StepMark? { hidden.isEmpty ? since : nil }

  /// The same without what was so as soon as it could be seen.
  var withoutFirst: Track {
    var track = self
    if since == first { track.since = nil }
    if ended?.since == first { track.ended = nil }
    return track
  }

  /// Nil is what cannot be seen.
  mutating func note(_ isMet: Bool?, after mark: StepMark) {
    guard let isMet else {
      if since != nil { hidden.append(mark) }
      return
    }
    first = first ?? mark
    if isMet {
      (since, last) = (since ?? mark, mark)
    } else if let since, let last {
      ended = Span(since: since, last: last, until: mark, hidden: hidden)
      (self.since, self.last) = (nil, nil)
    }
    hidden = []
  }
}
