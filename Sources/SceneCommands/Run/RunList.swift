import SceneReports
import SceneState

/// The cases that a run would play, without playing them.
struct RunList {
  let plan: RunPlan
  let invocation: Invocation
  let console: Console

  func write() throws(CommandFailure) -> ExitCode {
    let format = invocation.format
    if format == .json {
      let cases = plan.outline.entries.map(Self.json)
      let schema = JSON.Member("schema", .string("scenesim.cases/1"))
      try console.write(JSON.object([schema, .init("cases", .list(cases))]).line + "\n")
    }
    for entry in plan.outline.entries where format != .json {
      let cells = [entry.file, String(entry.number), entry.title].map { SafeText.escaped($0) }
      switch format {
      case .jsonl: try console.write(Self.json(entry).line + "\n")
      case .plain: try console.write(cells.joined(separator: "\t") + "\n")
      default:
        // A file that is not valid has no cases.
        let rest = entry.number == 0 ? "not valid" : "\(entry.number)  \(cells[2])"
        try console.write("\(cells[0])  \(rest)\n")
      }
    }
    return plan.entries.contains { if case .invalid = $0 { true } else { false } }
      ? .invalidInput : .success
  }

  private static func json(_ entry: RunOutline.Entry) -> JSON {
    .object([
      .init("file", .string(entry.file)), .init("number", .int(entry.number)),
      .init("case", .string(entry.title)),
    ])
  }
}
