internal import Synchronization

/// Which environments this process has open, by folder and by data file.
///
/// LMDB does not notice a second open in one process, and the second close drops the locks of the
/// first: acknowledged commits get lost. Paths are not enough, because links lead to one store by
/// two of them. What a process had open before a fork is not open in the child, which may open it.
enum EnvironmentRegistry {
  // NB: no set. A process has few stores open, and filling the first set of a type of ours makes
  // the runtime look through the conformances of all libraries: a tenth of a millisecond.
  private static let reserved = Mutex<[Reserved]>([])

  private struct Reserved: Equatable {
    let identity: FileIdentity
    let process = ForkCount.current
  }

  /// Reserves an identity; `false` means that it is open already.
  static func reserve(_ identity: FileIdentity) -> Bool {
    let mine = Reserved(identity: identity)
    return reserved.withLock { reserved in
      guard !reserved.contains(where: { $0 == mine }) else { return false }
      reserved.append(mine)
      return true
    }
  }

  /// Frees identities after the environment is closed.
  static func release(_ released: [FileIdentity]) {
    let mine = released.map { Reserved(identity: $0) }
    reserved.withLock { $0.removeAll { identity in mine.contains { $0 == identity } } }
  }
}
