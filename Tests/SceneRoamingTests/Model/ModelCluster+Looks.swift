import Synchronization

@testable import SceneRoaming

extension ModelCluster {
  /// All keys, in their order.
  var keys: [String] { state.withLock { $0.rows.keys.sorted { Self.isBefore($0, $1) } } }

  /// One key, as a client would read it.
  func pair(_ key: String) throws -> ClusterPair? {
    try state.withLock { state in try state.rows[key].map { try ClusterPair(Self.shown(key, $0)) } }
  }

  /// The time of every lease is over.
  func endLeases() {
    state.withLock { state in for lease in state.leases.sorted() { Self.revoke(lease, &state) } }
  }
}
