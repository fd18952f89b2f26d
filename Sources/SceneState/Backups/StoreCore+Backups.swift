import FoundationEssentials
import LMDB
import StoreFormat

extension StoreCore {
  /// How long until the committer has to look for a backup; nil for not at all.
  var timeUntilBackup: Duration? {
    guard connection.isOpen else { return nil }
    return backupClock?.rest
  }

  /// Makes the backup that is due, on a thread of its own: nobody waits for the disk.
  func backUpIfDue() {
    guard timeUntilBackup == .zero else { return }
    backupClock?.start { [weak self] in self?.backUp() }
  }

  /// The last backup before the store is closed.
  func backUpAtEnd() {
    guard let backupClock, backupClock.hasNews else { return }
    backupClock.finish()
    backupClock.begin()
    backUp()
  }

  /// Writes a backup beside the data; a failure is a remark, the next one is tried later.
  func backUp() {
    guard let directory, let rule = options.backups, let open = connection.current else { return }
    do throws(LMDBError) {
      try BackupFolder(ofStore: directory).add(
        open.environment, epoch: { open.epoch }, keeping: rule.kept, at: options.milliseconds)
    } catch {
      connection.remarks.add(.backupFailed(error))
    }
  }
}

extension SceneStore.Options {
  /// The time of the clock, in milliseconds since 1970.
  var milliseconds: UInt64 {
    let seconds = clock().timeIntervalSince1970
    return UInt64(max(0, min(seconds, 1e12)) * 1000)
  }
}

extension StoreRemark {
  static func wasOpenToOthers(_ folder: String) -> StoreRemark {
    StoreRemark(
      code: .insecureFolder,
      description: "others could write to '\(folder)'; now only its owner can")
  }

  static func backupFailed(_ error: LMDBError) -> StoreRemark {
    StoreRemark(
      code: .backupFailed, description: "no backup could be made: \(error.description)")
  }
}
