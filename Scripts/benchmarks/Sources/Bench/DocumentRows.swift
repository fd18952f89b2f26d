import CPeer
import Foundation
import SceneState

/// One property changed and made durable, against what apps do that keep all in one JSON file.
struct DocumentRows {
  let measure: Measure

  private struct Scene: Codable {
    var numbers: [String: Int] = [:]
    var texts: [String: String] = [:]
    var blobs: [String: Data] = [:]
  }

  /// On the disk, whose flushes both wait for, and in memory, where the work alone is seen.
  func rows() throws -> [Row] { [try row(inMemory: false), try row(inMemory: true)] }

  private func row(inMemory: Bool) throws -> Row {
    let folder = try Folder(inMemory: inMemory)
    let store = try SceneStore.open(URL(filePath: folder.sub("ours")))
    let workload = Workload(measure)
    try workload.load(100 * Workload.keysPerScene, into: store)
    let number = 50 * Workload.keysPerScene
    let tab = workload.tab(of: number, in: workload.scene(50, in: store))
    let file = URL(filePath: folder.path).appending(path: "scenes.json")
    var scenes = document()
    let result = try measure.alternating(
      repeats: measure.rounds,
      { version in
        workload.set(number, version: version + 2, in: tab)
        return try timed { try store.flush() }
      },
      { version in
        scenes["scene-50"]?.numbers["tab0/selectedItem"] = version
        return try timed { try save(scenes, to: file) }
      })
    return Row(
      "one property of 100 scenes" + (inMemory ? ", memory" : ""), peer: "JSON file rewritten",
      unit: "µs", ours: result.ours / 1e3, peerValue: result.peer / 1e3, goal: 0.02)
  }

  private func document() -> [String: Scene] {
    var scenes: [String: Scene] = [:]
    for number in 0..<100 {
      var scene = Scene()
      for tab in 0..<4 {
        for key in 0..<4 { scene.numbers["tab\(tab)/number\(key)"] = number &* key }
        for key in 0..<2 { scene.texts["tab\(tab)/text\(key)"] = String(repeating: "x", count: 24) }
        scene.blobs["tab\(tab)/navigation"] = Data(repeating: 7, count: 200)
        scene.blobs["tab\(tab)/thumbnail"] = Data(repeating: 7, count: 4096)
      }
      scenes["scene-\(number)"] = scene
    }
    return scenes
  }

  /// Written beside, made durable, renamed: anything less can lose the file.
  private func save(_ scenes: [String: Scene], to file: URL) throws {
    let beside = file.appendingPathExtension("new")
    try JSONEncoder().encode(scenes).write(to: beside)
    let handle = try FileHandle(forWritingTo: beside)
    try handle.synchronize()
    try handle.close()
    guard rename(beside.path, file.path) == 0 else { throw BenchError(message: "rename") }
  }
}
