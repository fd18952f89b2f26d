import SceneReports
import SceneState
import StoreFormat

/// How one stored value is written in the formats for programs.
enum EntryOutput {
  /// The object of `--format jsonl`; members are only ever added at the end.
  static func json(
    _ entry: StoredEntry, withValue: Bool = true, setAside: SetAsideEntry? = nil
  ) -> JSON {
    let facts = entry.facts
    var members = [
      JSON.Member("scene", entry.scene.map { .string($0.rawValue) } ?? .null),
      JSON.Member("tab", facts.path.tab.map { .string($0) } ?? .null),
      JSON.Member("key", .string(facts.key)),
      JSON.Member("type", .string(facts.type)),
      JSON.Member("bytes", .int(facts.bytes)),
      JSON.Member("txn", .unsigned(facts.transaction)),
      JSON.Member("version", .int(facts.version)),
    ]
    if withValue {
      members.append(.init("value", facts.value.map { .raw($0.jsonText) } ?? .null))
    }
    members += pathMember(facts.path)
    if let fault = facts.fault { members.append(.init("fault", .string(fault.rawValue))) }
    if let setAside {
      members.append(.init("setAside", .string(setAside.record.reason.name)))
    }
    return .object(members)
  }

  /// Where a value stands, if `tab` does not say everything.
  static func pathMember(_ path: ScopePath) -> [JSON.Member] {
    isNested(path) ? [.init("path", .list(path.components.map(json)))] : []
  }

  /// The columns of `--plain`, separated by tabs: as many and in the order of jsonl.
  static func plain(_ entry: StoredEntry, in snapshot: StoreSnapshot) -> String {
    let facts = entry.facts
    return [
      snapshot.scenePart(of: entry.scene), facts.path.placeText ?? "-",
      AddressPart.escaped(facts.key),
      SafeText.escaped(facts.type), String(facts.bytes), String(facts.transaction),
      String(facts.version), SafeText.escapedJSON(facts.value?.jsonText ?? "null"),
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
