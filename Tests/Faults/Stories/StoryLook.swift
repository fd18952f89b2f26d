import FaultShim
import Foundation
import LMDB
import SceneState
import StoreFormat
import StoreTools

/// The look at one store.
struct StoryLook {
  let place: String
  let oracle: StoryOracle
  let moment: Int
  /// Moments that may be shown without a word.
  let silent: [Int]
  let hasGate: Bool
  var finding = StoryFinding()
  /// What the store shows, by place.
  var values: [Story.Place: String] = [:]
  /// How many values it saved, by its own count: pages of another store may bring more places.
  private var saved = 0
  /// The places of which the opened store told something.
  private var toldAddresses: Set<String> = []
  private var isTakenForNewer = false
  /// Whether another process has repaired the store before, and its report is still to be read.
  private var wasRepaired = false

  init(place: String, oracle: StoryOracle, moment: Int, silent: [Int], hasGate: Bool) {
    (self.place, self.oracle, self.moment) = (place, oracle, moment)
    (self.silent, self.hasGate) = (silent, hasGate)
  }

  private var data: String { place + "/data.mdb" }

  private var options: SceneStore.Options {
    var options = SceneStore.Options(lockDeadline: .seconds(1))
    options.commitsByItself = false
    if !hasGate { options.environmentHook = { $0.verify = { (_) throws(LMDBError) in } } }
    return options
  }

  mutating func wrong(_ code: String, _ words: String) {
    let line = words.replacing("\n", with: " ").replacing(";", with: ",")
    finding.wrong += "\(code): \(line); "
  }

  mutating func judge(limit: Int, isChecked: Bool) {
    // A file of gibibytes is not read as a whole.
    let isLarge = (try? DataFile.open(data).byteCount > 64 << 20) ?? false
    let original = hasGate && !isLarge ? fileBytes(data) ?? [] : []
    if hasGate, !isLarge { finding.isAccepted = (try? verifyStoreFile(data)) != nil }
    wasRepaired =
      finding.isAccepted && FileManager.default.fileExists(atPath: place + "/quarantine")
    let isWritten = open(limit)
    guard hasGate, !isLarge else { return }
    if isWritten { openAgain(isChecked: isChecked) }
    guard !isTakenForNewer, !wasRepaired, finding.state != "opened" || finding.missing > 0
    else { return }
    onCopy(of: original) { look, source, goal in
      let isUnusable = look.finding.state == "unusable"
      if isChecked || isUnusable { look.askCheck(source) }
      if look.finding.missing > 0 || isUnusable { look.tryRepair(source, goal) }
    }
  }

  // MARK: Opening

  /// Whether the store could be written.
  private mutating func open(_ limit: Int) -> Bool {
    do throws(SceneProblem) {
      let start = shim_thread_microseconds()
      let store = try SceneStore.open(URL(filePath: place), options: options)
      defer { store.abandon() }
      guard store.isUsable else {
        wrong("unusable", store.reportedProblems.first?.detail ?? "nothing is said")
        return false
      }
      finding.state = store.recoveryReport == nil ? "opened" : "recovered"
      values = oracle.read(store)
      saved = max(values.count, store.recoveryReport?.values ?? 0)
      let time = shim_thread_microseconds() - start
      if time > limit * 1_000 { wrong("slow", "\(time / 1_000) ms") }
      let told = store.reportedProblems
      toldAddresses = Set(told.map(\.address))
      compare(told, store.recoveryReport, store.remarks)
      guard store.scrub() else { throw SceneProblem(.storeNotUsable, detail: "no look was had") }
      try compareSessions(store)
      store.scene("D")[SceneKey("after", default: "")] = String(repeating: "x", count: 9_000)
      try store.flush()
      return true
    } catch {
      if error.code == .storeFromNewerVersion {
        isTakenForNewer = true
        // One bit of the rows about versions can say so: such a store is told and left as it is.
        let file = try? DataFile.open(data)
        let saysSo = file.map { file in
          file.snapshots.contains { StoreFileHeader(file, $0).isNewer }
        }
        if saysSo != true { wrong("newer", error.detail) }
      } else {
        wrong("unusable", "\(error)")
      }
      return false
    }
  }

  private mutating func openAgain(isChecked: Bool) {
    if (try? verifyStoreFile(data)) == nil { wrong("unsound", "after a commit") }
    do throws(SceneProblem) {
      let store = try SceneStore.open(URL(filePath: place), options: options)
      defer { store.abandon() }
      guard store.isUsable else { return wrong("unusable", "the second time") }
      if store.scene("D")[SceneKey("after", default: "")].count != 9_000 {
        wrong("lost", "what was written after")
      }
      if oracle.read(store) != values { wrong("changed", "other values the second time") }
    } catch { wrong("unusable", "the second time: \(error)") }
    guard finding.state == "recovered", isChecked else { return }
    do throws(StoreInspector.Failure) {
      let examination = try StoreInspector.examine(place)
      if !examination.isSound {
        let first = examination.findings.first { $0.severity != .note }
        wrong("repaired", first?.sentence ?? "")
      }
    } catch { wrong("repaired", "\(error)") }
  }

  // MARK: Tools

  /// Runs a body with the store as it was, and a place for another one.
  private mutating func onCopy(
    of original: [UInt8], _ body: (inout StoryLook, _ source: String, _ goal: String) -> Void
  ) {
    let (source, goal) = (place + "-source", place + "-repaired")
    defer {
      removeDirectory(source)
      removeDirectory(goal)
    }
    do {
      try makeFolder(source)
      try writeFile(source + "/data.mdb", original)
      if fileBytes(place + "/backup/001.snap") != nil {
        try copyStore(place + "/backup", to: source + "/backup")
      }
      body(&self, source, goal)
    } catch { wrong("harness", "\(error)") }
  }

  /// Nothing is wrong only with a store that is opened as it is.
  private mutating func askCheck(_ source: String) {
    // What cannot be looked at is not called sound.
    if (try? StoreInspector.examine(source))?.isSound == true {
      wrong("check", "nothing is wrong, it says; \(finding.state)")
    }
  }

  /// Whatever a repair saves, opening must have saved.
  ///
  /// Only of a file that is opened as it is a repair has more: other copies of values whose bytes
  /// are damaged. Each of them was told by its name, and its bytes are where they were.
  private mutating func tryRepair(_ source: String, _ goal: String) {
    // Where nothing can be saved, opening saves as much.
    guard let report = try? StoreEditor.repair(source, into: goal) else { return }
    // What looks like a value of a newer version is kept as it is, and read by nobody.
    let found = (try? StoreInspector.look(goal).snapshot().entries.filter { $0.json != nil }) ?? []
    let replaced =
      finding.state == "opened" ? Set(report.setAside).intersection(found.map(\.address)) : []
    if let quiet = replaced.subtracting(toldAddresses).min() {
      wrong("repair", "has another copy of \(quiet), which was not told")
    }
    if found.count > saved + replaced.count {
      wrong(
        "repair",
        "saves \(found.count) values, opening \(saved), \(replaced.count) are replaced")
    }
  }
}
