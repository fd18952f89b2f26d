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
    var value: [JSON.Member] = [
      .init("type", .string(facts.type)), .init("bytes", .int(facts.bytes)),
      .init("txn", .unsigned(facts.transaction)), .init("version", .int(facts.version)),
    ]
    if withValue {
      value.append(.init("value", facts.value.map { .raw($0.jsonText) } ?? .null))
    }
    var members = members(entry.scene, facts.path, facts.key, value)
    if let fault = facts.fault { members.append(.init("fault", .string(fault.rawValue))) }
    if let setAside {
      members.append(.init("setAside", .string(setAside.record.reason.name)))
    }
    return .object(members)
  }

  /// Where a value stands, what it is, and the whole path if `tab` does not say everything.
  static func members(
    _ scene: SceneID?, _ path: ScopePath, _ key: String?, _ value: [JSON.Member]
  ) -> [JSON.Member] {
    let place: [JSON.Member] = [
      .init("scene", .text(scene?.rawValue)), .init("tab", .text(path.tab)),
      .init("key", .text(key)),
    ]
    let all = isNested(path) ? [JSON.Member("path", .list(path.components.map(json)))] : []
    return place + value + all
  }

  /// The columns of `--plain`, separated by tabs: as many and in the order of jsonl.
  static func plain(_ entry: StoredEntry, in snapshot: StoreSnapshot) -> String {
    let facts = entry.facts
    return [
      snapshot.plainPlace(entry.scene, facts.path, facts.key), SafeText.escaped(facts.type),
      String(facts.bytes), String(facts.transaction),
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
