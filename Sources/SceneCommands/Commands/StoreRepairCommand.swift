import SceneReports
import SceneScenarios
import SceneState
import StoreTools

/// `scenesim store repair [STORE] -o NEW`.
enum StoreRepairCommand {
  static let command = Command(
    "store", "repair", abstract: "make a sound store of what can be saved; only in a new place",
    operands: "[STORE]", operandCount: .range(0...1), options: [StoreSource.option],
    examples: [
      .init("scenesim store repair demo.store -o repaired.store", "the old one stays as it is"),
      .init("scenesim store repair demo.store -o other.store --json", "what came from where"),
      .init("scenesim store repair demo.store -o third.store -n", "only what is wrong with it"),
    ]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 0)
    guard let goal = console.claimOutputPath() else {
      throw CommandFailure.usage(
        "repair writes only into a new place", hint: "say where with -o",
        next: "scenesim store repair \(target.word) -o repaired-\(ShellText.word(target.name))")
    }
    guard target.exists else { throw StoreSource.failure(try missing(target), target.directory) }
    guard OutputFile.isEmptyOrMissing(goal) else {
      throw CommandFailure(
        .unusable, "there is something at '\(goal)' already", code: "file-exists",
        hint: "repair never replaces anything; choose another name")
    }
    let examination = try examine(target)
    if console.isDryRun {
      console.tellWould("repair", "\(target.directory) into \(goal)")
      return examination.isSound ? .success : .no
    }
    let wasThere = OutputFile.exists(goal)
    let report: RecoveryReport
    do throws(SceneProblem) {
      report = try StoreEditor.repair(target.directory, into: goal) { progress in
        if console.canMove { console.showProgress("\(progress.percent) % read") }
      }
      console.clearProgress()
    } catch {
      console.clearProgress()
      if !wasThere { OutputFile.removeFolder(goal) }
      throw target.failure(error)
    }
    // A value that looks like one of a newer version is kept as it is, and may be damaged too.
    let result = try examine(StoreTarget(directory: goal))
    let isLossless = report.isLossless(ofSound: examination.isSound) && result.isSound
    try RepairReport(report: report, isLossless: isLossless, target: target, goal: goal)
      .write(invocation, console)
    return isLossless ? .success : .no
  }

  private static func missing(
    _ target: StoreTarget
  ) throws(CommandFailure) -> StoreInspector.Failure {
    OutputFile.exists(target.directory) ? .notAStore : .missing
  }

  private static func examine(_ target: StoreTarget) throws(CommandFailure) -> StoreExamination {
    do throws(StoreInspector.Failure) {
      return try StoreInspector.examine(target.directory)
    } catch { throw StoreSource.failure(error, target.directory) }
  }
}

/// What a repair saved and lost.
private struct RepairReport {
  let report: RecoveryReport
  let isLossless: Bool
  let target: StoreTarget
  let goal: String

  func write(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
    switch invocation.format {
    case .json, .jsonl: try console.write(json.line + "\n")
    case .plain:
      try console.write("values\t\(report.values)\nolder\t\(report.older.count)\n")
      try console.write("setAside\t\(report.setAside.count)\ndropped\t\(report.dropped)\n")
      try console.write("leftOut\t\(report.leftOut.count)\nfound\t\(report.found.count)\n")
      try console.write("unproved\t\(report.unproved.count)\n")
      try console.write("olderRecords\t\(report.olderRecords.count)\n")
    case .table:
      for step in report.steps where !invocation.has("quiet") {
        try console.write("\(SafeText.escaped(step.description))\n")
      }
      for address in report.older {
        try console.write("older      \(SafeText.escaped(address))\n")
      }
      for address in report.setAside {
        try console.write("set aside  \(SafeText.escaped(address))\n")
      }
      for scene in report.olderRecords {
        try console.write("older      \(SafeText.escaped(scene)): its record may be older\n")
      }
      for scene in report.found {
        try console.write(
          "found      \(SafeText.escaped(scene)): its values are back, its record is lost\n")
      }
      for scene in report.unproved {
        try console.write(
          "not proved \(SafeText.escaped(scene)): the name may be another scene's\n")
      }
      for row in report.leftOut {
        try console.write("left out   '\(SafeText.escaped(row))', which contradicts itself\n")
      }
      guard !invocation.has("quiet") else { return }
      let saved = "\(SafeText.escaped(goal)): \(Amount.count(report.values, "value")) saved"
      let note = isLossless ? ", nothing is lost" : "; something may be lost"
      try console.write(saved + note + "\n")
    }
  }

  private var json: JSON {
    .object([
      .init("schema", .string("scenesim.store.repair/1")),
      .init("store", .string(target.directory)), .init("to", .string(goal)),
      .init("lossless", .bool(isLossless)), .init("values", .int(report.values)),
      .init("older", .list(report.older.map { .string($0) })),
      .init("setAside", .list(report.setAside.map { .string($0) })),
      .init("dropped", .int(report.dropped)),
      .init(
        "steps",
        .list(
          report.steps.map { step in
            .object([
              .init("source", .string(step.source.rawValue)),
              .init("outcome", .string(step.outcome)), .init("values", .int(step.values)),
            ])
          })),
      .init("leftOut", .list(report.leftOut.map { .string($0) })),
      .init("unproved", .list(report.unproved.map { .string($0) })),
      .init("found", .list(report.found.map { .string($0) })),
      .init("olderCommits", .int(report.olderCommits)),
      .init("olderRecords", .list(report.olderRecords.map { .string($0) })),
    ])
  }
}

extension RecoveryReport {
  /// Whether everything comes from the last commit, and could be read: nobody had to look further,
  /// or in vain, because nothing was wrong with the store.
  fileprivate func isLossless(ofSound wasSound: Bool) -> Bool {
    let searched =
      !wasSound && steps.contains { $0.source == .leafScan || $0.source == .backup }
    let isNewest = steps.allSatisfy { $0.source == .newestSnapshot || $0.values == 0 }
    return !searched && isNewest && older.isEmpty && setAside.isEmpty && dropped == 0
      && leftOut.isEmpty && found.isEmpty && olderRecords.isEmpty
  }
}
