import LMDB
import Synchronization

/// The sessions that this process has open, or means to, each with the name of the process.
///
/// What counts is the row of the store, which is looked at in the transaction that writes; this
/// says which rows a commit has to look at, and what it does without one.
final class SessionClaims: Sendable {
  struct Claim: Sendable {
    let owner: String
    /// Tells one claim of a session from the next.
    let generation: UInt64
    /// Whether the row was written; what is missing then was taken away.
    var isMade = false
    /// Whether another process that has the session loses it when the row is written.
    var takesOver = false
  }

  private struct State {
    var claims: [SceneID: Claim] = [:]
    var generation: UInt64 = 0
    /// Claims of which no row is written yet: their names are locked meanwhile.
    var locks: [SceneID: Environment] = [:]

    mutating func unlock(_ id: SceneID) {
      locks.removeValue(forKey: id)?.unlockName(id.rawValue)
    }
  }

  private let state = Mutex(State())
  /// Most stores are used without claims: their commits look no further.
  private let count = Atomic<Int>(0)
  /// How many sessions were taken away so far.
  let losses = Atomic<Int>(0)

  subscript(id: SceneID) -> Claim? {
    guard count.load(ordering: .acquiring) > 0 else { return nil }
    return state.withLock { $0.claims[id] }
  }

  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  /// Begins a claim; earlier releases of the same session do not end it.
  func begin(_ id: SceneID, owner: String, takesOver: Bool) -> UInt64 {
    state.withLock { state in
      state.generation += 1
      state.claims[id] = Claim(owner: owner, generation: state.generation, takesOver: takesOver)
      count.store(state.claims.count, ordering: .releasing)
      return state.generation
    }
  }

  func takeOver(_ id: SceneID) { state.withLock { $0.claims[id]?.takesOver = true } }

  /// The name of the session is locked until the claim is made or ends.
  func lock(_ id: SceneID, in environment: Environment) {
    state.withLock { $0.locks[id] = environment }
  }

  func hasLock(_ id: SceneID) -> Bool { state.withLock { $0.locks[id] != nil } }

  /// The claims whose rows are still to be written.
  var waiting: [SceneID: Claim] {
    isEmpty ? [:] : state.withLock { $0.claims.filter { !$0.value.isMade } }
  }

  func made(_ id: SceneID, _ generation: UInt64) {
    state.withLock { state in
      guard state.claims[id]?.generation == generation else { return }
      state.claims[id]?.isMade = true
      state.unlock(id)
    }
  }

  func end(_ id: SceneID, _ generation: UInt64) {
    state.withLock { state in
      guard state.claims[id]?.generation == generation else { return }
      state.claims[id] = nil
      state.unlock(id)
      count.store(state.claims.count, ordering: .releasing)
    }
  }
}

package enum ClaimKind: Hashable, Sendable {
  /// For a window that is new: the store must not know the session.
  case new
  /// For a window that comes back; a process that runs keeps what it has.
  case existing
  /// As `existing`, but whoever has it loses it.
  case takeover
}

package enum ClaimOutcome: Hashable, Sendable {
  /// The session is this process's now, as it may have been before; nil if the store does not
  /// know it.
  case made(StoredSession?, wasOurs: Bool)
  /// The first commit of the session makes the claim: the session is new, and its name is locked
  /// until then; or the store cannot be used, and that commit tells who was first.
  case waiting
  /// Another process that still runs has it.
  case inUse
  /// The store knows the session, which therefore is not new.
  case exists
}
