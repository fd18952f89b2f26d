import LMDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads any store folder as it is, for `scenesim store`; no value is created or changed.
package enum StoreInspector {
  /// Why a folder cannot be read as a store.
  package enum Failure: Error, Sendable, Hashable {
    /// There is nothing at that place.
    case missing
    /// There is something, but no store.
    case notAStore
    /// Written in a format that this version does not know.
    case newerFormat(Int)
    /// The store is there but cannot be used now; the reason is a sentence.
    case unusable(String)
  }

  /// Takes a snapshot in short read transactions, so that the file need not grow meanwhile.
  package static func read(_ directory: String) throws(Failure) -> StoreSnapshot {
    let files = FileManager.default
    guard files.fileExists(atPath: directory) else { throw .missing }
    guard files.fileExists(atPath: directory + "/data.mdb") else { throw .notAStore }
    let environment: Environment
    do throws(LMDBError) {
      // A map size of 0 takes the one the store was last written with.
      environment = try Environment.open(
        directory,
        options: Environment.Options(
          mapSizeBytes: 0, readOnly: true, allowsAnyFileSystem: true,
          databases: Connection.databases))
    } catch {
      throw .unusable(error.description)
    }
    defer { environment.close() }
    guard let format = try format(of: environment) else { throw .notAStore }
    guard format <= UInt32(Envelope.format) else { throw .newerFormat(Int(format)) }
    do throws(LMDBError) {
      let read = try StoreReader.snapshot(of: environment)
      let statistics = environment.statistics
      return StoreSnapshot(
        sessions: read.sessions, entries: read.entries,
        unreadableCount: max(0, (statistics.entries["values"] ?? 0) - read.entries.count),
        fileBytes: statistics.fileBytes, limitBytes: statistics.mapSizeBytes)
    } catch {
      throw .unusable(error.description)
    }
  }

  private static func format(of environment: Environment) throws(Failure) -> UInt32? {
    guard Connection.databases.allSatisfy({ environment.database($0) != nil }),
      let info = environment.database("info")
    else { return nil }
    do throws(LMDBError) {
      return try environment.read { (transaction) throws(LMDBError) in
        try transaction.get(InfoKey.format, in: info)
          .flatMap { InfoKey.number($0, UInt32.self) }
      }
    } catch {
      throw .unusable(error.description)
    }
  }
}
