import LMDB
import StoreFormat
import Synchronization

extension StoreCore {
  /// Whether there is a store to ask for this scene; a pending scene has none yet.
  func hasStore(for handle: SceneHandle) -> Bool {
    guard handle.isApp || handle.id != nil, !handle.livesInMemory else { return false }
    return connection.isOpen
  }

  /// What is known of one entry.
  struct Found {
    /// nil if there is no value.
    var bytes: StoredBytes?
    /// Whether it is noted that the value in place could not be read.
    let hasNote: Bool
    /// Values of this entry that were moved aside, oldest first.
    let moved: [SetAsideRecord]
  }

  /// What stands under an entry, for the cell that takes it; nil if the file cannot be read.
  func find(_ handle: SceneHandle, _ entry: SceneHandle.EntryKey) -> Found? {
    var place: StoredBytes.Place?
    var aside: [SetAsideRecord] = []
    var strays: [StrayRow] = []
    let isKnown = look(into: handle) { table in
      place = table.takeBytes(of: entry)
      if place == nil, !table.strays.isEmpty { swap(&strays, &table.strays) }
      if !table.setAside.isEmpty { aside = table.setAside[entry] ?? [] }
    }
    guard isKnown else { return nil }
    tell(strays, of: handle)
    var found = Found(
      bytes: nil, hasNote: aside.contains { $0.kind == .note },
      moved: aside.isEmpty ? [] : aside.filter { $0.kind == .moved && $0.reason.isKnown })
    found.bytes = place.flatMap { bytes(at: $0, handle, entry) }
    return found
  }

  /// What stands under an entry of a scene that is known, for one who is not its cell.
  func bytes(of entry: SceneHandle.EntryKey, in handle: SceneHandle) -> StoredBytes? {
    handle.state.withLock { $0.table.bytes(of: entry) }.flatMap { bytes(at: $0, handle, entry) }
  }

  private func bytes(
    at place: StoredBytes.Place, _ handle: SceneHandle, _ entry: SceneHandle.EntryKey
  ) -> StoredBytes? {
    switch place {
    case .copied(let bytes, let start): .copied(bytes, at: start)
    case .inStore: fetch(handle, entry)
    }
  }

  /// An entry of the same key in another scope of the scene that no declaration claims.
  func undeclaredNamesake(
    of entry: SceneHandle.EntryKey, in handle: SceneHandle
  ) -> SceneHandle.EntryKey? {
    var others: [SceneHandle.EntryKey] = []
    _ = look(into: handle) { table in
      if entry.path.components.isEmpty {
        others = table.undeclared(sameKeyAs: entry)
      } else {
        let scene = SceneHandle.EntryKey(path: .root, key: entry.key)
        if let row = table[scene], row.isStored, row.cell == nil { others = [scene] }
      }
    }
    return others.min { $0.path.texts.lexicographicallyPrecedes($1.path.texts) }
  }

  /// Reads what is stored of a scene with one scan of its range, if that is not known.
  ///
  /// - Returns: Whether it is known; if not, the file cannot be read.
  @discardableResult
  func know(_ handle: SceneHandle) -> Bool { look(into: handle) { _ in } }

  /// Looks at what is stored of a scene, with its lock held; the first look has it read.
  private func look(into handle: SceneHandle, _ body: (inout ValueTable) -> Void) -> Bool {
    do {
      while true {
        let isKnown = handle.state.withLock { state in
          if state.table.isKnown { body(&state.table) }
          return state.table.isKnown
        }
        if isKnown { return true }
        guard let open = connection.current else { return false }
        let revision = handle.revision.load(ordering: .acquiring)
        let scan = try open.environment.read { txn throws(LMDBError) in
          try Self.scan(handle, txn, open)
        }
        if handle.keep(scan, scannedAt: revision) { setAside(scan.strays, of: handle) }
      }
    } catch {
      couldNotRead(handle, SceneProblem(error))
      return false
    }
  }

  static func scan(
    _ handle: SceneHandle, _ txn: borrowing ReadTransaction, _ open: Connection.Open,
    asksForNumber: Bool = false
  ) throws(LMDBError) -> SceneHandle.Scan {
    var stored = SceneHandle.Stored()
    var number = handle.state.withLock { $0.number }
    if number == nil || asksForNumber, let id = handle.id {
      number = try txn.sessionNumber(of: id, open)
    }
    guard let number, let prefix = StoredKey.prefix(session: number, path: .root) else {
      return SceneHandle.Scan(number: nil, stored: stored)
    }
    var strays = stored.add(try txn.copyRows(of: open.values, prefix: prefix))
    try txn.forEach(in: open.setAside, prefix: prefix) { key, bytes throws(LMDBError) in
      guard let record = SetAsideRecord(key: key, bytes: bytes) else { return true }
      strays.removeAll { $0.key == record.valueKey }
      let names = Envelope(readable: record.envelope, key: record.valueKey)?.names
      if let address = StoredKey.address(of: record.valueKey, names: names) {
        let entry = SceneHandle.EntryKey(path: address.path, key: address.key)
        stored.setAside[entry, default: []].append(record)
      }
      return true
    }
    return SceneHandle.Scan(number: number, stored: stored, strays: strays)
  }

  /// Reads one value whose bytes were not kept.
  private func fetch(_ handle: SceneHandle, _ entry: SceneHandle.EntryKey) -> StoredBytes? {
    guard let open = connection.current, let number = handle.number,
      let key = entry.template.bytes(inSession: number)
    else { return nil }
    do {
      return try open.environment.get(key, in: open.values).map { .fetched($0, key: key) }
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
      guard !state.table.isKnown, self.revision.load(ordering: .relaxed) == revision else {
        return false
      }
      state.table.take(scan.stored)
      state.table.strays = scan.strays
      if state.number == nil { state.number = scan.number }
      storedBytes.store(scan.stored.payloadBytes, ordering: .relaxed)
      return true
    }
  }

  /// The selected tab, or what is stored as such while no key for it was declared.
  func selectedTabOrStored(_ core: StoreCore) -> String? {
    if let tab = selectedTab { return tab }
    let entry = EntryKey(path: .root, key: SelectedTab.keyName)
    // What is wrong with it is told when a key for it is read.
    guard let envelope = try? core.find(self, entry)?.bytes?.envelope(),
      envelope.tag == StringCoding.tag
    else { return nil }
    return String(decoding: envelope.payload, as: UTF8.self)
  }
}

extension StoreCore {
  /// The name of the type with this number; nil if the store does not know it.
  func typeName(_ number: UInt32) -> String? {
    guard let open = connection.current else { return nil }
    // NB: without the name decoding decides alone.
    let name = try? open.environment.get(InfoKey.type(number), in: open.info)
    return name.map { String(decoding: $0, as: UTF8.self) }
  }
}
