public import FoundationEssentials
import LMDB
import StoreFormat

extension SceneStore {
  /// The backups that the store keeps beside its data, the newest first; see ``Options/backups``.
  public var backups: [URL] {
    guard let directory = core.directory else { return [] }
    return BackupFolder(ofStore: directory).paths.map { URL(filePath: $0) }
  }

  /// Writes everything that is stored now into one file, while the store goes on being used.
  ///
  /// What a process that died left unfinished in the same folder is removed, with a remark. The file
  /// gets mode 0600, is on the disk and was read back when this returns. Which process
  /// has which window open is not part of it.
  ///
  /// ```swift
  /// try store.backup(to: URL(filePath: "/backups/notes.snap"))
  /// ```
  /// - Parameter file: A name that is not taken, in a folder that is there.
  /// - Throws: `file-exists`; `store-not-usable` if the store cannot be read, inside a tick, or if
  ///   the file cannot be written.
  public func backup(to file: URL) throws(SceneProblem) {
    let open = try core.openForCopy()
    let folder = file.deletingLastPathComponent().path
    let removed = SnapshotWriter.removeLeftovers(in: folder)
    if removed > 0 {
      core.connection.remarks.add(
        StoreRemark(
          code: .leftoversRemoved,
          description: "backups that were never finished were removed from '\(folder)': \(removed)")
      )
    }
    do throws(LMDBError) {
      try SnapshotWriter.write(
        open.environment, epoch: { open.epoch }, to: file.path, in: folder,
        at: core.options.milliseconds)
    } catch { throw SceneProblem(error) }
  }

  /// Makes a store of a backup.
  ///
  /// ```swift
  /// try SceneStore.restore(backup, to: folder)
  /// let store = try SceneStore.open(folder)
  /// ```
  /// - Parameters:
  ///   - backup: What ``backup(to:)`` wrote, or one of ``backups``.
  ///   - directory: A folder that is made; it may be there, without a store in it.
  ///   - options: How the store is opened afterwards.
  /// - Throws: `backup-not-readable` if the file is none or is damaged, and then nothing is made;
  ///   `file-exists` if there is a store; `store-in-use`; `insecure-location`.
  public static func restore(
    _ backup: URL, to directory: URL, options: Options = Options()
  ) throws(SceneProblem) {
    let records: [SnapshotRecord]
    let sequence: UInt64
    do throws(SnapshotError) {
      let file = try SnapshotFile(backup.path)
      sequence = file.sequence
      records = try file.records()
    } catch { throw SceneProblem(.backupNotReadable, detail: "\(backup.path): \(error)") }
    do throws(LMDBError) {
      try StorePlace.withClosedStore(in: directory.path, options: .building(options)) {
        place throws(LMDBError) in
        guard try !place.hasData else { throw .exists(path: place.dataFile) }
        try place.replace { environment throws(LMDBError) in
          var builder = StoreBuilder(environment, epoch: sequence)
          for record in records { try builder.add(record) }
          try builder.finish()
        }
      }
    } catch { throw SceneProblem(error) }
  }
}
