import Dispatch
package import SceneScenarios
import Synchronization

/// Plays random runs until a number of steps or a time is over.
///
/// There are 64 streams, each with its own random numbers; how many are played at the same time
/// changes nothing of what is found.
package struct Exploration {
  package struct Options: Sendable {
    package var seed: UInt64 = 1
    /// How many steps are played; nil lets `isOver` decide.
    package var steps: Int?
    /// How many streams are played at the same time.
    package var jobs = 1
    package var choice = PropertyChoice()
    /// Asked before each round: whether it was long enough.
    package var isOver: @Sendable () -> Bool = { false }
    /// Asked all the time: whether somebody wants to have the answer now.
    package var isStopped: @Sendable () -> Bool = { false }
    /// Which part of the streams is played, `(3, 8)`; nil is all.
    package var shard: (number: Int, count: Int)?
    /// Gets each step before it is played, and nil at the begin of a run.
    package var notesStep: (@Sendable (Action?) -> Void)?
    /// Where some runs are played on a real store, too; nil plays all in memory alone.
    package var folders: StoreFolders?
    /// How often runs are tried to make a finding shorter.
    package var tries = 1500

    package init() {}
  }

  /// What is known so far.
  package struct Report: Sendable, Codable {
    private enum CodingKeys: CodingKey {
      case steps, runs, rounds, compared, findings, coverage, unproven
    }

    package internal(set) var steps = 0
    package internal(set) var runs = 0
    package internal(set) var rounds = 0
    /// How many runs were played on a real store, too.
    package internal(set) var compared = 0
    package internal(set) var findings: [Finding] = []
    package internal(set) var coverage = Coverage()
    /// What did not hold and could not be shown by a scenario; a fault of ours.
    package internal(set) var unproven: [String] = []
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
      for finding in other.findings { add(finding) }
      let known = Set(findings.map(\.identity))
      unproven = Set(unproven + other.unproven).subtracting(known).sorted()
      findings.sort { $0.place < $1.place }
    }

    /// Leaves out findings that nobody wants to be told of again.
    package mutating func leaveOut(_ isKnown: (Finding) -> Bool) {
      findings.removeAll(where: isKnown)
    }

    private mutating func add(_ finding: Finding) {
      guard let index = findings.firstIndex(where: { $0.identity == finding.identity }) else {
        findings.append(finding)
        return
      }
      let count = findings[index].count + finding.count
      if finding.place < findings[index].place { findings[index] = finding }
      findings[index].count = count
    }
  }

  static let streamCount = 64

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
    var report = Report()
    let streams = Streams(seed: options.seed, steps: options.steps, shard: options.shard)
    var walk = Walk(app: app, choice: options.choice, notesStep: options.notesStep)
    walk.folders = options.choice.contains(property: Agrees.name) ? options.folders : nil
    while !options.isStopped(), !options.isOver(), streams.hasMore {
      let results = streams.round(
        walk, jobs: options.jobs, apps: app.scenario.hasSwiftApp ? apps : nil,
        isStopped: options.isStopped
      ) { progress(report, $0) }
      guard let results else { break }
      for (stream, result) in results {
        take(result, at: report.rounds * Self.streamCount + stream, &report)
      }
      report.rounds += 1
      if report.mistake != nil { break }
    }
    return report
  }

  private func take(_ result: Walk.Result, at place: Int, _ report: inout Report) {
    report.mistake = report.mistake ?? result.mistake
    report.steps += result.steps
    report.runs += 1
    report.compared += result.isCompared ? 1 : 0
    report.coverage.merge(result.coverage)
    for (identity, count) in result.known {
      if let index = report.findings.firstIndex(where: { $0.identity == identity }) {
        report.findings[index].count += count
      }
    }
    guard let found = result.found else { return }
    report.take(
      found.violation, found.actions, at: place, app: app, apps: apps, options: options)
  }
}

