import Synchronization

extension SceneStore {
  /// What was done about a damaged file when this process opened the store; nil for a sound one.
  ///
  /// The problem `store-recovered` tells the same in one sentence.
  public var recoveryReport: RecoveryReport? { core.connection.recovery.withLock { $0 } }
}
