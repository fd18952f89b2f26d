internal import Synchronization

/// Which environments this process has open, by folder and by data file.
///
/// LMDB does not notice a second open in one process, and the second close drops the locks of the
/// first: acknowledged commits get lost. Paths are not enough, because links lead to one store by
/// two of them.
enum EnvironmentRegistry {
  // NB: no set. A process has few stores open, and filling the first set of a type of ours makes
  // the runtime look through the conformances of all libraries: a tenth of a millisecond.
  private static let identities = Mutex<[FileIdentity]>([])

  /// Reserves an identity; `false` means that it is open already.
  static func reserve(_ identity: FileIdentity) -> Bool {
    identities.withLock { identities in
      guard !identities.contains(where: { $0 == identity }) else { return false }
      identities.append(identity)
      return true
    }
  }

  /// Frees identities after the environment is closed.
  static func release(_ released: [FileIdentity]) {
    identities.withLock { $0.removeAll { identity in released.contains { $0 == identity } } }
  }
}
