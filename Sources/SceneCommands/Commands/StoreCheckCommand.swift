import SceneReports
import SceneScenarios
import SceneState
import StoreTools

/// `scenesim store check [STORE]`.
enum StoreCheckCommand {
  static let command = Command(
    "store", "check", abstract: "look for damage, leftovers and dead readers, and say what helps",
    operands: "[STORE]", operandCount: .range(0...1),
    options: [
      StoreSource.option,
      .value("app", "FILE", "also compare tabs and types with what this scenario or app declares"),
    ],
    examples: [
      .init(
        "scenesim store check demo.store", "every page and every value; code 1 if one is wrong"),
      .init("scenesim store check demo.store --json", "the same for programs"),
      .init("scenesim store check demo.store --quiet", "only what was found"),
    ]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 0)
    // A mistake in the app's file is told before anything is looked at.
    let declared = try invocation.value("app").map { (name) throws(CommandFailure) in
      try DeclaredKeys(name, console: console)
    }
    var examination: StoreExamination
    do throws(StoreInspector.Failure) {
      examination = try StoreInspector.examine(target.directory)
    } catch {
      throw StoreSource.failure(error, target.directory)
    }
    try compare(&examination, declared, target)
    let report = StoreCheckReport(examination: examination, target: target)
    switch invocation.format {
    case .table:
      for line in report.table(console, onlyFound: invocation.has("quiet")) {
        try console.write(line + "\n")
      }
    case .plain: for line in report.plain { try console.write(line + "\n") }
    case .jsonl: for line in report.lines { try console.write(line.line + "\n") }
    case .json: try console.write(report.json.line + "\n")
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
        .init(
          .note, .orphans,
          "tabs and declared types were not compared; --app FILE says what the app declares"))
      examination.sort()
      return
    }
    let source = StoreSource(directory: target.directory)
    let owner = try source.look { (look) throws(StoreInspector.Failure) in try look.header().app }
    let findings = try declared.findings(in: source.snapshot(), of: owner)
    for finding in findings { examination.add(finding) }
    examination.sort()
    if findings.isEmpty, let words = examination.summaries[.orphans] {
      examination.summaries[.orphans] = words + ", every tab and type fits the app"
    }
  }
}

/// What a check has shown, in each format.
private struct StoreCheckReport {
  let examination: StoreExamination
  let target: StoreTarget

  func table(_ console: Console, onlyFound: Bool) -> [String] {
    let rows = examination.lines.filter { !onlyFound || $0.severity ?? .note > .note }
    let isASCII = console.symbols.isASCII
    let words = rows.map { SafeText.escaped($0.words, asciiOnly: isASCII) }
    let widest = words.map { DisplayWidth.of($0) }.max() ?? 0
    let paint = console.paint
    var lines = zip(rows, words).map { row, text in
      let mark = DisplayWidth.padded(Self.mark(row.severity), to: 7)
      let area = DisplayWidth.padded(row.area.rawValue, to: 9)
      let isBad = row.severity ?? .note > .note
      let start = "\(isBad ? paint.bad(mark) : mark) \(area)  "
      guard let next = row.repair.map(command) else { return start + text }
      return start + DisplayWidth.padded(text, to: min(widest, 60)) + "  "
        + SafeText.escaped(next, asciiOnly: isASCII)
    }
    if !onlyFound || !lines.isEmpty { lines.append(summary) }
    return lines
  }

  private var summary: String {
    let damage = examination.count(of: .damage)
    let warnings = examination.count(of: .warning)
    if damage == 0, warnings == 0 { return "nothing is wrong" }
    let parts = [
      damage > 0 ? Amount.count(damage, "damage", plural: "damages") : nil,
      warnings > 0 ? Amount.count(warnings, "warning") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  var plain: [String] {
    examination.lines.map { line in
      [
        Self.mark(line.severity), line.area.rawValue, SafeText.escaped(line.words),
        line.repair.map { SafeText.escaped(command($0)) } ?? "-",
      ].joined(separator: "\t")
    }
  }

  var lines: [JSON] {
    examination.findings.map { finding in
      .object([
        .init("severity", .string(Self.mark(finding.severity))),
        .init("area", .string(finding.area.rawValue)), .init("words", .string(finding.words)),
        .init("address", finding.address.map { .string($0) } ?? .null),
        .init("page", finding.page.map { .unsigned($0) } ?? .null),
        .init("next", finding.repair.map { .string(command($0)) } ?? .null),
      ])
    }
  }

  var json: JSON {
    .object([
      .init("schema", .string("scenesim.store.check/1")),
      .init("store", .string(target.directory)), .init("sound", .bool(examination.isSound)),
      .init("txn", .unsigned(examination.transaction)),
      .init("inUse", .bool(examination.isInUse)), .init("older", .bool(examination.isOlder)),
      .init("findings", .list(lines)),
    ])
  }

  private static func mark(_ severity: StoreExamination.Severity?) -> String {
    switch severity {
    case nil: "ok"
    case .note: "note"
    case .warning: "warning"
    case .damage: "damage"
    }
  }

  private func command(_ repair: StoreExamination.Repair) -> String {
    switch repair {
    case .recover: "scenesim store repair \(target.word) -o \(ShellText.word(repairedName))"
    case .load(let backup):
      "scenesim store load NEW \(ShellText.word("\(target.directory)/\(backup)"))"
    case .loadElsewhere: "scenesim store load NEW-FOLDER FILE"
    case .remove(let address):
      "scenesim store rm \(target.word) \(ShellText.word(address)) --force"
    case .showSetAside(let address):
      "scenesim store ls \(target.word) \(ShellText.word(address)) --set-aside"
    case .clearStaleReaders: "scenesim store readers \(target.word) --clear-stale"
    case .showFolder: target.lookingAtFolder
    case .useNewerVersion: "scenesim version"
    }
  }

  private var repairedName: String { "repaired-\(target.name)" }
}
