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
  var digest: SceneDigest {
    var digest = SceneDigest(scene: 0, values: 0)
    for (table, rows) in tables {
      let sum = rows.reduce(0) { $0 &+ SceneStep.digest(table, $1.key, $1.value) }
      digest.scene &+= sum
      if table != .record { digest.values &+= sum }
    }
    return digest
  }

  /// A value as it is in the cluster.
  func value(_ key: [UInt8]) -> [UInt8]? { tables[.value]?[key] }

  /// What the type of such a value is called.
  func type(of bytes: [UInt8]) -> SceneStep.Row? {
    let key = InfoKey.type(Envelope.header(bytes).header.typeNumber)
    return tables[.type]?[key].map { SceneStep.Row(table: .type, key: key, bytes: $0) }
  }

  var record: [UInt8] { tables[.record]?[[]] ?? [] }

  private func sorted(_ table: SceneStep.Table) -> [(key: [UInt8], value: [UInt8])] {
    (tables[table] ?? [:]).sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }
}
