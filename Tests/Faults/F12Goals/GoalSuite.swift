import FaultShim
import Foundation
import LMDB
import SceneState
import StoreFormat

extension Suite {
  /// Goals that are figures of sound stores: nothing is damaged here, and nobody dies but one writer.
  static let goals = Suite(
    name: "F12", summary: "healthy stores: false refusals, cost of opening, files, forgetting",
    run: { settings in try GoalSuite(settings).run(settings.rounds ?? 100_000) })
}

struct GoalSuite {
  let seed: UInt64
  let folder: WorkFolder
  var report = Report()

  init(_ settings: Settings) throws {
    seed = settings.seed
    folder = try WorkFolder("goals")
  }

  consuming func run(_ commits: Int) throws -> Report {
    try countRefusals(commits)
    try measureOpening()
    try lookAtFiles()
    try leaveNewerAlone()
    try forget()
    return report
  }

  /// A store that only its owner commits, from a thread that is told to.
  static func silent() -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .seconds(3_600), lockDeadline: .seconds(1))
    options.commitsByItself = false
    return options
  }

  // MARK: G14

  /// Opens stores of two sizes; what this thread computes counts, because others use the machine.
  private mutating func measureOpening() throws {
    guard Suite.judgesTime else {
      report.skipped.append("G14 opening: code that is not optimized is as slow as it is")
      return
    }
    var texts: [String] = []
    var isMet = true
    for (mebibytes, limit) in [(1, 5.0), (16, 50.0)] {
      let place = URL(filePath: folder.place("size-\(mebibytes)"))
      let store = try SceneStore.open(place, options: Self.silent())
      let text = String(repeating: "x", count: 1_000)
      for number in 0..<mebibytes * 900 {
        store.scene(SceneID(rawValue: "\(number / 1_000)"))[
          SceneKey("key-\(number % 1_000)", default: "")] = text
      }
      try store.flush()
      store.close()
      let size = fileBytes(place.path + "/data.mdb")?.count ?? 0
      guard size >= mebibytes << 20 - 1 << 18 else {
        throw HarnessError("a store of \(size) bytes is too small")
      }
      var least = Double.infinity
      for _ in 0..<12 {
        let start = shim_thread_microseconds()
        let opened = try SceneStore.open(place, options: Self.silent())
        let time = Double(shim_thread_microseconds() - start) / 1_000
        guard opened.isUsable else { throw HarnessError("\(opened.reportedProblems)") }
        opened.close()
        least = min(least, time)
      }
      texts.append(String(format: "%d MiB %.1f ms [goal %.0f]", mebibytes, least, limit))
      if least > limit { isMet = false }
    }
    report.figures.append("G14 opening, verified: \(texts.joined(separator: ", "))")
    if !isMet { report.violated("opening takes too long", goal: "G14") }
  }

  // MARK: G16

  /// What a newer version wrote must not be changed by a byte.
  private mutating func leaveNewerAlone() throws {
    let rows: [([UInt8], [UInt8])] = [
      (InfoKey.format, InfoKey.bytes(UInt32(2))),
      (InfoKey.incompatibleFeatures, InfoKey.bytes(UInt64(1) << 40)),
      (InfoKey.readOnlyFeatures, InfoKey.bytes(UInt64(1) << 63)),
    ]
    var changed = 0
    for (number, row) in rows.enumerated() {
      let place = folder.place("newer-\(number)")
      let url = URL(filePath: place)
      let store = try SceneStore.open(url, options: Self.silent())
      store.scene("A")[SceneKey("draft", default: "")] = "kept"
      try store.flush()
      store.close()
      let environment = try Environment.open(
        place, options: .init(databases: ["info"], addsDatabases: false))
      guard let info = environment.database("info") else { throw HarnessError("no table") }
      try environment.write { txn throws(LMDBError) in try txn.put(row.0, row.1, in: info) }
      environment.close()
      let before = fileBytes(place + "/data.mdb")
      for policy in [RecoveryPolicy.salvage, .backupOnly, .fail] {
        var options = Self.silent()
        options.recovery = policy
        guard let opened = try? SceneStore.open(url, options: options) else { continue }
        opened.scene("A")[SceneKey("draft", default: "")] = "written"
        try? opened.flush()
        opened.close()
      }
      if fileBytes(place + "/data.mdb") != before { changed += 1 }
    }
    report.figures.append("G16 newer stores changed: \(changed) of \(rows.count) [goal 0]")
    if changed > 0 { report.violated("a newer store was changed", goal: "G16") }
  }

  // MARK: G17

  /// Counts the copies of a value in all files of a store.
  private mutating func forget() throws {
    let place = folder.place("forget")
    let secret = "secret-\(seed)-" + String(repeating: "s", count: 60)
    var options = Self.silent()
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: place), options: options)
    defer { store.close() }
    for number in 0..<20 {
      store.scene("gone")[SceneKey("key-\(number)", default: "")] = "\(secret)\(number)"
      store.scene("stays")[SceneKey("key-\(number)", default: "")] = "value \(number)"
      try store.flush()
    }
    try FileManager.default.createDirectory(
      atPath: place + "/backup", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try store.backup(to: URL(filePath: place + "/backup/001.snap"))
    store.destroySession("gone")
    try store.flush()
    let before = copies(of: secret, in: place)
    try store.purge()
    let after = copies(of: secret, in: place)
    report.figures.append(
      "G17 copies of a destroyed value after a purge: \(after) [goal 0]; \(before) before it")
    if after > 0 || before == 0 { report.violated("\(after) copies are left", goal: "G17") }
  }

  private func copies(of text: String, in place: String) -> Int {
    let wanted = Data(text.utf8)
    var count = 0
    for name in FileManager.default.enumerator(atPath: place)?.compactMap({ $0 as? String }) ?? [] {
      guard let data = FileManager.default.contents(atPath: place + "/" + name) else { continue }
      var from = data.startIndex
      while let found = data.range(of: wanted, in: from..<data.endIndex) {
        count += 1
        from = found.upperBound
      }
    }
    return count
  }
}
