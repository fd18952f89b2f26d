import FaultShim
import Foundation
import LMDB
import SceneState

/// Goes through the points of one fault in one process: each time a store of its own.
struct CallFaultChild {
  private static let rounds = 4

  let fault: CallFault
  let base: String
  let folder: String
  let seed: UInt64
  /// Whether each point has every ending, or one of them in turn.
  let isWhole: Bool
  private var place: String { folder + "/store" }
  private var template: String { folder + "/template-\(base)" }

  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 7, let fault = Int(arguments[1]), let second = Int(arguments[3]),
      let first = Int(arguments[4]), let seed = UInt64(arguments[5]),
      let isWhole = Bool(arguments[6])
    else { return 64 }
    let child = CallFaultChild(
      fault: CallFault.all[fault], base: arguments[2], folder: arguments[0], seed: seed,
      isWhole: isWhole)
    unsafe shim_watch(child.place)
    try child.prepare()
    try child.sweep(from: first, second: second)
    tell("end")
    return 0
  }

  private func prepare() throws {
    guard base != "new", fileBytes(template + "/data.mdb") == nil else { return }
    let store = try SceneStore.open(URL(filePath: template), options: Self.options)
    let ledger = Ledger(seed: seed)
    for number in 1...3 {
      ledger.write(number, into: store)
      try store.flush()
    }
    store.close()
    // The repair takes nothing away: the last commit does not need the damaged page.
    if base == "damaged" { try DamagedMeta.damageOlder(template + "/data.mdb") }
  }

  /// Points until one lies behind the last call.
  private func sweep(from first: Int, second: Int) throws {
    let descriptors = openDescriptorCount()
    let threads = threadCount()
    var random = SeededRandom(seed, first)
    for point in first..<5_000 {
      let seconds = second == 0 ? [0] : (0..<second).map { 1 + $0 * $0 + random.number(below: 3) }
      for after in seconds {
        let endings = Ending.allCases
        for ending in isWhole ? endings : [endings[(point + after) % endings.count]] {
          tell(after == 0 ? "point \(point) \(ending)" : "point \(point)+\(after) \(ending)")
          guard try play(point, after, ending) else { return }
        }
      }
    }
    if openDescriptorCount() > descriptors + 8 { tell("wrong descriptors are left open") }
    if threadCount() > threads + 4 { tell("wrong threads are left running") }
  }

  /// What comes when the fault is over.
  private enum Ending: CaseIterable {
    /// The same store goes on.
    case goesOn
    /// The process dies, and the next one finds what was acknowledged.
    case dies
  }

  private static var options: SceneStore.Options {
    var options = SceneStore.Options(lockDeadline: .milliseconds(500))
    // A thread that commits by itself would make the numbers of the calls depend on time.
    options.commitsByItself = false
    return options
  }

  /// Plays one point; whether the fault was met.
  private func play(_ point: Int, _ second: Int, _ ending: Ending) throws -> Bool {
    removeDirectory(place)
    if base != "new" { try copyStore(template, to: place) }
    var ledger = Ledger(seed: seed)
    let start = base == "new" ? 0 : 3
    var acknowledged = start
    shim_arm(fault.kinds, fault.error, point, fault.isSticky, fault.isShortened)
    if second > 0 { shim_arm_second(UInt32(shim_all), second % 2 == 0 ? EIO : ENOMEM, second) }
    var store: SceneStore?
    do throws(SceneProblem) {
      store = try SceneStore.open(URL(filePath: place), options: Self.options)
    } catch {
      // Only misuse may be thrown; a fault of the system is none.
      tell("wrong the opening threw \(error)")
    }
    var last = start
    if let store {
      for _ in 1...Self.rounds {
        last += 1
        ledger.write(last, into: store)
        do throws(SceneProblem) {
          try store.flush()
          acknowledged = last
        } catch { continue }  // told; what waits is written with the next
      }
    }
    let isMet = shim_failed() > 0
    shim_disarm()
    if base == "forgetful" { acknowledged += 1 }
    if let store { try finish(store, &ledger, acknowledged, last, ending) }
    return isMet
  }

  /// The fault is over: looks at what is there, and at whether writes go on.
  private func finish(
    _ store: SceneStore, _ ledger: inout Ledger, _ acknowledged: Int, _ last: Int,
    _ ending: Ending
  ) throws {
    guard ending == .goesOn else {
      store.abandon()
      return reopen(&ledger, acknowledged: acknowledged, begun: last, mayDoubt: true)
    }
    let seen = store.app[Ledger.numberKey]
    if seen != last { tell("wrong the app sees commit \(seen) after it wrote \(last)") }
    ledger.write(last + 1, into: store)
    do throws(SceneProblem) { try store.flush() } catch {
      tell("wrong the fault is over and still no commit: \(error)")
      store.abandon()
      return reopen(&ledger, acknowledged: acknowledged, begun: last + 1)
    }
    let extra = base == "forgetful" ? 1 : 0
    if extra == 0, let standing = store.app.facts(of: Ledger.numberKey).problem {
      tell("wrong a problem stays after the commit: \(standing)")
    }
    store.close()
    reopen(&ledger, acknowledged: last + 1 + extra, begun: last + 1)
  }

  private func reopen(
    _ ledger: inout Ledger, acknowledged: Int, begun: Int, mayDoubt: Bool = false
  ) {
    do {
      let store = try SceneStore.open(URL(filePath: place), options: Self.options)
      defer { store.close() }
      guard store.isUsable else { throw HarnessError("\(store.reportedProblems)") }
      let snapshot = try store.inspect()
      let wrong = ledger.judge(snapshot, acknowledged: acknowledged, begun: begun)
      if let wrong { tell("wrong \(wrong)") }
      if snapshot.setAside.count > 0 { tell("wrong values were set aside") }
      let kept = try? FileManager.default.contentsOfDirectory(atPath: place + "/quarantine")
      if base == "damaged", kept?.isEmpty != false { tell("wrong the damaged file is not kept") }
      // What was cut off between LMDB's two writes of one first page is kept by a recovery.
      let isInDoubt = store.recoveryReport?.reason.contains("as after a write that failed") == true
      if base != "damaged", kept?.isEmpty == false, !(mayDoubt && isInDoubt) {
        tell("wrong a sound file was replaced")
      }
      ledger.write(ledger.number + 1, into: store)
      try store.flush()
    } catch { tell("wrong the next process cannot use the store: \(error)") }
  }
}