extension Exploration.Report {
  /// Takes what does not hold over as a finding, once, as short as it gets.
  mutating func take(
    _ violation: Violation, _ actions: [Action], at place: Int = 0, app: ExploredApp,
    apps: KnownApps, options: Exploration.Options
  ) {
    let identity = violation.identity
    if let index = findings.firstIndex(where: { $0.identity == identity }) {
      findings[index].count += 1
      return
    }
    if violation.property == Agrees.name {
      // Runs in memory alone do not show it: it stays as long as it is.
      let writer = FindingWriter(app: app, apps: apps, seed: options.seed)
      findings.append(writer.disagreement(violation, actions, place))
      return
    }
    var shrinker = Shrinker(app: app, apps: apps, choice: options.choice, tries: options.tries)
    let writer = FindingWriter(app: app, apps: apps, seed: options.seed)
    if let shortest = shrinker.shrink(violation, actions),
      var finding = writer.finding(shortest)
    {
      finding.place = place
      findings.append(finding)
      unproven.removeAll { $0 == identity }
    } else if !unproven.contains(identity) {
      unproven.append(identity)
    }
  }
}

/// The streams of an exploration: each has its own random numbers and its own number of steps.
private final class Streams: Sendable {
  private struct Stream: Sendable {
    var random: RandomNumbers
    /// How many steps are left; nil is for ever.
    var rest: Int?
    /// How many runs it has had.
    var runs = 0
    /// What was found in it already and is only counted.
    var known: Set<String> = []
  }

  private let streams: Mutex<[Stream]>

  /// The numbers of those that are played here.
  private let mine: [Int]

  init(seed: UInt64, steps: Int?, shard: (number: Int, count: Int)?) {
    let count = Exploration.streamCount
    mine = (0..<count).filter { index in shard.map { index % $0.count == $0.number - 1 } ?? true }
    streams = Mutex(
      (0..<count).map { index in
        // The numbers of a generator make good seeds for others.
        var seeds = RandomNumbers(seed: seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
        let share = steps.map { $0 / count + (index < $0 % count ? 1 : 0) }
        return Stream(random: RandomNumbers(seed: seeds.number(below: .max)), rest: share)
      })
  }

  var hasMore: Bool { streams.withLock { all in mine.contains { all[$0].rest ?? 1 > 0 } } }

  /// Plays one run of each stream.
  ///
  /// - Parameters:
  ///   - walk: How a run goes.
  ///   - jobs: How many are played at the same time.
  ///   - apps: Apps in Swift, which are played here, one after another; nil for declared ones.
  ///   - isStopped: Whether nobody wants the answer any more.
  ///   - progress: Gets the number of steps every now and then.
  /// - Returns: What came of them, in the order of the streams; nil if it was stopped.
  func round(
    _ walk: Walk, jobs: Int, apps: KnownApps?, isStopped: @escaping @Sendable () -> Bool,
    progress: (Int) -> Void
  ) -> [(Int, Walk.Result)]? {
    var steps = 0
    if let apps {
      var results: [(Int, Walk.Result)] = []
      for index in mine where !isStopped() {
        guard let result = play(index, walk, apps, isStopped) else { continue }
        results.append((index, result))
        steps += result.steps
        progress(steps)
      }
      return isStopped() ? nil : results
    }
    let next = Atomic(0)
    let results = Mutex([Int: Walk.Result]())
    let workers = DispatchGroup()
    let work: @Sendable () -> Void = { [self] in
      while !isStopped() {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < mine.count else { return }
        let result = play(mine[index], walk, KnownApps(), isStopped)
        results.withLock { $0[mine[index]] = result }
      }
    }
    for _ in 0..<max(1, jobs) { DispatchQueue.global().async(group: workers, execute: work) }
    while workers.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      progress(results.withLock { $0.values.reduce(0) { $0 + $1.steps } })
    }
    if isStopped() { return nil }
    return results.withLock { found in found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  /// Plays a run of one stream; nil if it has no steps left.
  private func play(
    _ index: Int, _ walk: Walk, _ apps: KnownApps, _ isStopped: () -> Bool
  ) -> Walk.Result? {
    var stream = streams.withLock { $0[index] }
    let limit = min(stream.rest ?? Walk.stepLimit, Walk.stepLimit)
    guard limit > 0 else { return nil }
    let result = walk.run(
      &stream.random, atMost: limit, knowing: stream.known, apps,
      // Each stream begins at another one, so that the first rounds have some.
      folders: (stream.runs + index).isMultiple(of: Agrees.rarity) ? walk.folders : nil,
      isStopped: isStopped)
    stream.runs += 1
    if let found = result.found { stream.known.insert(found.violation.identity) }
    stream.rest = stream.rest.map { $0 - max(1, result.steps) }
    let after = stream
    streams.withLock { $0[index] = after }
    return result
  }
}
