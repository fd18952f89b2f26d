// Both, in each file here: which of them has a type of the system, such as `stat`, depends on what
// was compiled first.
internal import CLMDB
internal import Glibc

/// The numbers by which the system says why a call failed.
package enum SystemCode {
  package static let noEntry = ENOENT
  package static let readOnly = EROFS
  package static let notFolder = ENOTDIR
  static let noMemory = ENOMEM
  static let inputOutput = EIO
  static let invalid = EINVAL
  static let tryAgain = EAGAIN

  /// Whether a disk or its owner's share of it is full.
  static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

  /// Whether something is there that this user may not have, or not change.
  static func isForbidden(_ code: Int32) -> Bool { [EACCES, EPERM, EROFS].contains(code) }
}

/// The number of this process, at the moment.
func processNumber() -> Int32 { getpid() }

extension LMDBError {
  /// The error for the current `errno`.
  static func lastSystemError(_ operation: String, _ path: String) -> LMDBError {
    let number = errno
    return SystemCode.isFull(number)
      ? .diskFull : .system(errno: number, operation: operation, path: path)
  }
}
