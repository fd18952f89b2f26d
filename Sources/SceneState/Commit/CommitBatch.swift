import StoreFormat

/// What one commit writes: structural changes in order, then the changed cells.
struct CommitBatch {
  var changes: [StoreChange] = []
  /// The cells that waited, in the order in which they were changed; some have nothing to write.
  var cells: [any AnyCell] = []
  var plain: PlainPuts
  /// The other puts, with which of the cells they are.
  var puts: [(cell: Int, put: PendingPut)] = []

  init(_ plain: PlainPuts) { self.plain = plain }

  /// A scene is to be forgotten, which the next backup must do too.
  var destroysScene: Bool {
    changes.contains { if case .destroy = $0 { true } else { false } }
  }

  /// Only notes on what cannot be read: neither a value nor a session changes.
  var isOnlyNotes: Bool {
    puts.isEmpty && plain.isEmpty
      && changes.allSatisfy { change in
        switch change {
        case .note, .removeNotes, .strays: true
        default: false
        }
      }
  }
}

/// A pending put with its bytes, ready for the transaction.
struct EncodedPut {
  let put: PendingPut
  /// nil removes the entry.
  let value: EncodedValue?
}

/// What a commit changed, to be told to handles and cells after it is in the store.
struct CommitOutcome {
  typealias Stored = (handle: SceneHandle, entry: SceneHandle.EntryKey, value: StoredValue?)

  var stored: [Stored] = []
  var setAside: [(SceneHandle, SceneHandle.EntryKey, [SetAsideRecord])] = []
  var committed: [PendingPut] = []
  /// Of the plain puts, those that were written, a scene at a time.
  var plain: [(handle: SceneHandle, puts: Range<Int>)] = []
  /// Of the plain puts, those of scenes that another process has taken over.
  var plainNotOurs: [Range<Int>] = []
  /// The number under which the commit's values stand.
  var sequence: UInt64 = 0
  var numbers: [(SceneHandle, UInt32)] = []
  /// LMDB's number of the commit.
  var transaction: UInt64 = 0
  /// What changed, for those who asked for a log.
  var log: CommitLog?
  /// What could not be done, each for itself; the rest is in the store.
  var problems: [SceneProblem] = []
  /// Scopes of which nothing is left; the cells there knew it before.
  var discarded: [(handle: SceneHandle, path: ScopePath)] = []
  /// Handles of which so much changed that they are read anew.
  var reread: [SceneHandle] = []
  /// Scenes that another process has taken over, with the claims that were lost.
  var lost: [(handle: SceneHandle, generation: UInt64)] = []
  /// What was to be written in them.
  var notOurs: [PendingPut] = []
  /// Scenes that another process has open, and that nobody here has claimed.
  var shared: [SceneID] = []
  /// Claims whose rows this commit wrote.
  var claimed: [(SceneID, UInt64)] = []
  /// Claims whose rows it removed.
  var released: [(SceneID, UInt64)] = []
}
