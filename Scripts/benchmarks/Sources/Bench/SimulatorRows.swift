import CPeer
import Foundation
import SceneLifecycle
import SceneSimulator

/// Changes of windows' states with the trace on, against what people write first: objects in a
/// dictionary by UUID, which call a delegate and note the change.
struct SimulatorRows {
  let measure: Measure
  private static let windows = 8

  func rows() throws -> [Row] {
    let simulation = Simulation(device: .iPad) { App() }
    try simulation.launch()
    for _ in 1..<Self.windows { try simulation.open() }
    let windows = simulation.windows
    let before = Self.lines(simulation)
    for window in windows { try Self.turn(window) }
    // Two steps have a line each; what is left are the changes of windows.
    let changes = (Self.lines(simulation) - before) / windows.count - 2
    guard changes > 0 else { throw BenchError(message: "no window changed") }
    let peer = PeerWindows(Self.windows)
    let count = measure.isQuick ? 5_000 : 20_000
    let result = try measure.alternating(
      repeats: measure.rounds,
      { _ in
        try timed { for round in 0..<count { try Self.turn(windows[round % windows.count]) } }
          / Double(count * changes)
      },
      { _ in timed { for round in 0..<count { peer.step(round) } } / Double(count) })
    keep(peer.log.count)
    let ours = 1e9 / result.ours
    return [
      Row(
        "simulated events/s", peer: "objects in a dictionary", unit: "1/s", ours: ours,
        peerValue: 1e9 / result.peer, goal: 0.5, moreIsBetter: true),
      Row(
        "simulated events/s", peer: "7 million", unit: "1/s", ours: ours, peerValue: 7e6, goal: 1,
        moreIsBetter: true),
      try text(simulation.trace),
    ]
  }

  /// Takes the focus from a window and gives it back.
  private static func turn(_ window: SimulatedWindow) throws {
    try window.activate()
    try window.resign()
  }

  private static func lines(_ simulation: Simulation) -> Int {
    simulation.trace.description.utf8.count { $0 == UInt8(ascii: "\n") }
  }

  private func text(_ trace: Trace) throws -> Row {
    let lines = trace.description.utf8.count { $0 == UInt8(ascii: "\n") }
    let times = try measure.turns(
      repeats: measure.isQuick ? 1 : 5,
      [{ _ in timed { keep(trace.description.utf8.count) } / Double(lines) }])
    return Row(
      "lines of a trace/s", peer: "3 million", unit: "1/s", ours: 1e9 / times[0], peerValue: 3e6,
      goal: 1, moreIsBetter: true)
  }

  private final class App: SceneApp {
    var manifest: SceneManifest { SceneManifest(id: "com.example.bench") }
    func makeDelegate(
      for scene: ConnectedScene, options: ConnectionOptions
    ) -> any SceneDelegate { Delegate() }
  }

  private final class Delegate: SceneDelegate {}
}

private protocol PeerDelegate: AnyObject {
  func changed(_ name: String, _ from: UInt8, _ to: UInt8)
}

/// Windows as objects, found by the text of their UUID.
private final class PeerWindows: PeerDelegate {
  private final class Window {
    let name: String
    var state: UInt8 = 0
    weak var delegate: (any PeerDelegate)?
    init(_ name: String) { self.name = name }
  }

  private var windows: [String: Window] = [:]
  private let names: [String]
  private(set) var log: [(name: String, from: UInt8, to: UInt8)] = []

  init(_ count: Int) {
    names = (0..<count).map { _ in UUID().uuidString }
    for name in names {
      let window = Window(name)
      window.delegate = self
      windows[name] = window
    }
  }

  func step(_ round: Int) {
    guard let window = windows[names[round % names.count]] else { return }
    let old = window.state
    window.state = (old + 1) % 5
    window.delegate?.changed(window.name, old, window.state)
  }

  func changed(_ name: String, _ from: UInt8, _ to: UInt8) {
    if log.count > 100_000 { log.removeAll(keepingCapacity: true) }
    log.append((name, from, to))
  }
}
