import SceneSimulator

/// Asks again, in a second run of a case that has failed, when that was so which was expected in
/// vain.
///
/// A run is the same each time, and so this one search knows the history of whatever an `expect` can
/// look at, in any window: no kind of value needs a search of its own.
final class Retrospect {
  /// An `expect` that failed: what it says, and where its step ran.
  struct Failure {
    let expectation: Expectation
    let device: String
    let namesDevice: Bool

    init(_ expectation: Expectation, _ context: StepContext) {
      self.expectation = expectation
      (device, namesDevice) = (context.device, context.namesDevice)
    }
  }

  /// What differed, reduced to what is asked of it, and its history in each window by name.
  private final class Question {
    let step: Int
    let range: SourceRange
    let failure: Failure
    let source: SourceFile
    /// What was expected as a whole; then each element of a list.
    let asked: [(what: String, expectation: Expectation)]
    var here: [Track]
    var others: [String: Track] = [:]

    init?(_ diagnostic: Diagnostic, _ failure: Failure, _ source: SourceFile) {
      guard let step = diagnostic.step,
        let whole = failure.expectation.asking(only: diagnostic.range)
      else { return nil }
      let bound = whole.standing(in: diagnostic.spot)
      (self.step, range, self.failure, self.source) = (step, diagnostic.range, failure, source)
      let elements = bound.elements.prefix(Retrospect.elementLimit)
      asked = [("", bound)] + elements.map { ($0.what, $0.asked) }
      here = asked.map { _ in Track() }
    }
  }

  /// How often may be asked in a run, how many elements of a list, and how many windows beside the
  /// one that was looked at: a long run is not to take much longer than the first time.
  private static let (limit, elementLimit, windowLimit) = (60_000, 8, 8)

  private let questions: [Question]
  /// The step that is played.
  var step = 0
  /// Whether orders of a `parallel` are played after the first, with which alone the run goes on.
  var isPaused = false

  /// Nil if there is nothing that can be asked.
  init?(_ diagnostics: [Diagnostic], _ failures: [Int: Failure], _ sources: [SourceFile]) {
    var count = 0
    questions = diagnostics.compactMap { diagnostic in
      guard diagnostic.code == .notAsExpected, diagnostic.comparison != nil,
        let failure = diagnostic.step.flatMap({ failures[$0] }),
        let source = sources.first(where: { $0.path == diagnostic.file })
      else { return nil }
      guard let question = Question(diagnostic, failure, source) else { return nil }
      count += question.step * (question.asked.count + Self.windowLimit)
      return count > Self.limit ? nil : question
    }
    if questions.isEmpty { return nil }
  }

  /// Looks at what there is after a step.
  func look(after mark: StepMark, in context: StepContext) {
    guard !isPaused else { return }
    let step = (context.device, context.namesDevice, context.source, context.eventMark)
    for question in questions where mark.step < question.step {
      context.source = question.source
      for (index, asked) in question.asked.enumerated() {
        context.device = question.failure.device
        context.namesDevice = question.failure.namesDevice
        question.here[index].note(asked.expectation.isMet(in: context), after: mark)
      }
      guard let window = question.asked[0].expectation.window else { continue }
      context.namesDevice = true
      for device in context.allDevices {
        context.device = device.name
        for other in device.windowNames.prefix(Self.windowLimit) where other != window {
          let asked = question.asked[0].expectation.looking(at: other)
          question.others[other, default: Track()].note(asked.isMet(in: context), after: mark)
        }
      }
    }
    (context.device, context.namesDevice, context.source, context.eventMark) = step
  }

  /// What is known of what differs at a place, in the step that is played.
  func answer(at range: SourceRange, in file: String) -> Answer? {
    let question = questions.first {
      $0.step == step && $0.range == range && $0.source.path == file
    }
    guard let question else { return nil }
    var spans = zip(question.asked, question.here).dropFirst().compactMap { asked, history in
      history.span.map { (what: asked.what, span: $0) }
    }
    // A list that lacks nothing has something that it had not.
    if spans.isEmpty, let span = question.here[0].span { spans = [("", span)] }
    return Answer(spans: spans, others: question.others.sorted { $0.key < $1.key }.map { ($0, $1) })
  }

  /// Since when and until when something was so.
  struct Answer {
    /// What is missing, and its time; none if it never was so.
    let spans: [(what: String, span: Track.Span)]
    /// The same of other windows.
    fileprivate let others: [(window: String, history: Track)]

    /// Whether it may have ended in a step, or has been seen last after it.
    func ended(in step: Int) -> Bool {
      spans.contains { $0.span.ended(in: step) || $0.span.last.step == step }
    }
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
    fileprivate func isTold(by steps: [Int]) -> Bool {
      let ends = steps.filter(ended)
      // With the step that showed it again the one before may not be told that made it so.
      let isShown = ends.allSatisfy { $0 == until.step }
      return !ends.isEmpty && !(isShown && hidden.contains { $0.verb == UpdateStep.name })
    }
  }

  private var first: StepMark?
  private(set) var since: StepMark?
  private var last: StepMark?
  private var hidden: [StepMark] = []
  private var ended: Span?

  /// The step since which it cannot be seen; nil if it can.
  var hiddenSince: StepMark? { hidden.first }

  /// The last time that it was so; nil if it never was, or is.
  var span: Span? { since == nil ? ended : nil }

  /// Whether it was so as soon as it could be seen.
  func isFirst(_ mark: StepMark) -> Bool { mark == first }

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

  /// The other window in which it came to be so.
  func elsewhere(_ answer: Retrospect.Answer) -> String? {
    let found = answer.others.lazy.compactMap { window, history -> String? in
      if let since = history.since, !history.isFirst(since) {
        // A tab that is closed there cannot be looked into.
        return history.hiddenSince.map {
          "\(window) had it from \(text(since)), until \(text($0))"
        } ?? "\(window) has it, from \(named(since))"
      }
      guard let span = history.span, !history.isFirst(span.since) else { return nil }
      return "\(window) had it \(text(span))"
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

extension ScenarioRunner {
  /// Plays the case that has failed a second time: what it tells then knows when that was so which
  /// was expected.
  func lookBack() {
    // A cluster of others has what the first run left there, and orders have a history each.
    guard options.looksBack, options.cluster == nil, order == nil,
      let retrospect = Retrospect(diagnostics, failures, sources)
    else { return }
    var options = options
    (options.looksBack, options.keepsMoments, options.keepsRoutes) = (false, false, false)
    (options.storeDirectory, options.keepsStore) = (nil, false)
    (options.afterStep, options.atFaultPoint) = (nil, nil)
    let second = ScenarioRunner(scenario, selected, options, apps)
    second.retrospect = retrospect
    _ = second.run()
    // An app in Swift may do something else each time, and so may looking at what cannot be read.
    let isSame = diagnostics.elementsEqual(second.diagnostics) {
      ($0.code, $0.range, $0.actual) == ($1.code, $1.range, $1.actual)
    }
    if isSame { diagnostics = second.diagnostics }
  }
}
