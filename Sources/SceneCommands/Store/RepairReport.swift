import SceneReports
import SceneScenarios
import SceneState
import StoreTools

/// What a repair saved and lost.
struct RepairReport {
  let report: RecoveryReport
  /// Why something may be lost; none if nothing is.
  let reasons: [String]
  /// What backups have that the file does not have.
  let newer: [String]
  let target: StoreTarget
  let goal: String

  func write(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
    switch invocation.format {
    case .json, .jsonl: try console.write(json)
    case .plain:
      try console.write("values\t\(report.values)\nolder\t\(report.older.count)\n")
      try console.write("setAside\t\(report.setAside.count)\ndropped\t\(report.dropped)\n")
      try console.write("leftOut\t\(report.leftOut.count)\nfound\t\(report.found.count)\n")
      try console.write("unproved\t\(report.unproved.count)\n")
      try console.write("olderRecords\t\(report.olderRecords.count)\n")
      try console.write("unnamed\t\(report.unnamed ?? 0)\nlost\t\(report.lostCount)\n")
    case .table:
      for step in report.steps where !invocation.has("quiet") {
        try console.write("\(SafeText.escaped(step.description))\n")
      }
      for line in lines {
        try console.write(
          DisplayWidth.padded(line.word, to: 9) + "  " + SafeText.escaped(line.text) + "\n")
      }
      guard !invocation.has("quiet") else { return }
      let saved = "\(SafeText.escaped(goal)): \(Amount.count(report.values, "value")) saved"
      try console.write("\(saved)\(ending)\n")
    }
  }

  /// More of them are told by scene, and by name in JSON.
  private static let mostUnproved = 12

  private var ending: String {
    if reasons.isEmpty { return newer.isEmpty ? ", nothing is lost" : ", and a backup has more" }
    // What is known to be lost is no may be.
    let doubt = report.lostCount == 0 ? "something may be lost: " : ""
    return "; \(doubt)\(reasons.joined(separator: ", "))"
  }

  /// What happened to what, one line each.
  private var lines: [(word: String, text: String)] {
    var lines: [(String, String)] = []
    for address in report.lostNames ?? [] {
      lines.append(("lost", "\(address): its page is damaged, and no version of it was found"))
    }
    if let others = report.lostWithoutName { lines.append(("lost", others)) }
    for address in report.setAside {
      lines.append(("set aside", "\(address): \(fate(of: address))"))
    }
    // Most often it is what the last commit had; no sum proves it.
    for address in report.older.count > Self.mostUnproved ? [] : report.older {
      lines.append(("unproved", "\(address): it may be an older value"))
    }
    if report.older.count > Self.mostUnproved {
      let scenes = Dictionary(grouping: report.older) { $0.prefix { $0 != "/" } }
      for (scene, values) in scenes.sorted(by: { $0.key < $1.key }) {
        lines.append(
          ("unproved", "\(Amount.count(values.count, "value")) of \(scene) may be older ones"))
      }
    }
    for scene in report.olderRecords {
      lines.append(("unproved", "\(scene): its record may be an older one"))
    }
    for scene in report.unproved {
      lines.append(("unproved", "\(scene): the name may be another scene's"))
    }
    for scene in report.found {
      lines.append(("found", "\(scene): its values are back, its record is lost"))
    }
    for row in report.leftOut { lines.append(("left out", "'\(row)', which contradicts itself")) }
    if let rows = report.unnamed, rows > 0 {
      lines.append(("left out", RecoveryReport.leftOut(rows)))
    }
    return lines + newer.map { ("newer", $0) }
  }

  private func fate(of address: String) -> String {
    switch report.replaced?[address] {
    case nil: "its bytes are damaged, and no other version of it was found"
    case .newestSnapshot: "its bytes are damaged; others of the last commit were taken"
    case .previousSnapshot: "its bytes are damaged; those of the commit before were taken"
    case .leafScan: "its bytes are damaged; the newest ones in an old page were taken"
    case .backup: "its bytes are damaged; those of a backup were taken"
    }
  }

  private var json: JSON {
    [
      "schema": "scenesim.store.repair/1", "store": .string(target.directory), "to": .string(goal),
      "lossless": .bool(reasons.isEmpty && newer.isEmpty), "values": .int(report.values),
      "older": .texts(report.older), "setAside": .texts(report.setAside),
      "dropped": .int(report.dropped),
      "steps": .list(
        report.steps.map {
          [
            "source": .string($0.source.rawValue), "outcome": .string($0.outcome),
            "values": .int($0.values),
          ]
        }),
      "leftOut": .texts(report.leftOut), "unproved": .texts(report.unproved),
      "found": .texts(report.found), "olderCommits": .int(report.olderCommits),
      "olderRecords": .texts(report.olderRecords), "unnamed": .int(report.unnamed ?? 0),
      "lost": .int(report.lostCount), "lostValues": .texts(report.lostNames ?? []),
      "newer": .texts(newer),
    ]
  }
}

extension RecoveryReport {
  /// Why something may be lost; none if everything comes from the last commit and could be read.
  ///
  /// Of a store in which nothing is wrong nobody had to look further, or looked in vain.
  func reasons(ofSound wasSound: Bool) -> [String] {
    func count(_ count: Int, _ one: String, _ many: String) -> String? {
      count == 0 ? nil : count == 1 ? "1 \(one)" : "\(count) \(many)"
    }
    func taken(_ source: Source) -> Int {
      steps.reduce(0) { $0 + ($1.source == source ? $1.values : 0) }
    }
    let parts = [
      count(lostCount, "value is lost", "values are lost"),
      count(setAside.count, "value is damaged", "values are damaged"),
      count(older.count, "value may be an older one", "values may be older ones"),
      count(
        taken(.previousSnapshot), "value is of the commit before", "values are of the commit before"
      ),
      count(taken(.leafScan), "value was found in a page", "values were found in pages"),
      count(taken(.backup), "value is of a backup", "values are of a backup"),
      count(
        dropped, "value of a forgotten scene was left out",
        "values of forgotten scenes were left out"),
      unnamed.flatMap { $0 == 0 ? nil : Self.leftOut($0) },
      count(olderRecords.count, "record may be an older one", "records may be older ones"),
      count(found.count, "record is lost", "records are lost"),
      count(leftOut.count, "row contradicts itself", "rows contradict themselves"),
    ].compactMap(\.self)
    let searched = steps.contains { $0.source == .leafScan || $0.source == .backup }
    guard parts.isEmpty, searched, !wasSound else { return parts }
    return ["a later commit may have left no trace"]
  }
}

extension StoreExamination.Finding {
  var isOfNewerBackup: Bool {
    if case .load = repair { return true }
    return false
  }
}
