package import FoundationEssentials
package import LMDB

extension SceneStore {
  /// How a store is opened; explicit at the call, never from the environment.
  public struct Options: Sendable {
    /// The most payload bytes of one scene, 4 MiB; nil for no limit.
    public var sceneBudget: Int?
    /// The most payload bytes of one value, 1 MiB.
    public var valueBudget: Int
    /// The most bytes of the whole store, 256 MiB.
    public var storeBudget: Int
    /// How long changes gather before they are committed, 16 ms.
    ///
    /// With zero a write is committed when it returns, and a tick at its end; what a commit's own
    /// callbacks write, by the next one. Such a commit survives the process, as any; for it to survive
    /// a power cut there is ``SceneStore/flush()``. A write then waits for other processes up to
    /// ``lockDeadline``; if it cannot be committed, the value waits and has a problem.
    public var commitDelay: Duration
    /// How long to wait for another process that writes, 5 s.
    public var lockDeadline: Duration
    /// The app's identifier, noted in the store.
    public var appID: String
    /// The app's version, noted with each value.
    public var appVersion: UInt32
    /// What may be forgotten, oldest first; nothing.
    public var retention: [Retention]
    /// Whether NFS, CIFS, SMB, 9p and FUSE are accepted as the place of a store; no.
    ///
    /// Locks and maps differ between the machines that share such a place, and what one commits
    /// another may destroy. Say yes only if a single machine ever uses it.
    public var allowsAnyFileSystem = false
    /// When the store makes backups of itself, see ``BackupRule``; nil for never.
    public var backups: BackupRule? = BackupRule()
    /// How the store looks through its file while nothing is written, see ``ScrubRule``; nil for
    /// not at all.
    public var scrub: ScrubRule? = ScrubRule()
    /// What is done when the store's file is found damaged; everything that can be saved is.
    public var recovery = RecoveryPolicy.salvage
    /// Is told now and then how far the look through a damaged file has come, on the thread that
    /// opens the store; use no store in it.
    public var onRecovery: (@Sendable (RecoveryProgress) -> Void)?
    /// Is told of each remark, on the thread that meets it; those of a commit when it is over.
    public var onRemark: (@Sendable (StoreRemark) -> Void)?
    /// What time it is, for the names of files and the reports of people.
    package var clock: @Sendable () -> Date = { .now }
    /// The time that only moves forward, by which backups are due.
    package var monotonicClock: @Sendable () -> Duration = { monotonicNow() }
    /// Whether ``SceneStore/drainCommitLog()`` has something to give.
    package var recordsCommits = false
    /// Whether a thread of the store's own commits; without it only a flush does.
    package var commitsByItself = true
    /// If the store is new: the sequence of the commit after its header; 0 for a store that begins.
    package var firstSequence: UInt64 = 0
    /// Whether the store is only opened to be copied: nothing that an opening does to the folder by
    /// the way is done.
    package var isOnlyCopied = false
    /// Called at each point; what it throws is what failed there.
    package var commitHook: CommitHook?
    /// Called with the key of each value whose coding may refuse it; what it throws is why it does.
    package var encodingHook: (@Sendable (String) throws(CodingProblem) -> Void)?
    /// Changes how the file is opened, for tests.
    package var environmentHook: (@Sendable (inout Environment.Options) -> Void)?

    /// Makes options; all have a default.
    public init(
      sceneBudget: Int? = 4 << 20, valueBudget: Int = 1 << 20, storeBudget: Int = 256 << 20,
      commitDelay: Duration = .milliseconds(16), lockDeadline: Duration = .seconds(5),
      appID: String = "", appVersion: UInt32 = 1, retention: [Retention] = []
    ) {
      self.sceneBudget = sceneBudget
      self.valueBudget = valueBudget
      self.storeBudget = storeBudget
      self.commitDelay = commitDelay
      self.lockDeadline = lockDeadline
      self.appID = appID
      self.appVersion = appVersion
      self.retention = retention
    }

    /// Whether a store that was opened with these does what others ask for.
    func isSame(as other: Options) -> Bool {
      other.onRemark == nil && other.onRecovery == nil
        && (sceneBudget, valueBudget, storeBudget, commitDelay, lockDeadline)
          == (
            other.sceneBudget, other.valueBudget, other.storeBudget, other.commitDelay,
            other.lockDeadline
          )
        && (appID, appVersion, retention, allowsAnyFileSystem, recovery)
          == (
            other.appID, other.appVersion, other.retention, other.allowsAnyFileSystem,
            other.recovery
          )
        && (backups, scrub) == (other.backups, other.scrub)
    }
  }
}
