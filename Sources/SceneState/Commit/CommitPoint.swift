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

/// Whether the last try to write failed, and why, and what else makes writes unusual; asked by every
/// write.
final class StoreFailure: Sendable {
  private static let stands: UInt8 = 1
  private static let atOnce: UInt8 = 2

  private let flags = Atomic<UInt8>(0)
  private let reason = Mutex("")

  /// Whether writes have nothing to think of.
  var isUsual: Bool { flags.load(ordering: .acquiring) == 0 }

  /// Whether a write is committed before it returns.
  var commitsAtOnce: Bool { flags.load(ordering: .acquiring) & Self.atOnce != 0 }

  func commitAtOnce() { flags.bitwiseOr(Self.atOnce, ordering: .releasing) }

  /// The particulars of the failure that stands, or nil.
  var text: String? {
    isStanding ? reason.withLock { $0 } : nil
  }

  func stand(_ problem: SceneProblem) {
    reason.withLock { $0 = problem.detail }
    flags.bitwiseOr(Self.stands, ordering: .releasing)
  }

  func end() { flags.bitwiseAnd(~Self.stands, ordering: .releasing) }

  var isStanding: Bool { flags.load(ordering: .acquiring) & Self.stands != 0 }
}
