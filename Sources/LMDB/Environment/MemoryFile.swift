internal import CLMDB
internal import Synchronization

/// The bytes of a data file that has no name and is in no folder; gone with the last reference.
///
/// From the first environment in it on they are in a file of the system without a name
/// (`memfd_create`), which LMDB maps and changes like any other: so every rule of one on the disk is
/// kept. Only one process ever sees it; nothing of it is locked, and no commit is flushed.
///
/// What LMDB has of the file may outlive an environment that is closed: simulated processes end by
/// the million, and opening it anew takes LMDB longer than most of them live.
package final class MemoryFile: Sendable {
  /// What stands in messages where a store has its folder.
  package static let name = "memory"

  private struct State {
    var bytes: [UInt8] = []
    /// Of the file, once it is made; else -1.
    var descriptor: Int32 = -1
    var isOpen = false
    /// Whether the next environment goes on with what LMDB has of it.
    var keepsOpen: Bool
    var kept: Kept?
  }

  /// What LMDB has of a file that nobody has open, and how it was opened.
  struct Kept: Sendable {
    fileprivate let raw: RawEnvironment
    fileprivate let handles: [String: MDB_dbi]
    private let databases: [String]
    private let numbers: [Int]

    init(_ raw: RawEnvironment, _ handles: [String: MDB_dbi], _ options: Environment.Options) {
      (self.raw, self.handles, databases) = (raw, handles, options.databases)
      numbers = Self.numbers(options)
    }

    /// Whether an environment that is opened so would be the same.
    fileprivate func suits(_ options: Environment.Options) -> Bool {
      databases == options.databases && handles.count == databases.count
        && numbers == Self.numbers(options)
    }

    private static func numbers(_ options: Environment.Options) -> [Int] {
      [options.mapSizeBytes, options.maxReaders, options.readOnly ? 1 : 0]
    }
  }
  private let state: Mutex<State>

  /// Makes an empty one; who keeps it open has to stop that in the end.
  package init(keepsOpen: Bool = false) { state = Mutex(State(keepsOpen: keepsOpen)) }

  deinit { state.withLock { Self.letGo(&$0) } }

  /// Nobody opens it any more.
  package func stopKeeping() {
    state.withLock { state in
      state.keepsOpen = false
      if !state.isOpen { Self.letGo(&state) }
    }
  }

  /// Whether nothing was ever committed there.
  package var isEmpty: Bool { state.withLock { $0.descriptor < 0 && $0.bytes.isEmpty } }

  /// The bytes of the last commit; nobody may write meanwhile.
  package func copy() -> [UInt8] {
    state.withLock { $0.descriptor < 0 ? $0.bytes : AnonymousFile.bytes(of: $0.descriptor) }
  }

  /// Makes these bytes all there is; LMDB may not have it open.
  ///
  /// - Throws: What the system says where it has no memory.
  package func replace(with bytes: [UInt8]) throws(LMDBError) {
    try state.withLock { (state) throws(LMDBError) in
      guard state.isOpen else {
        Self.letGo(&state)
        return state.bytes = bytes
      }
      try AnonymousFile.replace(state.descriptor, with: bytes, Self.name)
    }
  }

  /// Makes the file if there is none.
  ///
  /// - Returns: What LMDB has of it already; the caller owns it.
  /// - Throws: ``LMDBError/alreadyOpen(path:)``, or what the system says where it has no memory.
  fileprivate func begin(_ options: Environment.Options) throws(LMDBError) -> Kept? {
    try state.withLock { (state) throws(LMDBError) in
      guard !state.isOpen else { throw .alreadyOpen(path: Self.name) }
      if state.descriptor < 0 {
        state.descriptor = try AnonymousFile.make(with: state.bytes, Self.name)
        state.bytes = []
      }
      state.isOpen = true
      defer { state.kept = nil }
      if let kept = state.kept, kept.suits(options) { return kept }
      state.kept?.raw.close()
      return nil
    }
  }

  /// Lets others open it, with what LMDB has of it or with its bytes.
  func end(_ kept: Kept?) {
    state.withLock { state in
      state.isOpen = false
      if state.keepsOpen { return state.kept = kept }
      kept?.raw.close()
      let bytes = AnonymousFile.bytes(of: state.descriptor)
      Self.letGo(&state)
      state.bytes = bytes
    }
  }

  /// Gives the file back.
  private static func letGo(_ state: inout State) {
    state.kept?.raw.close()
    if state.descriptor >= 0 { closeDescriptor(state.descriptor) }
    state = State(keepsOpen: state.keepsOpen)
  }

  /// A path by which LMDB finds the file in this process, while it is open.
  var path: String { "/proc/self/fd/\(state.withLock { $0.descriptor })" }

  /// What the system says of the file, while it is open.
  func status() throws(LMDBError) -> FileStatus {
    try descriptorStatus(state.withLock { $0.descriptor }, Self.name)
  }
}

extension Environment {
  /// Opens an environment in memory, with its databases when it is new.
  ///
  /// Reads and writes exclude each other: LMDB's table of readers, by which it knows which pages are
  /// still being read, is a file of its own.
  /// - Throws: ``LMDBError/alreadyOpen(path:)`` when this memory is open already.
  package static func open(
    _ memory: MemoryFile, options: Options
  ) throws(LMDBError) -> Environment {
    let isNew = memory.isEmpty
    var options = options
    options.reserveBytes = 0
    let kept = try memory.begin(options)
    do throws(LMDBError) {
      let raw =
        if let kept { try kept.raw.again(memory) } else {
          try RawEnvironment.open(nil, memory, options)
        }
      do throws(LMDBError) {
        let handles =
          if let kept { kept.handles } else {
            try raw.openDatabases(options.databases, creating: isNew)
          }
        return try Environment(
          files: nil, memory: memory, options: options, raw: raw, handles: handles,
          identities: [raw.dataFile])
      } catch {
        raw.close()
        throw error
      }
    } catch {
      memory.end(nil)
      throw error
    }
  }
}

extension Environment.Options {
  /// The path is the file's own, and one process has it.
  static var memoryFlags: UInt32 { UInt32(MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC) }
}
