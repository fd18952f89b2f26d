/// A loop of the app over the rows of a table: `for-each: { t: "${rows.todos}" }`.
struct RowLoop {
  /// What a row is called in it.
  let variable: String
  let table: String

  /// What a step repeats its steps for; nil if that is something else.
  init?(_ step: ParsedStep) {
    guard step.kind is ForEachStep.Type, let entries = step.argument?.map, entries.count == 1,
      let name = VariableText.name(alone: entries[0].value)
    else { return nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts[0] == LateText.rows else { return nil }
    (variable, table) = (entries[0].key.name, parts[1])
  }

  /// The rounds of it, in which each row has all fields that any has, or had in the app as it is
  /// declared: those that it has not are nil.
  func padded(_ rounds: FlowRounds, in app: AppDeclaration) -> FlowRounds {
    var (names, known) = ([] as [PlacedName], [] as Set<String>)
    let declared = app.tables.first { $0.name == table }?.rows ?? []
    for row in rounds.compactMap({ $0.first?.value }) + declared {
      for entry in row.map ?? [] where known.insert(entry.key.name).inserted {
        names.append(entry.key)
      }
    }
    return FlowRounds(rounds.count) { number in
      rounds[number].map { name, row in
        let missing = names.filter { row[$0.name] == nil }.map { key in
          Entry(key: key, value: Node(.null, range: row.range))
        }
        return (name, row.holding(.map((row.map ?? []) + missing)))
      }
    }
  }
}

extension VariableText {
  /// The variable that a text is, with nothing beside it; nil for any other node.
  static func name(alone node: Node) -> String? {
    guard let text = node.text, text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
    let name = text.dropFirst(2).dropLast()
    return name.contains { "${}".contains($0) } ? nil : String(name)
  }
}
