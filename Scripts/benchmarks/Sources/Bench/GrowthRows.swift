import CPeer
import Foundation
import SceneState

/// How far the file of a store grows that always holds the same keys, while somebody reads it.
struct GrowthRows {
  let measure: Measure

  func rows() throws -> [Row] {
    let folder = try Folder()
    let path = folder.sub("ours")
    let store = try SceneStore.open(URL(filePath: path))
    let workload = Workload(measure, isSmall: true)
    try workload.load(640, into: store)
    let before = Folder.fileBytes(path + "/data.mdb")
    let commits = measure.isQuick ? 200 : 2_000
    try withReaders(of: store, workload) {
      for version in 0..<commits {
        let first = version * 8 % 640
        workload.set(first..<first + 8, version: version + 2, in: store)
        try store.flush()
      }
    }
    let pages = Double(Folder.fileBytes(path + "/data.mdb") - before) / 4096
    return [
      Row(
        "file growth, \(commits) commits", peer: "64 pages", unit: "page", ours: pages,
        peerValue: 64, goal: 1)
    ]
  }

  private func withReaders(
    of store: SceneStore, _ workload: Workload, _ body: () throws -> Void
  ) throws {
    let threads = (0..<2).map { start in
      let thread = Thread {
        var scene = start
        while !Thread.current.isCancelled {
          keep(workload.scene(scene % 20, in: store).entries.count)
          scene += 1
        }
      }
      thread.start()
      return thread
    }
    defer {
      for thread in threads { thread.cancel() }
      while threads.contains(where: { !$0.isFinished }) { Thread.sleep(forTimeInterval: 0.001) }
    }
    try body()
  }
}
