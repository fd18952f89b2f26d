import SceneReports
import SceneState

/// How one stored value is written in the formats for programs.
enum EntryOutput {
  /// The object of `--format jsonl`; members are only ever added at the end.
  static func json(_ entry: StoredEntry, withValue: Bool = true) -> JSON {
    var members = [
      JSON.Member("scene", entry.scene.map { .string($0.rawValue) } ?? .null),
      JSON.Member("tab", entry.path.tab.map { .string($0) } ?? .null),
      JSON.Member("key", .string(entry.key)),
      JSON.Member("type", .string(entry.type)),
      JSON.Member("bytes", .int(entry.bytes)),
      JSON.Member("txn", .unsigned(entry.transaction)),
      JSON.Member("version", .int(entry.version)),
    ]
    if withValue { members.append(.init("value", entry.json.map { .raw($0) } ?? .null)) }
    if isNested(entry.path) {
      members.append(.init("path", .list(entry.path.components.map(json))))
    }
    return .object(members)
  }

  /// The columns of `--plain`, separated by tabs: as many and in the order of jsonl.
  static func plain(_ entry: StoredEntry, in snapshot: StoreSnapshot) -> String {
    [
      snapshot.scenePart(of: entry), entry.placeText ?? "-", AddressPart.escaped(entry.key),
      VisibleText.escaped(entry.type), String(entry.bytes), String(entry.transaction),
      String(entry.version), VisibleText.escapedJSON(entry.json ?? "null"),
    ].joined(separator: "\t")
  }

  /// A tab as its name, a nested scope as kind and id.
  private static func json(_ component: ScopePath.Component) -> JSON {
    switch component {
    case .tab(let name): .string(name)
    case .nested(let kind, let id): .list([.string(kind), .string(id)])
    }
  }

  /// Whether `tab` does not say everything.
  private static func isNested(_ path: ScopePath) -> Bool {
    guard path.components.count <= 1, let only = path.components.first else {
      return !path.components.isEmpty
    }
    if case .nested = only { return true }
    return false
  }
}
