import LMDB
package import StoreFormat
import Synchronization

/// What a scene that comes from another store holds, free of that store's numbers.
package struct ArrivingScene: Sendable {
  package var record: [UInt8]
  package var values: [Value]
  /// Values that were set aside, oldest first; their keys are those of session 0.
  package var setAside: [SetAsideRecord]
  package var types: [UInt32: String]
  /// What the store knows of the session from then on; nil for one that does not roam.
  package var roaming: RoamingRow?

  /// A value under the key that it would have in session 0.
  package struct Value: Sendable {
    package var key: [UInt8]
    package var envelope: Envelope

    package init(key: [UInt8], envelope: Envelope) { (self.key, self.envelope) = (key, envelope) }
  }

  package init(
    record: [UInt8], values: [Value], setAside: [SetAsideRecord], types: [UInt32: String],
    roaming: RoamingRow? = nil
  ) {
    (self.record, self.values, self.setAside, self.types) = (record, values, setAside, types)
    self.roaming = roaming
  }
}

extension SceneStore {
  /// Puts a scene in the place of all that the store has of this name, in one durable commit.
  ///
  /// What waits is committed before it. Objects that hold values of the scene are told.
  ///
  /// - Parameters:
  ///   - scene: What the scene holds from now on.
  ///   - id: Its name in this store.
  ///   - seen: The commit up to which the caller knows what is replaced; nil for a name that nobody
  ///     has.
  /// - Throws: `session-in-use` if a value was written since, or somebody has the name;
  ///   `store-not-usable`. Nothing has changed then.
  package func take(
    _ scene: ArrivingScene, as id: SceneID, over seen: UInt64?
  ) throws(SceneProblem) {
    try core.commit(durable: false)
    let handle = core.handle(for: id)
    defer { core.deliverNews() }
    var isReplaced = false
    try core.transactAlone { writer, txn throws(LMDBError) in
      let staying = Self.stayingKeys(try txn.get(InfoKey.deviceKeys, in: writer.open.info))
        .union(core.deviceKeys.withLock { $0 })
      isReplaced = try writer.put(scene, in: handle, over: seen, besides: staying, &txn)
    }
    guard isReplaced else {
      throw SceneProblem(.sessionInUse, address: id.rawValue, detail: "it was just written")
    }
    try makeDurable()
  }
}

extension CommitWriter {
  /// Everything of the scene is replaced, values and set-aside values alike, but for keys of some
  /// names; false if a value is newer than the caller knows.
  fileprivate mutating func put(
    _ scene: ArrivingScene, in handle: SceneHandle, over seen: UInt64?,
    besides names: Set<String>, _ txn: inout WriteTransaction
  ) throws(LMDBError) -> Bool {
    if seen == nil, try knownNumber(of: handle, txn) != nil { return false }
    let number = try self.number(of: handle, &txn)
    let prefix = SessionRecord.key(number: number)
    // What went, and what is no value, leaves no sequence behind but there.
    let recent = try txn.get(InfoKey.recentSessions, in: open.info).flatMap { RecentSessions($0) }
    let changed =
      recent?.changed(after: seen ?? 0, upTo: sequence &- 1) ?? (seen == .max ? 0 : .max)
    if seen != nil, changed & RecentSessions.place(of: number) != 0 { return false }
    var isKnown = true
    var staying: [(key: [UInt8], bytes: [UInt8])] = []
    try txn.forEach(in: open.values, prefix: prefix) { key, bytes in
      isKnown =
        bytes.count < Envelope.headerSize || Envelope.header(bytes).header.sequence <= seen ?? 0
      if StoredKey.name(in: key, bytes).map(names.contains) ?? false {
        staying.append((key, bytes))
      }
      return isKnown
    }
    guard isKnown else { return false }
    if try txn.deleteAll(in: open.values, prefix: prefix) > 0 {
      noteRemoval(of: prefix, isPrefix: true)
    }
    _ = try txn.deleteAll(in: open.setAside, prefix: prefix)
    try update(handle, &txn) { $0.record = scene.record }
    for (type, name) in scene.types.sorted(by: { $0.key < $1.key }) {
      try note(type: type, name, &txn)
    }
    for (key, bytes) in staying { try txn.put(key, bytes, in: open.values) }
    for value in scene.values {
      let key = prefix + value.key.dropFirst(prefix.count)
      var envelope = value.envelope
      envelope.sequence = sequence
      try txn.put(key, envelope.bytes(forKey: key), in: open.values)
    }
    for record in scene.setAside {
      var record = record.moved(to: prefix + record.valueKey.dropFirst(prefix.count))
      record.sequence = sequence
      try putAside(record, &txn)
    }
    if let row = scene.roaming { try txn.put(InfoKey.roaming(number), row.bytes, in: open.info) }
    outcome.reread.append(handle)
    return true
  }
}
