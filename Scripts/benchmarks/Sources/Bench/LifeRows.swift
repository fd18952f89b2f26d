import CPeer
import Foundation
import SceneLifecycle
import SceneState

/// A window's life: opened, active, 32 values read, 8 written, left, closed; one commit.
struct LifeRows {
  let measure: Measure

  /// On the disk, and where each flush takes 1 ms: there the number of flushes is seen.
  func rows() throws -> [Row] {
    peer_small_values(1)
    defer { peer_small_values(0) }
    let onDisk = try row(inMemory: false)
    peer_flush_delay(1_000)
    defer { peer_flush_delay(0) }
    return [onDisk, try row(inMemory: true)].compactMap { $0 }
  }

  private func row(inMemory: Bool) throws -> Row? {
    let folder = try Folder(inMemory: inMemory)
    var options = SceneStore.Options()
    options.commitDelay = .seconds(60)
    let store = try SceneStore.open(URL(filePath: folder.sub("ours")), options: options)
    let host = SceneHost(App(), store: store, profile: .wayland)
    host.launch()
    guard let peer = peer_open(folder.sub("peer")) else { return nil }
    defer { peer_close(peer) }
    let workload = Workload(measure, isSmall: true)
    let result = try measure.alternating(
      repeats: measure.rounds * 3,
      { version in try timed { try live(host, store, workload, version) } },
      { version in timed { live(peer, version) } })
    return Row(
      "a window's life" + (inMemory ? ", 1 ms" : ""), peer: "C LMDB", unit: "µs",
      ours: result.ours / 1e3, peerValue: result.peer / 1e3, goal: 1.5)
  }

  private func live(
    _ host: SceneHost, _ store: SceneStore, _ workload: Workload, _ version: Int
  ) throws {
    let window = try host.open()
    let scope = window.scope
    for state in [ActivationState.foregroundInactive, .foregroundActive] {
      try host.transition(window.id, to: state)
    }
    keep(workload.read(scope))
    for number in 0..<8 {
      workload.set(number, version: version + 2, in: workload.tab(of: number, in: scope))
    }
    try host.transition(window.id, to: .foregroundInactive)
    try host.transition(window.id, to: .background)
    try host.transition(window.id, to: .unattached)
    try store.flush()
  }

  private func live(_ peer: OpaquePointer, _ version: Int) {
    let scene = UInt64(version + 2)
    keep(peer_read_scene(peer, scene))
    peer_begin(peer)
    for number in 0..<8 {
      peer_put(peer, scene * UInt64(Workload.keysPerScene) + UInt64(number), UInt64(version))
    }
    peer_commit(peer)
    peer_sync(peer)
  }

  private final class App: SceneApp {
    var manifest: SceneManifest { SceneManifest(id: "com.example.bench") }
    func makeDelegate(
      for scene: ConnectedScene, options: ConnectionOptions
    ) -> any SceneDelegate { Delegate() }
  }

  private final class Delegate: SceneDelegate {}
}
