import LMDB
import StoreFormat

/// What the `info` database says of the whole store.
package enum StoreHeader {
  /// Checks the header, or writes it into a store that has none.
  ///
  /// The header comes first: a newer version may keep other databases than this one knows.
  static func prepare(
    _ environment: Environment, _ options: SceneStore.Options,
    _ counted: Connection.Counted = Connection.Counted()
  ) throws(LMDBError) -> Connection.Open {
    let info = try database("info", of: environment)
    var refusal: String?
    var reports: [(key: [UInt8], bytes: [UInt8])] = []
    var roams = false
    var epoch = try environment.read { txn throws(LMDBError) -> UInt64? in
      roams = try txn.get(InfoKey.storeID, in: info) != nil
      guard try txn.get(InfoKey.format, in: info) != nil else { return nil }
      refusal = try StoreVersion.requireKnown { key throws(LMDBError) in try txn.get(key, in: info)
      }
      try txn.forEach(in: info, prefix: InfoKey.reportPrefix) { key, bytes throws(LMDBError) in
        reports.append((key, bytes))
        return true
      }
      let commit = try txn.get(InfoKey.commit, in: info).flatMap(CommitRecord.init)
      return commit?.epoch(at: txn.id) ?? 0
    }
    let (sessions, values, setAside) = (
      try database("sessions", of: environment), try database("values", of: environment),
      try database("set-aside", of: environment)
    )
    if epoch == nil { epoch = try write(environment, info: info, options: options) }
    return Connection.Open(
      environment: environment, info: info, sessions: sessions, values: values,
      setAside: setAside, epochs: StoreEpoch(epoch ?? 0),
      seen: SeenCommits(environment.lastTransactionID ?? 0),
      mark: HistoryMark(isWanted: roams), reports: UnreadReports(reports), refusal: refusal,
      counted: counted)
  }

  private static func database(
    _ name: String, of environment: Environment
  ) throws(LMDBError) -> Database {
    guard let database = environment.database(name) else { throw .missing(database: name) }
    return database
  }

  /// Answers the epoch of the store.
  private static func write(
    _ environment: Environment, info: Database, options: SceneStore.Options
  ) throws(LMDBError) -> UInt64 {
    let epoch = try environment.write { txn throws(LMDBError) -> UInt64 in
      // Another process may have been faster, and have written values since.
      guard try txn.get(InfoKey.format, in: info) == nil else {
        return try txn.get(InfoKey.commit, in: info).flatMap(CommitRecord.init)?.epoch ?? 0
      }
      try txn.put(InfoKey.format, InfoKey.bytes(StoreVersion.format), in: info)
      try txn.put(
        InfoKey.compatibleFeatures, InfoKey.bytes(StoreFeature.ownRows), in: info)
      try txn.put(InfoKey.readOnlyFeatures, InfoKey.bytes(UInt64(0)), in: info)
      try txn.put(InfoKey.incompatibleFeatures, InfoKey.bytes(UInt64(0)), in: info)
      try txn.put(InfoKey.app, Array(options.appID.utf8), in: info)
      try txn.put(InfoKey.appVersion, InfoKey.bytes(options.appVersion), in: info)
      let next = txn.id + 1
      let epoch = options.firstSequence > next ? options.firstSequence - next : 0
      guard let values = environment.database("values") else { throw .closed }
      try CommitRecord.write(epoch: epoch, info: info, values: values, &txn)
      return epoch
    }
    try environment.sync()
    return epoch
  }
}
