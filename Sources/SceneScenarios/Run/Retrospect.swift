import SceneSimulator

/// Asks again, in a second run of a case that has failed, when that was so which was expected in
/// vain.
///
/// A run is the same each time, and so this one search knows the history of whatever an `expect` can
/// look at, in any window and tab: no kind of value needs a search of its own.
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

  /// What differed, reduced to what is asked of it, and its history, here and elsewhere.
  private final class Question {
    let step: Int
    let range: SourceRange
    let failure: Failure
    let source: SourceFile
    /// What was expected as a whole; then each element of a list.
    let asked: [(what: String, expectation: Expectation)]
    /// The tab whose value it is, of those that each tab has.
    let tab: String?
    var here: [Track]
    var windows: [String: Track] = [:]
    var tabs: [String: Track] = [:]

    init?(_ diagnostic: Diagnostic, _ failure: Failure, _ source: SourceFile) {
      guard let step = diagnostic.step,
        let whole = failure.expectation.asking(only: diagnostic.range)
      else { return nil }
      let bound = whole.standing(in: diagnostic.spot)
      (self.step, range, self.failure, self.source) = (step, diagnostic.range, failure, source)
      tab = diagnostic.spot?.tab
      let elements = bound.elements.prefix(Retrospect.elementLimit)
      asked = [("", bound)] + elements.map { ($0.what, $0.asked) }
      here = asked.map { _ in Track() }
    }
  }

  /// How often may be asked in a run, how many elements of a list, and how many windows and tabs
  /// beside the one that was looked at: a long run is not to take much longer than the first time.
  private static let (limit, elementLimit, otherLimit) = (60_000, 8, 8)

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
      count += question.step * (question.asked.count + 2 * Self.otherLimit)
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
      lookBeside(question, after: mark, context)
    }
    (context.device, context.namesDevice, context.source, context.eventMark) = step
  }

  /// The same in the other tabs of the window, and in the other windows, also in those that are gone.
  private func lookBeside(_ question: Question, after mark: StepMark, _ context: StepContext) {
    let asked = question.asked[0].expectation
    guard let window = asked.window else { return }
    if let tab = question.tab {
      let names = Set(question.tabs.keys).union(context.shown(in: window)?.tabs ?? [])
      for other in names.subtracting([tab]).sorted().prefix(Self.otherLimit) {
        let isMet = asked.looking(inTab: other).isMet(in: context)
        question.tabs[other, default: Track()].note(isMet, after: mark)
      }
    }
    context.namesDevice = true
    var seen: Set = [window]
    for device in context.allDevices {
      context.device = device.name
      for other in device.windowNames.prefix(Self.otherLimit) where seen.insert(other).inserted {
        let isMet = asked.looking(at: other).isMet(in: context)
        question.windows[other, default: Track()].note(isMet, after: mark)
      }
    }
    for gone in question.windows.keys where !seen.contains(gone) {
      question.windows[gone]?.note(nil, after: mark)
    }
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
    func sorted(_ others: [String: Track], _ kind: String = "") -> [(String, Track)] {
      others.sorted { $0.key < $1.key }.map { (kind + $0, $1) }
    }
    return Answer(
      spans: spans, others: sorted(question.tabs, "tab ") + sorted(question.windows))
  }

  /// Since when and until when something was so.
  struct Answer {
    /// What is missing, and its time; none if it never was so.
    let spans: [(what: String, span: Track.Span)]
    /// The same of other tabs and windows.
    let others: [(name: String, history: Track)]

    /// Whether it may have ended in a step, or has been seen last after it.
    func ended(in step: Int) -> Bool {
      spans.contains { $0.span.ended(in: step) || $0.span.last.step == step }
    }
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
