package import SceneScenarios
internal import SceneState

/// A run as one JSON object for programs.
package struct JSONRunReporter: RunReporter {
  package static let kind = "json"
  package static let schema = "scenesim.run/1"

  private var rows: [JSON] = []
  private var totals = RunTotals()

  package init(_ style: ReportStyle, _ outline: [CaseRun]) {}

  package mutating func add(_ row: CaseRun) -> String {
    totals.add(row)
    rows.append(.object(Self.members(row)))
    return ""
  }

  package mutating func end(after duration: Duration) -> String {
    let object: JSON = [
      "schema": .string(Self.schema), "passed": .int(totals.passed), "failed": .int(totals.failed),
      "skipped": .int(totals.skipped), "invalid": .int(totals.invalid), "runs": .list(rows),
    ]
    return object.line + "\n"
  }

  // MARK: Parts

  /// A case; the last line of a case in JSON Lines has the same members.
  static func members(_ row: CaseRun) -> [JSON.Member] {
    var members = [
      JSON.Member("file", .string(row.file)), .init("number", .int(row.number)),
      .init("case", .string(row.title)), .init("line", .int(row.line)),
      .init("outcome", .string(row.outcome.rawValue)), .init("steps", .int(row.steps)),
    ]
    if let total = row.total { members.append(.init("of", .int(total))) }
    if let reason = row.skipReason { members.append(.init("reason", .string(reason))) }
    if let store = row.store { members.append(.init("store", .string(store))) }
    let errors = row.diagnostics.filter { $0.severity == .error }
    if let first = errors.first { members.append(.init("failure", object(first, of: row))) }
    if errors.count > 1 {
      let others = errors.dropFirst().map { object($0, of: row) }
      members.append(.init("others", .list(others)))
    }
    if !row.notes.isEmpty {
      members.append(.init("notes", .list(row.notes.map { object($0, of: row) })))
    }
    return members
  }

  private static func members(_ comparison: Comparison) -> [JSON.Member] {
    var members = [JSON.Member("looked_at", .string(comparison.lookedAt))]
    for (name, value) in [("expected", comparison.expected), ("actual", comparison.actual)] {
      // Nothing is not the same as nil: it is left out.
      if let json = value.json { members.append(.init(name, JSON.value(json))) }
    }
    if let writer = comparison.writtenBy {
      members.append(
        .init(
          "written_by",
          [
            "step": .int(writer.step), "file": .string(writer.file), "line": .int(writer.line),
            "verb": .string(writer.verb),
          ]))
    }
    return members
  }

  private static func object(_ diagnostic: Diagnostic, of row: CaseRun) -> JSON {
    let range = diagnostic.range
    var members = [JSON.Member("code", .string(diagnostic.code.rawValue))]
    // An included file, or the app's; most messages are about the scenario itself.
    if let file = diagnostic.file, file != row.file {
      members.append(.init("file", .string(file)))
    }
    members += [
      .init("line", .int(range.start.line)), .init("column", .int(range.start.column)),
      .init("endColumn", .int(range.end.column)), .init("message", .string(diagnostic.message)),
    ]
    if let step = diagnostic.step { members.append(.init("step", .int(step))) }
    if let comparison = diagnostic.comparison { members += self.members(comparison) }
    if let noticed = diagnostic.noticed {
      for (name, text) in [
        ("address", noticed.address), ("window", noticed.window), ("field", noticed.field),
        ("reason", noticed.reason),
      ] {
        if let text, !text.isEmpty { members.append(.init(name, .string(text))) }
      }
    }
    for (name, text) in [
      ("came_from", diagnostic.cameFrom), ("was_so", diagnostic.wasSo), ("hint", diagnostic.hint),
      ("next", diagnostic.next),
    ] {
      if let text { members.append(.init(name, .string(text))) }
    }
    return .object(members)
  }
}
