import Foundation
import SceneState

/// The command line as whole processes, from start to end, against a C program that does the same.
struct ProcessRows {
  let measure: Measure

  func rows() throws -> [Row] {
    let folder = try Folder()
    let path = folder.sub("demo.store")
    try load(path)
    let scene = "scene-\(measure.scattered(1, below: 100))"
    let lister = Child.beside("lister")
    guard let lister else { return try [start(path)] }
    let list = ["store", "ls", path, scene + "/"]
    var bodies: [(Int) throws -> Double] = [
      { _ in try Child.time([Child.tool] + list) }, { _ in try Child.time([lister, path, scene]) },
    ]
    let linked = Child.beside("scenesim-static")
    if let linked { bodies.append { _ in try Child.time([linked] + list) } }
    let times = try measure.turns(repeats: measure.rounds * 5, bodies)
    var rows = [row("store ls of a scene", times[0], times[1], 10)]
    if linked != nil { rows.append(row("store ls, statically linked", times[2], times[1], 3)) }
    return rows + [try start(path)]
  }

  private func load(_ path: String) throws {
    var options = SceneStore.Options()
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: path), options: options)
    try Workload(measure).load(100 * Workload.keysPerScene, into: store)
  }

  /// What starting takes before anything is done.
  private func start(_ path: String) throws -> Row {
    let times = try measure.turns(
      repeats: measure.rounds * 5, [{ _ in try Child.time([Child.tool, "version"]) }])
    return Row(
      "scenesim version", peer: "what people notice", unit: "ms", ours: times[0] / 1e6,
      peerValue: 20, goal: 1)
  }

  private func row(_ name: String, _ ours: Double, _ peer: Double, _ goal: Double) -> Row {
    Row(
      name, peer: "C program, LMDB", unit: "ms", ours: ours / 1e6, peerValue: peer / 1e6,
      goal: goal)
  }
}
