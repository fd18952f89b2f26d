import StoreFormat
import Synchronization

extension SceneScope {
  /// Removes everything in and below this scope, set-aside values too.
  ///
  /// Objects that hold values there go on with their defaults and may write again.
  /// - Throws: `store-not-usable` if there is no store to remove it from now; it is tried again.
  public func discard() throws(SceneProblem) {
    var told: [any AnyCell] = []
    store.core.tick {
      // Looked at first: a later look would find what is still in the file until the commit.
      if !path.components.isEmpty { store.core.know(handle) }
      told = cellsBelow
      for cell in told {
        cell.discarded()
        store.core.notice(cell)
      }
      if path.components.isEmpty, store.core.hasStore(for: handle) {
        // Nothing is left of the scene: what there was need not be known.
        handle.state.withLock { if !$0.table.isKnown { $0.table.becomeEmpty() } }
      }
      handle.forget(path)
      store.core.enqueue(.discard(handle, path))
    }
    try store.core.commit(durable: false)
  }

  /// Copies everything in and below this scope to another scope of the same store.
  ///
  /// Values of the same keys over there are replaced, and what follows in a tick reads and changes
  /// what came. What cannot go there stays here only, and the store reports why: `scope-too-deep`
  /// for an address with too many names, `value-not-readable` for damaged bytes. Set-aside values
  /// are not copied. What lives in memory alone, the values of transient keys, goes along.
  /// - Throws: `store-not-usable`; `no-scope` if one of the two scenes was discarded or has no
  ///   identifier yet, or only one of them is private; `name-too-long`; `scope-too-deep` for a scope
  ///   inside this one.
  public func copy(to other: SceneScope) throws(SceneProblem) {
    try transfer(to: other, removesSource: false)
  }

  /// Moves everything in and below this scope, set-aside values too, as when a tab is renamed.
  ///
  /// It works as ``copy(to:)`` does, and what cannot go there stays here.
  /// - Throws: As ``copy(to:)``.
  public func move(to other: SceneScope) throws(SceneProblem) {
    try transfer(to: other, removesSource: true)
  }

  /// Writes what stood in this scene once, from ``wholeEntries``, where it stood.
  ///
  /// Values that were written since then are replaced.
  /// - Throws: As ``copy(to:)``.
  package func bringBack(_ entries: [StoredEntry]) throws(SceneProblem) {
    guard !entries.isEmpty else { return }
    try store.core.tick { () throws(SceneProblem) in
      try checkTransfer()
      try checkIsInFile()
      carryBack(entries)
      store.core.enqueue(.bringBack(handle, entries))
    }
    try store.core.commit(durable: false)
  }

  /// Puts what was set aside when this scene was given up last back where it stood.
  ///
  /// What stands there now is set aside in its place, so that doing it again undoes it. Does
  /// nothing if nothing was given up. In a tick it happens at the tick's end.
  /// - Throws: As ``copy(to:)``.
  package func exchangeGivenUp() throws(SceneProblem) {
    try store.core.tick { () throws(SceneProblem) in
      try checkTransfer()
      try checkIsInFile()
      // What was written before stands in the file first, and is set aside with the rest.
      for cell in cellsBelow {
        if let put = cell.takePending() { store.core.enqueue(.put(put)) }
      }
      store.core.enqueue(.exchangeGivenUp(handle))
    }
    try store.core.commit(durable: false)
  }

