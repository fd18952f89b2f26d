import LMDB
import Synchronization

extension SceneStore {
  /// What the commits since the last call changed, net, in the order of the stored keys.
  ///
  /// Empty unless ``Options/recordsCommits`` was set when the store was opened.
  package func drainCommitLog() -> [CommitLogEntry] {
    core.commitLog.withLock { log in
      defer { log = CommitLog() }
      return log.entries
    }
  }

  /// How many values cannot be read, in place or moved aside; costs one look at a page.
  package var setAsideCount: Int {
    guard let open = core.connection.current else { return 0 }
    do throws(LMDBError) {
      return try open.environment.read { txn throws(LMDBError) in
        try txn.count(of: open.setAside)
      }
    } catch {
      core.problems.report(SceneProblem(error))
      return 0
    }
  }
}
