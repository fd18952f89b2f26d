import SceneReports
import SceneState
import StoreFormat

/// One difference between two states of a store.
struct ListedChange: Hashable {
  enum Operation: String {
    case add, change, remove

    var mark: String {
      switch self {
      case .add: "+"
      case .change: "~"
      case .remove: "-"
      }
    }
  }

  enum Subject: String {
    case value
    case scene
    case setAside = "set-aside"
  }

  let operation: Operation
  let subject: Subject
  let address: String
  let scene: SceneID?
  var path = ScopePath.root
  var key: String?
  /// JSON of what was there and what is.
  var old: String?
  var new: String?
  /// The types, if they differ.
  var oldType: String?
  var newType: String?
  /// The commit that made it, if it is known.
  var transaction: UInt64?

  /// The object of `--format jsonl`; members are only ever added at the end.
  var json: JSON {
    func raw(_ text: String?) -> JSON {
      text.map { $0 == "(damaged)" ? .null : .raw($0) } ?? .null
    }
    let change: [JSON.Member] = [
      .init("op", .string(operation.rawValue)), .init("subject", .string(subject.rawValue)),
      .init("address", .string(address)),
    ]
    let values: [JSON.Member] = [
      .init("old", raw(old)), .init("new", raw(new)), .init("oldType", .text(oldType)),
      .init("newType", .text(newType)), .init("txn", .number(transaction)),
    ]
    return .object(change + EntryOutput.members(scene, path, key, values))
  }

  /// The columns of `--plain`.
  var plain: String {
    [
      operation.rawValue, subject.rawValue, address, SafeText.escapedJSON(old ?? "-"),
      SafeText.escapedJSON(new ?? "-"), transaction.map { String($0) } ?? "-",
    ].joined(separator: "\t")
  }
}

extension StoreSide {
  /// What has to happen for one side to become the other, in the order of the addresses.
  static func changes(from old: StoreSide, to new: StoreSide) -> [ListedChange] {
    sceneChanges(old, new) + valueChanges(old, new) + asideChanges(old, new)
  }

  private static func sceneChanges(_ old: StoreSide, _ new: StoreSide) -> [ListedChange] {
    let order = old.sceneOrder + new.sceneOrder.filter { old.scenes[$0] == nil }
    return order.flatMap { id -> [ListedChange] in
      func change(
        _ operation: ListedChange.Operation, _ side: StoreSide, _ key: String? = nil,
        old: String? = nil, new: String? = nil
      ) -> ListedChange {
        ListedChange(
          operation: operation, subject: .scene,
          address: AddressPart.escaped(side.labels[id] ?? id.rawValue, isFirst: true),
          scene: id, key: key, old: old, new: new)
      }
      guard let before = old.scenes[id] else { return [change(.add, new)] }
      guard let after = new.scenes[id] else { return [change(.remove, old)] }
      return Set(before.keys).union(after.keys).sorted().compactMap { name in
        guard before[name] != after[name] else { return nil }
        return change(.change, new, name, old: before[name], new: after[name])
      }
    }
  }

  private static func valueChanges(_ old: StoreSide, _ new: StoreSide) -> [ListedChange] {
    merged(old, new).compactMap { place in
      let (before, after) = (old.values[place], new.values[place])
      guard before != after else { return nil }
      let isHidden = old.hidden.contains(place) || new.hidden.contains(place)
      if isHidden, before != nil, after != nil { return nil }
      let side = after == nil ? old : new
      let isOtherType = before != nil && after != nil && before?.type != after?.type
      return ListedChange(
        operation: before == nil ? .add : after == nil ? .remove : .change, subject: .value,
        address: side.address(place), scene: place.scene, path: place.path, key: place.key,
        old: before?.json, new: after?.json, oldType: isOtherType ? before?.type : nil,
        newType: isOtherType ? after?.type : nil)
    }
  }

  private static func asideChanges(_ old: StoreSide, _ new: StoreSide) -> [ListedChange] {
    let places = Set(old.setAside.keys).union(new.setAside.keys)
    return places.map { ($0, (old.setAside[$0] == nil ? new : old).address($0)) }
      .sorted { $0.1 < $1.1 }
      .flatMap { place, address -> [ListedChange] in
        let (before, after) = (old.setAside[place] ?? [], new.setAside[place] ?? [])
        return after.difference(from: before).map { step in
          switch step {
          case .insert(_, let json, _):
            ListedChange(
              operation: .add, subject: .setAside, address: address, scene: place.scene,
              path: place.path, key: place.key, new: json)
          case .remove(_, let json, _):
            ListedChange(
              operation: .remove, subject: .setAside, address: address, scene: place.scene,
              path: place.path, key: place.key, old: json)
          }
        }
      }
  }

  /// The places of both in the order of a store: the app, then scene by scene.
  private static func merged(_ old: StoreSide, _ new: StoreSide) -> [EntryPlace] {
    var ranks: [SceneID?: Int] = [nil: 0]
    let scenes =
      old.sceneOrder + new.sceneOrder + (old.places + new.places).compactMap(\.scene)
    for scene in scenes where ranks[scene] == nil { ranks[scene] = ranks.count }
    func key(_ place: EntryPlace) -> [UInt8] {
      StoredKey.bytes(of: ValueAddress(session: 0, path: place.path, key: place.key)) ?? []
    }
    return (old.places + new.places.filter { old.values[$0] == nil })
      .map { (rank: ranks[$0.scene] ?? 0, key: key($0), place: $0) }
      .sorted {
        $0.rank == $1.rank ? $0.key.lexicographicallyPrecedes($1.key) : $0.rank < $1.rank
      }
      .map(\.place)
  }
}
