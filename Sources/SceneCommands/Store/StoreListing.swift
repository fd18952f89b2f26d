import SceneReports
import SceneState

/// Lays out the entries of a store as a table with a footer.
struct StoreListing {
  /// Values are cut here if no terminal limits them, unless all of them was asked for.
  private static let valueColumns = 120

  let entries: [StoredEntry]
  let snapshot: StoreSnapshot
  let symbols: Symbols
  let paint: Paint

  func table(width: Int?, isFull: Bool) -> [String] {
    var table = TextTable([
      .init("SCENE", cutWidth: 8), .init("TAB", cutWidth: 6), .init("KEY", cutWidth: 8),
      .init("TYPE", cutWidth: 6), .init("SIZE", isRightAligned: true),
      .init("CHANGED", minimumWidth: 8), .init("VALUE", cutWidth: 10),
    ])
    for entry in entries {
      let json = VisibleText.escapedJSON((entry.json ?? "null"), asciiOnly: symbols.isASCII)
      let value =
        isFull ? json : DisplayWidth.cut(json, to: Self.valueColumns, mark: symbols.ellipsis)
      table.add([
        visible(snapshot.scenePart(of: entry)),
        entry.placeText.map(visible) ?? symbols.dash,
        visible(AddressPart.escaped(entry.key)), visible(entry.type),
        Amount.bytes(entry.bytes), "txn \(entry.transaction)", value,
      ])
    }
    let limit = isFull ? nil : width
    return table.lines(width: limit, ellipsis: symbols.ellipsis, paint: paint)
  }

  /// `4 values in 2 scenes · 40 B of values · file 16 KiB of 16 MiB`.
  var footer: String {
    let scenes = Set(entries.compactMap(\.scene)).count
    let bytes = entries.reduce(0) { $0 + $1.bytes }
    var facts = [
      "\(Amount.count(entries.count, "value")) in \(Amount.count(scenes, "scene"))",
      "\(Amount.bytes(bytes)) of values",
      "file \(Amount.bytes(snapshot.fileBytes)) of \(Amount.bytes(snapshot.limitBytes))",
    ]
    if !(snapshot.unreadableCount == 0) {
      facts.append(
        Amount.count(snapshot.unreadableCount, "unreadable entry", plural: "unreadable entries"))
    }
    return facts.joined(separator: " \(symbols.dot) ")
  }

  /// Scene, tab, key: each level under the one it belongs to.
  func tree(width: Int?, isFull: Bool) -> [String] {
    var lines: [String] = []
    var index = entries.startIndex
    while index < entries.endIndex {
      let scene = entries[index].scene
      let end = entries[index...].firstIndex { $0.scene != scene } ?? entries.endIndex
      let label = scene.map(snapshot.label) ?? "?app"
      lines.append(paint.strong(visible(label)))
      lines += branches(Array(entries[index..<end]), depth: 0, indent: "")
      index = end
    }
    guard !isFull else { return lines }
    let limit = width ?? Self.valueColumns
    return lines.map { DisplayWidth.cut($0, to: limit, mark: symbols.ellipsis) }
  }

  private func branches(
    _ entries: [StoredEntry], depth: Int, indent: String
  ) -> [String] {
    var lines: [String] = []
    var rest = entries[...]
    let keyWidth =
      entries.filter { $0.path.components.count == depth }
      .map { DisplayWidth.of(visible($0.key)) }.max() ?? 0
    while let first = rest.first {
      let isValue = first.path.components.count == depth
      let group = isValue ? rest.prefix(1) : rest.prefix { sharesBranch($0, first, depth) }
      rest = rest.dropFirst(group.count)
      let (knot, below) = knots(isLast: rest.isEmpty)
      if isValue {
        let json = VisibleText.escapedJSON(first.json ?? "null", asciiOnly: symbols.isASCII)
        let key = DisplayWidth.padded(visible(first.key), to: keyWidth)
        lines.append("\(indent)\(knot)\(key)  \(json)")
      } else {
        let name = first.path.components[depth].texts.joined(separator: " ")
        lines.append("\(indent)\(knot)\(visible(name))")
        lines += branches(Array(group), depth: depth + 1, indent: indent + below)
      }
    }
    return lines
  }

  private func sharesBranch(
    _ one: StoredEntry, _ other: StoredEntry, _ depth: Int
  ) -> Bool {
    one.path.components.count > depth
      && one.path.components[depth] == other.path.components[depth]
  }

  private func knots(isLast: Bool) -> (knot: String, below: String) {
    if symbols.isASCII { return isLast ? ("`- ", "   ") : ("|- ", "|  ") }
    return isLast ? ("└─ ", "   ") : ("├─ ", "│  ")
  }

  private func visible(_ text: String) -> String {
    VisibleText.escaped(text, asciiOnly: symbols.isASCII)
  }
}
