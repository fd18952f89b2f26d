import CPeer
import Foundation
import Observation
import SceneState
import Synchronization

struct View {
  @SceneStorage("number") var number = 0
}

final class Model: SceneScoped {
  let sceneScope: SceneScope
  @SceneStorage("number") var number = 0
  init(_ scope: SceneScope) { sceneScope = scope }
}

/// What people write themselves: one dictionary behind a lock.
final class DictionaryStore: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  subscript(key: String) -> Int {
    get { values.withLock { $0[key] as? Int ?? 0 } }
    set { values.withLock { $0[key] = newValue } }
  }
}

final class Observed: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var version: Int { 0 }
  func touch() { registrar.access(self, keyPath: \.version) }
}

/// Cached reads and writes of one property.
struct PropertyRows {
  let measure: Measure

  func rows() throws -> [Row] {
    let folder = try Folder()
    let store = try SceneStore.open(URL(filePath: folder.sub("ours")))
    let scope = store.scene("A").tab("hawk")
    let view = scope.run { View() }
    let model = Model(scope)
    view.number = 7
    try store.flush()
    return reads(view, model) + observed(view) + (try writes(view, folder, store))
  }

  private func reads(_ view: View, _ model: Model) -> [Row] {
    let dictionary = DictionaryStore()
    let defaults = UserDefaults.standard
    for index in 0..<32 { dictionary["scene-1/tab-\(index / 8)/key\(index % 8)"] = index }
    let key = "scene-1/tab-2/key3"
    let ofDictionary: (Int) -> Void = { count in
      var sum = 0
      for _ in 0..<count {
        sum &+= dictionary[key]
        peer_barrier()
      }
      keep(sum)
    }
    let ofView: (Int) -> Void = { count in
      var sum = 0
      for _ in 0..<count {
        sum &+= view.number
        peer_barrier()
      }
      keep(sum)
    }
    let ofModel: (Int) -> Void = { count in
      var sum = 0
      for _ in 0..<count {
        sum &+= model.number
        peer_barrier()
      }
      keep(sum)
    }
    let ofDefaults: (Int) -> Void = { count in
      for _ in 0..<count { keep(defaults.integer(forKey: "scene-bench-number")) }
    }
    let a = measure.interleaved(ofView, ofDictionary)
    let b = measure.interleaved(ofModel, ofDictionary)
    let c = measure.interleaved(ofModel, ofDefaults)
    let lock = "Mutex<[String: Any]>"
    return [
      Row("read, struct", peer: lock, unit: "ns", ours: a.ours, peerValue: a.peer, goal: 0.6),
      Row("read, class", peer: lock, unit: "ns", ours: b.ours, peerValue: b.peer, goal: 0.6),
      Row(
        "read, class", peer: "UserDefaults", unit: "ns", ours: c.ours, peerValue: c.peer,
        goal: 0.2),
    ]
  }

  private func observed(_ view: View) -> [Row] {
    let peer = Observed()
    let result = measure.interleaved(
      { count in
        for start in stride(from: 0, to: count, by: 1_000) {
          withObservationTracking {
            for _ in start..<min(start + 1_000, count) { keep(view.number) }
          } onChange: {
          }
        }
      },
      { count in
        for start in stride(from: 0, to: count, by: 1_000) {
          withObservationTracking {
            for _ in start..<min(start + 1_000, count) { peer.touch() }
          } onChange: {
          }
        }
      })
    return [
      Row(
        "read, observed", peer: "registrar access", unit: "ns", ours: result.ours,
        peerValue: result.peer, goal: 1.8)
    ]
  }

  private func writes(_ view: View, _ folder: Folder, _ store: SceneStore) throws -> [Row] {
    let peer = peer_open(folder.sub("peer"))
    defer { peer_close(peer) }
    var next = 0
    let ofView: (Int) -> Void = { count in
      for _ in 0..<count {
        next &+= 1
        view.number = next
      }
    }
    // The commit is not timed: a peer that waits for the disk would make any write look quick.
    let lot = 20_000
    let put = measure.alternating(
      repeats: measure.rounds * 3,
      { _ in timed { ofView(lot) } / Double(lot) },
      { _ in
        peer_begin(peer)
        defer { peer_commit(peer) }
        return timed {
          for index in 0..<lot { peer_put(peer, UInt64(index % 1000 * 8), UInt64(index)) }
        } / Double(lot)
      })
    let defaults = UserDefaults.standard
    let set = measure.interleaved(ofView) { count in
      for index in 0..<count { defaults.set(index, forKey: "scene-bench-number") }
    }
    defaults.removeObject(forKey: "scene-bench-number")
    let samples = try latencies(folder)
    try store.flush()
    return [
      Row(
        "write", peer: "C LMDB put in a transaction", unit: "ns", ours: put.ours,
        peerValue: put.peer, goal: 0.3),
      Row(
        "write", peer: "UserDefaults", unit: "ns", ours: set.ours, peerValue: set.peer, goal: 0.02),
      Row(
        "write, p99", peer: "10 µs", unit: "ns", ours: samples[samples.count * 99 / 100],
        peerValue: 10_000, goal: 1),
    ]
  }

  /// How long single writes take while the committer works, sorted: 32 values of 100 scenes, until
  /// there were many commits.
  private func latencies(_ folder: Folder) throws -> [Double] {
    let store = try SceneStore.open(URL(filePath: folder.sub("busy")))
    let workload = Workload(measure, isSmall: true)
    let tabs = (0..<100).map { workload.tab(of: 0, in: workload.scene($0, in: store)) }
    var samples: [Double] = []
    samples.reserveCapacity(1 << 22)
    let end = peer_now() + (measure.isQuick ? 0.5e9 : 2e9)
    while samples.count < 1 << 22 {
      let start = peer_now()
      workload.set(0, version: samples.count, in: tabs[samples.count % tabs.count])
      let now = peer_now()
      samples.append(now - start)
      if now > end { break }
    }
    return samples.sorted()
  }
}
