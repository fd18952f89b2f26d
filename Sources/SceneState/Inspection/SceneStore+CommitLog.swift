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

  /// Calls a body with what each commit from now on changed, in the order of the commits.
  ///
  /// It runs on a thread that has just committed, with no lock held. There is one body at most; nil
  /// ends it. Without one nothing is read or kept.
  package func observeCommits(_ body: (@Sendable ([CommitLogEntry]) -> Void)?) {
    core.commitObserver.withLock { $0 = body.map { Callback($0) } }
  }

  /// Commits what waits without waiting for the disk; a tick that is under way is left alone.
  package func commitWaiting() {
    guard !core.gate.isHeld else { return }
    // What keeps the store from committing is reported there.
    try? core.commit(durable: false)
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
