import SceneReports
import SceneState
import StoreTools

enum StoreCheckCommand {
  static let command = Command(
    "store", "check", abstract: "look for damage, leftovers and dead readers, and say what helps",
    operands: "[STORE]", operandCount: .range(0...1),
    options: [
      StoreSource.option,
      .value("app", "FILE", "also compare tabs and types with what this scenario or app declares"),
    ]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 0)
    // A mistake in the app's file is told before anything is looked at.
    let declared = try invocation.value("app").map { (name) throws(CommandFailure) in
      try DeclaredKeys(name, console: console)
    }
    var examination = try target.source.ask(StoreInspector.examine)
    try compare(&examination, declared, target)
    let report = StoreCheckReport(examination: examination, target: target)
    switch invocation.format {
    case .table:
      try console.write(lines: report.table(console, onlyFound: invocation.has("quiet")))
    case .plain: try console.write(lines: report.plain)
    case .jsonl: for line in report.lines { try console.write(line) }
    case .json: try console.write(report.json)
    }
    if examination.isUnreadable { return .unusable }
    return examination.isSound ? .success : .no
  }

  /// What only the app knows: its tabs, and the types of its keys.
  private static func compare(
    _ examination: inout StoreExamination, _ declared: DeclaredKeys?, _ target: StoreTarget
  ) throws(CommandFailure) {
    guard let declared else {
      examination.add(
        .note, .orphans,
        "tabs and declared types were not compared; --app FILE says what the app declares")
      examination.sort()
      return
    }
    let owner = try target.source.look { (look) throws(StoreInspector.Failure) in
      try look.header().app
    }
    let findings = try declared.findings(in: target.source.snapshot(), of: owner)
    for finding in findings { examination.add(finding) }
    examination.sort()
    if findings.isEmpty, let words = examination.summaries[.orphans] {
      examination.summaries[.orphans] = words + ", every tab and type fits the app"
    }
  }
}
