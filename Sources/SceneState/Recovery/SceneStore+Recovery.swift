import Synchronization

extension SceneStore {
  /// What was done about a damaged file when this process opened the store, or an earlier one that
  /// nobody asked; nil for a store that was sound.
  ///
  /// The problem `store-recovered` tells the same in one sentence. What was read here is forgotten
  /// by the store at the next commit; this process keeps it.
  public var recoveryReport: RecoveryReport? {
    core.connection.current?.reports.read()
    return core.connection.recovery.withLock { $0 }
  }
}
