import LMDB
import Synchronization

/// The store's write lock: whoever writes holds it, a tick holds it for all its writes.
///
/// It may be entered again by the thread that holds it, so that ticks nest and a write may happen
/// inside a tick. Reads never take it. The committer takes it only while it copies values out.
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
