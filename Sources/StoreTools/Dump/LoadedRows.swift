import StoreFormat

/// The rows of a store by their keys, while they are put together.
struct LoadedRows {
  var info: [[UInt8]: [UInt8]]
  var sessions: [[UInt8]: [UInt8]]
  var values: [[UInt8]: [UInt8]]
  var setAside: [[UInt8]: [UInt8]]

  init(_ contents: StoreContents) {
    info = Self.byKey(contents.info)
    sessions = Self.byKey(contents.sessions)
    values = Self.byKey(contents.values)
    setAside = Self.byKey(contents.setAside)
  }

  var contents: StoreContents {
    var contents = StoreContents()
    contents.info = Self.rows(info)
    contents.sessions = Self.rows(sessions)
    contents.values = Self.rows(values)
    contents.setAside = Self.rows(setAside)
    return contents
  }

  mutating func setAside(_ bytes: [UInt8], of key: [UInt8], at sequence: UInt64) {
    var record = SetAsideRecord(
      valueKey: key, sequence: sequence, reason: .damaged, kind: .moved,
      reasonText: "a dump was loaded over it", envelope: bytes)
    while setAside[record.key] != nil { record.sequence += 1 }
    setAside[record.key] = record.bytes
  }

  private static func byKey(_ rows: [StoreContents.Row]) -> [[UInt8]: [UInt8]] {
    Dictionary(rows.map { ($0.key, $0.bytes) }, uniquingKeysWith: { first, _ in first })
  }

  private static func rows(_ rows: [[UInt8]: [UInt8]]) -> [StoreContents.Row] {
    rows.map { StoreContents.Row(key: $0.key, bytes: $0.value) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }
}
