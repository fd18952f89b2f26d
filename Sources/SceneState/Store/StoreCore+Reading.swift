import LMDB
import Synchronization

extension StoreCore {
  /// Whether there is a store to ask for this scene; a pending scene has none yet.
  func hasStore(for handle: SceneHandle) -> Bool {
    guard handle.isApp || handle.id != nil, !handle.hasLongID else { return false }
    return connection.current != nil
  }

  /// What stands under an entry, or nil.
  func storedValue(_ handle: SceneHandle, _ entry: SceneHandle.EntryKey) -> StoredValue? {
    guard let stored = contents(of: handle), let value = stored.values[entry] else { return nil }
    guard case .store(let key) = value.place else { return value }
    return fetch(value, key)
  }

  /// Values of this entry that were moved aside, oldest first.
  func setAsideValues(_ handle: SceneHandle, _ entry: SceneHandle.EntryKey) -> [SetAsideRecord] {
    (contents(of: handle)?.setAside[entry] ?? []).filter { $0.kind == .moved }
  }

  func hasNote(_ handle: SceneHandle, _ entry: SceneHandle.EntryKey) -> Bool {
    (contents(of: handle)?.setAside[entry] ?? []).contains { $0.kind == .note }
  }

  /// An entry of the same key in another scope of the scene that no declaration claims.
  func undeclaredNamesake(
    of entry: SceneHandle.EntryKey, in handle: SceneHandle
  ) -> SceneHandle.EntryKey? {
    guard let stored = contents(of: handle) else { return nil }
    let others: [SceneHandle.EntryKey]
    if entry.path.components.isEmpty {
      guard stored.keysBelow.contains(entry.key) else { return nil }
      others = stored.values.keys.filter { $0.key == entry.key && $0.path != entry.path }
    } else {
      let scene = SceneHandle.EntryKey(path: .root, key: entry.key)
      others = stored.values[scene] == nil ? [] : [scene]
    }
    let undeclared = handle.state.withLock { state in
      others.filter { state.cells[$0] == nil }
    }
    return undeclared.min { $0.path.texts.lexicographicallyPrecedes($1.path.texts) }
  }

  /// Everything stored of a scene, read with one scan of its range at the first call.
  func contents(of handle: SceneHandle) -> SceneHandle.Stored? {
    do {
      while true {
        if let stored = handle.state.withLock({ $0.stored }) { return stored }
        guard let open = connection.current else { return nil }
        let revision = handle.revision.load(ordering: .acquiring)
        let scan = try open.environment.read { txn throws(LMDBError) in
          try Self.scan(handle, txn, open)
        }
        if handle.keep(scan, scannedAt: revision) {
          setAside(scan.strays, of: handle)
          return scan.stored
        }
      }
    } catch {
      couldNotRead(handle, SceneProblem(error))
      return nil
    }
  }

  static func scan(
    _ handle: SceneHandle, _ txn: borrowing ReadTransaction, _ open: Connection.Open,
    asksForNumber: Bool = false
  ) throws(LMDBError) -> SceneHandle.Scan {
    var stored = SceneHandle.Stored()
    var number = handle.state.withLock { $0.number }
    if number == nil || asksForNumber, let id = handle.id {
      number = try txn.get(InfoKey.session(id.rawValue), in: open.info)
        .flatMap { InfoKey.number($0, UInt32.self) }
    }
    guard let number, let prefix = StoredKey.prefix(session: number, path: .root) else {
      return SceneHandle.Scan(number: nil, stored: stored)
    }
    var strays = stored.add(try txn.copyRows(of: open.values, prefix: prefix))
    try txn.forEach(in: open.setAside, prefix: prefix) { key, bytes throws(LMDBError) in
      guard let record = SetAsideRecord(key: key, bytes: bytes) else { return true }
      strays.removeAll { $0.key == record.valueKey }
      let names = try? Envelope.decode(record.envelope, key: record.valueKey).names
      if let address = StoredKey.address(of: record.valueKey, names: names) {
        let entry = SceneHandle.EntryKey(path: address.path, key: address.key)
        stored.setAside[entry, default: []].append(record)
      }
      return true
    }
    return SceneHandle.Scan(number: number, stored: stored, strays: strays)
  }

  /// Reads one value again whose bytes were dropped.
  private func fetch(_ value: StoredValue, _ key: [UInt8]) -> StoredValue? {
    guard let open = connection.current else { return nil }
    do {
      let bytes = try open.environment.read { txn throws(LMDBError) in
        try txn.get(key, in: open.values)
      }
      guard let bytes else { return nil }
      var rows = CopiedRows()
      rows.append(key, bytes)
      return StoredValue(
        payloadCount: value.payloadCount, sequence: value.sequence,
        place: .row(ScannedRows(rows), 0))
    } catch {
      problems.report(SceneProblem(error))
      return nil
    }
  }
}

extension SceneHandle {
  /// Keeps what a scan found, unless another scan was faster or a commit made it old.
  fileprivate func keep(_ scan: Scan, scannedAt revision: Int) -> Bool {
    state.withLock { state in
      guard state.stored == nil, self.revision.load(ordering: .relaxed) == revision else {
        return false
      }
      state.stored = scan.stored
      if state.number == nil { state.number = scan.number }
      storedBytes.store(scan.stored.payloadBytes, ordering: .relaxed)
      return true
    }
  }

  /// The selected tab, or what is stored as such while no key for it was declared.
  func selectedTabOrStored(_ core: StoreCore) -> String? {
    if let tab = selectedTab { return tab }
    let entry = EntryKey(path: .root, key: SelectedTab.keyName)
    guard let envelope = try? core.storedValue(self, entry)?.result?.get(),
      envelope.tag == StringCoding.tag
    else { return nil }
    return String(decoding: envelope.payload, as: UTF8.self)
  }
}

extension InfoKey {
  /// The key under which a session's number is found by its id.
  static func session(_ id: String) -> [UInt8] { Array("session/".utf8) + Array(id.utf8) }

  /// The number that the next new session gets.
  static let nextSession = Array("next-session".utf8)
}
