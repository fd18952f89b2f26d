import Dispatch
import SceneScenarios
import Synchronization

/// Plays cases on some threads and hands over what came of them in any order one likes.
final class CaseQueue: Sendable {
  typealias Outcome = Result<CaseRun, any Error>

  /// A case with how it is played.
  struct Job: Sendable {
    /// Its place in the plan.
    let index: Int
    let options: ScenarioRun.Options
    let play: @Sendable (ScenarioRun.Options) throws -> CaseRun
  }

  private struct State {
    var taken = 0
    var outcomes: [Int: Outcome] = [:]
  }

  /// How often whoever waits looks up.
  private static let tick = DispatchTimeInterval.milliseconds(50)

  private let jobs: [Job]
  private let state = Mutex(State())
  private let isCancelled = Atomic(false)
  private let finished = DispatchSemaphore(value: 0)
  private let workers = DispatchGroup()

  init(_ jobs: [Job], workerCount: Int) {
    self.jobs = jobs
    for _ in 0..<min(workerCount, jobs.count) {
      DispatchQueue.global().async(group: workers) { self.work() }
    }
  }

  private func work() {
    while let job = take() {
      let outcome = Outcome { try job.play(job.options) }
      state.withLock { $0.outcomes[job.index] = outcome }
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

  /// Waits for a case; `meanwhile` is called every now and then, and ends the waiting by throwing.
  func outcome(
    of index: Int, meanwhile: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Outcome {
    while true {
      if let outcome = state.withLock({ $0.outcomes.removeValue(forKey: index) }) {
        return outcome
      }
      try meanwhile()
      _ = finished.wait(timeout: .now() + Self.tick)
    }
  }

  /// Takes no further case and waits until those that are being played have cleaned up.
  ///
  /// Whoever plays has to look at `isStopped` of the options.
  func end() {
    isCancelled.store(true, ordering: .relaxed)
    workers.wait()
  }
}
