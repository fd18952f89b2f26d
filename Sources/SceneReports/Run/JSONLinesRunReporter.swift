package import SceneScenarios
import SceneSimulator

/// A run as one JSON object per line, in the order in which things happened.
///
/// Each line has `event`: `run` begins a case, `step`, `event`, `store` and `check` follow, and
/// `end` is the whole case as in the JSON object.
package struct JSONLinesRunReporter: RunReporter {
  package static let kind = "jsonl"

  package init(_ style: ReportStyle, _ outline: [CaseRun]) {}

  package mutating func add(_ row: CaseRun) -> String {
    let begin = [
      JSON.Member("schema", .string(JSONRunReporter.schema)), .init("file", .string(row.file)),
      .init("number", .int(row.number)), .init("case", .string(row.title)),
    ]
    let end = JSONRunReporter.members(row)
    let lines = [Self.line("run", begin)] + StepLines(row).all + [Self.line("end", end)]
    return lines.map { $0.line + "\n" }.joined()
  }

  package mutating func end(after duration: Duration) -> String { "" }

  fileprivate static func line(_ event: String, _ members: [JSON.Member]) -> JSON {
    .object([.init("event", .string(event))] + members)
  }

  /// The lines between the first and the last of a case.
  private struct StepLines {
    private let row: CaseRun
    private let traced: [Int: [TraceEvent]]

    init(_ row: CaseRun) {
      self.row = row
      traced = Dictionary(grouping: row.trace.events, by: \.step)
    }

    var all: [JSON] {
      row.played.flatMap { step in
        [first(step)] + (traced[step.number] ?? []).compactMap { line($0) }
      }
    }

    /// The line of the step itself.
    private func first(_ step: PlayedStep) -> JSON {
      var members = [JSON.Member("step", .int(step.number))]
      if step.file != row.file { members.append(.init("file", .string(step.file))) }
      members += [.init("line", .int(step.line)), .init("text", .string(step.text))]
      switch step.outcome {
      case .passed: if step.isCheck { members.append(.init("outcome", .string("passed"))) }
      case .failed: members.append(.init("outcome", .string("failed")))
      case .refused: members.append(.init("outcome", .string("refused")))
      }
      return JSONLinesRunReporter.line(step.isCheck ? "check" : "step", members)
    }

    private func line(_ event: TraceEvent) -> JSON? {
      let step = JSON.Member("step", .int(event.step))
      func happened(_ event: PlayedStep.Event) -> JSON {
        var members = [
          step, .init("who", .string(event.who)), .init("text", .string(event.text)),
        ]
        if let detail = event.detail { members.append(.init("detail", .string(detail))) }
        return JSONLinesRunReporter.line("event", members)
      }
      func stored(_ change: String, _ place: StoredPlace, _ json: String? = nil) -> JSON {
        var members = [
          step, .init("change", .string(change)), .init("address", .string("\(place)")),
        ]
        if let json { members.append(.init("value", JSON.value(json))) }
        return JSONLinesRunReporter.line("store", members)
      }
      return switch event.kind {
      case .storePut(let place, let json): stored("put", place, json)
      case .storeGone(let place): stored("gone", place)
      case .storeAside(let place): stored("aside", place)
      case .storeBack(let place): stored("back", place)
      default: PlayedStep.Event(event).map(happened)
      }
    }
  }
}
