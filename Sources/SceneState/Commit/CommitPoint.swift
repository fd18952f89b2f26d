package import LMDB
import Synchronization

/// The places at which a real store can fail, in the order in which a commit passes them.
package enum CommitPoint: String, Hashable, Sendable, CaseIterable {
  /// Before the store's files are opened, also when it is tried again.
  case connect
  /// Before the transaction begins.
  case beforeWrite = "before-write"
  /// At the end of the transaction; what fails here leaves the old state.
  case commit
  /// The data is in the store; what fails here cannot take it back.
  case afterCommit = "after-commit"

  /// What can fail there.
  // NB: a type named only in `throws(...)` does not count as a use of a package import.
  package typealias Failure = LMDBError
}

/// What is called at each point of a commit; throwing is failing there.
package typealias CommitHook = @Sendable (CommitPoint) throws(CommitPoint.Failure) -> Void

/// Whether the last try to write failed, and why; asked by every write.
final class StoreFailure: Sendable {
  private let stands = Atomic<Bool>(false)
  private let reason = Mutex("")

  /// The particulars of the failure that stands, or nil.
  var text: String? {
    isStanding ? reason.withLock { $0 } : nil
  }

  func stand(_ problem: SceneProblem) {
    reason.withLock { $0 = problem.detail }
    stands.store(true, ordering: .releasing)
  }

  func end() { stands.store(false, ordering: .releasing) }

  var isStanding: Bool { stands.load(ordering: .acquiring) }
}
