package import SceneScenarios
import SceneSimulator

extension CaseRun {
  /// How many of its steps ran: `26 steps`, or `5 of 17` if something stopped it.
  package var stepsText: String {
    if outcome == .invalid { return "not valid" }
    if outcome == .failed, let total { return "\(steps) of \(total)" }
    return Amount.count(steps, "step")
  }

  /// `01-shared-key · one key per scene`.
  package func heading(_ symbols: Symbols = .unicode) -> String {
    title.isEmpty ? Self.stem(of: file) : "\(Self.stem(of: file)) \(symbols.dot) \(title)"
  }

  /// The trace for people: texts are in quotes where the file has them.
  var quotedTrace: Trace {
    let words = Dictionary(played.map { ($0.number, $0.words) }) { first, _ in first }
    var trace = trace
    trace.events = trace.events.map { event in
      guard case .step = event.kind, let words = words[event.step] else { return event }
      return TraceEvent(step: event.step, kind: .step(words))
    }
    return trace
  }

  /// The step that matters most: the one that failed, else the first.
  var firstStep: Int { (played.first { $0.outcome == .failed } ?? played.first)?.number ?? 1 }

  /// What became of the store in each step.
  var changes: [[StoredValueChange]] {
    played.indices.map { index in
      StoredValueChange.all(
        from: index == 0 ? [] : played[index - 1].stored, to: played[index].stored)
    }
  }
}

extension [CaseRun] {
  /// What became of a run: `3 of 60 runs failed`; nil if nothing went wrong.
  var headline: String? {
    let bad = count { !$0.isGood }
    return bad == 0 ? nil : "\(bad) of \(Amount.count(count, "run")) failed"
  }

  /// Where the cases stand that need attention, then where the others do.
  var failuresFirst: (bad: [Int], good: [Int]) {
    (indices.filter { !self[$0].isGood }, indices.filter { self[$0].isGood })
  }
}
