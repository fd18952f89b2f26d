import FoundationEssentials
package import LMDB
import SceneState
package import StoreFormat

/// Reads any store folder as it is, for `scenesim store`; no value is created or changed.
package enum StoreInspector {
  /// Why a folder cannot be read as a store.
  package enum Failure: Error, Sendable, Hashable {
    /// There is nothing at that place.
    case missing
    /// There is something, but no data file.
    case notAStore
    /// There is no data file any more, but a backup of it, whose place it is.
    case gone(backup: String)
    /// There is a data file of LMDB's that is no store; what it is, is a sentence.
    case foreign(String)
    /// There is a store of which nothing can be shown; the damage is a sentence.
    case damaged(String)
    /// There is a data file of which nothing can be saved: what it is, in words.
    case nothingLeft(String)
    /// There is no store, but a dump or a backup in the place of the data file: which.
    case loadable(LoneFile)
    /// Another process keeps a lock of the store; the reason is a sentence.
    case busy(String)
    /// The store is there but cannot be used now; the reason is a sentence.
    case unusable(String)
  }

  /// Opens a store to ask it this and that; the caller closes it.
  package static func look(_ directory: String) throws(Failure) -> StoreLook {
    let environment = try open(directory)
    do throws(Failure) { return try look(environment, directory) } catch {
      environment.close()
      throw error
    }
  }

  static func look(
    _ environment: Environment, _ directory: String
  ) throws(Failure) -> StoreLook {
    // A newer version may keep other tables; those that are missing are empty here.
    let look = StoreLook(
      directory: directory, tables: MappedTables(environment: environment, allowsMissing: true),
      remarks: environment.remarks.map { StoreRemark($0) })
    let version = try look.version()
    // Who finds somebody else there has not judged the file.
    let missing = StoreTable.allCases.first { environment.database($0.name) == nil }
    if let missing, !version.isNewer {
      throw .damaged(LMDBError.missing(database: missing.name).description)
    }
    return look
  }

  /// Who reads the store now, and who died reading it; nothing is changed.
  ///
  /// A reader that is gone is shown as stale until somebody opens the store for writing, or frees
  /// its slot with ``clearStaleReaders(_:)``.
  package static func readers(_ directory: String) throws(Failure) -> [ReaderSlot] {
    try asking(directory) { environment throws(LMDBError) in try environment.readerSlots() }
  }

  /// Frees the slots of readers that are gone.
  ///
  /// - Returns: How many there were.
  package static func clearStaleReaders(_ directory: String) throws(Failure) -> Int {
    try asking(directory) { environment throws(LMDBError) in try environment.clearStaleReaders() }
  }

  private static func asking<Answer>(
    _ directory: String, _ body: (Environment) throws(LMDBError) -> Answer
  ) throws(Failure) -> Answer {
    let environment = try open(directory, databases: [])
    defer { environment.close() }
    do throws(LMDBError) { return try body(environment) } catch {
      throw .unusable(error.description)
    }
  }

  static func open(
    _ directory: String, databases: [String] = StoreTable.databases
  ) throws(Failure) -> Environment {
    do throws(LMDBError) {
      return try openForLooking(directory, verifyForLooking, databases: databases)
    } catch {
      throw failure(error, directory)
    }
  }

  static func failure(_ error: LMDBError, _ directory: String) -> Failure {
    let files = FileManager.default
    guard files.fileExists(atPath: directory) else { return .missing }
    if case .notAStore(let reason) = error { return .foreign(reason) }
    if case .busy = error { return .busy(error.description) }
    let isThere = files.fileExists(atPath: directory + "/data.mdb")
    if isThere, !error.isDamage { return .unusable(error.description) }
    return switch FileRemains(ofStore: directory) {
    case .backup(let place): .gone(backup: place)
    case .nothing(let words): .nothingLeft(words)
    case .loadable(let file): .loadable(file)
    case .something, .noStore:
      isThere ? .damaged(error.description + textCopy(of: directory)) : .notAStore
    }
  }

  /// What makes most of a damage, if the file was copied as text; else nothing.
  static func textCopy(of directory: String) -> String {
    // What cannot be opened tells nothing of itself.
    let file = try? DataFile.open(directory + "/data.mdb")
    return file.flatMap { FileRemains.changeAsText(of: $0) }.map {
      "; it was copied as text, which \($0): copy it again as it is"
    } ?? ""
  }

  /// Opens the store through LMDB, which must not see a file that is not sound.
  static func openForLooking(
    _ directory: String, _ verify: @escaping @Sendable (String) throws(LMDBError) -> Void,
    databases: [String] = StoreTable.databases
  ) throws(LMDBError) -> Environment {
    for path in [directory, directory + "/data.mdb"] {
      guard FileManager.default.fileExists(atPath: path) else {
        throw .system(errno: SystemCode.noEntry, operation: "opening", path: path)
      }
    }
    // Where nobody has opened a store yet may be somebody else's file: no lock is left beside it.
    if !FileManager.default.fileExists(atPath: directory + "/open.lock"),
      // What cannot be opened is told below, after what else may be wrong with the folder.
      let file = try? DataFile.open(directory + "/data.mdb"),
      !file.snapshots.contains(where: { StoreFileHeader(file, $0).format != nil })
    {
      try StoreJudgement(file).requireOurs()
    }
    // A map size of 0 takes the one the store was last written with.
    var options = Environment.Options(
      mapSizeBytes: 0, readOnly: true, allowsAnyFileSystem: true, databases: databases)
    options.clearsStaleReaders = false
    options.verify = verify
    return try Environment.open(directory, options: options)
  }
}
