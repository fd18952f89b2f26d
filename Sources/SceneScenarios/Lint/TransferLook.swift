/// Finds places whose name follows that of their row too late: what they had went with the old one.
struct TransferLook {
  private let app: AppDeclaration
  private var found: [Diagnostic] = []

  static func warnings(_ scenario: [ParsedStep], _ app: AppDeclaration) -> [Diagnostic] {
    var look = TransferLook(app: app)
    let lists = [scenario] + app.actions.map(\.steps) + app.handlers.map(\.steps)
    for steps in lists { look.walk(steps.andInner) }
    return look.found
  }

  private init(app: AppDeclaration) { self.app = app }

  private mutating func walk(_ steps: [ParsedStep]) {
    // The places of rows that have another name by now, with the line of that.
    var gone: [String: Int] = [:]
    for step in steps {
      if step.kind is ChangeDataStep.Type {
        for place in renamedPlaces(in: step) { gone[place] = step.verb.range.start.line }
      }
      guard step.kind is RenameScopeStep.Type || step.kind is MoveScopeStep.Type,
        let from = step.argument?["from"], let place = from.text, let line = gone[place]
      else { continue }
      found.append(
        step.source.warning(
          at: from.range,
          "what `\(place)` had is gone by now: its row has another name since line \(line)",
          hint: "`\(step.verb.name)` comes before `change-data`"))
    }
  }

  /// The places about rows to which a step gives another name.
  private func renamedPlaces(in step: ParsedStep) -> [String] {
    (step.argument?.map ?? []).flatMap { table in
      (table.value["change"]?.map ?? []).flatMap { row in
        app.places.filter { kind in
          guard let about = kind.row, about.table == table.key.name else { return false }
          return row.value[about.field] != nil
        }.map { "\($0.name)/\(row.key.name)" }
      }
    }
  }
}
