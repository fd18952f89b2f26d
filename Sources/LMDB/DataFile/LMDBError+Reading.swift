extension LMDBError {
  /// The disk did not give a part of a file: nothing of it is lost yet.
  package static func unreadable(_ path: String) -> LMDBError {
    .system(errno: SystemCode.inputOutput, operation: "reading", path: path)
  }

  /// Whether the data file may be read by itself although LMDB must not or cannot open it: it is
  /// damaged, or its place cannot be written, is full or belongs to somebody else.
  package var leavesTheFileReadable: Bool {
    switch self {
    case .unsound, .damaged, .insecureLocation, .readersFull, .diskFull: true
    case .system(let number, _, _): SystemCode.isForbidden(number)
    default: false
    }
  }
}
