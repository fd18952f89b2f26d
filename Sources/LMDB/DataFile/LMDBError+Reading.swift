internal import Glibc

extension LMDBError {
  /// Whether the data file may be read by itself although LMDB must not or cannot open it: it is
  /// damaged, or its place cannot be written or belongs to somebody else.
  package var leavesTheFileReadable: Bool {
    switch self {
    case .unsound, .damaged, .insecureLocation: true
    case .system(let number, _, _): [EACCES, EPERM, EROFS].contains(number)
    default: false
    }
  }
}
