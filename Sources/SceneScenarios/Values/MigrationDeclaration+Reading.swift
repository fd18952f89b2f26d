extension MigrationDeclaration {
  static let known = ScenarioLanguage.migration.names

  /// Reads the list under `migrations:`.
  ///
  /// - Parameters:
  ///   - node: The list; nil gives none.
  ///   - types: The types of the version that is declared.
  ///   - known: How many of them an older version brought: their fields may be gone since.
  ///   - version: The version that is declared.
  ///   - source: The file.
  ///   - mistakes: Gets the mistakes.
  /// - Returns: The migrations in order of declaration.
  static func all(
    _ node: Node?, types: TypeTable, known: Int, version: Int, in source: SourceFile,
    _ mistakes: inout DiagnosticList
  ) -> [MigrationDeclaration] {
    guard let node,
      let nodes = mistakes.collect(try source.list(node, for: "`migrations`"))
    else { return [] }
    var result: [MigrationDeclaration] = []
    var places: [(migration: MigrationDeclaration, map: NodeMap)] = []
    for (index, node) in nodes.enumerated() {
      guard
        let map = mistakes.map(node, in: source, of: "this migration", known: Self.known),
        let migration = read(map, types, isNew: index >= known, &mistakes)
      else { continue }
      result.append(migration)
      if index >= known { places.append((migration, map)) }
    }
    for (migration, map) in places {
      let unknown = migration.unknownFields(map, types, all: result)
      guard migration.to > version, var first = unknown.first else {
        mistakes.append(contentsOf: unknown)
        continue
      }
      // What it is to make is declared where that version is.
      first.hint =
        "this migration makes version \(migration.to), and the app is version \(version) here: it "
        + "belongs into the `update` that says `version: \(migration.to)`"
      mistakes.append(first)
    }
    return result
  }

  private static func read(
    _ map: NodeMap, _ types: TypeTable, isNew: Bool, _ mistakes: inout DiagnosticList
  ) -> MigrationDeclaration? {
    let source = map.source
    let type = mistakes.collect { () throws(Diagnostic) in
      let node = try map.required("type")
      if isNew {
        // What is no type at all is told below.
        if let word = node.text, types[word] == nil, (try? types.type(node))?.isScalar == true {
          throw source.contradiction(
            node, "migrations change the fields of a type in `types`, and `\(word)` has none",
            hint: "a key of another kind is read anew: give the new one a name of its own")
        }
        let name = try source.name(node, "type", among: types.names)
        if case .oneOf? = types[name] {
          throw source.contradiction(
            node, "`\(name)` is an enumeration: migrations change the fields of a type",
            hint: "`else` of an enumeration takes the words that are gone")
        }
        return name
      }
      return try source.text(node, for: "`type`")
    }
    let to = mistakes.collect { () throws(Diagnostic) in
      _ = try map.required("to")
      return try map.optionalInt("to", from: 1, to: Int(UInt32.max)) ?? 1
    }
    let drop = mistakes.read(try map.optionalTexts("drop")) ?? []
    var result = MigrationDeclaration(type: type ?? "", to: to ?? 0, drop: drop)
    result.dropRange = map.optional("drop")?.range
    for entry in entries(map, "rename", &mistakes) {
      let name = mistakes.collect(
        try source.text(entry.value, for: "the new name of `\(entry.key.name)`"))
      if let name {
        result.rename.append(Rename(from: entry.key.name, to: name))
        result.fieldRanges[name] = entry.key.range
      }
    }
    for entry in entries(map, "convert", &mistakes) {
      result.fieldRanges[entry.key.name] = entry.key.range
      let meaning = mistakes.read(try result.meaning(entry, isNew ? types : nil, in: source))
      if let meaning { result.convert.append(Conversion(field: entry.key.name, meaning)) }
    }
    for entry in entries(map, "fill", &mistakes) {
      result.fieldRanges[entry.key.name] = entry.key.range
      let value = mistakes.collect(try result.fillValue(entry, types, isNew: isNew, in: source))
      if let value { result.fill.append(Fill(field: entry.key.name, value: value)) }
    }
    return type == nil || to == nil ? nil : result
  }

  /// A kind, or a table of words, which fit the field if it is what a read will find.
  private func meaning(
    _ entry: Entry, _ types: TypeTable?, in source: SourceFile
  ) throws(Diagnostic) -> Meaning? {
    guard entry.value.map != nil else {
      if let scaled = entry.value.text.flatMap({ Meaning(factor: $0) }) { return scaled }
      if let text = entry.value.text, text.contains(where: \.isNumber) {
        throw source.diagnostic(
          .wrongValue, at: entry.value.range, "`\(text)` makes no number of `\(entry.key.name)`",
          hint: "its unit changes with `times 100` or `over 100`")
      }
      let word = try source.word(
        entry.value, of: Kind.allCases.map(\.rawValue),
        for: "the new kind of `\(entry.key.name)`")
      return Kind(rawValue: word).map { .kind($0) }
    }
    let table = try WordTable(entry.value, for: "`\(entry.key.name)`", in: source)
    let field = types?[type]?.fields?.first { $0.name == entry.key.name }
    for word in field == nil ? [] : entry.value.map ?? [] {
      _ = try field?.type.value(of: word.value, in: source)
    }
    return .words(table)
  }

  private static func entries(
    _ map: NodeMap, _ key: String, _ mistakes: inout DiagnosticList
  ) -> [Entry] {
    mistakes.read(try map.optionalMap(key)?.entries) ?? []
  }

  /// A value that fits the field, if the field is what a read will find.
  private func fillValue(
    _ entry: Entry, _ types: TypeTable, isNew: Bool, in source: SourceFile
  ) throws(Diagnostic) -> ScenarioValue {
    let field = types[type]?.fields?.first { $0.name == entry.key.name }
    let isConverted = convert.contains { $0.field == entry.key.name }
    if isNew, !isConverted, let field {
      return try field.type.value(of: entry.value, in: source)
    }
    return ScenarioValue(entry.value.content)
  }

  private func makes(_ field: String) -> Bool {
    fill.contains { $0.field == field } || rename.contains { $0.to == field }
  }

  /// A mistake for each field that neither the type has nor a later migration looks for.
  private func unknownFields(
    _ map: NodeMap, _ types: TypeTable, all: [MigrationDeclaration]
  ) -> [Diagnostic] {
    guard let fields = types[type]?.fields?.map(\.name) else { return [] }
    let later = all.filter { $0.type == type && $0.to > to }
    let names = fields + later.flatMap { $0.consumed.sorted() }
    var result: [Diagnostic] = []
    for key in ["fill", "convert"] {
      for entry in map.optional(key)?.map ?? [] where !names.contains(entry.key.name) {
        result.append(
          map.source.unknownKey(entry.key, of: "type `\(type)`", known: fields))
      }
    }
    for entry in map.optional("rename")?.map ?? [] {
      guard let name = entry.value.text, !names.contains(name),
        !convert.contains(where: { $0.field == name })
      else { continue }
      result.append(
        map.source.diagnostic(
          .wrongValue, at: entry.value.range, "there is no field `\(name)` in type `\(type)`",
          hint: fields.contains(entry.key.name)
            ? "declare it, as `types: { \(type): { \(name): … } }`; where `\(entry.key.name)` is the new "
              + "name, the old one comes first: `rename: { \(name): \(entry.key.name) }`"
            : SourceFile.choice(for: name, among: fields)))
    }
    // One whose new name there is not was told.
    let renamed = (map.optional("rename")?.map ?? [])
      .filter { $0.value.text.map(names.contains) ?? true }.map { ($0.key.name, $0.key.range) }
    let dropped = (map.optional("drop")?.list ?? []).map { ($0.text ?? "", $0.range) }
    for (old, range) in renamed + dropped {
      guard let field = types[type]?.fields?.first(where: { $0.name == old }),
        !all.contains(where: { $0.type == type && $0.makes(old) })
      else { continue }
      result.append(
        map.source.diagnostic(
          .contradiction, at: range,
          "`\(old)` is a field of type `\(type)` still, and nothing fills it"
            + (field.initial == nil ? "" : " but its default"),
          hint: "an update adds to a type; `types: { \(type): { \(old): $remove } }` takes it away"
            + (field.isNeeded ? "" : ", and `fill: { \(old): … }` says that it begins anew"))
      )
    }
    return result
  }
}
