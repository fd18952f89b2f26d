import SceneSimulator

// When it was so which was expected, in words.
extension Explainer {
  /// What was there of it, if it is not said already in which step that ended.
  func untold(_ answer: Retrospect.Answer) -> [Retrospect.Answer.Missed] {
    answer.missed.filter { missed in
      let isSaid =
        missed.cause.map { cause in
          let named = steps(in: cause)
          return answer.cause?.contains(cause) == true && !isOpen(cause, missed.span)
            && (named.isEmpty || named.contains(where: missed.span.ended))
        } ?? false
      return !isSaid && !missed.span.isTold(by: answer.told)
    }
  }

  /// Adds what was lost in the step that ended something, where a check would not have said it:
  /// another value was there already.
  func addLosses(
    to answer: inout Retrospect.Answer, at stored: StoredPlace, _ mismatch: Mismatch
  ) {
    let isMeant = meaning(mismatch, at: stored, hasPart: true)
    let losses = context.story(of: stored).compactMap(\.loss).filter { isMeant($0.value) }
    for index in answer.missed.indices where answer.missed[index].cause == nil {
      let span = answer.missed[index].span
      guard let loss = losses.last(where: { span.ended(in: $0.mark.step) }) else { continue }
      answer.missed[index].cause = text(loss, of: stored)
      answer.missed[index].hint = FailureHint(context).hint(for: loss, of: stored)
    }
  }

  /// The numbers of the steps that a sentence names.
  func steps(in text: String) -> [Int] {
    text.matches(of: /step (\d+)/).compactMap { Int($0.1) }
  }

  /// When it was so which was expected, and what ended that; nil if it never was so.
  func text(_ missed: [Retrospect.Answer.Missed]) -> String? {
    let times = missed.map(times)
    let ends = times.map(\.end).uniqued().prefix(3).map { end in
      let same = zip(missed, times).filter { $0.1.end == end }
      let starts = same.map(\.1.start).uniqued().map { start in
        let what = same.filter { $0.1.start == start }.map(\.0.what)
        let words = [what == [""] ? "" : "with \(what.joined(separator: " and "))", start]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
      }
      let told = starts.joined(separator: ", and ")
      let mark = end.hasPrefix("until") ? (told.contains("from ") ? ", " : " ") : "; "
      return told.isEmpty ? end : told + mark + end
    }
    return ends.isEmpty ? nil : ends.joined(separator: "; ")
  }

  /// `from step 2, line 6, `set``, and how that ended.
  private func times(_ missed: Retrospect.Answer.Missed) -> (start: String, end: String) {
    let span = missed.span
    guard let cause = missed.cause else {
      return (since(span), end(of: span, by: missed.writer.flatMap { inner($0, of: span.until) }))
    }
    let named = steps(in: cause)
    guard named.contains(where: span.ended), !isOpen(cause, span) else {
      return (since(span), "\(end(of: span)): \(cause)")
    }
    // The step that ended it is the first word of most causes.
    let isFirst = cause.first == "`"
    if isFirst, named.contains(span.since.step) { return ("", "until \(cause)") }
    return (since(span), isFirst ? "until \(cause)" : cause)
  }

  /// Of a window that came back without something an update may be why, if nothing else is.
  private func isOpen(_ cause: String, _ span: Track.Span) -> Bool {
    let update = span.hidden.last { $0.verb == UpdateStep.name }
    return !cause.contains(": ") && update.map { !steps(in: cause).contains($0.step) } == true
  }

  /// The step of the app that wrote in the course of another one.
  private func inner(_ writer: Comparison.Writer, of mark: StepMark) -> String? {
    writer.step == mark.step && writer.line != mark.line
      ? "`\(writer.verb)` in \(line(writer.line, writer.file)), from \(named(mark))" : nil
  }

  private func since(_ span: Track.Span) -> String { "from \(text(span.since))" }

  private func end(of span: Track.Span, by inner: String? = nil) -> String {
    if span.hidden.isEmpty || inner != nil { return "until \(inner ?? text(span.until))" }
    // Of many steps those count that change what there is, or how it is read.
    let few = span.hidden.filter {
      span.hidden.count < 4 || $0 == span.hidden[0] || $0.fault != nil
        || ["update", "change-data", "wait", "clock"].contains($0.verb)
    }
    return "until one of " + (few + [span.until]).map(text).joined(separator: ", ")
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
