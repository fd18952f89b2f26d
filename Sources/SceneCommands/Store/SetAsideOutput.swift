import SceneReports
import SceneState
import StoreFormat

/// How values that could not be read are written.
struct SetAsideOutput {
  let query: StoreQuery
  let console: Console

  func write(_ invocation: Invocation) throws(CommandFailure) {
    let entries = query.setAside
    let keys =
      invocation.has("keys")
      ? entries.map { query.snapshot.addressText($0.scene, $0.path, $0.key) } : nil
    try console.answer(
      invocation, "store.set-aside", query.facts, rows: "values", entries.map(Self.json),
      plain: keys ?? entries.map(plain), table: keys ?? table(invocation),
      footer: keys == nil ? "\(Amount.count(entries.count, "value")) set aside" : nil)
  }

  /// The object of `--format jsonl`; members are only ever added at the end.
  static func json(_ entry: SetAsideEntry) -> JSON {
    let envelope = entry.envelope
    let value: [JSON.Member] = [
      .init("reason", .string(entry.record.reason.name)),
      .init("text", .string(entry.record.reasonText)),
      .init("txn", .unsigned(entry.record.sequence)), .init("inPlace", .bool(entry.isInPlace)),
      .init("version", .number(envelope.map { Int($0.keyVersion) })),
      .init("bytes", .number(envelope?.payload.count)),
      .init("value", envelope.map { .raw($0.value.jsonText) } ?? .null),
    ]
    return .object(EntryOutput.members(entry.scene, entry.path, entry.key, value))
  }

  private func plain(_ entry: SetAsideEntry) -> String {
    [
      query.snapshot.plainPlace(entry.scene, entry.path, entry.key), entry.record.reason.name,
      String(entry.record.sequence), entry.isInPlace ? "in-place" : "moved",
      SafeText.escapedJSON(entry.envelope?.value.jsonText ?? "null"),
    ].joined(separator: "\t")
  }

  private func table(_ invocation: Invocation) -> [String] {
    let symbols = console.symbols
    let visible = symbols.visible
    var table = TextTable([
      .init("SCENE", cutWidth: 8), .init("TAB", cutWidth: 6), .init("KEY", cutWidth: 8),
      .init("REASON", cutWidth: 6), .init("SINCE", minimumWidth: 8), .init("VALUE", cutWidth: 10),
    ])
    for entry in query.setAside {
      let value = entry.envelope.map { symbols.visibleJSON($0.value.jsonText) }
      table.add([
        visible(query.snapshot.scenePart(of: entry.scene)),
        entry.path.placeText.map(visible) ?? symbols.dash,
        visible(AddressPart.escaped(entry.key)), visible(entry.record.reasonText),
        "txn \(entry.record.sequence)",
        value ?? (entry.isInPlace ? "(still in its place)" : "(damaged)"),
      ])
    }
    return console.lines(of: table, isFull: invocation.has("full"))
  }
}
