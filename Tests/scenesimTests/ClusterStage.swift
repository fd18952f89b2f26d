import Foundation
import SceneCommands
import SceneRoaming
import SceneState
import Synchronization

/// A cluster in memory with scenes of two machines, for lines that name one.
///
/// `desk` has ended, and left the scene `draft`. `laptop` was cut off and has scene `A`.
struct ClusterStage {
  private let cluster = ModelCluster()

  init(in folder: TemporaryFolder) throws {
    try play("desk", in: folder) { store in
      store.scene("draft")[SceneKey("note", default: "")] = "Tala is brave"
    }
    try play("laptop", in: folder, isCutOff: true) { store in
      store.scene("A").tab("hawk")[SceneKey("note", default: "")] = "Why the raven?"
    }
  }

  func prepare(_ surroundings: inout Console.Surroundings) {
    let link = ModelLink(cluster)
    surroundings.clusterConnection = { link.connection() }
    // Waiting for another thread takes time, also in tests.
    surroundings.clock.sleep = { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }
  }

  private func play(
    _ machine: String, in folder: TemporaryFolder, isCutOff: Bool = false,
    _ write: (SceneStore) -> Void
  ) throws {
    let link = ModelLink(cluster)
    var options = Roaming.Options()
    let count = Mutex(0)
    options.makeName = {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let digit = machine == "desk" ? "d" : "a"
      return String(repeating: digit, count: 31) + String(number, radix: 16)
    }
    // From there on nobody hears that it ends.
    options.hook = { if isCutOff, $0 == .afterHead { link.cut() } }
    let store = try SceneStore.open(
      URL(filePath: folder.file("machine-\(machine)")),
      options: SceneStore.Options(appID: "com.example.notes"))
    write(store)
    try store.flush()
    let roaming = try Roaming(
      store, cluster: "etcd://127.0.0.1:2379", user: "ann", device: machine, options: options,
      seal: nil, connect: { link.connection() })
    roaming.close()
    store.close()
  }
}

/// The cluster of a page, made when a line names one.
final class ClusterStages {
  var made: ClusterStage?
}
