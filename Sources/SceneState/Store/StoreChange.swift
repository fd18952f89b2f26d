import StoreFormat

/// A change of the store that is not one cell's: done in order, before the cells of its commit.
enum StoreChange: Sendable {
  /// Everything in and below a scope goes, set-aside values too.
  case discard(SceneHandle, ScopePath)
  /// One entry goes, for example because its key was renamed.
  case removeEntry(SceneHandle, SceneHandle.EntryKey)
  /// A value could not be read; its bytes stay where they are.
  case note(SceneHandle, SceneHandle.EntryKey, SetAsideNote)
  /// Rows that are damaged or have a damaged name are noted or moved away.
  case strays(SceneHandle, [StrayRow])
  /// The value can be read again.
  case removeNotes(SceneHandle, SceneHandle.EntryKey)
  /// A set-aside value was read again and is about to be written.
  case takeBack(SceneHandle, SceneHandle.EntryKey, SetAsideRecord)
  /// What stands in one scope is copied or moved to another.
  case copy(SceneHandle, ScopePath, SceneHandle, ScopePath, removesSource: Bool)
  /// What stood in the scene once is there again.
  case bringBack(SceneHandle, [StoredEntry])
  /// The session is known to the store, whether it has values or not.
  case open(SceneHandle)
  case record(SceneHandle, [UInt8])
  /// A person's short name for a session.
  case alias(SceneHandle, String)
  /// All values of a session are set aside.
  case giveUp(SceneHandle)
  /// What was set aside when the session was given up changes places with what stands there now.
  case exchangeGivenUp(SceneHandle)
  /// The session with its record, values and set-aside values goes; a tombstone stays.
  case destroy(SceneHandle)
  /// The session is no longer open in this process, unless it was claimed again.
  case release(SceneHandle, UInt64)
  /// A cell's value that must be written before a later change of this list.
  case put(PendingPut)
}

extension StoreChange {
  /// The scene that is changed; nil for a value, whose cell was asked before.
  var handle: SceneHandle? {
    switch self {
    case .discard(let handle, _), .removeEntry(let handle, _), .note(let handle, _, _),
      .strays(let handle, _),
      .removeNotes(let handle, _), .takeBack(let handle, _, _), .open(let handle),
      .record(let handle, _), .alias(let handle, _), .destroy(let handle),
      .giveUp(let handle), .exchangeGivenUp(let handle), .release(let handle, _),
      .bringBack(let handle, _):
      handle
    case .copy(_, _, let target, _, _): target
    case .put: nil
    }
  }
}
