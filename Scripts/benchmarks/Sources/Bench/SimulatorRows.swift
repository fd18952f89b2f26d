import CPeer
import Foundation
import SceneLifecycle
import SceneSimulator

/// Events of the simulator, trace on, against objects in a dictionary that change a field.
struct SimulatorRows {
  let measure: Measure
  private static let windows = 8

  func rows() throws -> [Row] {
    let simulation = Simulation(device: .iPad) { App() }
    try simulation.launch()
    for _ in 1..<Self.windows { try simulation.open() }
    let windows = simulation.windows
    let peer = Dictionary(
      uniqueKeysWithValues: (0..<Self.windows).map { _ in (UUID().uuidString, PeerWindow()) })
    let names = peer.keys.sorted()
    let count = measure.isQuick ? 2_000 : 20_000
    let result = try measure.alternating(
      repeats: measure.rounds,
      { _ in
        try timed {
          for round in 0..<count { try windows[round % windows.count].activate() }
        } / Double(count)
      },
      { _ in
        timed {
          for round in 0..<count * 100 {
            peer[names[round % names.count]]?.state = round
          }
        } / Double(count * 100)
      })
    keep(simulation.trace.description.count)
    return [
      Row(
        "simulated events/s", peer: "objects in a dictionary", unit: "1/s",
        ours: 1e9 / result.ours, peerValue: 1e9 / result.peer, goal: 0.5, moreIsBetter: true)
    ]
  }

  private final class PeerWindow { var state = 0 }

  private final class App: SceneApp {
    var manifest: SceneManifest { SceneManifest(id: "com.example.bench") }
    func makeDelegate(
      for scene: ConnectedScene, options: ConnectionOptions
    ) -> any SceneDelegate { Delegate() }
  }

  private final class Delegate: SceneDelegate {}
}
