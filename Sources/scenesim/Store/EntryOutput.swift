import SceneReports
import SceneState

/// How one stored value is written in the formats for programs.
enum EntryOutput {
  /// The object of `--format jsonl`; members are only ever added at the end.
  static func json(_ entry: StoreSnapshot.Entry, withValue: Bool = true) -> JSON {
    var members = [
      JSON.Member("scene", entry.session.map { .string($0.label) } ?? .null),
      JSON.Member("tab", entry.address.path.tab.map { .string($0) } ?? .null),
      JSON.Member("key", .string(entry.address.key)),
      JSON.Member("type", .string(entry.type)),
      JSON.Member("bytes", .int(entry.value.payload.count)),
      JSON.Member("txn", .unsigned(entry.transaction)),
      JSON.Member("version", .int(Int(entry.version))),
    ]
    if withValue { members.append(.init("value", .raw(entry.value.jsonText))) }
    if entry.isNested {
      members.append(.init("path", .list(entry.address.path.texts.map { .string($0) })))
    }
    return .object(members)
  }

  /// The columns of `--plain`, separated by tabs: as many and in the order of jsonl.
  static func plain(_ entry: StoreSnapshot.Entry, withValue: Bool = true) -> String {
    var fields = [
      entry.session.map { AddressPart.escaped($0.label, isFirst: true) } ?? "?app",
      entry.placeText ?? "-", AddressPart.escaped(entry.address.key),
      VisibleText.escaped(entry.type),
      String(entry.value.payload.count), String(entry.transaction), String(entry.version),
    ]
    if withValue {
      fields.append(VisibleText.escapedJSON(entry.value.jsonText))
    }
    return fields.joined(separator: "\t")
  }
}

extension StoreSnapshot.Entry {
  fileprivate var isNested: Bool {
    address.path.components.contains {
      if case .nested = $0 { true } else { false }
    } || address.path.components.count > 1
  }
}
