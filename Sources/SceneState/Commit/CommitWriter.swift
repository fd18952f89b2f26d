import LMDB
import StoreFormat
import Synchronization

/// Writes one batch into one transaction.
///
/// It is large, in a file for each kind of change: all of them go into one transaction, and share
/// what was found in it so far (numbers of sessions, types that are known, what has to be told).
struct CommitWriter {
  let open: Connection.Open
  let appVersion: UInt32
  /// The number that values of this commit carry.
  let sequence: UInt64
  var outcome = CommitOutcome()
  /// nil if nobody wants to know what the commit changed.
  var log: CommitLog?
  private let sessionNumbers: SessionNumbers
  let claims: SessionClaims
  /// The scenes whose claims were looked at, and what was found.
  var held: [ObjectIdentifier: Bool] = [:]
  /// How many items of a nested kind a scene keeps.
  let keptItems: [String: Int]
  /// Scenes that got an entry in an item of such a kind.
  var growing: [ObjectIdentifier: SceneHandle] = [:]
  /// The places in ``RecentSessions`` of the sessions that this commit may change.
  var changed: UInt64 = 0
  private var numbers: [ObjectIdentifier: UInt32] = [:]
  /// The scene of the last put, which most of the next ones share.
  private var last: (handle: SceneHandle, number: UInt32)?
  private var knownTypes: Set<UInt32> = []
  var removals: [RemovalRecord] = []

  /// The sequence is the number of the transaction.
  init(
    _ core: StoreCore, _ open: Connection.Open, _ options: SceneStore.Options, sequence: UInt64
  ) {
    self.open = open
    sessionNumbers = core.sessionNumbers
    claims = core.claims
    appVersion = options.appVersion
    keptItems = options.retention.isEmpty ? [:] : options.keptItems
    if options.recordsCommits { log = CommitLog() }
    self.sequence = sequence &+ open.epoch
  }

  mutating func apply(
    _ batch: inout CommitBatch, _ encoded: BatchEncoder.Encoded, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    try apply(batch.changes, early: encoded.early, &txn)
    try apply(&batch.plain, batch.cells, &txn)
    try apply(encoded.puts, &txn)
  }

  mutating func apply(
    _ puts: [EncodedPut], _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard let order = KeyOrder.indices(of: puts) else {
      for put in puts { try apply(put, &txn) }
      return
    }
    for index in order { try apply(puts[index], &txn) }
  }

  /// The record by which a torn or rolled-back store is known, and what other processes read again.
  mutating func finish(_ txn: inout WriteTransaction) throws(LMDBError) {
    try forgetOldItems(&txn)
    try RecentSessions.write(changed, at: sequence, info: open.info, &txn)
    try writeRemovals(&txn)
    try open.reports.remove(from: open.info, &txn)
    try open.mark.note(before: sequence, in: open.info, &txn)
    try open.writeRecord(&txn)
    outcome.log = log
    outcome.transaction = txn.id
    outcome.sequence = sequence
  }

  private mutating func apply(_ put: EncodedPut, _ txn: inout WriteTransaction) throws(LMDBError) {
    let (handle, entry) = (put.put.handle, put.put.entry)
    let number: UInt32
    if let last, last.handle === handle, !handle.isTaken.load(ordering: .acquiring) {
      number = last.number
    } else {
      guard try mayWrite(handle, &txn) else {
        outcome.notOurs.append(put.put)
        return
      }
      if put.value == nil, try knownNumber(of: handle, txn) == nil {
        outcome.committed.append(put.put)  // nothing was ever stored of this scene
        return
      }
      number = try self.number(of: handle, &txn)
      last = (handle, number)
    }
    guard let key = put.put.key.bytes(inSession: number) else { return }
    if let note = put.put.movesAside { try moveAside(key, handle, entry, note, &txn) }
    if let value = put.value {
      try store(value, of: put.put, key: key, &txn)
    } else {
      try logChange(of: key, handle, entry, to: nil, txn)
      if try txn.delete(key, in: open.values) { noteRemoval(of: key) }
      outcome.stored.append((handle, entry, nil))
    }
    outcome.committed.append(put.put)
  }

  private mutating func store(
    _ value: EncodedValue, of put: PendingPut, key: [UInt8],
    _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    if put.skipsEqualBytes, let old = try txn.get(key, in: open.values),
      let envelope = Envelope(readable: old, key: key), envelope.value == value,
      envelope.keyVersion == UInt32(clamping: put.keyVersion)
    {
      return  // equality was not known at the write; equal bytes are not written again
    }
    try note(type: put.typeNumber, put.typeName, &txn)
    let envelope = Envelope(
      tag: value.tag, keyVersion: UInt32(clamping: put.keyVersion), sequence: sequence,
      appVersion: appVersion, typeNumber: put.typeNumber,
      names: put.key.names, payload: value.payload)
    try logChange(of: key, put.handle, put.entry, to: value, txn)
    try noteForRetention(key, put.handle, put.entry.path, txn)
    try txn.put(key, envelope.bytes(forKey: key), in: open.values)
    outcome.stored.append(
      (
        put.handle, put.entry,
        StoredValue(payloadCount: value.payload.count, sequence: sequence)
      ))
  }

