public import FoundationEssentials
import LMDB
import StoreFormat
import Synchronization

extension SceneStore {
  /// Makes the store forget for good what was deleted: no old bytes are left in its folder.
  ///
  /// LMDB leaves what was deleted in free pages until they are used again. This builds the file
  /// anew from what is stored now, puts it in the place of the old one, and removes all backups
  /// and all damaged files that were kept; a new backup is made. Values that are set aside stay:
  /// they are not deleted. Reads and writes wait meanwhile. The disk itself may keep the blocks of
  /// a removed file until it writes there again; keep no secrets in a store.
  ///
  /// ```swift
  /// try host.discard("A")
  /// try store.purge()
  /// ```
  /// - Throws: `store-in-use` if another process has the store open, and then nothing is changed;
  ///   `store-not-usable` inside a tick, or if the disk is full, for example.
  public func purge() throws(SceneProblem) {
    try core.rebuild()
    try core.forgetCopies()
  }

  /// Makes the file as small as what is stored; see ``purge()``, which removes old copies too.
  ///
  /// - Throws: `store-in-use` if another process has the store open; `store-not-usable`.
  public func compact() throws(SceneProblem) { try core.rebuild() }

  /// Writes a store with the same content, and no more, to another place.
  ///
  /// - Parameter directory: A folder that is made; it may be there, without a store in it.
  /// - Throws: `file-exists` if there is a store; `insecure-location`; `store-not-usable`.
  public func compact(to directory: URL) throws(SceneProblem) {
    let open = try core.openForCopy()
    do throws(LMDBError) {
      try StorePlace.withClosedStore(in: directory.path, options: .building(core.options)) {
        place throws(LMDBError) in
        guard try !place.hasData else { throw .exists(path: place.dataFile) }
        try open.environment.read { txn throws(LMDBError) in
          try place.replace { environment throws(LMDBError) in
            var builder = StoreBuilder(environment, epoch: txn.id &+ open.epoch)
            try builder.copy(txn, of: open, keepsOwners: false)
          }
        }
      }
    } catch { throw SceneProblem(error) }
  }
}

extension StoreCore {
  /// The open store, with all in it that was written so far.
  func openForCopy() throws(SceneProblem) -> Connection.Open {
    guard !gate.isHeld else {
      throw SceneProblem(.storeNotUsable, detail: "this cannot be done inside a tick")
    }
    try commit(durable: false)
    return try connection.open()
  }

  /// Builds the file anew from what is stored, while it stays open.
  func rebuild() throws(SceneProblem) {
    let open = try openForCopy()
    do throws(LMDBError) {
      try open.requireWritable()
      try commitLock.enter { () throws(LMDBError) in
        try open.environment.rebuild { txn, environment throws(LMDBError) in
          let sequence = txn.id &+ open.epoch
          var builder = StoreBuilder(environment, epoch: sequence)
          try builder.copy(txn, of: open, keepsOwners: true)
          // Also right for the old file, should it stay: the numbers of its commits go on growing.
          open.epochs.begin(sequence)
        }
        open.seen.know(open.environment.lastTransactionID ?? 0)
      }
      try open.environment.sync()
    } catch { throw SceneProblem(error) }
  }

  /// Removes the copies of old bytes that the store keeps beside its data.
  func forgetCopies() throws(SceneProblem) {
    guard let directory else { return }
    do throws(LMDBError) {
      backupClock?.finish()
      try BackupFolder(ofStore: directory).removeAll()
      try Quarantine(ofStore: directory).removeAll()
    } catch { throw SceneProblem(error) }
    if backupClock != nil { backUp() }
  }
}

extension Environment.Options {
  /// How a store is built for a user's options.
  static func building(_ options: SceneStore.Options) -> Environment.Options {
    var building = Environment.Options(
      lockDeadline: options.lockDeadline, quotaBytes: options.storeBudget,
      allowsAnyFileSystem: options.allowsAnyFileSystem, databases: StoreTable.databases)
    options.environmentHook?(&building)
    return building
  }
}
