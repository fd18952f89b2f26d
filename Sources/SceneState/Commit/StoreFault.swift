import LMDB

/// A failure that a commit hook can play, as the system would report it.
package enum StoreFault: Sendable {
  case diskFull, mapFull, readOnly, locked

  /// The error of the layer below.
  package var error: CommitPoint.Failure {
    switch self {
    case .diskFull: .diskFull
    case .mapFull: .code(.mapFull, operation: "mdb_put")
    case .readOnly: .system(errno: SystemCode.readOnly, operation: "write", path: "data.mdb")
    case .locked: .busy(pid: nil)
    }
  }
}
