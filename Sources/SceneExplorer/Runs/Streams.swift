import SceneScenarios
import Synchronization

/// The streams of an exploration: each has its own random numbers and its own number of steps.
final class Streams: Sendable {
  struct Stream: Sendable, Codable {
    var random: RandomNumbers
    /// How many steps are left; nil is for ever.
    var rest: Int?
    /// How many runs it has had.
    var runs = 0
    /// What was found in it already and is only counted.
    var known: Set<String> = []
    /// Its runs that reached something first.
    var corpus = Corpus()
    /// How often each step went through.
    var done: [String: Int] = [:]
  }

  private let streams: Mutex<[Stream]>

  /// The numbers of those that are played here.
  let mine: [Int]

  init(seed: UInt64, steps: Int?, shard: (number: Int, count: Int)?) {
    let count = Explorer.streamCount
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
  /// - Returns: What came of those that were not stopped, in the order of the streams.
  func round(
    _ walk: Walk, jobs: Int, isStopped: @escaping @Sendable () -> Bool, progress: (Int) -> Void
  ) -> [(Int, Walk.Result)] {
    let found = Workers.share(
      mine.count, jobs: jobs, isStopped: isStopped,
      waits: { parts in progress(parts.values.reduce(0) { $0 + $1.steps }) }
    ) { [self] in play(mine[$0], walk, KnownApps(), isStopped) }
    return found.sorted { $0.key < $1.key }.map { (mine[$0.key], $0.value) }
  }

  /// All of them as they are now, for a process that goes on with them.
  var all: [Stream] {
    get { streams.withLock { $0 } }
    set { streams.withLock { $0 = newValue } }
  }

  /// Plays a run of one stream; nil if it has no steps left.
  func play(
    _ index: Int, _ walk: Walk, _ apps: KnownApps, _ isStopped: () -> Bool
  ) -> Walk.Result? {
    var stream = streams.withLock { $0[index] }
    let limit = min(stream.rest ?? .max, Walk.stepLimit(run: stream.runs))
    guard limit > 0 else { return nil }
    let ends = AppEnds(walk.options.ends, stream: index, run: stream.runs)
    if ends.areEnough {
      streams.withLock { $0[index].rest = 0 }
      return nil
    }
    walk.options.notes?(.run(stream: index, number: stream.runs))
    let beginning = stream.corpus.beginning(walk.options.corpus, &stream.random)
    let result = walk.run(
      &stream.random, atMost: limit,
      from: Walk.Beginning(
        actions: beginning ?? [], known: stream.known, done: stream.done), apps, without: ends,
      folders: Agrees.isDue(run: stream.runs, of: index) ? walk.folders : nil,
      isStopped: isStopped)
    stream.runs += 1
    if let found = result.found { stream.known.insert(found.identity) }
    stream.corpus.add(result.actions, result.coverage)
    stream.done.merge(result.coverage.done, uniquingKeysWith: +)
    stream.rest = stream.rest.map { $0 - max(1, result.steps) }
    let after = stream
    streams.withLock { $0[index] = after }
    return result
  }
}
