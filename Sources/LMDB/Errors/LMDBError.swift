internal import CLMDB

/// Anything that can go wrong with an environment, as facts.
///
/// Indirect, and so one word: hundreds of functions throw it, and each would hold code that copies
/// what a whole data file was found to be.
package indirect enum LMDBError: Error, Sendable, Hashable {
  case code(LMDBCode, operation: String)
  /// A system call failed.
  case system(errno: Int32, operation: String, path: String)
  /// A file or folder could be changed or redirected by somebody else.
  case insecureLocation(path: String, reason: String)

  /// The reason why what belongs to somebody else is not safe to use; its owner may use it.
  package static let otherOwner = "it belongs to another user"

  /// The file system can't keep LMDB's promises.
  case unsupportedFileSystem(path: String, type: String)
  case alreadyOpen(path: String)
  /// Another process kept a lock until the deadline.
  case busy(pid: Int32?)
  /// `lock.mdb` is no longer the file that was opened.
  case lockFileReplaced
  /// `data.mdb` is no longer the file that was opened.
  case storeReplaced
  /// `data.mdb` shrank while it was open.
  case damagedWhileOpen
  case nestedWrite
  /// The environment was opened before a fork, and used after it.
  case usedAfterFork
  case closed
  /// A process in another container has the store open.
  case sharedAcrossContainers
  case diskFull
  /// The store would grow beyond its quota.
  case quotaExceeded
  /// What numbers the entries of the store is used up, however much room there is.
  case full(reason: String)
  /// One transaction would write more pages than LMDB should be given at once.
  case batchTooLarge(pages: Int, limit: Int)
  /// Every reader slot is taken.
  case readersFull
  /// What the store holds is not what it should be.
  case damaged(reason: String)
  /// The data file is not as LMDB writes it; it was not opened, and nothing was changed.
  case unsound(DataFileVerdict)
  /// The data file is not sound, and other processes have it open: nobody may repair it now.
  case damagedInUse(pids: [Int32])
  /// The data file is that of a newer version or of another kind of machine: no damage.
  case foreign(reason: String)
  /// The data file is LMDB's, and somebody else's: no store, and no damage.
  case notAStore(reason: String)
  /// There is a file where one is to be made.
  case exists(path: String)
  /// Other processes have the store open.
  case inUse(pids: [Int32])
}

extension LMDBError {
  /// Whether it says that the data file must not be used as it is.
  package var isDamage: Bool {
    switch self {
    case .damaged, .unsound: true
    default: false
    }
  }

  /// The commit that it is about, if the only thing to find is that its number is in doubt.
  package var commitInDoubt: UInt64? {
    if case .unsound(let verdict) = self { return verdict.commitInDoubt }
    return nil
  }
}

extension LMDBError: CustomStringConvertible {
  /// One sentence that says what happened, why, and what LMDB calls it.
  package var description: String {
    switch self {
    case .code(let code, let operation):
      "\(operation) failed: \(code.meaning) (\(code.name)); likely cause: \(code.likelyCause)"
    case .system(let number, let operation, let path):
      "\(operation) failed for '\(path)': \(Self.text(number)) (errno \(number))"
    case .insecureLocation(let path, let reason):
      "'\(path)' is not safe to use: \(reason)"
    case .unsupportedFileSystem(let path, let type):
      "'\(path)' is on a file system of type \(type), which does not keep locks and maps in step"
    case .alreadyOpen(let path):
      "'\(path)' is already open in this process; a second open would break its locks"
    case .busy(let pid):
      "\(Self.busyWords): \(pid.map { "process \($0)" } ?? "another process") kept its lock until "
        + "the deadline"
    case .lockFileReplaced:
      "'lock.mdb' was deleted or replaced while the store was open; close the store in every process"
    case .storeReplaced:
      "'data.mdb' was deleted or replaced while the store was open; nothing more is written to it"
    case .damagedWhileOpen:
      "'data.mdb' was cut short while the store was open"
    case .nestedWrite:
      "a write was begun inside a write on the same thread"
    case .usedAfterFork:
      "the store was opened before a fork; open it again in the child process"
    case .closed:
      "the store is closed"
    case .sharedAcrossContainers:
      "a process in another container or on another boot has the store open"
    case .diskFull:
      "the disk is full; the last commit was not kept"
    case .quotaExceeded:
      "the store would grow beyond its quota; the last commit was not kept"
    case .full(let reason):
      "the store is full: \(reason)"
    case .batchTooLarge(let pages, let limit):
      "one commit would write about \(pages) pages, the limit is \(limit); nothing of it was kept"
    case .readersFull:
      "every reader slot is taken (\(LMDBCode.readersFull.name))"
    case .damaged(let reason):
      "'data.mdb' is damaged: \(reason)"
    case .unsound(let verdict):
      "'data.mdb' is damaged: \(verdict.findings.first?.description ?? "it holds no snapshot")"
    case .damagedInUse(let pids):
      "'data.mdb' is damaged, and \(Self.holders(pids)) open; close it there to have it repaired"
    case .foreign(let reason), .notAStore(let reason):
      "'data.mdb' is left as it is: \(reason)"
    case .exists(let path):
      "'\(path)' is there already"
    case .inUse(let pids):
      "\(Self.holders(pids)) open"
    }
  }

  /// What the sentence about a lock that somebody keeps begins with.
  package static let busyWords = "the store is busy"

  private static func holders(_ pids: [Int32]) -> String {
    switch pids.count {
    case 0: "another process has the store"
    case 1: "process \(pids[0]) has the store"
    default: "the processes \(pids.map(String.init).joined(separator: ", ")) have the store"
    }
  }

  private static func text(_ number: Int32) -> String {
    unsafe String(cString: mdb_strerror(number))
  }
}

extension LMDBError {
  /// The error for a code of LMDB; a code with its own case becomes that case.
  static func from(_ code: Int32, _ operation: String) -> LMDBError {
    switch code {
    case _ where SystemCode.isFull(code): .diskFull
    // The lock byte of this process number is taken: by a process of another container.
    case SystemCode.tryAgain: .sharedAcrossContainers
    case MDB_READERS_FULL: .readersFull
    default: .code(LMDBCode(rawValue: code), operation: operation)
    }
  }
}

/// Throws unless LMDB returned success.
@inline(__always)
func check(_ code: Int32, _ operation: @autoclosure () -> String) throws(LMDBError) {
  guard code == 0 else { throw LMDBError.from(code, operation()) }
}
