import SceneReports
import SceneState

/// Lays out the entries of a store as a table with a footer.
struct StoreListing {
  /// Values are cut here if no terminal limits them, unless all of them was asked for.
  private static let valueColumns = 120

  let entries: [StoreSnapshot.Entry]
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
      let json = VisibleText.escapedJSON(entry.value.jsonText, asciiOnly: symbols.isASCII)
      let value =
        isFull ? json : DisplayWidth.cut(json, to: Self.valueColumns, mark: symbols.ellipsis)
      table.add([
        visible(entry.session.map { AddressPart.escaped($0.label, isFirst: true) } ?? "?app"),
        entry.placeText.map(visible) ?? symbols.dash,
        visible(AddressPart.escaped(entry.address.key)), visible(entry.type),
        Amount.bytes(entry.value.payload.count), "txn \(entry.transaction)", value,
      ])
    }
    let limit = isFull ? nil : width
    return table.lines(width: limit, ellipsis: symbols.ellipsis, paint: paint)
  }

  /// `4 values in 2 scenes · 40 B of values · file 16 KiB of 16 MiB`.
  var footer: String {
    let scenes = Set(entries.compactMap { $0.session?.number }).count
    let bytes = entries.reduce(0) { $0 + $1.value.payload.count }
    var facts = [
      "\(Amount.count(entries.count, "value")) in \(Amount.count(scenes, "scene"))",
      "\(Amount.bytes(bytes)) of values",
      "file \(Amount.bytes(snapshot.fileBytes)) of \(Amount.bytes(snapshot.limitBytes))",
    ]
    if !snapshot.unreadable.isEmpty {
      facts.append(
        Amount.count(snapshot.unreadable.count, "unreadable entry", plural: "unreadable entries"))
    }
    return facts.joined(separator: " \(symbols.dot) ")
  }

  /// Scene, tab, key: each level under the one it belongs to.
  func tree(width: Int?, isFull: Bool) -> [String] {
    var lines: [String] = []
    var index = entries.startIndex
    while index < entries.endIndex {
      let session = entries[index].address.session
      let end = entries[index...].firstIndex { $0.address.session != session } ?? entries.endIndex
      let label = entries[index].session?.label ?? "?app"
      lines.append(paint.strong(visible(label)))
      lines += branches(Array(entries[index..<end]), depth: 0, indent: "")
      index = end
    }
    guard !isFull else { return lines }
    let limit = width ?? Self.valueColumns
    return lines.map { DisplayWidth.cut($0, to: limit, mark: symbols.ellipsis) }
  }

  private func branches(
    _ entries: [StoreSnapshot.Entry], depth: Int, indent: String
  ) -> [String] {
    var lines: [String] = []
    var rest = entries[...]
    let keyWidth =
      entries.filter { $0.address.path.components.count == depth }
      .map { DisplayWidth.of(visible($0.address.key)) }.max() ?? 0
    while let first = rest.first {
      let isValue = first.address.path.components.count == depth
      let group = isValue ? rest.prefix(1) : rest.prefix { sharesBranch($0, first, depth) }
      rest = rest.dropFirst(group.count)
      let (knot, below) = knots(isLast: rest.isEmpty)
      if isValue {
        let json = VisibleText.escapedJSON(first.value.jsonText, asciiOnly: symbols.isASCII)
        let key = DisplayWidth.padded(visible(first.address.key), to: keyWidth)
        lines.append("\(indent)\(knot)\(key)  \(json)")
      } else {
        let name = first.address.path.components[depth].texts.joined(separator: " ")
        lines.append("\(indent)\(knot)\(visible(name))")
        lines += branches(Array(group), depth: depth + 1, indent: indent + below)
      }
    }
    return lines
  }

  private func sharesBranch(
    _ one: StoreSnapshot.Entry, _ other: StoreSnapshot.Entry, _ depth: Int
  ) -> Bool {
    one.address.path.components.count > depth
      && one.address.path.components[depth] == other.address.path.components[depth]
  }

  private func knots(isLast: Bool) -> (knot: String, below: String) {
    if symbols.isASCII { return isLast ? ("`- ", "   ") : ("|- ", "|  ") }
    return isLast ? ("└─ ", "   ") : ("├─ ", "│  ")
  }

  private func visible(_ text: String) -> String {
    VisibleText.escaped(text, asciiOnly: symbols.isASCII)
  }
}
