package import SceneState
import StoreFormat
import Synchronization

/// A machine that carries when it is told to, and never by itself: those of simulations.
package final class SteppedRoaming {
  /// What it knows of its scenes, for a process that is taken back to a moment.
  package struct Memory: Sendable {
    fileprivate let work: Carrier.Work
  }

  private let carrier: Carrier

  package init(
    _ store: SceneStore, cluster: String, user: String, device: String, options: Roaming.Options,
    remembering memory: Memory?, connect: @escaping @Sendable () -> sending any ClusterConnection
  ) throws(RoamingProblem) {
    let address = try ClusterAddress(cluster, allowsPlainText: options.allowsPlainText)
    carrier = Carrier(
      store, ClusterClient(address, options.credentials, nil, connect: connect),
      ClusterNames(app: store.appID, user: user), device: device, options)
    if let memory { carrier.work.withLock { $0 = memory.work } }
  }

  package var memory: Memory { Memory(work: carrier.work.withLock { $0 }) }

  /// The lease under which its scenes stand.
  package var lease: Int64? { carrier.work.withLock { $0.lease } }

  /// That one, and the one under which the cluster remembers what was discarded.
  package var leases: [Int64] {
    carrier.work.withLock { [$0.lease, $0.leaseOfGone?.id].compactMap(\.self) }
  }

  package var backlog: Roaming.Backlog { carrier.report.withLock { $0.backlog } }

  /// What was written apart since this object was made.
  package var forks: [Roaming.Fork] { carrier.report.withLock { $0.forks } }

  /// Brings the cluster to what is committed now.
  package func carry() throws(RoamingProblem) {
    try carrier.work.withLock { work throws(RoamingProblem) in
      let result = carrier.tried { () throws(RoamingProblem) in
        // What a watch would have heard by now; who does not answer is told by the carrying.
        if let table = try? carrier.wholeTable() { try carrier.takeIn(table, &work) }
        try carrier.carryAll(&work)
      }
      try result.get()
    }
  }

  /// Asks at the next carrying whether the lease has ended, instead of counting its time.
  package func doubtLease() { carrier.work.withLock { $0.leaseIsKeptUntil = .zero } }

  /// Gets a scene; nil if who has it was asked, or somebody was quicker.
  package func bring(
    _ scene: Roaming.SceneName, takesOver: Bool
  ) throws(RoamingProblem) -> SceneID? {
    try carrier.work.withLock { work throws(RoamingProblem) -> SceneID? in
      switch try carrier.tryToBring(scene.rawValue, &work, takesOver ? .takes : .asks) {
      case .here(let scene): scene
      case .asked: nil
      }
    }
  }

  /// Sends the rest of a scene and lets it go.
  package func letGo(_ scene: Roaming.SceneName) throws(RoamingProblem) {
    try carrier.work.withLock { work throws(RoamingProblem) in
      try carrier.letGo(scene.rawValue, &work)
    }
  }
}

extension Roaming {
  /// What a scene is called in the cluster; nil for one that does not roam.
  package static func name(of scene: SceneID, in store: SceneStore) -> SceneName? {
    store.roaming(scene).map { SceneName(rawValue: $0.id) }
  }
}

#if Roaming
  extension Roaming {
    /// A connection to members of etcd, for simulated machines.
    package static func connection(
      _ credentials: Credentials = Credentials()
    ) -> sending any ClusterConnection { CurlConnection(credentials) }
  }
#endif

extension ClusterLook {
  /// The time of a machine's lease is over.
  package func endLease(_ lease: Int64) throws(RoamingProblem) { try client.revokeLease(lease) }

  /// Removes all that the cluster has of the user's scenes.
  package func removeAll() throws(RoamingProblem) {
    let range = ClusterMessage.DeleteRange(names.root, to: names.root.dropLast() + "0")
    _ = try client.transact([], [.delete(range)])
  }
}
