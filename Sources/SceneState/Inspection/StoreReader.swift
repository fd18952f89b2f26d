package import LMDB

/// Reads a store's folder without being the app: no writing, one short transaction per call.
package struct StoreReader: Sendable {
  /// What one snapshot of a store holds.
  package struct Snapshot: Sendable {
    package var sessions: [StoredSession] = []
    package var entries: [StoredEntry] = []
    package var setAsideCount = 0
    package var transaction: UInt64 = 0
  }

  private let environment: Environment

  /// Opens the folder for reading only.
  package init(directory: String) throws(SceneProblem) {
    do throws(LMDBError) {
      environment = try Environment.open(
        directory,
        options: Environment.Options(readOnly: true, databases: Connection.databases))
    } catch { throw SceneProblem(error) }
  }

  package func close() { environment.close() }

  package var statistics: EnvironmentStatistics { environment.statistics }

  /// Everything there is now, in the order of the stored keys.
  package func snapshot() throws(SceneProblem) -> Snapshot {
    do throws(LMDBError) { return try Self.snapshot(of: environment) } catch {
      throw SceneProblem(error)
    }
  }

  static func snapshot(
    of environment: Environment, session: UInt32? = nil, below path: ScopePath = .root
  ) throws(LMDBError) -> Snapshot {
    guard let info = environment.database("info"),
      let sessions = environment.database("sessions"),
      let values = environment.database("values"),
      let setAside = environment.database("set-aside")
    else { throw .damaged(reason: "this is no scene store: a database is missing") }
    var builder = Builder()
    var prefix: [UInt8] = []
    // One session costs what that session holds, however many others there are.
    let sessionKey = session.map { SessionRecord.key(number: $0) } ?? []
    if let session {
      guard let below = StoredKey.prefix(session: session, path: path) else {
        return builder.snapshot
      }
      prefix = below
    }
    try environment.read { txn throws(LMDBError) in
      builder.snapshot.transaction = txn.id
      try txn.forEach(in: info, prefix: InfoKey.typePrefix) { key, bytes throws(LMDBError) in
        builder.addType(key, bytes)
        return true
      }
      try txn.forEach(in: sessions, prefix: sessionKey) { key, bytes throws(LMDBError) in
        builder.addSession(key, bytes)
        return true
      }
      try txn.forEach(in: values, prefix: prefix) { key, bytes throws(LMDBError) in
        builder.addValue(key, bytes)
        return true
      }
      var aside: Set<[UInt8]> = []
      try txn.forEach(in: setAside, prefix: prefix) { key, bytes throws(LMDBError) in
        if let record = SetAsideRecord(key: key, bytes: bytes) { aside.insert(record.key) }
        return true
      }
      builder.snapshot.setAsideCount = aside.count
    }
    return builder.snapshot
  }

  /// Puts names to numbers while the snapshot is read.
  private struct Builder {
    var snapshot = Snapshot()
    private var types: [UInt32: String] = [:]
    private var ids: [UInt32: SceneID] = [:]

    mutating func addType(_ key: [UInt8], _ bytes: [UInt8]) {
      guard let number = InfoKey.typeNumber(of: key) else { return }
      types[number] = String(decoding: bytes, as: UTF8.self)
    }

    mutating func addSession(_ key: [UInt8], _ bytes: [UInt8]) {
      guard let record = try? SessionRecord.decode(bytes, key: key), record.kind == .live
      else { return }  // a damaged record is the business of `check`
      ids[record.number] = SceneID(rawValue: record.id)
      snapshot.sessions.append(
        StoredSession(
          number: record.number, id: SceneID(rawValue: record.id), alias: record.alias,
          record: record.record))
    }

    mutating func addValue(_ key: [UInt8], _ bytes: [UInt8]) {
      let envelope = try? Envelope.decode(bytes, key: key)
      guard let address = StoredKey.address(of: key, names: envelope?.names) else { return }
      let isApp = address.session == ValueAddress.appSession
      let scene = isApp ? nil : ids[address.session] ?? SceneID(rawValue: "#\(address.session)")
      let name = scene.map { Address.escaped($0.rawValue) } ?? "app"
      snapshot.entries.append(
        StoredEntry(
          address: Address.text(scene: name, path: address.path, key: address.key),
          type: envelope.map { types[$0.typeNumber] ?? CodingCatalog.name(tag: $0.tag) ?? "?" }
            ?? "damaged",
          bytes: envelope?.payload.count ?? bytes.count,
          transaction: envelope?.sequence ?? 0, scene: scene, path: address.path,
          key: address.key, version: Int(envelope?.keyVersion ?? 0), value: envelope?.value))
    }
  }
}

extension SceneScope {
  /// Every entry in and below this scope, undecoded; what is written and waits is committed first.
  ///
  /// Empty if the store cannot be used.
  public var entries: [StoredEntry] {
    let core = store.core
    do throws(SceneProblem) {
      try core.commit(durable: false)
      let connected = try core.connection.open()
      guard core.contents(of: handle) != nil,
        let number = handle.number
      else { return [] }
      do throws(LMDBError) {
        return try StoreReader.snapshot(
          of: connected.environment, session: number, below: path
        ).entries
      } catch { throw SceneProblem(error) }
    } catch {
      core.problems.report(error)
      return []
    }
  }
}

extension SceneStore {
  /// Everything that is committed now: sessions, entries in the order of the file, counts.
  package func inspect() throws(SceneProblem) -> StoreReader.Snapshot {
    let connected = try core.connection.open()
    do throws(LMDBError) {
      return try StoreReader.snapshot(of: connected.environment)
    } catch { throw SceneProblem(error) }
  }
}
