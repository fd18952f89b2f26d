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

  /// Another tab or place of the window that was looked at, or another window.
  enum Other: Hashable, Comparable {
    case tab(String), place(String), window(String, on: String)
    /// Another tab of another window.
    case tabOf(String, on: String, tab: String)
  }

  /// What is known of one place: of what was expected as a whole, then of each element that a list
  /// lacks.
  final class History {
    fileprivate(set) var tracks: [Track]
    /// Why it was not so any more, as a check would have said then.
    fileprivate(set) var reasons: [Int: Diagnostic] = [:]

    fileprivate init(_ count: Int) { tracks = Array(repeating: Track(), count: count) }

    fileprivate func hide(after mark: StepMark) {
      for index in tracks.indices { tracks[index].note(nil, after: mark) }
    }
  }

  /// What differed, reduced to what is asked of it, and its history, here and elsewhere.
  private final class Question {
    let step: Int
    let range: SourceRange
    let failure: Failure
    let source: SourceFile
    /// What was expected as a whole; then each element that a list lacks.
    let asked: [(what: String, expectation: Expectation)]
    /// Which of the window's values it is.
    let spot: Diagnostic.Spot
    let here: History
    var others: [Other: History] = [:]
    private var reasonCount = 0

    init?(_ diagnostic: Diagnostic, _ failure: Failure, _ source: SourceFile) {
      guard let step = diagnostic.step,
        let whole = failure.expectation.asking(only: diagnostic.range)
      else { return nil }
      spot = diagnostic.spot
      let bound = whole.standing(in: spot)
      (self.step, range, self.failure, self.source) = (step, diagnostic.range, failure, source)
      let elements = bound.elements.filter { element in
        diagnostic.spot.missing.contains(element.range) || element.range.contains(diagnostic.range)
      }
      asked =
        [("", bound)] + elements.prefix(Retrospect.elementLimit).map { ($0.what, $0.asked) }
      here = History(asked.count)
    }

    /// Asks, and if it is not so any more also why; of what comes and goes often nobody asks that.
    func ask(
      _ history: History, after mark: StepMark, in context: StepContext,
      _ form: (Expectation) -> Expectation = { $0 }
    ) {
      for (index, asked) in asked.enumerated() {
        let question = form(asked.expectation)
        let isMet = question.isMet(in: context)
        history.tracks[index].note(isMet, after: mark)
        guard history.tracks[index].span?.until == mark else { continue }
        reasonCount += 1
        history.reasons[index] =
          reasonCount > Retrospect.reasonLimit ? nil : question.refusal(in: context)
      }
    }

    func ask(
      _ other: Other, after mark: StepMark, in context: StepContext,
      _ form: (Expectation) -> Expectation
    ) {
      let history = others[other] ?? History(asked.count)
      others[other] = history
      ask(history, after: mark, in: context, form)
    }
  }

  /// How often may be asked in a run, how many elements of a list, and how many windows, tabs and
  /// places beside the one that was looked at: a long run is not to take much longer than the first
  /// time.
  private static let (limit, elementLimit, otherLimit, reasonLimit) = (100_000, 8, 8, 100)

  private let questions: [Question]
  var step = 0
  /// Whether orders of a `parallel` are played after the first, with which alone the run goes on.
  var isPaused = false
  private var isLooking = false

  /// Nil if there is nothing that can be asked.
  init?(_ diagnostics: [Diagnostic], _ failures: [Int: Failure], _ sources: [SourceFile]) {
    var count = 0
    questions = diagnostics.compactMap { diagnostic in
      guard diagnostic.code == .notAsExpected, diagnostic.comparison != nil,
        let failure = diagnostic.step.flatMap({ failures[$0] }),
        let source = sources.first(where: { $0.path == diagnostic.file })
      else { return nil }
      guard let question = Question(diagnostic, failure, source) else { return nil }
      count += question.step * question.asked.count * (1 + 2 * Self.otherLimit)
      return count > Self.limit ? nil : question
    }
    if questions.isEmpty { return nil }
  }

  /// Looks at what there is after a step.
  func look(after mark: StepMark, in context: StepContext) {
    guard !isPaused else { return }
    isLooking = true
    let step = (context.device, context.namesDevice, context.source, context.eventMark)
    for question in questions where mark.step < question.step {
      context.source = question.source
      (context.device, context.namesDevice) = (
        question.failure.device, question.failure.namesDevice
      )
      question.ask(question.here, after: mark, in: context)
      lookBeside(question, after: mark, context)
    }
    (context.device, context.namesDevice, context.source, context.eventMark) = step
    isLooking = false
  }

  /// The same in the other tabs and places of the window, and in the other windows, also in those
  /// that are gone.
  private func lookBeside(_ question: Question, after mark: StepMark, _ context: StepContext) {
    guard let window = question.asked[0].expectation.window else { return }
    func names(_ known: (Other) -> String?, _ there: some Sequence<String>, but: String)
      -> some Sequence<String>
    {
      let all = Set(question.others.keys.compactMap(known)).union(there)
      return all.subtracting([but]).sorted().prefix(Self.otherLimit)
    }
    if let tab = question.spot.tab {
      let tabs = names(\.tab, context.shown(in: window)?.tabs ?? [], but: tab)
      for other in tabs {
        question.ask(.tab(other), after: mark, in: context) { $0.looking(inTab: other) }
      }
    }
    if let place = question.spot.place, let key = question.spot.key {
      let places = names(\.place, context.places(beside: key), but: place)
      for other in places {
        question.ask(.place(other), after: mark, in: context) { $0.looking(at: other) }
      }
    }
    context.namesDevice = true
    let here = Other.window(window, on: context.device)
    for device in context.allDevices {
      context.device = device.name
      for name in device.windowNames.prefix(Self.otherLimit) {
        let other = Other.window(name, on: device.name)
        if other == here { continue }
        question.ask(other, after: mark, in: context) { $0.looking(into: name) }
        guard let tab = question.spot.tab, name != window else { continue }
        let known = { (other: Other) -> String? in
          if case .tabOf(name, on: device.name, let tab) = other { tab } else { nil }
        }
        for tab in names(known, context.shown(in: name)?.tabs ?? [], but: tab) {
          question.ask(.tabOf(name, on: device.name, tab: tab), after: mark, in: context) {
            $0.looking(into: name).looking(inTab: tab)
          }
        }
      }
    }
    // Nobody asks about a window that is gone, and is not to be seen any more.
    for (other, history) in question.others {
      guard let (name, device) = other.window,
        context.devices[device]?.windowNames.contains(name) != true
      else { continue }
      history.hide(after: mark)
    }
  }

  /// What is known of what differs at a place, in the step that is played.
  func answer(at range: SourceRange, in file: String) -> Answer? {
    let question = questions.first {
      $0.step == step && $0.range == range && $0.source.path == file
    }
    guard let question, !isLooking else { return nil }
    func span(_ index: Int) -> Answer.Missed? {
      question.here.tracks[index].span.map {
        let reason = question.here.reasons[index]
        return Answer.Missed(
          what: question.asked[index].what, span: $0, writer: reason?.comparison?.writtenBy,
          cause: reason?.cause, hint: reason?.cause == nil ? nil : reason?.hint)
      }
    }
    var missed = question.asked.indices.dropFirst().compactMap(span)
    // A list that lacks nothing has something that it had not.
    if missed.isEmpty { missed = span(0).map { [$0] } ?? [] }
    let lacking = question.asked.indices.dropFirst().filter {
      question.here.tracks[$0].since == nil
    }
    return Answer(
      missed: missed, lacking: lacking, others: question.others.sorted { $0.key < $1.key })
  }

  /// Since when and until when something was so.
  struct Answer {
    /// What is missing, when that was there, and why it went.
    struct Missed {
      let what: String
      let span: Track.Span
      /// Who wrote what was there instead.
      let writer: Comparison.Writer?
      /// Why it went, and what would have kept it, if something took it away.
      var cause: String?
      var hint: String?
    }

    /// None if it never was so.
    var missed: [Missed]
    /// The steps that the message has named, the cause that it has, and what it has not told of yet.
    var told: [Int] = []
    var cause: String?
    var untold: [Missed] = []
    /// The elements that are missing now.
    let lacking: [Int]
    /// The same of other tabs, places and windows.
    let others: [(key: Other, value: History)]

    /// Whether it may have ended in a step, or has been seen last after it.
    func ended(in step: Int) -> Bool {
      missed.contains { $0.span.ended(in: step) || $0.span.last.step == step }
    }
  }
}

extension Retrospect.Other {
  var tab: String? { if case .tab(let name) = self { name } else { nil } }
  var place: String? { if case .place(let name) = self { name } else { nil } }

  /// The window that it is, or is in, if that is another one.
  var window: (name: String, device: String)? {
    switch self {
    case .tab, .place: nil
    case .window(let name, let device), .tabOf(let name, let device, _): (name, device)
    }
  }

  /// How far it is from what was looked at.
  var distance: Int {
    switch self {
    case .tab: 0
    case .place: 1
    case .window: 2
    case .tabOf: 3
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
