import LMDB
import Synchronization

/// A lock that knows which thread holds it, which may enter it again.
///
/// The store has two. Whoever writes holds the first, a tick for all its writes: so ticks nest and a
/// write may happen inside a tick; reads never take it, and the committer only while it copies
/// values out. A commit holds the second: so what a value's own code asks for in the middle of a
/// commit does not wait for that commit.
final class TickGate: Sendable {
  private let mutex = Mutex<Void>(())
  /// The thread that is inside, 0 for nobody.
  private let owner = Atomic<UInt>(0)

  /// Whether the calling thread is inside.
  var isHeld: Bool {
    let owner = owner.load(ordering: .relaxed)
    return owner != 0 && owner == currentThreadID()
  }

  /// As ``enter(_:)``, for bodies that must be the first inside; nil if the thread is inside.
  func enterFirst<Result: Sendable>(_ body: () -> Result) -> Result? {
    let me = currentThreadID()
    guard owner.load(ordering: .relaxed) != me else { return nil }
    return mutex.withLock { _ in
      owner.store(me, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return body()
    }
  }

  /// Runs a body inside unless another thread is there; nil if one is, or this one already.
  func enterIfFree<Result: Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard !isHeld else { return nil }
    return try mutex.withLockIfAvailable { _ throws(Failure) in
      owner.store(currentThreadID(), ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return try body()
    }
  }

  /// As ``enter(_:)``, but not for longer than up to a moment: others may never leave.
  ///
  /// - Returns: Whether the body was run.
  func enter<Failure: Error>(
    until deadline: Duration?, _ body: () throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let deadline else {
      try enter(body)
      return true
    }
    while try enterIfFree(body) == nil {
      guard monotonicNow() < deadline else { return false }
      pause(.microseconds(200))
    }
    return true
  }

  func enter<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let me = currentThreadID()
    guard owner.load(ordering: .relaxed) != me else { return try body() }
    try mutex.withLock { _ throws(Failure) in
      owner.store(me, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      try body()
    }
  }
}
