import FaultShim
import Foundation
import LMDB
import SceneState

/// What a store does while the power goes.
enum CutWorkload: String, CaseIterable {
  /// It is created, and commits with and without waiting for the disk.
  case commits
  /// It makes backups; the data is lost afterwards.
  case backups
  /// It is repaired: one of its first pages is damaged, the last commit is whole.
  case recovery

  static let options: SceneStore.Options = {
    var options = SceneStore.Options()
    // A thread that commits by itself would make the log depend on time.
    options.commitsByItself = false
    return options
  }()

  /// The last commit before the recording begins.
  var firstNumber: Int { self == .recovery ? 20 : 0 }

  /// Makes what is there before.
  func prepare(_ place: String, _ seed: UInt64) throws {
    guard self == .recovery else { return }
    let ledger = Ledger(seed: seed)
    let store = try SceneStore.open(URL(filePath: place), options: Self.options)
    for number in 1...firstNumber {
      ledger.write(number, into: store)
      try store.flush()
    }
    store.abandon()
    try DamagedMeta.damageOlder(place + "/data.mdb")
  }

  /// Does it; is told the negative number of each commit that begins, and of each acknowledged one.
  func perform(_ place: String, _ seed: UInt64, mark: (Int) -> Void) throws {
    let ledger = Ledger(seed: seed)
    var random = SeededRandom(seed, 1)
    var number = firstNumber
    for part in 1...3 {
      let store = try SceneStore.open(URL(filePath: place), options: Self.options)
      while number < firstNumber + part * (self == .commits ? 25 : 6) {
        number += 1
        mark(-number)
        ledger.write(number, into: store)
        if random.oneIn(3) { store.commitWaiting() }
        guard random.oneIn(2) else { continue }
        try store.flush()
        mark(number)
      }
      if self == .backups { try store.backup(to: URL(filePath: "\(place)/own-\(part).snap")) }
      store.close()
      mark(number)
    }
  }
}

/// Damage that takes nothing away: the last commit does not need this page.
enum DamagedMeta {
  /// Makes the older of the two first pages unreadable.
  static func damageOlder(_ path: String) throws {
    guard var bytes = fileBytes(path), bytes.count > 8_192 else {
      throw HarnessError("there is no store to damage")
    }
    func transaction(_ page: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(bytes[page * 4_096 + 144 + $1]) << UInt64(8 * $1) }
    }
    let older = transaction(0) < transaction(1) ? 0 : 1
    bytes[older * 4_096 + 16] ^= 0x55
    try writeFile(path, bytes)
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
    try workload.perform(arguments[0] + "/store", seed) { shim_mark(Int64($0)) }
    _ = shim_record(nil)
    return 0
  }
}

/// Opens image after image as an app would, and says what is wrong with it.
struct CutJudge {
  static func run(_ arguments: [String]) throws -> Int32 {
    guard let seed = arguments.first.flatMap({ UInt64($0) }) else { return 64 }
    var judge = CutJudge(seed: seed)
    while let line = readLine() {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 4, let acknowledged = Int(parts[1]), let begun = Int(parts[2]),
        let workload = CutWorkload(rawValue: parts[3])
      else { return 64 }
      tell(judge.look(at: parts[0] + "/store", workload, acknowledged, begun) ?? "ok")
    }
    return 0
  }

  /// One model for each commit: an image may show any of them.
  private var ledgers: [Ledger]

  init(seed: UInt64) { ledgers = [Ledger(seed: seed)] }

  /// What is wrong with the store of an image; nil if nothing is.
  mutating func look(
    at place: String, _ workload: CutWorkload, _ acknowledged: Int, _ begun: Int
  ) -> String? {
    while ledgers.count <= begun + 1 {
      var next = ledgers[ledgers.count - 1]
      next.advance(to: ledgers.count)
      ledgers.append(next)
    }
    let mayRecover = workload == .recovery
    let wrong = Self.judge(place, ledgers, acknowledged, begun, mayRecover: mayRecover)
    guard wrong == nil, workload == .backups else { return wrong }
    // Without its data the store is its backup, if there is a whole one.
    for name in ["data.mdb", "lock.mdb"] {
      try? FileManager.default.removeItem(atPath: "\(place)/\(name)")
    }
    return Self.judge(place, ledgers, 0, begun + 1, mayRecover: true).map { "backup: \($0)" }
  }

  private static func judge(
    _ place: String, _ ledgers: [Ledger], _ acknowledged: Int, _ begun: Int, mayRecover: Bool
  ) -> String? {
    do {
      let store = try SceneStore.open(URL(filePath: place), options: CutWorkload.options)
      defer { store.abandon() }
      let problems = store.reportedProblems.filter { !mayRecover || $0.code != .storeRecovered }
      guard store.isUsable, problems.isEmpty else {
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
