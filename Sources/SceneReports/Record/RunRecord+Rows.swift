import SceneScenarios
import SceneSimulator

extension CaseRecord {
  /// What a report says about a case that was played.
  ///
  /// - Parameters:
  ///   - row: The case; its steps tell what there was to see.
  ///   - tool: The version of the tool.
  package init(_ row: RunRow, tool: String) {
    let isCase = row.scenario != row.title
    head = Head(
      file: row.file, number: row.number, scenario: row.scenario,
      title: isCase ? row.title : nil, line: row.line, outcome: row.outcome, steps: row.steps,
      total: row.total, seed: row.seed, tags: row.tags, skipReason: row.skipReason,
      messages: Self.messages(row),
      pictures: row.pictures.map { Picture(name: $0.name, step: $0.step) }, tool: tool)
    var files = row.source.map { [$0] } ?? []
    for case let moment? in row.played.map(\.moment)
    where !files.contains(where: { $0.path == moment.source.path }) {
      files.append(moment.source)
    }
    sources = files.map { Source(path: $0.path, text: $0.text) }
    let events = Dictionary(grouping: row.trace.events, by: \.step)
    steps = row.played.map { StepRecord($0, events[$0.number] ?? []) }
  }

  /// The words of the terminal, and the step that each is about.
  private static func messages(_ row: RunRow) -> [Message] {
    zip(row.diagnostics, row.messages()).map { Message(step: $0.step, text: $1) }
  }
}

extension StepRecord {
  init(_ step: PlayedStep, _ events: [TraceEvent]) {
    let moment = step.moment
    let shown = events.compactMap { event in
      if case .step(let text) = event.kind { text } else { nil }
    }
    var code: String?
    let outcome: Outcome
    switch step.outcome {
    case .passed: outcome = .passed
    case .failed: outcome = .failed
    case .refused(let reason): (outcome, code) = (.refused, reason)
    }
    head = Head(
      number: step.number, verb: step.verb, text: shown.last ?? step.text, file: step.file,
      line: step.line, endLine: moment?.endLine ?? step.line, outcome: outcome, code: code,
      isCheck: step.isCheck, groups: moment?.groups ?? [], rounds: moment?.rounds ?? "",
      version: moment?.version ?? 1, events: events.compactMap(Event.init),
      checks: moment?.checks ?? [], drag: moment?.drag, routes: moment?.routes ?? [])
    screens = moment?.screens ?? []
    stored = moment?.stored ?? []
  }
}

extension StepRecord.Event {
  /// What is neither a title nor a change of the store, which is told elsewhere.
  init?(_ event: TraceEvent) {
    switch event.kind {
    case .scenarioCase, .group, .step, .storePut, .storeGone: return nil
    case .app(let app): self.init(who: "app", text: app.text, detail: app.detail)
    case .window(let name, let window):
      self.init(who: name, text: window.text, detail: window.detail)
    case .refused(let code): self.init(who: "refused", text: code, detail: nil)
    case .problem(let code, let window):
      self.init(who: "problem", text: code, detail: window.isEmpty ? nil : window)
    case .storeAside(let place): self.init(who: "store", text: "set aside", detail: "\(place)")
    case .storeBack(let place): self.init(who: "store", text: "back again", detail: "\(place)")
    }
  }
}
