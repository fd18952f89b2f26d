import CPeer
import Foundation
import SceneState

/// How time, memory and file size grow with keys, scenes, processes and the size of values.
///
/// Each point is measured by a process of its own, so that its memory is its own.
struct Scaling {
  let measure: Measure

  private struct Axis {
    let name: String
    let points: [Int]
    let quickPoints: [Int]
    let measure: (Scaling, Int) throws -> [String: Double]
  }

  private static var axes: [Axis] {
    [
      Axis(
        name: "keys", points: [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000],
        quickPoints: [1, 100, 10_000]
      ) { try $0.keys($1) },
      Axis(
        name: "scenes", points: [1, 10, 100, 1_000, 10_000], quickPoints: [1, 10, 100]
      ) { try $0.scenes($1) },
      Axis(name: "processes", points: [1, 2, 3, 4, 6, 8], quickPoints: [1, 2]) {
        try $0.processes($1)
      },
      Axis(
        name: "bytes", points: [8, 64, 512, 1_900, 4_040, 8_100, 65_536, 1 << 18, 1 << 20],
        quickPoints: [8, 4_040, 1 << 20]
      ) { try $0.bytes($1) },
    ]
  }

  /// Prints all points as JSON.
  func run() throws {
    var result: [String: [[String: Double]]] = [:]
    for axis in Self.axes {
      for point in measure.isQuick ? axis.quickPoints : axis.points {
        Bench.say("measuring \(point) \(axis.name)\n")
        let words = try Child.words(measure, ["--scaling-part", axis.name, String(point)])
        var values: [String: Double] = [axis.name: Double(point)]
        for index in stride(from: 0, to: words.count - 1, by: 2) {
          values[words[index]] = Double(words[index + 1])
        }
        result[axis.name, default: []].append(values)
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(result), as: UTF8.self))
  }

  /// Prints the names and figures of one point.
  func runAsChild(_ arguments: [String]) throws {
    guard arguments.count == 2, let point = Int(arguments[1]),
      let axis = Self.axes.first(where: { $0.name == arguments[0] })
    else { throw BenchError(message: "nothing scales with \(arguments)") }
    for (name, value) in try axis.measure(self, point).sorted(by: { $0.key < $1.key }) {
      // Four digits are more than is known.
      let digits = value == 0 ? 0 : max(0, 3 - Int(log10(abs(value)).rounded(.down)))
      print(name, String(format: "%.\(digits)f", value))
    }
  }

  private func options() -> SceneStore.Options {
    var options = SceneStore.Options()
    options.commitDelay = .seconds(600)
    options.storeBudget = 900 << 20
    options.sceneBudget = nil
    options.backups = nil
    return options
  }

  private func median(of repeats: Int, _ body: @escaping (Int) throws -> Double) throws -> Double {
    try measure.turns(repeats: repeats, [body])[0]
  }

  /// Opening, reading and changing a store with so many small values.
  private func keys(_ count: Int) throws -> [String: Double] {
    peer_small_values(1)
    let folder = try Folder()
    let (path, workload) = (folder.sub("ours"), Workload(measure, isSmall: true))
    try workload.load(count, into: SceneStore.open(URL(filePath: path), options: options()))
    let scenes = max(1, count / Workload.keysPerScene)
    var own: [Double] = []
    let opened = try median(of: 9) { round in
      let scene = measure.scattered(round, below: scenes)
      let words = try Child.words(measure, ["--child", "ours", path, String(scene)])
      own.append(Double(words[1]) ?? 0)
      return Double(words[0]) ?? 0
    }
    let store = try SceneStore.open(URL(filePath: path), options: options())
    let listed = try median(of: 101) { round in
      let scene = workload.scene(measure.scattered(round, below: scenes), in: store)
      return timed { keep(scene.entries.count) }
    }
    var figures = [
      "open_us": opened / 1e3, "list_us": listed / 1e3,
      "own_mb": own.sorted()[own.count / 2] / 1e6,
      "file_mb": Double(Folder.fileBytes(path + "/data.mdb")) / 1e6,
      "flush_1_us": try flush(1, of: count, store, workload) / 1e3,
    ]
    if count >= 100 { figures["flush_100_us"] = try flush(100, of: count, store, workload) / 1e3 }
    figures.merge(access(store)) { old, _ in old }
    return figures
  }

  private func flush(
    _ burst: Int, of count: Int, _ store: SceneStore, _ workload: Workload
  ) throws -> Double {
    try median(of: 31) { round in
      let first = measure.scattered(round, below: count - burst + 1)
      workload.set(first..<first + burst, version: round + 2, in: store)
      return try timed { try store.flush() }
    }
  }

