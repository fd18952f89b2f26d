import FoundationEssentials
import Glibc

/// What a call of the system answered.
struct SystemFailure: Error {
  /// What stands there is no file, and may never end.
  static let noFile = SystemFailure(code: EINVAL)

  let code: Int32
}

/// Reasons the system gives, in plain words.
enum SystemText {
  /// What stands where a folder is wanted.
  static let existing = "there is a file of this name, and no folder"

  static let readOnly = "the file system is read-only"

  static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file or folder"
    case EACCES, EPERM: "permission denied"
    case ENOSPC, EDQUOT: "the disk is full"
    case EFBIG: "the file would be larger than allowed"
    case EEXIST: existing
    case EISDIR: "it is a folder"
    case ENOTDIR: "a part of the path is not a folder"
    case EINVAL: "it is a device, a pipe or a socket, and no file"
    case EBADF: "it is closed"
    case EROFS: readOnly
    default: "system error \(code)"
    }
  }

  static func reason(_ error: any Error) -> String {
    if let error = error as? SystemFailure { return reason(error.code) }
    guard let error = error as? CocoaError else { return "\(error)" }
    if let cause = error.underlying as? POSIXError { return reason(cause.code.rawValue) }
    return switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: reason(ENOENT)
    case .fileReadNoPermission, .fileWriteNoPermission: reason(EACCES)
    case .fileWriteOutOfSpace: reason(ENOSPC)
    case .fileWriteVolumeReadOnly: reason(EROFS)
    default: "file error \(error.code.rawValue)"
    }
  }
}
