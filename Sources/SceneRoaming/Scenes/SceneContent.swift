import SceneState
import StoreFormat

/// A whole scene as its steps leave it.
struct SceneContent: Hashable, Sendable {
  private var tables: [SceneStep.Table: [[UInt8]: [UInt8]]] = [:]

  init() {}

  mutating func apply(_ step: SceneStep) {
    if step.isSnapshot { tables = [:] }
    for row in step.rows { tables[row.table, default: [:]][row.key] = row.bytes }
  }

  /// Without values that belong to a machine: who sent them did not know so yet.
  mutating func removeValues(named names: Set<String>) {
    tables[.value] = tables[.value]?.filter { key, bytes in
      !(StoredKey.name(in: key, bytes).map(names.contains) ?? false)
    }
  }

  /// The same for a store; rows that this version cannot read are left out of it.
  ///
  /// - Returns: The scene, and how many rows are left out.
  func arriving(
    record: [UInt8], roaming: RoamingRow? = nil
  ) -> (scene: ArrivingScene, leftOut: Int) {
    var scene = ArrivingScene(
      record: record, values: [], setAside: [], types: [:], roaming: roaming)
    var leftOut = 0
    for (key, bytes) in sorted(.value) {
      if let envelope = Envelope(readable: bytes, key: key) {
        scene.values.append(ArrivingScene.Value(key: key, envelope: envelope))
      } else {
        leftOut += 1
      }
    }
    for (key, bytes) in sorted(.setAside) {
      if let record = SetAsideRecord(key: key, bytes: bytes) {
        scene.setAside.append(record)
      } else {
        leftOut += 1
      }
    }
    for (key, bytes) in sorted(.type) {
      guard let number = InfoKey.typeNumber(of: key) else { continue }
      scene.types[number] = String(decoding: bytes, as: UTF8.self)
    }
    return (scene, leftOut)
  }

  /// The same as that of the rows of a store that has the scene.
  var digest: UInt128 {
    tables.reduce(0) { sum, table in
      table.value.reduce(sum) { $0 &+ SceneStep.digest(table.key, $1.key, $1.value) }
    }
  }

  var record: [UInt8] { tables[.record]?[[]] ?? [] }

  private func sorted(_ table: SceneStep.Table) -> [(key: [UInt8], value: [UInt8])] {
    (tables[table] ?? [:]).sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }
}
