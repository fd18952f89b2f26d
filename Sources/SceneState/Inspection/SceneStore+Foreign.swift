import LMDB
package import StoreFormat
import Synchronization

/// What another process might do to the store, for simulations of it.
extension SceneStore {
  /// Commits a value at once as another process would, or removes it.
  ///
  /// Values in memory learn of it as they learn of any process: see ``refresh()``.
  /// - Throws: `no-scope` if no such session is stored, `scope-too-deep`, `store-not-usable`.
  package func writeAsForeigner(
    _ address: ValueAddress, _ value: EncodedValue?, appVersion: UInt32
  ) throws(SceneProblem) {
    let open = try core.connection.open()
    let (key, scene) = try place(of: address, open)
    var options = core.options
    options.appVersion = appVersion
    let log = try write(open) { [core, options] txn throws(LMDBError) -> CommitLog? in
      var writer = CommitWriter(core, open, options, sequence: txn.id)
      try writer.writeAsForeigner(value, key, address, scene, &txn)
      try writer.finish(&txn)
      return writer.outcome.log
    }
    if let log { core.commitLog.withLock { $0.append(log) } }
  }

  /// Flips the lowest bits of a value's first payload byte and leaves its checksum as it was.
  ///
  /// A value without payload has bits of its checksum flipped. Values in memory do not notice;
  /// the next read of the scene from the file does.
  /// - Throws: `no-scope` if there is no such value, `store-not-usable`.
  package func corrupt(
    _ address: ValueAddress, flippingLowestBits count: Int = 1
  ) throws(SceneProblem) {
    let open = try core.connection.open()
    let (key, _) = try place(of: address, open)
    let mask = UInt8(truncatingIfNeeded: (1 << min(max(count, 1), 8)) - 1)
    let transaction = try write(open) { txn throws(LMDBError) -> UInt64? in
      guard var bytes = try txn.get(key, in: open.values), !bytes.isEmpty else { return nil }
      bytes[Envelope.payloadStart(of: bytes)] ^= mask
      try txn.put(key, bytes, in: open.values)
      try open.writeRecord(&txn)
      return txn.id
    }
    guard let transaction else {
      throw SceneProblem(.noScope, detail: "nothing is stored at '\(address.key)'")
    }
    open.seen.committed(transaction)
  }

  private func write<Result>(
    _ open: Connection.Open, _ body: (inout WriteTransaction) throws(LMDBError) -> Result
  ) throws(SceneProblem) -> Result {
    do throws(LMDBError) { return try open.environment.write(body) } catch {
      throw SceneProblem(error)
    }
  }

  private func place(
    of address: ValueAddress, _ open: Connection.Open
  ) throws(SceneProblem) -> (key: [UInt8], scene: SceneID?) {
    guard let key = StoredKey.bytes(of: address) else {
      throw SceneProblem(.scopeTooDeep, address: address.key)
    }
    guard address.session != ValueAddress.appSession else { return (key, nil) }
    let record: SessionRecord?
    do throws(LMDBError) {
      record = try open.environment.read { txn throws(LMDBError) in
        try txn.session(address.session, open)
      }
    } catch { throw SceneProblem(error) }
    guard let record, record.kind == .live else {
      throw SceneProblem(.noScope, detail: "no session has number \(address.session)")
    }
    return (key, SceneID(rawValue: record.id))
  }
}

extension CommitWriter {
  fileprivate mutating func writeAsForeigner(
    _ value: EncodedValue?, _ key: [UInt8], _ address: ValueAddress, _ scene: SceneID?,
    _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    let before = try txn.get(key, in: open.values)
    log?.changed(
      key, CommitLog.Place(address: address, scene: scene),
      from: CommitLog.Content(before, key: key), to: value.map { .value($0) } ?? .absent)
    noteChange(of: key)
    try removeNotes(of: key, &txn)
    guard let value else {
      if try txn.delete(key, in: open.values) { noteRemoval(of: key) }
      return
    }
    let type = CodingCatalog.name(tag: value.tag) ?? "unknown"
    let typeNumber = TypeName.number(of: type)
    try note(type: typeNumber, type, &txn)
    let envelope = Envelope(
      tag: value.tag, sequence: sequence, appVersion: appVersion, typeNumber: typeNumber,
      names: StoredKey.names(of: address),
      payload: value.payload)
    try txn.put(key, envelope.bytes(forKey: key), in: open.values)
  }
}

extension Envelope {
  /// Where the payload begins, or the last byte of the checksum if there is none.
  fileprivate static func payloadStart(of bytes: [UInt8]) -> Int {
    var reader = ByteReader(bytes, from: 24)
    let count = reader.number(UInt32.self).map { Int($0) } ?? 0
    let start = bytes.count - count
    return count > 0 && start >= headerSize ? start : min(headerSize, bytes.count) - 1
  }
}
