import LMDB
import Synchronization

/// Knows when the next backup is due; a commit costs it a few numbers.
final class BackupClock: Sendable {
  private struct State {
    var commits = 0
    var lastCommit = Duration.zero
    var lastBackup: Duration
    /// Somebody asked for one: the next idle moment counts.
    var isWanted = false
    var worker: WorkerThread?
    var isRunning = false
    /// The last one could not even be begun: the next try is later.
    var notBefore = Duration.zero
  }

  /// How long a thread is not asked for when none could be had.
  static let patience = Duration.seconds(10)

  private let rule: BackupRule
  private let now: @Sendable () -> Duration
  private let state: Mutex<State>

  init(_ rule: BackupRule, now: @escaping @Sendable () -> Duration) {
    self.rule = rule
    self.now = now
    state = Mutex(State(lastBackup: now()))
  }

  /// A commit changed what a backup would hold.
  func committed() {
    let now = now()
    state.withLock { state in
      state.commits += 1
      state.lastCommit = now
    }
  }

  /// Asks for a backup at the next idle moment, if anything was committed since the last one.
  func want() { state.withLock { $0.isWanted = true } }

  var hasNews: Bool { state.withLock { $0.commits > 0 } }

  /// How long until a backup is due; nil if nothing was committed since the last one.
  var rest: Duration? {
    let now = now()
    return state.withLock { state in
      guard state.commits > 0, !state.isRunning else { return nil }
      let idle = state.lastCommit + rule.idle
      let isDue = state.isWanted || state.commits >= rule.commits
      let due = isDue ? idle : max(idle, state.lastBackup + rule.interval)
      return max(max(due, state.notBefore) - now, .zero)
    }
  }

  /// Starts the work on a thread of its own; one at a time.
  func start(
    on thread: (@escaping @Sendable () -> Void) throws(LMDBError) -> WorkerThread = {
      (body) throws(LMDBError) in
      try WorkerThread(name: "scene-backup", stackBytes: 1 << 20, body)
    },
    _ work: @escaping @Sendable () -> Void
  ) {
    let isMine = state.withLock { state -> Bool in
      guard !state.isRunning else { return false }
      state.isRunning = true
      return true
    }
    guard isMine else { return }
    do throws(LMDBError) {
      let worker = try thread { [self] in
        begin()
        work()
        end()
      }
      state.withLock { $0.worker = worker }
    } catch {
      // No thread can be had now: what was committed still has no backup.
      let now = now()
      state.withLock { ($0.isRunning, $0.notBefore) = (false, now + Self.patience) }
    }
  }

  /// A backup begins: what is committed from now on belongs to the next one.
  func begin() {
    let now = now()
    state.withLock { state in
      state.commits = 0
      state.isWanted = false
      state.lastBackup = now
    }
  }

  private func end() { state.withLock { $0.isRunning = false } }

  /// Waits for the one that is being written.
  func finish() {
    let worker = state.withLock { $0.worker }
    worker?.join()
  }
}
