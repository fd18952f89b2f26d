import LMDB
import Synchronization

/// Writes that were refused since somebody was told of them: the old values stayed.
struct Refusals {
  private static let limit = 256

  private var first: SceneProblem?
  private var others: [SceneProblem] = []
  private var otherCount = 0

  mutating func add(_ problem: SceneProblem) {
    guard first != nil else { return first = problem }
    otherCount += 1
    if others.count < Self.limit { others.append(problem) }
  }

  /// The first one, which has the others, and forgets them all; nil if nothing was refused.
  mutating func take() -> SceneProblem? {
    defer { self = Refusals() }
    return first?.with(others, of: otherCount)
  }
}

extension StoreCore {
  /// Notes that a write came to nothing, for the flush that tells it.
  func addRefusal(_ problem: SceneProblem) {
    refusals.withLock { $0.add(problem) }
    problem.tellWhileDebugging()
  }

  /// Says on standard error at the end of the process what was refused, if no flush has told it.
  func tellRefusals() {
    guard SceneProblem.tellsOnStandardError, let directory,
      let refusal = refusals.withLock({ $0.take() })
    else { return }
    let count = 1 + refusal.others.count
    writeStandardError(
      "scene-storage: \(count == 1 ? "1 write" : "\(count) writes") of '\(directory)' came to nothing, "
        + "and no 'flush()' was asked: \(refusal.description)\n")
  }

  /// A commit that somebody waits for, who is told what was refused up to then.
  func flush() throws(SceneProblem) {
    let isLater = gate.isHeld || commitLock.isHeld
    try commit(durable: true)
    commitListener.withLock { $0 }?.call(true)
    if !isLater, let refusal = refusals.withLock({ $0.take() }) { throw refusal }
  }
}
