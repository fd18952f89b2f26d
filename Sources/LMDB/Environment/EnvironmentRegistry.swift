internal import Synchronization

/// Which environments this process has open, by folder and by data file.
///
/// LMDB does not notice a second open in one process, and the second close drops the locks of the
/// first: acknowledged commits get lost. Paths are not enough, because links lead to one store by
/// two of them.
enum EnvironmentRegistry {
  private static let identities = Mutex<Set<FileIdentity>>([])

  /// Reserves an identity; `false` means that it is open already.
  static func reserve(_ identity: FileIdentity) -> Bool {
    identities.withLock { $0.insert(identity).inserted }
  }

  /// Frees identities after the environment is closed.
  static func release(_ released: [FileIdentity]) {
    identities.withLock { $0.subtract(released) }
  }
}
