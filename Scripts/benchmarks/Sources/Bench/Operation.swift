import CPeer
import Foundation
import SceneLifecycle
import SceneSimulator
import SceneState

/// One hot path, done so many times, for `Scripts/instructions` to count under valgrind.
///
/// Two runs with different numbers of times differ by exactly the operation.
struct Operation {
  static let names = all.map(\.name)

  private let name: String
  /// Prepares, and gives what does the operation so many times.
  private let prepare: (Measure, Folder) throws -> (Int) throws -> Void

  private init(
    _ name: String, _ prepare: @escaping (Measure, Folder) throws -> (Int) throws -> Void
  ) {
    (self.name, self.prepare) = (name, prepare)
  }

  static func run(_ measure: Measure, _ arguments: [String]) throws {
    guard arguments.count == 2, let times = Int(arguments[1]),
      let operation = all.first(where: { $0.name == arguments[0] })
    else { throw BenchError(message: "no operation is called \(arguments)") }
    let folder = try Folder(inMemory: true)
    let body = try operation.prepare(measure, folder)
    // What is done only once, such as finding metadata, is not the operation.
    try body(16)
    try body(times)
    // At once: what the end of a process costs is not the operation either.
    try FileManager.default.removeItem(atPath: folder.path)
    _exit(0)
  }

  private static var all: [Operation] {
    [
      Operation("read, struct") { measure, folder in
        let view = try store(folder).scene("A").tab("hawk").run { View() }
        view.number = 7
        return { times in
          for _ in 0..<times {
            keep(view.number)
            peer_barrier()
          }
        }
      },
      Operation("read, class") { measure, folder in
        let model = Model(try store(folder).scene("A").tab("hawk"))
        model.number = 7
        return { times in
          for _ in 0..<times {
            keep(model.number)
            peer_barrier()
          }
        }
      },
      Operation("write") { measure, folder in
        let view = try store(folder).scene("A").tab("hawk").run { View() }
        return { times in for number in 0..<times { view.number = number } }
      },
      Operation("connect a scene of 32") { measure, folder in
        try load(measure, folder)
        let (store, workload) = (try store(folder), Workload(measure, isSmall: true))
        var next = 0
        return { times in
          for _ in 0..<times {
            next += 1
            keep(workload.read(next, in: store))
          }
        }
      },
      flush(1), flush(100),
      Operation("list 32") { measure, folder in
        try load(measure, folder)
        let (store, workload) = (try store(folder), Workload(measure, isSmall: true))
        return { times in
          for round in 0..<times {
            keep(workload.scene(round * 7 % scenes, in: store).entries.count)
          }
        }
      },
      Operation("encode Int") { _, _ in
        let numbers = (0..<256).map { $0 * 7_919 }
        return { keep(try Within.encode(numbers, times: $0)) }
      },
      Operation("encode String") { _, _ in
        let texts = (0..<256).map { String($0 + 100_000) + String(repeating: "x", count: 18) }
        return { keep(try Within.encode(texts, times: $0)) }
      },
      Operation("two simulated steps") { _, _ in
        let simulation = Simulation(device: .iPad) { App() }
        try simulation.launch()
        for _ in 1..<8 { try simulation.open() }
        let windows = simulation.windows
        return { times in
          for round in 0..<times {
            try windows[round % 8].activate()
            try windows[round % 8].resign()
          }
        }
      },
    ]
  }

  private static let scenes = 256

  private static func flush(_ count: Int) -> Operation {
    Operation("flush \(count)") { measure, folder in
      try load(measure, folder)
      let (store, workload) = (try store(folder), Workload(measure, isSmall: true))
      return { times in
        for round in 0..<times {
          let first = round * 37 % 250 * Workload.keysPerScene
          workload.set(first..<first + count, version: round + 2, in: store)
          try store.flush()
        }
      }
    }
  }

  private static func store(_ folder: Folder) throws -> SceneStore {
    // The committer would come whenever the machine lets it.
    try Within.openSilent(URL(filePath: folder.sub("ours")))
  }

  private static func load(_ measure: Measure, _ folder: Folder) throws {
    let store = try store(folder)
    try Workload(measure, isSmall: true).load(scenes * Workload.keysPerScene, into: store)
  }

  private final class App: SceneApp {
    var manifest: SceneManifest { SceneManifest(id: "com.example.bench") }
    func makeDelegate(
      for scene: ConnectedScene, options: ConnectionOptions
    ) -> any SceneDelegate { Delegate() }
  }

  private final class Delegate: SceneDelegate {}
}
