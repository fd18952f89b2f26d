internal import CLMDB
internal import Synchronization

/// The bytes of a data file that has no name and is in no folder; gone with the last reference.
///
/// While an environment is open in it they are in a file of the system without a name
/// (`memfd_create`), which LMDB maps and changes like any other: so every rule of one on the disk is
/// kept. Only one process ever sees it; nothing of it is locked, and no commit is flushed.
package final class MemoryFile: Sendable {
  /// What stands in messages where a store has its folder.
  package static let name = "memory"

  private struct State {
    /// What was committed when it was closed.
    var bytes: [UInt8] = []
    /// Of the file, while it is open; else -1.
    var descriptor: Int32 = -1
  }
  private let state = Mutex(State())

  /// Makes an empty one.
  package init() {}

  deinit { end() }

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
      guard state.descriptor >= 0 else { return state.bytes = bytes }
      try AnonymousFile.replace(state.descriptor, with: bytes, Self.name)
    }
  }

  /// Makes the file.
  ///
  /// - Throws: ``LMDBError/alreadyOpen(path:)``, or what the system says where it has no memory.
  func begin() throws(LMDBError) {
    try state.withLock { (state) throws(LMDBError) in
      guard state.descriptor < 0 else { throw .alreadyOpen(path: Self.name) }
      state.descriptor = try AnonymousFile.make(with: state.bytes, Self.name)
      state.bytes = []
    }
  }

  /// Keeps the bytes and gives the file back.
  func end() {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      state.bytes = AnonymousFile.bytes(of: state.descriptor)
      closeDescriptor(state.descriptor)
      state.descriptor = -1
    }
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
    try memory.begin()
    var options = options
    options.reserveBytes = 0
    do throws(LMDBError) {
      let raw = try RawEnvironment.open(nil, memory, options)
      do throws(LMDBError) {
        let handles = try raw.openDatabases(options.databases, creating: isNew)
        return try Environment(
          files: nil, memory: memory, options: options, raw: raw, handles: handles,
          identities: [raw.dataFile])
      } catch {
        raw.close()
        throw error
      }
    } catch {
      memory.end()
      throw error
    }
  }
}

extension Environment.Options {
  /// The path is the file's own, and one process has it.
  static var memoryFlags: UInt32 { UInt32(MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC) }
}
