import LMDB
import StoreFormat

/// Notes for the commit log; nothing is read or kept while nobody asked for one.
extension CommitWriter {
  /// A value is about to be put or removed.
  mutating func logChange(
    of key: [UInt8], _ handle: SceneHandle, _ entry: SceneHandle.EntryKey, to value: EncodedValue?,
    _ txn: borrowing WriteTransaction
  ) throws(LMDBError) {
    guard log != nil else { return }
    let before = CommitLog.Content(try txn.get(key, in: open.values), key: key)
    let place = self.place(of: key, handle, entry)
    log?.changed(key, place, from: before, to: value.map { .value($0) } ?? .absent)
  }

  /// Everything below a prefix is about to be removed, or to go to the set-aside database.
  mutating func logRemoval(
    below prefix: [UInt8], _ scene: SceneID?, isSetAside: Bool = false,
    forgottenKind: String? = nil, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) {
    guard var log else { return }
    try txn.forEach(in: open.values, prefix: prefix) { key, bytes throws(LMDBError) in
      let names = Envelope(readable: bytes, key: key)?.names
      if let address = StoredKey.address(of: key, names: names) {
        let place = CommitLog.Place(address: address, scene: scene)
        if isSetAside { log.moved(key, place, .aside) }
        // What was moved is not in place any more: who puts something there replaces nothing.
        let before = isSetAside ? .absent : CommitLog.Content(bytes, key: key)
        log.changed(key, place, from: before, to: .absent, forgottenKind: forgottenKind)
      }
      return true
    }
    self.log = log
  }

  /// Bytes are about to go to the set-aside database, or to come back from it.
  mutating func logMove(
    of key: [UInt8], _ handle: SceneHandle, _ entry: SceneHandle.EntryKey,
    _ change: CommitLogEntry.Change
  ) {
    guard log != nil else { return }
    let place = self.place(of: key, handle, entry)
    log?.moved(key, place, change)
    // What was moved is not in place any more: who puts something there replaces nothing.
    if change == .aside { log?.changed(key, place, from: .absent, to: .absent) }
  }

  private func place(
    of key: [UInt8], _ handle: SceneHandle, _ entry: SceneHandle.EntryKey
  ) -> CommitLog.Place {
    var reader = ByteReader(key)
    let session = reader.number(UInt32.self) ?? ValueAddress.appSession
    return CommitLog.Place(
      address: ValueAddress(session: session, path: entry.path, key: entry.key),
      scene: handle.isApp ? nil : handle.id)
  }
}
