/// Finds places whose name follows that of their row too late: what they had went with the old one.
struct TransferLook {
  private let app: AppDeclaration
  private var found: [Diagnostic] = []

  static func warnings(_ scenario: [ParsedStep], _ app: AppDeclaration) -> [Diagnostic] {
    var look = TransferLook(app: app)
    let lists = [scenario] + app.actions.map(\.steps) + app.handlers.map(\.steps)
    for steps in lists { look.walk(steps) }
    return look.found
  }

  private init(app: AppDeclaration) { self.app = app }

  private mutating func walk(_ steps: [ParsedStep]) {
    // The places of rows that have another name by now, with the line of that.
    var gone: [String: Int] = [:]
    for step in steps {
      // What may be left out, or is one of several ways, says nothing of what comes behind it.
      if !step.body.isEmpty || step.condition != nil || step.kind is RewindStep.Type {
        walk(step.body)
        gone = [:]
        continue
      }
      if step.kind is ChangeDataStep.Type {
        for (place, new) in renamedPlaces(in: step) {
          gone[place] = step.verb.range.start.line
          // A row that has its name back is the place that it was.
          if let new { gone[new] = nil }
        }
      }
      if let place = step.place?.text { gone[place] = nil }
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

  /// The places about rows to which a step gives another name, and that one, if it is written out.
  private func renamedPlaces(in step: ParsedStep) -> [(place: String, new: String?)] {
    (step.argument?.map ?? []).flatMap { table in
      (table.value["change"]?.map ?? []).flatMap { row in
        app.places.compactMap { kind in
          guard let about = kind.row, about.table == table.key.name, isName(about.field, of: table),
            let new = row.value[about.field], new.text != row.key.name
          else { return nil }
          return (
            "\(kind.name)/\(row.key.name)",
            new.text.flatMap { VariableText.isIn($0) ? nil : "\(kind.name)/\($0)" }
          )
        }
      }
    }
  }

  /// Whether a field is the one by which rows are named.
  private func isName(_ field: String, of table: Entry) -> Bool {
    app.node?["data"]?[table.key.name]?.list?.first?.map?.first?.key.name == field
  }
}
