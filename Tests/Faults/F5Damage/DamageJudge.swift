import FaultShim
import Foundation
import LMDB
import SceneState

/// What a judge found in one damaged store.
struct DamageFinding {
  /// What the gate said of the file: sound or not.
  var isAccepted = false
  /// `opened` as it is, `recovered`, or `unusable`.
  var state = "unusable"
  /// How many values are the newest, an older one, gone, or not readable any more.
  var (newest, older, missing, unreadable) = (0, 0, 0, 0)
  /// How many are there that the last commit had removed.
  var removed = 0
  /// What must not be; empty if nothing.
  var wrong = ""

  var line: String {
    "\(isAccepted) \(state) \(newest) \(older) \(missing) \(unreadable) \(removed) \(wrong)"
  }

  init() {}

  init?(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 7, omittingEmptySubsequences: false)
    guard parts.count == 8, let newest = Int(parts[2]), let older = Int(parts[3]),
      let missing = Int(parts[4]), let unreadable = Int(parts[5]), let removed = Int(parts[6])
    else { return nil }
    isAccepted = parts[0] == "true"
    state = String(parts[1])
    (self.newest, self.older, self.missing, self.unreadable) = (newest, older, missing, unreadable)
    self.removed = removed
    wrong = String(parts[7])
  }
}

/// Opens damaged store after damaged store as an app would.
enum DamageJudge {
  /// The most processor time that one store may take.
  private static let limit = 1_000_000

  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 2, let seed = UInt64(arguments[0]) else { return 64 }
    let hasGate = arguments[1] == "gate"
    let bases = (0..<DamageBase.count).map { DamageBase(seed: seed, index: $0) }
    while let line = readLine() {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 2, let index = Int(parts[1]) else { return 64 }
      let start = shim_thread_microseconds()
      var finding = DamageFinding()
      look(parts[0], bases[index], hasGate: hasGate, &finding)
      let time = shim_thread_microseconds() - start
      if time > limit { finding.wrong += "took \(time / 1_000) ms; " }
      tell(finding.line)
    }
    return 0
  }

  private static func options(hasGate: Bool) -> SceneStore.Options {
    var options = SceneStore.Options(lockDeadline: .seconds(1))
    options.commitsByItself = false
    if !hasGate { options.environmentHook = { $0.verify = { (_) throws(LMDBError) in } } }
    return options
  }

  private static func look(
    _ place: String, _ base: DamageBase, hasGate: Bool, _ finding: inout DamageFinding
  ) {
    let data = place + "/data.mdb"
    if hasGate { finding.isAccepted = (try? verifyStoreFile(data)) != nil }
    do throws(SceneProblem) {
      let store = try SceneStore.open(URL(filePath: place), options: options(hasGate: hasGate))
      defer { store.abandon() }
      guard store.isUsable else { return }
      let isRecovered = store.reportedProblems.contains { $0.code.rawValue == "store-recovered" }
      finding.state = isRecovered ? "recovered" : "opened"
      // A damaged key is told when its scene is read, or by the look through the whole file.
      for id: SceneID in ["A", "B", "C", "D"] {
        _ = store.scene(id)[SceneKey("none", default: "")]
      }
      _ = store.app[SceneKey("none", default: "")]
      guard store.scrub() else { throw SceneProblem(.storeNotUsable, detail: "no look was had") }
      let snapshot = try store.inspect()
      try store.flush()
      let told: [SceneProblem.Code] = [.valueNotReadable, .storeDamaged]
      let isTold = store.reportedProblems.contains { told.contains($0.code) }
      compare(snapshot, base, isTold: isTold, &finding)
      store.scene("D")[SceneKey("after", default: "")] = String(repeating: "x", count: 9_000)
      try store.flush()
    } catch {
      // What looks like a newer version is left alone.
      if error.code == .storeFromNewerVersion { return }
      finding.wrong += "\(error)".replacing("\n", with: " ") + "; "
    }
    if hasGate, finding.state != "unusable", (try? verifyStoreFile(data)) == nil {
      finding.wrong += "after a commit the file is not sound; "
    }
  }

  private static func compare(
    _ snapshot: StoreReader.Snapshot, _ base: DamageBase, isTold: Bool,
    _ finding: inout DamageFinding
  ) {
    var missing = base.newest
    for entry in snapshot.entries {
      let wanted = missing.removeValue(forKey: entry.address)
      // Texts are compared as they are stored: to make JSON of all of them takes most of the time.
      if let wanted, wanted.first == "\"", let payload = entry.value?.payload,
        payload.elementsEqual(wanted.utf8.dropFirst().dropLast())
      {
        finding.newest += 1
        continue
      }
      guard let json = entry.json else {
        finding.unreadable += 1
        continue
      }
      if json == wanted {
        finding.newest += 1
      } else if base.history[entry.address]?.contains(json) == true {
        if wanted == nil { finding.removed += 1 } else { finding.older += 1 }
      } else {
        finding.wrong += "'\(entry.address)' is \(json.prefix(20)); "
      }
    }
    finding.missing = missing.count
    let old = finding.older + finding.removed
    let isOnlyGone = old == 0 && isTold
    if finding.state == "opened", finding.missing + old > 0, !isOnlyGone {
      finding.wrong += "\(finding.missing) values gone and \(old) old without a word; "
    }
  }
}
