/// What one commit writes: structural changes in order, then the changed cells.
struct CommitBatch {
  var changes: [StoreChange] = []
  var puts: [PendingPut] = []
  var isEmpty: Bool { changes.isEmpty && puts.isEmpty }
}

/// A pending put with its bytes, ready for the transaction.
struct EncodedPut {
  let put: PendingPut
  /// nil removes the entry.
  let value: EncodedValue?
}

/// What a commit changed, to be told to handles and cells after it is in the store.
struct CommitOutcome {
  var stored: [(SceneHandle, SceneHandle.EntryKey, StoredValue?)] = []
  var setAside: [(SceneHandle, SceneHandle.EntryKey, [SetAsideRecord])] = []
  var committed: [PendingPut] = []
  var numbers: [(SceneHandle, UInt32)] = []
  /// Handles of which so much changed that they are read anew.
  var reread: [SceneHandle] = []
}
