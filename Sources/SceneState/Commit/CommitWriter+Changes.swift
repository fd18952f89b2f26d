import LMDB
import StoreFormat
import Synchronization

extension CommitWriter {
  /// Makes the changes in order; `early` has the values that stand between them.
  mutating func apply(
    _ changes: [StoreChange], early: [Int: EncodedPut], _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    for (index, change) in changes.enumerated() {
      guard try mayMake(change, &txn) else { continue }
      switch change {
      case .discard(let handle, let path): try discard(handle, path, &txn)
      case .removeEntry(let handle, let entry): try remove(handle, entry, &txn)
      case .note(let handle, let entry, let note): try self.note(handle, entry, note, &txn)
      case .strays(let handle, let strays): try setAside(strays, of: handle, &txn)
      case .removeNotes(let handle, let entry): try clearNotes(handle, entry, &txn)
      case .takeBack(let handle, let entry, let record):
        noteChange(of: record.valueKey)
        logMove(of: record.valueKey, handle, entry, .back)
        _ = try txn.delete(record.key, in: open.setAside)
        outcome.setAside.append((handle, entry, try setAsideRecords(of: record.valueKey, txn)))
      case .copy(let source, let from, let target, let to, let removesSource):
        try copy(source, from, target, to, removesSource: removesSource, &txn)
      case .bringBack(let handle, let entries): try bringBack(entries, handle, &txn)
      case .open(let handle): _ = try number(of: handle, &txn)
      case .record(let handle, let bytes):
        try update(handle, &txn) { $0.record = bytes }
      case .alias(let handle, let alias):
        try update(handle, &txn) { $0.alias = alias }
      case .giveUp(let handle): try giveUp(handle, &txn)
      case .exchangeGivenUp(let handle): try exchangeGivenUp(handle, &txn)
      case .destroy(let handle): try destroy(handle, &txn)
      case .release(let handle, let generation): try release(handle, generation, &txn)
      case .put:
        if let put = early[index] { try apply([put], &txn) }
      }
    }
  }

  private mutating func discard(
    _ handle: SceneHandle, _ path: ScopePath, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard let number = try knownNumber(of: handle, txn),
      let prefix = StoredKey.prefix(session: number, path: path)
    else { return }
    try logRemoval(below: prefix, handle.id, txn)
    let count = try txn.deleteAll(in: open.values, prefix: prefix)
    if count > 0 { noteRemoval(of: prefix, isPrefix: true) }
    _ = try txn.deleteAll(in: open.setAside, prefix: prefix)
    // What stood between this and an earlier change of the batch is gone too.
    outcome.stored.removeAll { $0.handle === handle && $0.entry.path.isInside(path) }
    outcome.setAside.removeAll { $0.0 === handle && $0.1.path.isInside(path) }
    outcome.discarded.append((handle, path))
  }

  private mutating func remove(
    _ handle: SceneHandle, _ entry: SceneHandle.EntryKey, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard let key = try storedKey(handle, entry, txn) else { return }
    try logChange(of: key, handle, entry, to: nil, txn)
    if try txn.delete(key, in: open.values) { noteRemoval(of: key) }
    outcome.stored.append((handle, entry, nil))
  }

  private mutating func note(
    _ handle: SceneHandle, _ entry: SceneHandle.EntryKey, _ note: SetAsideNote,
    _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard let key = try storedKey(handle, entry, txn),
      try txn.get(key, in: open.values) != nil
    else { return }
    let record = SetAsideRecord(
      valueKey: key, sequence: sequence, reason: note.reason, kind: .note, reasonText: note.text)
    try removeNotes(of: key, &txn)
    try putAside(record, &txn)
    outcome.setAside.append((handle, entry, try setAsideRecords(of: key, txn)))
  }

  private mutating func clearNotes(
    _ handle: SceneHandle, _ entry: SceneHandle.EntryKey, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard let key = try storedKey(handle, entry, txn) else { return }
    try removeNotes(of: key, &txn)
    outcome.setAside.append((handle, entry, try setAsideRecords(of: key, txn)))
  }

  /// Where an entry stands; nil if the store knows nothing of its scene.
  private mutating func storedKey(
    _ handle: SceneHandle, _ entry: SceneHandle.EntryKey, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> [UInt8]? {
    guard let number = try knownNumber(of: handle, txn) else { return nil }
    return StoredKey.bytes(
      of: ValueAddress(session: number, path: entry.path, key: entry.key))
  }

  mutating func update(
    _ handle: SceneHandle, _ txn: inout WriteTransaction, _ change: (inout SessionRecord) -> Void
  ) throws(LMDBError) {
    let number = try self.number(of: handle, &txn)
    let key = SessionRecord.key(number: number)
    var record =
      try txn.session(number, open)
      ?? SessionRecord(number: number, sequence: sequence, id: handle.id?.rawValue ?? "")
    record.sequence = sequence
    change(&record)
    try txn.put(key, record.bytes(), in: open.sessions)
  }

  private mutating func destroy(
    _ handle: SceneHandle, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard let id = handle.id?.rawValue, let number = try knownNumber(of: handle, txn),
      let prefix = StoredKey.prefix(session: number, path: .root)
    else { return }
    try logRemoval(below: prefix, handle.id, txn)
    _ = try txn.deleteAll(in: open.values, prefix: prefix)
    _ = try txn.deleteAll(in: open.setAside, prefix: prefix)
    let index = InfoKey.session(id)
    // Another scene may bear the name by now, made by another process.
    if try txn.get(index, in: open.info) == InfoKey.bytes(number) {
      _ = try txn.delete(index, in: open.info)
    }
    // A leaf scan of a damaged file must not bring a destroyed scene back.
    let tombstone = SessionRecord(
      number: number, kind: .tombstone, sequence: sequence, id: "", record: [])
    try txn.put(tombstone.key, tombstone.bytes(), in: open.sessions)
    forget(handle)
  }
}
