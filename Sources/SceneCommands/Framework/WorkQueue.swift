import Dispatch
import Synchronization

/// Does parts of a work on some threads and hands over what came of them in any order one likes.
final class WorkQueue<Value: Sendable>: Sendable {
  /// A part of the work, under the number by which it is asked for.
  typealias Job = (number: Int, work: @Sendable () throws -> Value)
  typealias Outcome = Result<Value, any Error>

  private struct State {
    var taken = 0
    var outcomes: [Int: Outcome] = [:]
  }

  /// How often whoever waits looks up.
  private static var tick: DispatchTimeInterval { .milliseconds(50) }

  private let jobs: [Job]
  private let state = Mutex(State())
  private let isCancelled = Atomic(false)
  private let finished = DispatchSemaphore(value: 0)
  private let room: DispatchSemaphore?
  private let workers = DispatchGroup()
  private let workerCount: Int

  /// Begins with the work.
  ///
  /// - Parameters:
  ///   - jobs: The work, in the order in which it is done.
  ///   - workerCount: How many threads do it at the most.
  ///   - jobsAhead: How many outcomes for each thread may wait to be handed over, nil for all:
  ///     whoever is slow to take them stops the threads.
  init(_ jobs: [Job], workerCount: Int, jobsAhead: Int? = nil) {
    self.jobs = jobs
    self.workerCount = min(workerCount, jobs.count)
    // A semaphore that is let go of must not hold less than at its beginning.
    room = jobsAhead.map { _ in DispatchSemaphore(value: 0) }
    for _ in 0..<self.workerCount * (jobsAhead ?? 0) { room?.signal() }
    for _ in 0..<self.workerCount {
      DispatchQueue.global().async(group: workers) { self.work() }
    }
  }

  private func work() {
    while true {
      room?.wait()
      guard let job = take() else { return }
      let outcome = Outcome { try job.work() }
      state.withLock { $0.outcomes[job.number] = outcome }
      finished.signal()
    }
  }

  private func take() -> Job? {
    if isCancelled.load(ordering: .relaxed) { return nil }
    return state.withLock { state in
      guard state.taken < jobs.count else { return nil }
      state.taken += 1
      return jobs[state.taken - 1]
    }
  }

  /// Waits for a job; `meanwhile` is called every now and then, and ends the waiting by throwing.
  func outcome(
    of number: Int, meanwhile: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Outcome {
    while true {
      if let outcome = state.withLock({ $0.outcomes.removeValue(forKey: number) }) {
        room?.signal()
        return outcome
      }
      try meanwhile()
      _ = finished.wait(timeout: .now() + Self.tick)
    }
  }

  /// Takes no further job; `waits` until those that are being done have come to their end.
  func end(waits: Bool) {
    isCancelled.store(true, ordering: .relaxed)
    for _ in 0..<workerCount { room?.signal() }
    if waits { workers.wait() }
  }
}
