import SceneReports
import SceneScenarios
import SceneState

/// The cases that a run would play, without playing them.
struct RunList {
  let plan: RunPlan
  let invocation: Invocation
  let console: Console

  func write() throws(CommandFailure) -> ExitCode {
    let entries = plan.outline
    try console.answer(
      invocation, "cases", rows: "cases", entries.map(Self.json),
      plain: entries.map { Self.cells($0).joined(separator: "\t") }, table: entries.map(Self.line))
    return plan.entries.contains { if case .invalid = $0 { true } else { false } }
      ? .invalidInput : .success
  }

  private static func cells(_ entry: CaseRun) -> [String] {
    [entry.file, String(entry.number), entry.title].map { SafeText.escaped($0) }
  }

  private static func line(_ entry: CaseRun) -> String {
    let cells = cells(entry)
    // A file that is not valid has no cases.
    return "\(cells[0])  \(entry.number == 0 ? "not valid" : "\(cells[1])  \(cells[2])")"
  }

  private static func json(_ entry: CaseRun) -> JSON {
    ["file": .string(entry.file), "number": .int(entry.number), "case": .string(entry.title)]
  }
}
