import Synchronization

/// The problems of one store: each once per (address, code), kept for those who ask later.
///
/// One that went and came back is told again and kept once, as the newest; of many the oldest go.
final class ProblemLog: Sendable {
  private static let limit = 4_096

  private struct State {
    var all: [SceneProblem] = []
    var seen: Set<Identity> = []
    var listeners: [UInt64: @Sendable (SceneProblem?) -> Void] = [:]
    var nextListener: UInt64 = 0

    mutating func keep(_ problem: SceneProblem) {
      all.removeAll { $0.code == problem.code && $0.address == problem.address }
      if all.count == limit {
        for old in all.prefix(limit / 4) {
          seen.remove(Identity(code: old.code, address: old.address))
        }
        all.removeFirst(limit / 4)
      }
      all.append(problem)
    }
  }

  private struct Identity: Hashable {
    let code: SceneProblem.Code
    let address: String
  }

  private let state = Mutex(State())

  func report(_ problem: SceneProblem) {
    let listeners = state.withLock { state -> [@Sendable (SceneProblem?) -> Void] in
      let identity = Identity(code: problem.code, address: problem.address)
      guard state.seen.insert(identity).inserted else { return [] }
      state.keep(problem)
      return Array(state.listeners.values)
    }
    for listener in listeners { listener(problem) }
  }

  var all: [SceneProblem] { state.withLock { $0.all } }

  /// Forgets that a problem was reported, so that it is reported anew when it comes back.
  func forget(_ code: SceneProblem.Code, at address: String) {
    state.withLock { state in
      _ = state.seen.remove(Identity(code: code, address: address))
    }
  }

  /// Tells past and coming problems, and nil at the end of the store.
  ///
  /// - Returns: The number to end it with.
  func hear(_ listener: @escaping @Sendable (SceneProblem?) -> Void) -> UInt64 {
    let (past, id) = state.withLock { state -> ([SceneProblem], UInt64) in
      state.nextListener += 1
      state.listeners[state.nextListener] = listener
      return (state.all, state.nextListener)
    }
    for problem in past { listener(problem) }
    return id
  }

  func endHearing(_ id: UInt64) {
    // Let go of outside the lock: what it keeps may want it.
    _ = state.withLock { state in state.listeners.removeValue(forKey: id) }
  }

  func stream() -> AsyncStream<SceneProblem> {
    AsyncStream { continuation in
      let id = hear { problem in
        if let problem { continuation.yield(problem) } else { continuation.finish() }
      }
      continuation.onTermination = { [weak self] _ in self?.endHearing(id) }
    }
  }

  func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener(nil) }
  }
}
