// When it was so which was expected, in words.
extension Explainer {
  /// When it was so which was expected; nil if it is said already in which step that ended.
  func text(_ answer: Retrospect.Answer, beside told: String?) -> String? {
    let named = (told ?? "").matches(of: /step (\d+)/).compactMap { Int($0.1) }
    let spans = answer.spans.filter { !$0.span.isTold(by: named) }
    let times = spans.map { text($0.span) }
    return times.isEmpty
      ? nil
      : times.uniqued().prefix(3).map { time in
        let what = zip(spans, times).filter { $0.1 == time }.map(\.0.what)
        return (what == [""] ? "" : "with \(what.joined(separator: " and ")) ") + time
      }.joined(separator: "; ")
  }

  private func text(_ span: Track.Span) -> String {
    let since = "from \(text(span.since))"
    if span.hidden.isEmpty { return "\(since), until \(text(span.until))" }
    // Of many steps those count that change what there is, or how it is read.
    let few = span.hidden.filter {
      span.hidden.count < 4 || $0 == span.hidden[0] || $0.fault != nil
        || ["update", "change-data", "wait", "clock"].contains($0.verb)
    }
    return "\(since), until one of " + (few + [span.until]).map(text).joined(separator: ", ")
  }

  /// The other tab or window in which it came to be so.
  func elsewhere(_ answer: Retrospect.Answer) -> String? {
    let found = answer.others.lazy.compactMap { name, history -> String? in
      if let since = history.since, !history.isFirst(since) {
        // A tab that is closed there cannot be looked into.
        return history.hiddenSince.map {
          "\(name) had it from \(text(since)), until \(text($0))"
        } ?? "\(name) has it, from \(named(since))"
      }
      guard let span = history.span, !history.isFirst(span.since) else { return nil }
      return "\(name) had it \(text(span))"
    }
    return found.first
  }

  /// Whether it is what was expected that went in a step, as far as that is known.
  func isMeant(_ loss: Loss) -> Bool {
    !loss.way.isOfWhole && loss.way != .takenBack || loss.refusal != nil || loss.isUnknown
      || loss.replacedBy != nil || isMeant(loss.written, until: loss.mark)
  }

  /// Whether what a step wrote is what was expected, if another one took it.
  func isMeant(_ written: StepMark, until end: StepMark) -> Bool {
    // What came and went in one step was never to be seen.
    written.step == end.step || context.answer?.ended(in: end.step) != false
  }
}
