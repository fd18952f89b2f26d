/// A run for programs: one object, or one event per line.
package enum JSONRunReporter {
  package static let schema = "scenesim.run/1"

  /// The object of `--json`.
  package static func object(_ rows: [RunRow]) -> JSON {
    let totals = RunTotals(rows)
    return .object([
      .init("schema", .string(schema)), .init("passed", .int(totals.passed)),
      .init("failed", .int(totals.failed)), .init("skipped", .int(totals.skipped)),
      .init("invalid", .int(totals.invalid)),
      .init("runs", .list(rows.map(run))),
    ])
  }

  /// The first line of `--format jsonl` for a case.
  package static func begin(file: String, number: Int, title: String) -> JSON {
    .object([
      .init("event", .string("run")), .init("schema", .string(schema)),
      .init("file", .string(file)), .init("number", .int(number)), .init("case", .string(title)),
    ])
  }

  /// A line between the first and the last: `step`, `event`, `store` or `check`.
  package static func event(_ kind: String, step: Int, _ members: [JSON.Member]) -> JSON {
    .object([.init("event", .string(kind)), .init("step", .int(step))] + members)
  }

  /// The last line for a case.
  package static func end(_ row: RunRow) -> JSON {
    guard case .object(let members) = run(row) else { return .null }
    return .object([.init("event", .string("end"))] + members)
  }

  private static func run(_ row: RunRow) -> JSON {
    var members = [
      JSON.Member("file", .string(row.file)), .init("case", .string(row.title)),
      .init("outcome", .string(row.outcome.rawValue)), .init("steps", .int(row.steps)),
    ]
    if let total = row.total { members.append(.init("of", .int(total))) }
    if let failure = row.failure { members.append(.init("failure", object(failure))) }
    return .object(members)
  }

  private static func object(_ failure: RunRow.Failure) -> JSON {
    var members = [
      JSON.Member("code", .string(failure.code)), .init("line", .int(failure.line)),
      .init("column", .int(failure.column)), .init("endColumn", .int(failure.endColumn)),
      .init("message", .string(failure.message)),
    ]
    if let step = failure.step { members.append(.init("step", .int(step))) }
    for (name, value) in [
      ("expected", failure.expected), ("actual", failure.actual),
    ] {
      if let value { members.append(.init(name, value)) }
    }
    for (name, text) in [("came_from", failure.cameFrom), ("hint", failure.hint)] {
      if let text { members.append(.init(name, .string(text))) }
    }
    return .object(members)
  }
}
