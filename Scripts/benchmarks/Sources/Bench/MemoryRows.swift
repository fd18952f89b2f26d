import CPeer
import Foundation
import SceneState

/// What the process holds in memory, from `/proc/self/smaps`.
struct ResidentMemory {
  /// Pages of the store's file that are mapped: the system may take them back at any time.
  private(set) var mappedStore = 0
  /// The process's own pages: heap, stacks, globals.
  private(set) var own = 0
  /// Everything, with the code of libraries.
  private(set) var all = 0

  init() throws {
    var isStore = false
    // NB: to the end by hand. A file that says it has no bytes is not read further than one page.
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps"))
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("Rss:") {
        all += Self.bytes(line)
        if isStore { mappedStore += Self.bytes(line) }
      } else if line.hasPrefix("Anonymous:") {
        own += Self.bytes(line)
      } else if line.contains("-"), !line.hasPrefix("VmFlags"), line.first?.isHexDigit == true {
        isStore = line.hasSuffix("/data.mdb")
      }
    }
  }

  private static func bytes(_ line: Substring) -> Int {
    (Int(line.split(separator: " ")[1]) ?? 0) * 1024
  }
}

/// Memory of many connected scenes, and whether it grows with the number of writes.
struct MemoryRows {
  let measure: Measure
  private static let scenes = 1_000

  func rows() throws -> [Row] {
    let folder = try Folder()
    let path = folder.sub("ours")
    let payload = try load(path)
    let connected = try Child.words(measure, ["--memory", "connected", path, String(Self.scenes)])
      .compactMap(
        Double.init)
    let written = try Child.words(measure, ["--memory", "written", path]).compactMap(Double.init)
    guard connected.count == 2, written.count == 2 else {
      throw BenchError(message: "the child said no memory")
    }
    let name = "memory of \(Self.scenes) scenes"
    return [
      Row(
        name, peer: "payload", unit: "MB", ours: connected[0] / 1e6, peerValue: payload / 1e6,
        goal: 1.5),
      Row(
        "\(name), whole process", peer: "payload", unit: "MB", ours: connected[1] / 1e6,
        peerValue: payload / 1e6, goal: 1.5),
      Row(
        "memory, 1,000,000 writes", peer: "after 200,000", unit: "MB", ours: written[1] / 1e6,
        peerValue: written[0] / 1e6, goal: 1.02),
    ]
  }

  private func load(_ path: String) throws -> Double {
    var options = SceneStore.Options()
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: path), options: options)
    let workload = Workload(measure)
    try workload.load(Self.scenes * Workload.keysPerScene, into: store)
    return Double(workload.bytesPerScene * Self.scenes)
  }

  /// The part of the child process.
  static func runAsChild(_ measure: Measure, _ arguments: [String]) throws {
    var options = SceneStore.Options()
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: arguments[1]), options: options)
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0
    let workload = Workload(measure, isSmall: arguments.last == "small")
    if arguments[0] == "connected" {
      try connect(count, store, workload)
    } else {
      try write(store, workload)
    }
  }

  /// Prints by how much own memory grew, and what is resident without the file's pages.
  private static func connect(
    _ count: Int, _ store: SceneStore, _ workload: Workload
  ) throws {
    keep(workload.read(0, in: store))
    let before = try ResidentMemory()
    let scopes = (0..<count).map { workload.scene($0, in: store) }
    for scope in scopes { keep(workload.read(scope)) }
    let after = try ResidentMemory()
    print(after.own - before.own, after.all - after.mappedStore)
    withExtendedLifetime(scopes) {}
  }

  /// Prints own memory after a fifth of the writes and after all: the least of five looks, since
  /// what the last commit has in hand comes and goes.
  private static func write(_ store: SceneStore, _ workload: Workload) throws {
    let scopes = (0..<100).map { workload.scene($0, in: store) }
    func write(_ range: Range<Int>) throws -> Int {
      var looks: [Int] = []
      for number in range {
        let scene = number % scopes.count
        let key = number / scopes.count % Workload.keysPerScene
        let tab = workload.tab(of: key, in: scopes[scene])
        workload.set(scene * Workload.keysPerScene + key, version: number, in: tab)
        if number % 20_000 == 19_999 {
          try store.flush()
          looks.append(try ResidentMemory().own)
        }
      }
      return looks.suffix(5).min() ?? 0
    }
    let first = try write(0..<200_000)
    print(first, try write(200_000..<1_000_000))
  }
}
