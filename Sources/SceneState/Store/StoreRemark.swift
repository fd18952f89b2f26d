package import LMDB
import StoreFormat
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

  package init(code: Code, description: String) {
    (self.code, self.description) = (code, description)
  }

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
    /// The data file is older than a backup of it: an old one was put in its place.
    public static let olderThanBackup = Self(rawValue: "older-than-backup")
    /// The store is open already, and works with the options of its first opening.
    public static let otherOptions = Self(rawValue: "other-options")
    /// Others may write, or could until now, where the store keeps something.
    public static let insecureFolder = Self(rawValue: "insecure-folder")
    /// Backups that were never finished were removed: their process died.
    public static let leftoversRemoved = Self(rawValue: "leftovers-removed")
    /// What other processes write is looked for again and again, since the system does not tell.
    public static let looksOften = Self(rawValue: "looks-often")
    /// A scene was written without a host that is open in another process.
    public static let sceneInUse = Self(rawValue: "scene-in-use")

    /// The code's text.
    public let rawValue: String

    /// Makes a code of its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code's text.
    public var description: String { rawValue }
  }
}

extension StoreRemark {
  static func olderThanBackup(commit: UInt64, backup: BackupFolder.Backup) -> StoreRemark {
    StoreRemark(
      code: .olderThanBackup,
      description: backup.words(for: commit) + (backup.isKept ? "; it is kept" : ""))
  }

  static func sceneInUse(_ id: SceneID) -> StoreRemark {
    StoreRemark(
      code: .sceneInUse,
      description: "the scene \(id) is open in another process, which sees what is written here; "
        + "a scene host would ask for it first")
  }

  package init(_ remark: EnvironmentRemark) {
    code =
      switch remark {
      case .layeredFileSystem: .layeredFileSystem
      case .longRead: .longRead
      case .largeBatch: .largeCommit
      case .reopened: .reopened
      case .openParent: .insecureFolder
      case .unwatched: .looksOften
      }
    description = remark.description
  }
}

final class RemarkList: Sendable {
  private static let limit = 32
  private let kept = Mutex<[StoreRemark]>([])
  private let handler: (@Sendable (StoreRemark) -> Void)?
  private let news = NewsQueue<StoreRemark>()
  /// Whoever holds it tells what was added after it.
  private let commitLock: TickGate

  init(_ handler: (@Sendable (StoreRemark) -> Void)?, commitLock: TickGate) {
    (self.handler, self.commitLock) = (handler, commitLock)
  }

  var all: [StoreRemark] { kept.withLock { $0 } }

  func add(_ remark: StoreRemark) {
    kept.withLock { kept in
      if kept.count == Self.limit { kept.removeFirst() }
      kept.append(remark)
    }
    guard handler != nil else { return }
    news.add(remark)
    if !commitLock.isHeld { tell() }
  }

  func tell() {
    if let handler { news.tell(handler) }
  }
}
