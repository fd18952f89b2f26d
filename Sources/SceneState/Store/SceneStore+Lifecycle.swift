import LMDB
import StoreFormat
import Synchronization

extension SceneStore {
  /// Adds a problem that was found above the store; it is told once per address and code.
  package func report(_ problem: SceneProblem) { core.problems.report(problem) }

  /// The number under which the values of a scene are kept; nil before its first commit.
  package func sessionNumber(of id: SceneID) -> UInt32? { core.handle(for: id).number }

  /// What names this process in session records, so that another one knows whether it still runs.
  package static var processIdentity: String { ProcessIdentity.current }

  /// Whether the process still runs that was named so.
  package static func isRunning(process identity: String) -> Bool {
    ProcessIdentity.isRunning(identity)
  }

  /// Whether the store's folder is open; if not, values live in memory until it is.
  package var isUsable: Bool { core.isUsable }

  /// Whether the last try to write or to open failed: the app holds what is not in the file.
  package var isBehind: Bool { !core.isUsable || core.failure.text != nil }

  /// Takes the state of a scene away, as part of the tick; the session stays with its record.
  ///
  /// - Parameters:
  ///   - id: The scene.
  ///   - isKept: Whether its values go to the set-aside database instead of being destroyed. No
  ///     later read takes them back, only ``SceneScope/exchangeGivenUp()``.
  package func giveUp(_ id: SceneID, keepingSetAside isKept: Bool) {
    let handle = core.handle(for: id)
    core.tick {
      // Looked at first: a later look would find what is still in the file until the commit.
      core.know(handle)
      for cell in handle.sortedCells() {
        cell.discarded()
        core.notice(cell)
      }
      handle.state.withLock { $0.table.becomeEmpty() }
      handle.storedBytes.store(0, ordering: .relaxed)
      core.enqueue(isKept ? .giveUp(handle) : .discard(handle, .root))
    }
  }

  /// Whether values of a scene were set aside when it was given up, and are there still.
  package func hasGivenUp(_ id: SceneID) -> Bool {
    guard let open = core.connection.current, let number = core.handle(for: id).number,
      let prefix = StoredKey.prefix(session: number, path: .root)
    else { return false }
    var isFound = false
    do throws(LMDBError) {
      try open.environment.read { txn throws(LMDBError) in
        try txn.forEach(in: open.setAside, prefix: prefix) { key, bytes in
          isFound = SetAsideRecord(key: key, bytes: bytes)?.kind == .givenUp
          return !isFound
        }
      }
    } catch { core.problems.report(SceneProblem(error)) }
    return isFound
  }
}