  /// Unreadable bytes are moved, never overwritten; the note that they were there goes.
  mutating func moveAside(
    _ key: [UInt8], _ handle: SceneHandle, _ entry: SceneHandle.EntryKey, _ note: SetAsideNote,
    _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard let bytes = try txn.get(key, in: open.values) else { return }
    let moved = SetAsideRecord(
      valueKey: key, sequence: sequence, reason: note.reason, kind: .moved,
      reasonText: note.text, envelope: bytes)
    logMove(of: key, handle, entry, .aside)
    try removeNotes(of: key, &txn)
    try putAside(moved, &txn)
    let records = try setAsideRecords(of: key, txn)
    outcome.setAside.append((handle, entry, records))
  }

  mutating func removeNotes(of key: [UInt8], _ txn: inout WriteTransaction) throws(LMDBError) {
    for record in try setAsideRecords(of: key, txn) where record.kind == .note {
      _ = try txn.delete(record.key, in: open.setAside)
    }
  }

  /// Adds a record; one of the same tick that is there already, from another scope, stays too.
  func putAside(_ record: SetAsideRecord, _ txn: inout WriteTransaction) throws(LMDBError) {
    var record = record
    while try txn.get(record.key, in: open.setAside) != nil { record.sequence += 1 }
    try txn.put(record.key, record.bytes, in: open.setAside)
  }

  func setAsideRecords(
    of key: [UInt8], _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> [SetAsideRecord] {
    try setAsideRecords(below: SetAsideRecord.prefix(valueKey: key), txn)
  }

  func setAsideRecords(
    below prefix: [UInt8], _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> [SetAsideRecord] {
    var records: [SetAsideRecord] = []
    try txn.forEach(in: open.setAside, prefix: prefix) { key, bytes throws(LMDBError) in
      if let record = SetAsideRecord(key: key, bytes: bytes) { records.append(record) }
      return true
    }
    return records
  }

  /// Whether a type's name is known to stand in the store.
  func isKnown(type number: UInt32) -> Bool { knownTypes.contains(number) }

  /// The name of a type's number, which the first commit that uses it writes down.
  mutating func note(
    type number: UInt32, _ name: @autoclosure () -> String, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard knownTypes.insert(number).inserted else { return }
    let key = InfoKey.type(number)
    if try txn.get(key, in: open.info) == nil {
      try txn.put(key, Array(name().utf8), in: open.info)
    }
  }

  /// The scene's number: known, found by its id, or the next new one.
  mutating func number(
    of handle: SceneHandle, _ txn: inout WriteTransaction
  ) throws(LMDBError) -> UInt32 {
    let number: UInt32
    if let known = try knownNumber(of: handle, txn) {
      number = known
    } else {
      number = try intern(handle, &txn)
    }
    if handle.number == nil { outcome.numbers.append((handle, number)) }
    numbers[ObjectIdentifier(handle)] = number
    changed |= RecentSessions.place(of: number)
    return number
  }

  /// The scene's number if the store has one: nothing is made up for what only removes.
  ///
  /// Who asks is about to change something of the scene, or may be.
  mutating func knownNumber(
    of handle: SceneHandle, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> UInt32? {
    let number = try lookUpNumber(of: handle, txn)
    if let number { changed |= RecentSessions.place(of: number) }
    return number
  }

  private func lookUpNumber(
    of handle: SceneHandle, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> UInt32? {
    if let number = numbers[ObjectIdentifier(handle)] { return number }
    let (number, id) = handle.state.withLock { ($0.number, $0.id) }
    if let number { return number }
    // Nothing of a destroyed scene comes after its end, so the name is still its own here.
    guard let id, !handle.livesInMemory else { return nil }
    return try txn.sessionNumber(of: id, open)
  }

  /// Notes that something of the session in a stored key changes.
  mutating func noteChange(of key: [UInt8]) {
    var reader = ByteReader(key)
    if let number = reader.number(UInt32.self) { changed |= RecentSessions.place(of: number) }
  }

  mutating func forget(_ handle: SceneHandle) {
    numbers[ObjectIdentifier(handle)] = nil
    last = nil
  }

  private func intern(
    _ handle: SceneHandle, _ txn: inout WriteTransaction
  ) throws(LMDBError) -> UInt32 {
    let id = handle.id?.rawValue ?? ""
    let next =
      try txn.get(InfoKey.nextSession, in: open.info)
      .flatMap { InfoKey.number($0, UInt32.self) } ?? 1
    guard let number = try promisedNumber(of: handle, txn) ?? sessionNumbers.next(notBelow: next)
    else { throw .full(reason: "no number is left for a new session") }
    // If the transaction fails, the next one gives the same number.
    handle.state.withLock { $0.promisedNumber = number }
    try txn.put(InfoKey.nextSession, InfoKey.bytes(max(next, number + 1)), in: open.info)
    try txn.put(InfoKey.session(id), InfoKey.bytes(number), in: open.info)
    let record = SessionRecord(number: number, sequence: sequence, id: id)
    try txn.put(record.key, record.bytes(), in: open.sessions)
    return number
  }

  /// What the scene was promised, unless another process took it; even its tombstone tells.
  private func promisedNumber(
    of handle: SceneHandle, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> UInt32? {
    guard let promised = handle.state.withLock({ $0.promisedNumber }),
      try txn.get(SessionRecord.key(number: promised), in: open.sessions) == nil
    else { return nil }
    return promised
  }
}
