package import SceneScenarios

/// Plays random runs until a number of steps or a time is over.
///
/// There are 64 streams, each with its own random numbers; how many are played at the same time
/// changes nothing of what is found in a number of steps. When a time is over, each run counts that
/// was over by then.
package struct Explorer {
  package struct Options: Sendable {
    package var seed: UInt64 = 1
    /// How many steps are played; nil lets `isOver` decide.
    package var steps: Int?
    /// How many streams are played at the same time.
    package var jobs = 1
    package var choice = PropertyChoice()
    /// Asked all the time: whether it was long enough.
    package var isOver: @Sendable () -> Bool = { false }
    /// Asked while a finding is made shorter: whether it has to stay as long as it is.
    package var isLate: @Sendable () -> Bool = { false }
    /// Asked all the time: whether somebody wants to have the answer now.
    package var isStopped: @Sendable () -> Bool = { false }
    /// Which part of the streams is played, `(3, 8)`; nil is all.
    package var shard: (number: Int, count: Int)?
    /// Gets each step before it is played.
    package var notes: (@Sendable (StepNote) -> Void)?
    /// The steps with which an app in Swift has ended earlier processes.
    package var ends: [AppEnd] = []
    /// What an earlier process has left; nil begins anew.
    package var beginning: State?
    /// Gets what another process would go on from, after each run of an app in Swift.
    package var saves: (@Sendable (State) -> Void)?
    /// Runs from which others begin.
    package var corpus = Corpus()
    /// Where some runs are played on a real store, too; nil plays all in memory alone.
    package var folders: StoreFolders?
    /// Whether the declaration of the app is cut down to what a finding needs.
    package var shrinksApp = false
    /// How often runs are tried to make a finding shorter.
    package var tries = 1500

    package init() {}
  }

  /// What is known so far.
  package struct Report: Sendable, Codable {
    private enum CodingKeys: CodingKey {
      case steps, runs, rounds, compared, findings, coverage, corpus, unproven, attempts
    }

    /// How many states were known after so many steps.
    package struct Point: Sendable {
      package let steps: Int
      package let states: Int
    }

    /// The most points of the curve; of more, every second one is kept.
    private static let pointLimit = 128

    package internal(set) var steps = 0
    package internal(set) var runs = 0
    package internal(set) var rounds = 0
    /// How many runs were played on a real store, too.
    package internal(set) var compared = 0
    package internal(set) var findings: [Discovery] = []
    package internal(set) var coverage = Coverage()
    /// The runs that reached something first.
    package internal(set) var corpus = Corpus()
    /// How the number of states grew; of a whole that was put together nobody knows it.
    package private(set) var curve: [Point] = []
    /// What did not hold, and the scenario of it shows no such thing; a fault of ours.
    package internal(set) var unproven: [Discovery] = []
    /// The shortest run of each finding, until its app is cut down to what it needs.
    var shortest: [String: Shrinker.Result] = [:]
    /// How often each of them was tried.
    private var attempts: [String: Int] = [:]
    /// So often; each takes as long as thousands of steps.
    private static let attemptLimit = 3

    /// Counts a try to show something.
    mutating func mayTry(_ identity: String) -> Bool {
      attempts[identity, default: 0] += 1
      return attempts[identity] ?? 0 <= Self.attemptLimit
    }
    /// Why nothing could be played.
    package internal(set) var mistake: Diagnostic?

    package init() {}

    /// Adds what another part has found; what both have is the one that was met first.
    package mutating func merge(_ other: Report) {
      steps += other.steps
      runs += other.runs
      compared += other.compared
      rounds = max(rounds, other.rounds)
      coverage.merge(other.coverage)
      corpus.merge(other.corpus)
      for finding in other.findings { add(finding) }
      for finding in other.unproven { addUnproven(finding) }
      unproven.removeAll { one in findings.contains { $0.identity == one.identity } }
      findings.sort { $0.place < $1.place }
    }

    /// Leaves out findings that nobody wants to be told of again.
    package mutating func leaveOut(_ isKnown: (Discovery) -> Bool) {
      findings.removeAll(where: isKnown)
    }

    /// Notes how many states are known now.
    mutating func notePoint() {
      if curve.count == Self.pointLimit {
        curve = curve.indices.filter { $0 % 2 == 1 }.map { curve[$0] }
      }
      curve.append(Point(steps: steps, states: coverage.stateCount))
    }

    /// Which part of the states was new in the last tenth of the steps; nil where nobody knows.
    package var newAtTheEnd: Double? {
      guard curve.count > 9, let last = curve.last, last.states > 0,
        let before = curve.last(where: { $0.steps * 10 <= steps * 9 })
      else { return nil }
      return Double(last.states - before.states) / Double(last.states)
    }

    /// Adds what was found by the way the process ended.
    package mutating func add(ends found: [Discovery]) {
      for finding in found { add(finding) }
      findings.sort { $0.place < $1.place }
    }

    private mutating func add(_ finding: Discovery) {
      guard let index = findings.firstIndex(where: { $0.identity == finding.identity }) else {
        findings.append(finding)
        return
      }
      let count = findings[index].count + finding.count
      if finding.place < findings[index].place { findings[index] = finding }
      findings[index].count = count
    }
  }

  /// How far an exploration of an app in Swift has come.
  package struct State: Sendable, Codable {
    var report = Report()
    /// Empty at the begin.
    var streams: [Streams.Stream] = []
    /// How many of the streams have had their run in this round.
    var done = 0
  }

  package static let streamCount = 64

  private let app: ExploredApp
  private let apps: KnownApps
  private let options: Options

  /// Makes an exploration; apps in Swift are played on the thread of the caller alone.
  package init(_ app: ExploredApp, apps: KnownApps = KnownApps(), options: Options) {
    (self.app, self.apps, self.options) = (app, apps, options)
  }

  /// Explores.
  ///
  /// - Parameter progress: Gets what is known every now and then, on the thread of the caller.
  /// - Returns: What was found.
  package func run(progress: (Report, Int) -> Void = { _, _ in }) -> Report {
    let streams = Streams(seed: options.seed, steps: options.steps, shard: options.shard)
    let walk = Walk(app: app, options: options)
    let isEnough = { @Sendable [options] in options.isStopped() || options.isOver() }
    var state = options.beginning ?? State()
    if !state.streams.isEmpty { streams.all = state.streams }
    func take(_ results: [(Int, Walk.Result)]) {
      for (stream, result) in results {
        self.take(result, at: state.report.rounds * Self.streamCount + stream, &state.report)
        state.report.notePoint()
      }
    }
    while !isEnough(), streams.hasMore, state.report.mistake == nil {
      if app.scenario.hasSwiftApp {
        // One run after another on this thread, from where an earlier process ended.
        let stream = streams.mine[state.done]
        let result = streams.play(stream, walk, apps, isEnough)
        // Half a run is none.
        if isEnough() { break }
        take(result.map { [(stream, $0)] } ?? [])
        progress(state.report, 0)
        (state.done, state.streams) = (state.done + 1, streams.all)
      } else {
        take(
          streams.round(walk, jobs: options.jobs, isStopped: isEnough) {
            progress(state.report, $0)
          })
        state.done = streams.mine.count
      }
      if state.done == streams.mine.count {
        state.done = 0
        state.report.rounds += 1
      }
      options.saves?(state)
    }
    state.report.shrinkApps(apps, options)
    return state.report
  }

  private func take(_ result: Walk.Result, at place: Int, _ report: inout Report) {
    report.mistake = report.mistake ?? result.mistake
    report.steps += result.steps
    report.runs += 1
    report.compared += result.isCompared ? 1 : 0
    report.coverage.merge(result.coverage)
    report.corpus.add(result.actions, result.coverage)
    for (identity, count) in result.known {
      if let index = report.findings.firstIndex(where: { $0.identity == identity }) {
        report.findings[index].count += count
      }
    }
    guard let found = result.found else { return }
    let actions = result.actions + [result.refused].compactMap(\.self)
    report.take(found, actions, at: place, app: app, apps: apps, options: options)
  }
}
