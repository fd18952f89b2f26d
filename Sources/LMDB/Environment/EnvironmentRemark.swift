internal import Synchronization

/// Something about an environment that is worth knowing and stops nothing.
package enum EnvironmentRemark: Sendable, Hashable {
  /// The store is on a file system whose locks and maps change when a file is copied up.
  case layeredFileSystem(path: String, type: String)
  /// A read of this process took so long that the file may have grown because of it.
  case longRead(Duration)
  /// A transaction wrote so many pages that smaller ones would be better.
  case largeBatch(pages: Int)
  /// The environment was closed and opened again by itself.
  case reopened(after: LMDBError)
  /// Everybody may put something else in the place of the store's folder.
  case openParent(String)
  /// The system does not tell of writes by other processes.
  case unwatched(because: LMDBError)
}

extension EnvironmentRemark: CustomStringConvertible {
  /// One sentence.
  package var description: String {
    switch self {
    case .layeredFileSystem(let path, let type):
      "'\(path)' is on a file system of type \(type); keep stores on a volume of their own"
    case .longRead(let duration):
      "a read took \(Self.milliseconds(duration)) ms; the file grows while a long read runs"
    case .largeBatch(let pages):
      "a commit wrote about \(pages) pages; smaller ones are quicker and need less memory"
    case .reopened(let error):
      "the store was closed and opened again after an error: \(error.description)"
    case .openParent(let path):
      "everybody may write to '\(path)' and so put another store in this one's place"
    case .unwatched(let error):
      "the system does not tell what others write, so the store looks 20 times a second: "
        + error.description
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}

final class RemarkLog: Sendable {
  private static let limit = 32
  private let kept = Mutex<[EnvironmentRemark]>([])
  private let handler: (@Sendable (EnvironmentRemark) -> Void)?

  init(_ handler: (@Sendable (EnvironmentRemark) -> Void)?) { self.handler = handler }

  var all: [EnvironmentRemark] { kept.withLock { $0 } }

  /// Keeps a remark and passes it on; no lock of the environment may be held.
  func add(_ remark: EnvironmentRemark) {
    kept.withLock { kept in
      if kept.count == Self.limit { kept.removeFirst() }
      kept.append(remark)
    }
    handler?(remark)
  }
}

extension Environment {
  /// The newest remarks, the last one at the end.
  package var remarks: [EnvironmentRemark] { remarkLog.all }
}
