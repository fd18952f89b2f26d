import LMDB
import StoreFormat
import Synchronization

/// One session that a store knows: a scene's number, identifier, alias and record.
public struct StoredSession: Hashable, Sendable {
  /// The interned number, from 1, never used again.
  public let number: UInt32
  /// The scene's identifier.
  public let id: SceneID
  /// A person's short name for it, or empty.
  public let alias: String
  /// The record that the lifecycle keeps with it, as it was written.
  public let record: [UInt8]

  package init(number: UInt32, id: SceneID, alias: String, record: [UInt8]) {
    (self.number, self.id, self.alias, self.record) = (number, id, alias, record)
  }
}

extension SceneStore {
  /// All sessions in the order of their numbers, as committed.
  /// - Throws: `store-not-usable`.
  public func sessions() throws(SceneProblem) -> [StoredSession] {
    let connected = try core.connection.open()
    var sessions: [StoredSession] = []
    do throws(LMDBError) {
      try connected.environment.read { txn throws(LMDBError) in
        try txn.forEach(in: connected.sessions, prefix: []) { key, bytes throws(LMDBError) in
          guard let record = SessionRecord(readable: bytes, key: key), record.kind == .live
          else { return true }  // a damaged record is the business of `check`
          sessions.append(
            StoredSession(
              number: record.number, id: SceneID(rawValue: record.id), alias: record.alias,
              record: record.record))
          return true
        }
      }
    } catch { throw SceneProblem(error) }
    return sessions
  }

  /// Makes the session known to the store, with the next number if it is new; part of the tick.
  @discardableResult
  package func openSession(_ id: SceneID) -> OpenedSession {
    let handle = core.handle(for: id)
    core.tick {
      core.promiseNumber(to: handle)
      core.enqueue(.open(handle))
    }
    return OpenedSession(handle: handle)
  }

  package func setRecord(_ bytes: [UInt8], for id: SceneID) {
    core.tick { core.enqueue(.record(core.handle(for: id), bytes)) }
  }

  /// Sets the short name of a session; part of the tick.
  package func setAlias(_ alias: String, for id: SceneID) {
    core.tick { core.enqueue(.alias(core.handle(for: id), alias)) }
  }

  /// Removes the session with record, values and set-aside values; part of the tick.
  ///
  /// Objects that still hold its values find their writes refused from now on.
  package func destroySession(_ id: SceneID) {
    let id = SceneID(rawValue: id.rawValue.normalFormC)
    let handle = core.handle(for: id)
    core.tick {
      handle.isDestroyed.store(true, ordering: .relaxed)
      handle.state.withLock { $0.table.becomeEmpty() }
      for cell in handle.sortedCells() {
        cell.discarded()
        core.notice(cell)
      }
      // Who asks for the scene again gets a new one, before and after the commit alike.
      let successor = SceneHandle(id: id, isSuccessor: true)
      core.scenes.withLock { scenes in scenes.set(successor, for: id) }
      core.enqueue(.destroy(handle))
    }
    // The notices of the tick have the cells that they need.
    handle.state.withLock { $0.end() }
  }
}
