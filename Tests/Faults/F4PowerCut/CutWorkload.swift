import FaultShim
import Foundation
import LMDB
import SceneState

/// What a store does while the power goes.
enum CutWorkload: String, CaseIterable {
  /// It is created, and commits with and without waiting for the disk.
  case commits

  static let options: SceneStore.Options = {
    var options = SceneStore.Options()
    // A thread that commits by itself would make the log depend on time.
    options.commitsByItself = false
    return options
  }()

  /// The last commit before the recording begins.
  var firstNumber: Int { 0 }

  /// Makes what is there before.
  func prepare(_ store: String, _ seed: UInt64) throws {}

  func perform(_ place: String, _ seed: UInt64) throws {
    let ledger = Ledger(seed: seed)
    var random = SeededRandom(seed, 1)
    var number = 0
    for part in 1...3 {
      let store = try SceneStore.open(URL(filePath: place), options: Self.options)
      while number < part * 25 {
        number += 1
        shim_mark(Int64(-number))
        ledger.write(number, into: store)
        if random.oneIn(3) { store.commitWaiting() }
        guard random.oneIn(2) else { continue }
        try store.flush()
        shim_mark(Int64(number))
      }
      store.close()
      shim_mark(Int64(number))
    }
  }
}

/// Performs a workload while every change is recorded.
enum CutRecorder {
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 4, let seed = UInt64(arguments[2]),
      let workload = CutWorkload(rawValue: arguments[3])
    else { return 64 }
    unsafe shim_watch(arguments[0])
    guard unsafe shim_record(arguments[1]) else { return 74 }
    try workload.perform(arguments[0] + "/store", seed)
    _ = shim_record(nil)
    return 0
  }
}

/// Opens image after image as an app would, and says what is wrong with it.
enum CutJudge {
  static func run(_ arguments: [String]) throws -> Int32 {
    guard let seed = arguments.first.flatMap({ UInt64($0) }) else { return 64 }
    // One model for each commit: an image may show any of them.
    var ledgers = [Ledger(seed: seed)]
    while let line = readLine() {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 3, let acknowledged = Int(parts[1]), let begun = Int(parts[2]) else {
        return 64
      }
      while ledgers.count <= begun {
        var next = ledgers[ledgers.count - 1]
        next.advance(to: ledgers.count)
        ledgers.append(next)
      }
      tell(judge(parts[0] + "/store", ledgers, acknowledged, begun) ?? "ok")
    }
    return 0
  }

  private static func judge(
    _ place: String, _ ledgers: [Ledger], _ acknowledged: Int, _ begun: Int
  ) -> String? {
    do {
      let store = try SceneStore.open(URL(filePath: place), options: CutWorkload.options)
      defer { store.abandon() }
      guard store.isUsable, store.reportedProblems.isEmpty else {
        return "not usable: \(store.reportedProblems.map(\.description))"
      }
      let snapshot = try store.inspect()
      guard let number = Ledger.number(in: snapshot), number <= begun else {
        return "a commit that was never begun"
      }
      var ledger = ledgers[number]
      if let wrong = ledger.judge(snapshot, acknowledged: acknowledged, begun: begun) {
        return wrong
      }
      ledger.write(number + 1, into: store)
      try store.flush()
      return nil
    } catch { return "cannot be used: \(error)" }
  }
}