  private func transfer(to other: SceneScope, removesSource: Bool) throws(SceneProblem) {
    guard self != other else { return }
    guard store == other.store else {
      throw SceneProblem(.storeNotUsable, detail: "the two scopes are in different stores")
    }
    guard !other.path.isInside(path) || other.handle !== handle else {
      throw SceneProblem(
        .scopeTooDeep, address: other.address, detail: "a scope cannot go into itself")
    }
    let isPrivate = handle.isPrivate.load(ordering: .relaxed)
    guard isPrivate == other.handle.isPrivate.load(ordering: .relaxed) else {
      throw SceneProblem(
        .noScope, address: (isPrivate ? self : other).address,
        detail: "the scene is private: its values go to no other, and those of no other to it",
        isOfPrivateScene: true)
    }
    try store.core.tick { () throws(SceneProblem) in
      try checkTransfer()
      try other.checkTransfer()
      carryMemory(to: other, removesSource: removesSource)
      // All that a private scene has is in memory.
      if isPrivate { return }
      // What was written before in this tick stands in the file before the copy is made.
      for cell in cellsBelow + other.cellsBelow {
        if let put = cell.takePending() { store.core.enqueue(.put(put)) }
      }
      store.core.enqueue(
        .copy(handle, path, other.handle, other.path, removesSource: removesSource))
      carryStored(to: other, removesSource: removesSource)
    }
    try store.core.commit(durable: false)
  }

  /// Whether there is a scene in the store, or can be, to copy from or to.
  private func checkTransfer() throws(SceneProblem) {
    guard !handle.hasLongID else {
      throw SceneProblem(
        .nameTooLong, address: address, detail: "the limit is \(SceneID.byteLimit) bytes")
    }
    guard !handle.isTaken.load(ordering: .relaxed) else {
      throw .taken(address: address)
    }
    guard !handle.isDestroyed.load(ordering: .relaxed) else {
      throw SceneProblem(.noScope, address: address, detail: "the scene was discarded")
    }
    guard handle.isApp || handle.id != nil else {
      throw SceneProblem(.noScope, address: address, detail: "the scene has no identifier yet")
    }
  }

  private func checkIsInFile() throws(SceneProblem) {
    guard handle.isPrivate.load(ordering: .relaxed) else { return }
    throw SceneProblem(
      .noScope, address: address, detail: "the scene is private: it has no place in the file",
      isOfPrivateScene: true)
  }

  /// The identifiers of the nested scopes of a kind right below that hold values, in the order of
  /// their bytes; none if the store cannot be read now.
  package func nestedIDs(_ kind: String) -> [String] {
    guard store.core.know(handle) else { return [] }
    let (depth, kind) = (path.components.count, kind.normalFormC)
    var ids: Set<String> = []
    for row in handle.rows(inside: path) {
      let components = row.entry.path.components
      guard components.count > depth, case .nested(kind, let id) = components[depth] else {
        continue
      }
      // What was emptied, or only read, holds nothing.
      if !ids.contains(id), row.holdsValue { ids.insert(id) }
    }
    return ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  var cellsBelow: [any AnyCell] { handle.sortedCells { $0.path.isInside(path) } }

  /// The place as addresses print it.
  package var address: String { Address.text(scene: handle.name, path: path, key: nil) }
}

extension SceneHandle {
  /// Nothing is stored in and below a scope any more.
  func forget(_ path: ScopePath) {
    state.withLock { state in
      revision.add(1, ordering: .releasing)
      guard state.table.isKnown else { return }
      if path.components.isEmpty {
        state.table.becomeEmpty()
        storedBytes.store(0, ordering: .relaxed)
      } else {
        storedBytes.subtract(state.table.forget(below: path), ordering: .relaxed)
      }
    }
  }

  /// The cells of some entries in the order of their addresses, those in memory only last.
  func sortedCells(where isWanted: (EntryKey) -> Bool = { _ in true }) -> [any AnyCell] {
    state.withLock { state in
      // The texts are made once for each, and not for each comparison.
      let stored = state.table.rows
        .compactMap { row in
          row.cell.flatMap { isWanted(row.entry) ? (text: row.entry.name.texts, cell: $0) : nil }
        }
        .sorted { $0.text.lexicographicallyPrecedes($1.text) }
        .map(\.cell)
      let inMemory = state.memoryCells.filter { isWanted($0.key.entry) }
        .sorted { $0.value.declaration < $1.value.declaration }
        .map(\.value)
      return stored + inMemory
    }
  }
}

extension SceneScope {
  /// The address of a key's value as seen from here.
  package func address<Value>(of key: SceneKey<Value>) -> String {
    let place = resolve(key.scope)
    return Address.text(scene: place.handle.name, path: place.path, key: key.name)
  }
}
