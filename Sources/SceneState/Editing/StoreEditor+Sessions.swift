import LMDB
package import StoreFormat
extension StoreEditor {
  /// What became of a change of a session.
  package enum SessionOutcome: Sendable {
    case done
    case noSuchSession
    /// A process has it open; nothing was changed.
    case inUse([SessionUse])
    /// Done but for these; the rest of the change is in the store.
    case incomplete([SceneProblem])
  }

  /// Destroys a session with its record, values and set-aside values, as a window that is closed.
  ///
  /// A session that a process has open is left alone: its window would write it anew.
  /// - Throws: `store-not-usable`.
  package func discard(_ id: SceneID) throws(SceneProblem) -> SessionOutcome {
    let handle = store.core.handle(for: id)
    return try write { writer, txn throws(LMDBError) in
      let uses = try writer.uses(txn).filter { $0.id == id }
      if !uses.isEmpty { return .inUse(uses) }
      guard try writer.knownNumber(of: handle, txn) != nil else { return .noSuchSession }
      try writer.apply([.destroy(handle)], early: [:], &txn)
      // What a process left that died with the window open.
      _ = try txn.delete(InfoKey.owner(id.rawValue), in: writer.open.info)
      return .done
    }
  }

  /// Gives a session the short name that people see; an empty one takes it away.
  /// - Throws: `store-not-usable`.
  package func setAlias(_ alias: String, of id: SceneID) throws(SceneProblem) -> SessionOutcome {
    let handle = store.core.handle(for: id)
    return try write { writer, txn throws(LMDBError) in
      guard try writer.knownNumber(of: handle, txn) != nil else { return .noSuchSession }
      try writer.apply([.alias(handle, alias)], early: [:], &txn)
      return .done
    }
  }

  /// A scope of a session, or of the app.
  package struct Place: Hashable, Sendable {
    package let scene: SceneID?
    package let path: ScopePath

    package init(_ scene: SceneID?, _ path: ScopePath) { (self.scene, self.path) = (scene, path) }
  }

  /// Moves everything in a scope to another one; values of the same keys there are replaced.
  /// - Throws: `store-not-usable`.
  package func move(from: Place, to: Place) throws(SceneProblem) -> SessionOutcome {
    let core = store.core
    let source = from.scene.map { core.handle(for: $0) } ?? core.app
    let target = to.scene.map { core.handle(for: $0) } ?? core.app
    let problems = try write { writer, txn throws(LMDBError) in
      try writer.apply(
        [.copy(source, from.path, target, to.path, removesSource: true)], early: [:], &txn)
      return writer.outcome.problems
    }
    return problems.isEmpty ? .done : .incomplete(problems)
  }

  /// Gives one value another address, with its facts and what was set aside of it.
  ///
  /// - Returns: The value; nil if nothing that can be read stands at the old address.
  /// - Throws: `scope-too-deep`, `store-not-usable`.
  package func move(
    _ old: ValueAddress, to new: ValueAddress
  ) throws(SceneProblem) -> EncodedValue? {
    guard let oldKey = StoredKey.bytes(of: old), let newKey = StoredKey.bytes(of: new) else {
      throw SceneProblem(.scopeTooDeep, address: new.key)
    }
    return try write { writer, txn throws(LMDBError) -> EncodedValue? in
      guard let bytes = try txn.get(oldKey, in: writer.open.values),
        var envelope = Envelope(readable: bytes, key: oldKey)
      else { return nil }
      envelope.names = StoredKey.names(of: new)
      envelope.sequence = writer.sequence
      try writer.removeNotes(of: oldKey, &txn)
      try writer.removeNotes(of: newKey, &txn)
      _ = try txn.delete(oldKey, in: writer.open.values)
      try txn.put(newKey, envelope.bytes(forKey: newKey), in: writer.open.values)
      return envelope.value
    }
  }
}
