import Dispatch
import SceneScenarios
import Synchronization

/// Looks for mistakes in files on some threads and hands them over in the files' order.
///
/// Whoever is slow to take them stops the threads: only a few files are in memory at a time.
final class CheckQueue: Sendable {
  /// What was found in one file, or why it cannot be read.
  typealias Outcome = Result<CheckedFile, CommandFailure>

  private struct State {
    var taken = 0
    var outcomes: [Int: Outcome] = [:]
  }

  /// How many files for each thread may wait to be handed over.
  private static let filesPerThread = 16
  /// How often whoever waits looks up.
  private static let tick = DispatchTimeInterval.milliseconds(50)

  private let paths: [String]
  private let state = Mutex(State())
  private let isCancelled = Atomic(false)
  private let finished = DispatchSemaphore(value: 0)
  private let room: DispatchSemaphore
  private let workers = DispatchGroup()
  private let workerCount: Int

  init(_ paths: [String], workerCount: Int) {
    self.paths = paths
    self.workerCount = min(workerCount, paths.count)
    // A semaphore that is let go of must not hold less than at its beginning.
    room = DispatchSemaphore(value: 0)
    for _ in 0..<self.workerCount * Self.filesPerThread { room.signal() }
    for _ in 0..<self.workerCount {
      DispatchQueue.global().async(group: workers) { self.work() }
    }
  }

  private func work() {
    while true {
      room.wait()
      guard let index = take() else { return }
      let path = paths[index]
      let outcome = Outcome { () throws(CommandFailure) in
        CheckedFile(try ScenarioFiles.read(path), apps: KnownApps())
      }
      state.withLock { $0.outcomes[index] = outcome }
      finished.signal()
    }
  }

  private func take() -> Int? {
    if isCancelled.load(ordering: .relaxed) { return nil }
    return state.withLock { state in
      guard state.taken < paths.count else { return nil }
      state.taken += 1
      return state.taken - 1
    }
  }

  /// Waits for a file; `meanwhile` is called every now and then, and ends the waiting by throwing.
  func file(
    _ index: Int, meanwhile: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> CheckedFile {
    while true {
      if let outcome = state.withLock({ $0.outcomes.removeValue(forKey: index) }) {
        room.signal()
        return try outcome.get()
      }
      try meanwhile()
      _ = finished.wait(timeout: .now() + Self.tick)
    }
  }

  /// Takes no further file; `waits` until those that are being looked at are done.
  func end(waits: Bool) {
    isCancelled.store(true, ordering: .relaxed)
    for _ in 0..<workerCount { room.signal() }
    if waits { workers.wait() }
  }
}

/// A file with everything that was found in it.
struct CheckedFile: Sendable {
  let source: SourceFile
  let findings: [Diagnostic]

  init(_ source: SourceFile, apps: KnownApps) {
    self.source = source
    findings = ScenarioCheck.diagnostics(of: source, apps: apps, takesShared: true)
  }
}
