import Foundation
import LMDB
import SceneState
import StoreTools

/// Writes the numbers of one scene until it is killed.
enum StormWriter {
  static func run(_ arguments: [String]) throws -> Int32 {
    let index = Int(arguments[1]) ?? 0
    let store = try SceneStore.open(
      URL(filePath: arguments[0]), options: .init(commitDelay: .zero))
    let scope = store.scene(StormState.scene(index))
    guard store.reportedProblems.isEmpty else {
      throw HarnessError("\(store.reportedProblems)")
    }
    var number = scope[StormState.keys[0]]
    while true {
      number += 1
      store.tick {
        for key in StormState.keys { scope[key] = number }
        scope[StormState.blob] = String(repeating: "x", count: StormState.length(number))
      }
      try store.flush()
      tell("flushed \(number)")
    }
  }
}

/// Reads snapshots until it is killed; each must be whole and none older than the one before.
enum StormReader {
  static func run(_ arguments: [String]) throws -> Int32 {
    let folder = arguments[0]
    while !FileManager.default.fileExists(atPath: folder + "/data.mdb") { usleep(1_000) }
    let reader = try StoreInspector.look(folder)
    var last = [Int](repeating: 0, count: StormSuite.writerCount)
    while true {
      for _ in 0..<20 {
        let state = StormState(try reader.snapshot())
        if let wrong = state.wrong { tell("wrong \(wrong)") }
        for (before, now) in zip(last, state.numbers) where now < before {
          tell("wrong a snapshot shows \(now) after \(before)")
        }
        last = state.numbers
      }
      tell("read 20")
    }
  }
}

/// Begins a read and stays in it.
enum LastingReader {
  static func run(_ arguments: [String]) throws -> Int32 {
    let options = Environment.Options(readOnly: true, databases: ["values"])
    let environment = try Environment.open(arguments[0], options: options)
    try environment.read { _ in
      tell("inside")
      while true { pause() }
    }
    return 0
  }
}

/// Readers that died keep no store growing.
enum GrowthCase {
  private static let commits = 2_000
  private static let limit = 2 << 20

  static func run(into report: inout Report) throws {
    let folder = try WorkFolder("growth")
    let place = folder.place("store")
    let store = try SceneStore.open(URL(filePath: place), options: .init(commitDelay: .seconds(60)))
    defer { store.close() }
    let keys = (0..<120).map { SceneKey("key-\($0)", default: "") }
    let scope = store.scene("A")
    for key in keys { scope[key] = String(repeating: "a", count: 1_000) }
    try store.flush()
    let readers = try (0..<20).map { _ in try Child("lasting-reader", [place]) }
    for reader in readers {
      guard reader.line() == "inside" else { throw HarnessError("no reader began") }
      reader.kill()
    }
    for number in 0..<commits {
      // Another one dies every hundred commits, each inside an older state than the next.
      if number % 100 == 0 {
        let reader = try Child("lasting-reader", [place])
        guard reader.line() == "inside" else { throw HarnessError("no reader began") }
        reader.kill()
      }
      scope[keys[number % keys.count]] = "\(number)" + String(repeating: "b", count: 995)
      try store.flush()
    }
    let bytes = fileBytes(place + "/data.mdb")?.count ?? 0
    if bytes > limit {
      report.violated(
        "dead readers made a store of 120 KiB grow to \(bytes >> 10) KiB", goal: "G11")
    }
    report.figures.append(
      "G11 growth with 20 dead readers and one more every 100 commits: \(bytes >> 10) KiB after \(commits) commits "
        + "[goal 2048 KiB]")
  }
}
