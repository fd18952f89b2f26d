import FoundationEssentials
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

  /// Writes one key, as anybody may.
  func put(_ key: String, _ bytes: [UInt8]) {
    state.withLock { state in
      state.revision += 1
      let old = state.rows[key]
      state.rows[key] = Row(
        value: Data(bytes), created: old?.created ?? state.revision, modified: state.revision,
        version: (old?.version ?? 0) + 1, lease: old?.lease)
    }
  }

  /// Loses keys, as a disk may.
  func remove(where isLost: (String) -> Bool) {
    state.withLock { state in
      for key in state.rows.keys where isLost(key) { state.rows[key] = nil }
    }
  }
}
