/// When a store makes backups of itself, and how many it keeps.
///
/// A backup is made on a thread of its own while nothing is being written; nobody waits for it.
/// One is made after so many commits or so much time with a commit in it, when the last window of
/// this process is disconnected, and when the store is closed.
///
/// ```swift
/// options.backups = BackupRule(commits: 100, interval: .seconds(60))
/// ```
public struct BackupRule: Hashable, Sendable {
  /// After how many commits a backup is made.
  public var commits: Int
  /// After how much time, if anything was committed since the last one.
  public var interval: Duration
  /// How many are kept, at least 1; older ones are removed.
  public var kept: Int
  /// How long nothing must have been committed before one is made.
  package var idle: Duration = .seconds(1)

  /// Makes a rule; without arguments 1,000 commits or ten minutes, two backups.
  public init(commits: Int = 1_000, interval: Duration = .seconds(600), kept: Int = 2) {
    self.commits = max(commits, 1)
    self.interval = interval
    self.kept = max(kept, 1)
  }
}
