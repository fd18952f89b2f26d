import LMDB
import Synchronization

/// Something about a store that is worth knowing and stops nothing; no problem.
///
/// ```swift
/// for remark in store.remarks { print(remark.code, remark) }
/// ```
public struct StoreRemark: Hashable, Sendable, CustomStringConvertible {
  /// What it is about.
  public let code: Code

  /// The whole remark as one sentence.
  public let description: String

  /// The open set of codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The store is on a file system in layers (overlay), as the root of a container is.
    public static let layeredFileSystem = Self(rawValue: "layered-file-system")
    /// A read of this process took over a second, during which the file may have grown.
    public static let longRead = Self(rawValue: "long-read")
    /// A commit wrote 2,000 pages or more.
    public static let largeCommit = Self(rawValue: "large-commit")
    /// The store is damaged, and only a part of it or an older state is shown.
    public static let damaged = Self(rawValue: "damaged")
    /// The files were closed and opened again after an error.
    public static let reopened = Self(rawValue: "reopened")
    /// A backup could not be written; the store itself is not concerned.
    public static let backupFailed = Self(rawValue: "backup-failed")

    /// The code's text.
    public let rawValue: String

    /// Makes a code of its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code's text.
    public var description: String { rawValue }
  }
}

extension StoreRemark {
  init(_ remark: EnvironmentRemark) {
    code =
      switch remark {
      case .layeredFileSystem: .layeredFileSystem
      case .longRead: .longRead
      case .largeBatch: .largeCommit
      case .reopened: .reopened
      }
    description = remark.description
  }
}

/// The newest remarks of a store.
final class RemarkList: Sendable {
  private static let limit = 32
  private let kept = Mutex<[StoreRemark]>([])
  private let handler: (@Sendable (StoreRemark) -> Void)?

  init(_ handler: (@Sendable (StoreRemark) -> Void)?) { self.handler = handler }

  var all: [StoreRemark] { kept.withLock { $0 } }

  func add(_ remark: StoreRemark) {
    kept.withLock { kept in
      if kept.count == Self.limit { kept.removeFirst() }
      kept.append(remark)
    }
    handler?(remark)
  }
}