  /// Reading and writing one number.
  private func access(_ store: SceneStore) -> [String: Double] {
    let view = store.scene("A").run { View() }
    let (read, write) = measure.interleaved(
      { count in
        for _ in 0..<count {
          keep(view.number)
          peer_barrier()
        }
      },
      { count in for number in 0..<count { view.number = number } })
    return ["read_ns": read, "write_ns": write]
  }

  /// So many scenes of 32 small values, all connected.
  private func scenes(_ count: Int) throws -> [String: Double] {
    peer_small_values(1)
    let folder = try Folder()
    let (path, workload) = (folder.sub("ours"), Workload(measure, isSmall: true))
    let keys = count * Workload.keysPerScene
    try workload.load(keys, into: SceneStore.open(URL(filePath: path), options: options()))
    let held = try Child.words(
      measure, ["--memory", "connected", path, String(count), "small"]
    ).compactMap(Double.init)
    let store = try SceneStore.open(URL(filePath: path), options: options())
    let scopes = (0..<count).map { workload.scene($0, in: store) }
    let connected = timed { for scope in scopes { keep(workload.read(scope)) } }
    defer { withExtendedLifetime(scopes) {} }
    var figures = [
      "connect_us": connected / Double(count) / 1e3,
      "own_mb": max(held[0], 4096) / 1e6,
      "payload_mb": Double(workload.bytesPerScene * count) / 1e6,
      "file_mb": Double(Folder.fileBytes(path + "/data.mdb")) / 1e6,
      "flush_1_us": try flush(1, of: keys, store, workload) / 1e3,
      "flush_scene_us": try flush(32, of: keys, store, workload) / 1e3,
    ]
    figures.merge(access(store)) { old, _ in old }
    return figures
  }

  /// So many processes that read scenes, beside one that writes.
  private func processes(_ count: Int) throws -> [String: Double] {
    peer_small_values(1)
    let folder = try Folder()
    let (path, workload) = (folder.sub("ours"), Workload(measure, isSmall: true))
    let keys = SharedRows.scenes * Workload.keysPerScene
    let store = try SceneStore.open(URL(filePath: path), options: options())
    try workload.load(keys, into: store)
    let seconds = measure.isQuick ? 0.5 : 2
    let readers = try (0..<count).map { _ in
      try Child.start(measure, ["--reader", "ours", path, String(seconds)])
    }
    let start = peer_now()
    var commits = 0
    while peer_now() - start < seconds * 1e9 {
      workload.set(commits * 8 % keys..<commits * 8 % keys + 8, version: commits, in: store)
      try store.flush()
      commits += 1
    }
    let rates = try readers.map { try Child.words(of: $0).first.flatMap(Double.init) ?? 0 }
    return [
      "reads_per_s": rates.reduce(0, +), "slowest_reads_per_s": rates.min() ?? 0,
      "commits_per_s": Double(commits) / seconds,
    ]
  }

  /// Values of so many bytes, a hundred of them (fewer of large ones).
  private func bytes(_ size: Int) throws -> [String: Double] {
    let folder = try Folder()
    let path = folder.sub("ours")
    let figures = try written(size, path)
    return try figures.merging(read(size, path)) { old, _ in old }
  }

  private static let data = SceneKey("data", default: Data())

  private func count(_ size: Int) -> Int { min(100, (64 << 20) / size) }

  private func scope(_ number: Int, _ store: SceneStore) -> SceneScope {
    store.scene(SceneID(rawValue: "scene-\(number)"))
  }

  private func written(_ size: Int, _ path: String) throws -> [String: Double] {
    let count = count(size)
    let store = try SceneStore.open(URL(filePath: path), options: options())
    func value(_ version: Int) -> Data { Data(repeating: UInt8(version & 0xff), count: size) }
    let empty = Folder.fileBytes(path + "/data.mdb")
    for number in 0..<count { scope(number, store)[Self.data] = value(1) }
    try store.flush()
    let file = Double(Folder.fileBytes(path + "/data.mdb") - empty)
    let first = scope(0, store)
    let written = try median(of: 31) { round in
      let value = value(round + 2)
      return timed { first[Self.data] = value }
    }
    let flushed = try median(of: 31) { round in
      scope(round % count, store)[Self.data] = value(round + 3)
      return try timed { try store.flush() }
    }
    return [
      "write_us": written / 1e3, "flush_us": flushed / 1e3,
      "disk_per_payload": file / Double(size * count),
    ]
  }

  private func read(_ size: Int, _ path: String) throws -> [String: Double] {
    let store = try SceneStore.open(URL(filePath: path), options: options())
    let restored = try median(of: min(31, count(size) - 2)) { round in
      let scope = scope(round, store)
      return timed { keep(scope[Self.data].count) }
    }
    let first = scope(0, store)
    let read = try median(of: 31) { _ in
      timed { for _ in 0..<100 { keep(first[Self.data].count) } } / 100
    }
    return ["restore_us": restored / 1e3, "read_us": read / 1e3]
  }
}
