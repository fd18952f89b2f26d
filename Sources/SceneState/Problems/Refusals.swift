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
  func addRefusal(_ problem: SceneProblem) { refusals.withLock { $0.add(problem) } }

  /// A commit that somebody waits for, who is told what was refused up to then.
  func flush() throws(SceneProblem) {
    let isLater = gate.isHeld || commitLock.isHeld
    try commit(durable: true)
    if !isLater, let refusal = refusals.withLock({ $0.take() }) { throw refusal }
  }
}
