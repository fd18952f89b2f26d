import LMDB
import Synchronization

/// Scenes that the file could not give when somebody asked.
///
/// Their values are defaults in memory, with a problem, until a later look finds what is stored.
extension StoreCore {
  /// Notes that a scene has to be read again, and has the committer try it.
  func couldNotRead(_ handle: SceneHandle, _ problem: SceneProblem) {
    problems.report(problem)
    failure.stand(problem)
    unread.withLock { unread in
      if !unread.contains(where: { $0 === handle }) { unread.append(handle) }
    }
    committer.wake()
  }

  var hasUnread: Bool { unread.withLock { !$0.isEmpty } }

  /// Reads what could not be read before, and shows it; part of a commit, before its values.
  ///
  /// A scene that still cannot be read keeps nobody else's values from being written.
  func readAgain(_ open: Connection.Open) {
    let missed = unread.withLock { $0 }
    guard !missed.isEmpty else { return }
    for handle in missed {
      do throws(LMDBError) {
        try open.environment.read { txn throws(LMDBError) in
          _ = try Self.scan(handle, txn, open)
        }
      } catch {
        failure.stand(SceneProblem(error))
        continue
      }
      unread.withLock { $0.removeAll { $0 === handle } }
      for cell in handle.state.withLock({ $0.table.cells }) { cell.storedChanged() }
    }
    if !hasUnread {
      problems.forget(.storeNotUsable, at: "")
      failure.end()
    }
  }
}
