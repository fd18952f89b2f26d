import LMDB

/// What the `info` database says of the whole store.
enum StoreHeader {
  static let format: UInt32 = 1
  /// Bits of features that this version knows.
  static let knownIncompatible: UInt64 = 0
  static let knownReadOnly: UInt64 = 0
  static let newerPrefix = "written by a newer version"

  /// Checks the header, or writes it into a store that has none.
  ///
  /// The header comes first: a newer version may keep other databases than this one knows.
  static func prepare(
    _ environment: Environment, _ options: SceneStore.Options
  ) throws(LMDBError) -> Connection.Open {
    let info = try database("info", of: environment)
    var epoch = try environment.read { txn throws(LMDBError) -> UInt64? in
      guard let bytes = try txn.get(InfoKey.format, in: info) else { return nil }
      try check(bytes, txn, info)
      let commit = try txn.get(InfoKey.commit, in: info).flatMap(CommitRecord.init)
      return commit?.epoch ?? 0
    }
    let (sessions, values, setAside) = (
      try database("sessions", of: environment), try database("values", of: environment),
      try database("set-aside", of: environment)
    )
    if epoch == nil { epoch = try write(environment, info: info, options: options) }
    return Connection.Open(
      environment: environment, info: info, sessions: sessions, values: values,
      setAside: setAside, epochs: StoreEpoch(epoch ?? 0),
      seen: SeenCommits(environment.lastTransactionID ?? 0))
  }

  private static func database(
    _ name: String, of environment: Environment
  ) throws(LMDBError) -> Database {
    guard let database = environment.database(name) else {
      throw .damaged(reason: "the database '\(name)' is missing")
    }
    return database
  }

  private static func check(
    _ format: [UInt8], _ txn: borrowing ReadTransaction, _ info: Database
  ) throws(LMDBError) {
    guard let number = InfoKey.number(format, UInt32.self) else {
      throw .damaged(reason: "the format number has \(format.count) bytes")
    }
    guard number <= Self.format else {
      throw .damaged(reason: "\(newerPrefix): format \(number), this one knows \(Self.format)")
    }
    let incompatible = try features(InfoKey.incompatibleFeatures, txn, info)
    guard incompatible & ~knownIncompatible == 0 else {
      throw .damaged(reason: "\(newerPrefix): features \(incompatible) are not known here")
    }
    let readOnly = try features(InfoKey.readOnlyFeatures, txn, info)
    guard readOnly & ~knownReadOnly == 0 else {
      throw .damaged(reason: "\(newerPrefix): features \(readOnly) forbid writing here")
    }
  }

  private static func features(
    _ key: [UInt8], _ txn: borrowing ReadTransaction, _ info: Database
  ) throws(LMDBError) -> UInt64 {
    guard let bytes = try txn.get(key, in: info) else { return 0 }
    guard let features = InfoKey.number(bytes, UInt64.self) else {
      throw .damaged(reason: "the feature bits have \(bytes.count) bytes")
    }
    return features
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
      try txn.put(InfoKey.format, InfoKey.bytes(format), in: info)
      try txn.put(InfoKey.compatibleFeatures, InfoKey.bytes(UInt64(0)), in: info)
      try txn.put(InfoKey.readOnlyFeatures, InfoKey.bytes(knownReadOnly), in: info)
      try txn.put(InfoKey.incompatibleFeatures, InfoKey.bytes(knownIncompatible), in: info)
      try txn.put(InfoKey.app, Array(options.appID.utf8), in: info)
      try txn.put(InfoKey.appVersion, InfoKey.bytes(options.appVersion), in: info)
      let next = txn.id + 1
      let epoch = options.firstSequence > next ? options.firstSequence - next : 0
      let commit = CommitRecord(transaction: txn.id, epoch: epoch, entryCount: 0)
      try txn.put(InfoKey.commit, commit.bytes, in: info)
      return epoch
    }
    try environment.sync()
    return epoch
  }
}
