import StoreFormat

/// What observers are told of when a tick or a commit is over.
protocol Noticed: AnyObject, Sendable {
  /// Tells observers that it changed; called with no lock held.
  func notify()
}

/// What the store asks of a cell whatever its type; never on the read and write path.
protocol AnyCell: Noticed {
  /// Type and place of the declaration, for messages.
  var declaration: String { get }
  /// Where it is declared; text that is made, only for a problem.
  var place: String { get }
  /// Whether the value is one that the store keeps.
  var isKept: Bool { get }
  /// The value, if it lives in memory alone; see ``MemoryValues``.
  var memoryValue: MemoryValue? { get }
  /// Removes the value; the next read gives the default.
  func reset()
  /// Whether a change waits to be committed.
  var isWaiting: Bool { get }
  /// How many bytes the change that waits has; 0 for a removal, nil if nothing waits or only
  /// encoding tells.
  var waitingSize: Int? { get }
  /// Where the cell's value is in its scene.
  var entry: SceneHandle.EntryKey { get }
  var handle: SceneHandle { get }
  /// Where the cell lives.
  var home: CellHome { get }
  /// The type's name as the store has it.
  var typeName: String { get }
  /// What the file is to have, but may not have yet.
  var onItsWay: ValueOnItsWay { get }
  /// Adds what the next commit must write, if anything changed; the cell is told its number among
  /// those of the batch. The gate is held.
  func takePending(_ index: Int, into batch: inout CommitBatch)
  /// Takes what the next commit must write, or nil if nothing changed. The gate is held.
  func takePending() -> PendingPut?
  /// The bytes of a revision are in the store.
  func committed(_ revision: UInt32)
  /// The commit failed as a whole: the change waits for the next one.
  func commitFailed(_ revision: UInt32, _ problem: SceneProblem) -> Bool
  /// The value cannot be written: the cell goes back to what is stored, and says why.
  func refused(_ revision: UInt32, _ problem: SceneProblem)
  /// Whether what is stored cannot be read; it is looked at now.
  var isUnreadableNow: Bool { get }
  /// Whether it is hidden because it belongs to others of which one cannot be read.
  var hasBond: Bool { get }
  /// Removes what is hidden here; the gate is held, and nothing happens to a value that is shown.
  func resetHidden()
  /// What is stored changed underneath; a value that waits to be written wins.
  func storedChanged()
  /// Another value was put in place, or none, and what was on its way into the store is no more.
  func replaced()
  /// The file may have lost the value that is in memory; whether it has to be written again.
  func writeAgain() -> Bool
  /// Everything here was discarded: back to the default, and nothing waits to be written.
  func discarded()
}

/// What a cell's next commit, or the one under way, puts into the file.
enum ValueOnItsWay {
  /// The file has what the cell shows, or the commit refuses the change.
  case nothing
  case removal
  case value(Envelope)
}

/// One value on its way into a commit.
///
/// A class, because it is handed from list to list: a copy of all it refers to costs a microsecond.
final class PendingPut: Sendable {
  enum Change: Sendable {
    /// Adds the value's bytes to those of the batch, and answers their tag.
    case put(@Sendable (_ bytes: inout [UInt8]) throws(CodingProblem) -> UInt8)
    case remove
  }

  let cell: any AnyCell
  let revision: UInt32
  let handle: SceneHandle
  let entry: SceneHandle.EntryKey
  let change: Change
  let keyVersion: Int
  let typeName: String
  let typeNumber: UInt32
  /// The bytes in place could not be read: they are moved, not overwritten.
  let movesAside: SetAsideNote?
  /// Equality is unknown: bytes that are stored already are not written again.
  let skipsEqualBytes: Bool

  init(
    cell: any AnyCell, revision: UInt32, home: CellHome, change: Change, keyVersion: Int,
    typeName: String, typeNumber: UInt32, movesAside: SetAsideNote?, skipsEqualBytes: Bool
  ) {
    (self.cell, self.revision) = (cell, revision)
    (handle, entry) = (home.handle, home.entry)
    (self.change, self.keyVersion) = (change, keyVersion)
    (self.typeName, self.typeNumber) = (typeName, typeNumber)
    (self.movesAside, self.skipsEqualBytes) = (movesAside, skipsEqualBytes)
  }

  var declaredAt: String { cell.place }

  /// The stored key but for the session's number.
  var key: KeyTemplate { entry.template }
}
