import SceneReports
import SceneScenarios
import SceneState
import StoreFormat

/// Lays out the entries of a store as a table with a footer.
struct StoreListing {
  /// Values are cut here if no terminal limits them, unless all of them was asked for.
  private static let valueColumns = 120

  let entries: [StoredEntry]
  let snapshot: StoreSnapshot
  let symbols: Symbols
  let paint: Paint
  /// The notes about values that could not be read and stand in their place.
  var notes: [[UInt8]: SetAsideEntry] = [:]
  /// Seconds since 2001.
  var now = 0.0
  /// What an app declares and the store has no value for.
  var defaults: [DeclaredDefault] = []

  func table(width: Int?, isFull: Bool) -> [String] {
    let rows = entries.map(\.facts)
    // Most keys have had one version only.
    let showsVersion = rows.contains { $0.version > 1 }
    var table = TextTable(
      [
        .init("SCENE", cutWidth: 8), .init("TAB", cutWidth: 6), .init("KEY", cutWidth: 8),
        .init("TYPE", cutWidth: 6, isOptional: true),
        .init("SIZE", isRightAligned: true, isOptional: true),
        .init("CHANGED", minimumWidth: 8, isOptional: true),
      ] + (showsVersion ? [.init("VERSION", isOptional: true)] : []) + [
        .init("VALUE", cutWidth: 10)
      ])
    func cut(_ json: String) -> String {
      isFull ? json : DisplayWidth.cut(json, to: Self.valueColumns, mark: symbols.ellipsis)
    }
    for (facts, entry) in zip(rows, entries) {
      table.add(
        [
          symbols.visible(snapshot.scenePart(of: facts.scene)),
          facts.path.placeText.map(symbols.visible) ?? symbols.dash,
          symbols.visible(AddressPart.escaped(facts.key)), symbols.visible(facts.type),
          Amount.bytes(facts.bytes),
          facts.fault == .damaged ? symbols.dash : "txn \(facts.transaction)",
        ] + (showsVersion ? [String(facts.version)] : []) + [cut(value(facts, entry))])
    }
    for row in defaults {
      table.add(
        [
          symbols.visible(snapshot.scenePart(of: row.scene)),
          row.path.placeText.map(symbols.visible) ?? symbols.dash,
          symbols.visible(AddressPart.escaped(row.key)), symbols.visible(row.type), symbols.dash,
          "default",
        ] + (showsVersion ? [symbols.dash] : [])
          + [cut(symbols.visibleJSON(row.value?.jsonText ?? "null"))])
    }
    return table.lines(width: isFull ? nil : width, ellipsis: symbols.ellipsis, paint: paint)
  }

  /// The value as JSON; one that could not be read says why in front of it.
  private func value(_ facts: EntryFacts, _ entry: StoredEntry) -> String {
    let json =
      facts.value.map { symbols.visibleJSON($0.jsonText) }
      ?? facts.placeholder
    guard !notes.isEmpty, let note = notes[entry.storedKey] else { return json }
    return "(set aside: \(note.record.reason.name)) \(json)"
  }

  /// `4 values in 2 scenes · 40 B of values · file 16 KiB of 16 MiB`.
  var footer: String {
    let scenes = Set(entries.compactMap(\.scene)).count
    let bytes = entries.reduce(0) { $0 + $1.bytes }
    var facts = [
      "\(Amount.count(entries.count, "value")) in \(Amount.count(scenes, "scene"))",
      "\(Amount.bytes(bytes)) of values",
    ]
    // What was read from a cluster has none.
    if snapshot.limitBytes > 0 {
      facts.append(
        "file \(Amount.bytes(snapshot.fileBytes)) of \(Amount.bytes(snapshot.limitBytes))")
    }
    if !snapshot.setAside.isEmpty { facts.append("\(snapshot.setAside.count) set aside") }
    if !(snapshot.unreadableCount == 0) {
      facts.append(
        Amount.count(snapshot.unreadableCount, "unreadable entry", plural: "unreadable entries"))
    }
    return facts.joined(separator: " \(symbols.dot) ")
  }

  /// Scene, tab, key: each level under the one it belongs to.
  func tree(width: Int?, isFull: Bool) -> [String] {
    var lines: [String] = []
    let output = SceneOutput(symbols: symbols, paint: paint, now: now)
    let known = Dictionary(
      SceneFacts.all(in: snapshot).map { ($0.session.id, $0) }, uniquingKeysWith: { one, _ in one })
    var index = entries.startIndex
    while index < entries.endIndex {
      let scene = entries[index].scene
      let end = entries[index...].firstIndex { $0.scene != scene } ?? entries.endIndex
      let label = scene.map(snapshot.label) ?? "?app"
      let heading = scene.flatMap { known[$0] }.map(output.heading) ?? ""
      lines.append(
        paint.strong(symbols.visible(label)) + (heading.isEmpty ? "" : "  " + paint.faint(heading)))
      lines += branches(entries[index..<end].map { ($0, $0.facts) }, depth: 0, indent: "")
      index = end
    }
    guard !isFull else { return lines }
    let limit = width ?? Self.valueColumns
    return lines.map { line in
      // Colours take no room, and cutting them off would colour the rest of the terminal.
      if DisplayWidth.of(Paint.removed(from: line)) <= limit { return line }
      return DisplayWidth.cut(Paint.removed(from: line), to: limit, mark: symbols.ellipsis)
    }
  }

  private func branches(
    _ rows: [(entry: StoredEntry, facts: EntryFacts)], depth: Int, indent: String
  ) -> [String] {
    var lines: [String] = []
    var rest = rows[...]
    let keyWidth =
      rows.filter { $0.facts.path.components.count == depth }
      .map { DisplayWidth.of(symbols.visible($0.facts.key)) }.max() ?? 0
    while let first = rest.first {
      let isValue = first.facts.path.components.count == depth
      let group =
        isValue ? rest.prefix(1) : rest.prefix { sharesBranch($0.facts, first.facts, depth) }
      rest = rest.dropFirst(group.count)
      let (knot, below) = knots(isLast: rest.isEmpty)
      if isValue {
        let key = DisplayWidth.padded(symbols.visible(first.facts.key), to: keyWidth)
        let value = SafeText.isolated(value(first.facts, first.entry))
        lines.append("\(indent)\(knot)\(key)  \(value)")
      } else {
        let name = first.facts.path.components[depth].texts.joined(separator: " ")
        lines.append("\(indent)\(knot)\(symbols.visible(name))")
        lines += branches(Array(group), depth: depth + 1, indent: indent + below)
      }
    }
    return lines
  }

  private func sharesBranch(
    _ one: EntryFacts, _ other: EntryFacts, _ depth: Int
  ) -> Bool {
    one.path.components.count > depth
      && one.path.components[depth] == other.path.components[depth]
  }

  private func knots(isLast: Bool) -> (knot: String, below: String) {
    if symbols.isASCII { return isLast ? ("`- ", "   ") : ("|- ", "|  ") }
    return isLast ? ("└─ ", "   ") : ("├─ ", "│  ")
  }
}
