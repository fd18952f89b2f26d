/// Rows that are measured together, since they share what has to be prepared.
struct RowGroup: Sendable {
  let name: String
  /// How the operations of its rows begin, for `--only`.
  let operations: [String]
  let measure: @Sendable (Measure) throws -> [Row]

  init(
    _ name: String, _ operations: [String],
    _ measure: @escaping @Sendable (Measure) throws -> [Row]
  ) {
    (self.name, self.operations, self.measure) = (name, operations, measure)
  }

  func matches(_ wanted: String) -> Bool {
    wanted.isEmpty || name == wanted || operations.contains { Self.overlap($0, wanted) }
  }

  private static func overlap(_ operation: String, _ wanted: String) -> Bool {
    operation.hasPrefix(wanted) || wanted.hasPrefix(operation)
  }

  static let all = [
    RowGroup("property", ["read,", "write,"]) { try PropertyRows(measure: $0).rows() },
    RowGroup("encode", ["encode Int", "encode String"]) { try EncodeRows(measure: $0).rows() },
    RowGroup("flush", ["flush 1", "flush 100", "flush 10000"]) {
      try FlushRows(measure: $0).onDisk()
    },
    RowGroup("device", ["coalesced", "flush 1, 1 ms", "flush 1000, 1 ms", "writes/s"]) {
      try FlushRows(measure: $0).onSlowDevice()
    },
    RowGroup("count", ["flushes,"]) { try FlushRows(measure: $0).counts() },
    RowGroup("scene", ["list 32 keys", "destroy a scene", "disk per payload"]) {
      try SceneRows(measure: $0).rows()
    },
    RowGroup("growth", ["file growth"]) { try GrowthRows(measure: $0).rows() },
    RowGroup("shared", ["scene reads/s", "writer beside"]) { try SharedRows(measure: $0).rows() },
    RowGroup("document", ["one property of 100 scenes"]) { try DocumentRows(measure: $0).rows() },
    RowGroup("life", ["a window's life"]) { try LifeRows(measure: $0).rows() },
    RowGroup("simulator", ["simulated events/s", "lines of a trace/s"]) {
      try SimulatorRows(measure: $0).rows()
    },
    RowGroup("lifecycle", ["change of state", "open and close", "activity to its"]) {
      try LifecycleRows(measure: $0).rows()
    },
    RowGroup("memory", ["memory"]) { try MemoryRows(measure: $0).rows() },
    RowGroup("process", ["store ls", "scenesim version"]) { try ProcessRows(measure: $0).rows() },
    RowGroup("language", LanguageRows.names) { try LanguageRows(measure: $0).rows() },
    RowGroup("restore", ["open + restore"]) { try RestoreRows(measure: $0).rows() },
  ]
}
