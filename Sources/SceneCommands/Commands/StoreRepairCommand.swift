import SceneScenarios
import SceneState
import StoreFormat
import StoreTools

enum StoreRepairCommand {
  static let command = Command(
    "store", "repair", abstract: "make a sound store of what can be saved; only in a new place",
    operands: "[STORE]", operandCount: .range(0...1), options: [StoreSource.option]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 0)
    guard let goal = console.claimOutputPath() else {
      throw CommandFailure.usage(
        "repair writes only into a new place", hint: "say where with -o",
        next: "scenesim store repair \(target.word) -o repaired-\(ShellText.word(target.name))")
    }
    guard OutputFile.isEmptyOrMissing(goal) else {
      throw CommandFailure.taken(
        "something at '\(goal)'", hint: "repair never replaces anything; choose another name")
    }
    let examination = try wrong(with: target)
    if console.isDryRun {
      let found = examination.map { StoreCheckReport(examination: $0, target: target) }
      try console.write(lines: found?.table(console, onlyFound: true) ?? [])
      console.tellWould("repair", "\(target.directory) into \(goal)")
      return examination?.isSound == true ? .success : .no
    }
    let wasThere = OutputFile.exists(goal)
    let elsewhere = "scenesim store repair \(target.word) -o ANOTHER-PLACE"
    if !wasThere { try StoreTarget.makeFolder(goal, elsewhere: elsewhere) }
    let report: RecoveryReport
    do throws(SceneProblem) {
      report = try StoreEditor.repair(target.directory, into: goal) { progress in
        if console.canMove { console.showProgress("\(progress.percent) % read") }
      }
      console.clearProgress()
    } catch {
      console.clearProgress()
      if !wasThere { OutputFile.removeFolder(goal) }
      let failure = target.failure(error, writing: goal, elsewhere: elsewhere)
      let backups = examination?.findings.filter { $0.area == .backups } ?? []
      guard failure.code == SceneProblem.Code.storeNotUsable.rawValue, !backups.isEmpty else {
        throw failure
      }
      throw failure.with(hint: StoreSource.wholeBackups)
    }
    // A value that looks like one of a newer version is kept as it is, and may be damaged too.
    let result = try StoreSource(directory: goal).ask(StoreInspector.examine)
    let reasons =
      report.reasons(ofSound: examination?.isSound == true)
      + (result.isSound ? [] : ["`scenesim store check` finds something in the new store"])
    let newer = examination?.findings.filter { $0.isOfNewerBackup } ?? []
    try RepairReport(
      report: report, reasons: reasons, newer: newer.map(\.words), target: target, goal: goal
    ).write(invocation, console)
    for finding in newer where !console.isQuiet {
      guard let repair = finding.repair else { continue }
      console.complain("  next   \(SafeText.escaped(target.command(for: repair)))\n")
    }
    return reasons.isEmpty && newer.isEmpty ? .success : .no
  }

  /// What a check finds; nil if nothing but a backup is left.
  private static func wrong(with target: StoreTarget) throws(CommandFailure) -> StoreExamination? {
    let found: StoreExamination
    do throws(StoreInspector.Failure) { found = try StoreInspector.examine(target.directory) } catch
    {
      if case .gone = error { return nil }
      throw StoreSource.failure(error, target.directory)
    }
    guard !found.isSound else { return found }
    switch FileRemains(ofStore: target.directory) {
    case .nothing(let words): throw StoreSource.failure(.nothingLeft(words), target.directory)
    case .loadable(let file): throw StoreSource.failure(.loadable(file), target.directory)
    case .something, .backup, .noStore: return found
    }
  }
}
