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

  /// Takes a snapshot in one short read transaction, so that the file need not grow meanwhile.
  package static func read(_ directory: String) throws(Failure) -> StoreSnapshot {
    let files = FileManager.default
    guard files.fileExists(atPath: directory) else { throw .missing }
    guard files.fileExists(atPath: directory + "/data.mdb") else { throw .notAStore }
    let scan: Scan
    let statistics: EnvironmentStatistics
    do throws(LMDBError) {
      // A map size of 0 takes the one the store was last written with.
      let options = Environment.Options(
        mapSizeBytes: 0, readOnly: true, allowsAnyFileSystem: true,
        databases: ["info", "sessions", "values"])
      let environment = try Environment.open(directory, options: options)
      defer { environment.close() }
      scan = try Scan(environment)
      statistics = environment.statistics
    } catch {
      throw .unusable(error.description)
    }
    guard let format = scan.format else { throw .notAStore }
    guard format <= UInt32(Envelope.format) else { throw .newerFormat(Int(format)) }
    return scan.snapshot(fileBytes: statistics.fileBytes, limitBytes: statistics.mapSizeBytes)
  }
}

/// The bytes of a store at one moment; decoding happens after the transaction has ended.
private struct Scan {
  typealias Pair = (key: [UInt8], value: [UInt8])

  let format: UInt32?
  private var info: [Pair] = []
  private var sessions: [Pair] = []
  private var values: [Pair] = []

  init(_ environment: Environment) throws(LMDBError) {
    guard let info = environment.database("info"),
      let sessions = environment.database("sessions"), let values = environment.database("values")
    else {
      format = nil
      return
    }
    let pairs = try environment.read { (transaction) throws(LMDBError) -> [[Pair]] in
      var pairs: [[Pair]] = []
      for database in [info, sessions, values] {
        var found: [Pair] = []
        try transaction.forEach(in: database, prefix: []) { key, value in
          found.append((key, value))
          return true
        }
        pairs.append(found)
      }
      return pairs
    }
    (self.info, self.sessions, self.values) = (pairs[0], pairs[1], pairs[2])
    format = pairs[0].first { $0.key == InfoKey.format }
      .flatMap { InfoKey.number($0.value, UInt32.self) }
  }

  func snapshot(fileBytes: Int, limitBytes: Int) -> StoreSnapshot {
    var snapshot = StoreSnapshot(
      sessions: [], entries: [], fileBytes: fileBytes, limitBytes: limitBytes)
    var known: [UInt32: StoreSnapshot.Session] = [:]
    for pair in sessions {
      do throws(EnvelopeError) {
        let record = try SessionRecord.decode(pair.value, key: pair.key)
        guard record.kind == .live else { continue }
        let session = StoreSnapshot.Session(
          number: record.number, id: record.id, alias: record.alias)
        known[record.number] = session
        snapshot.sessions.append(session)
      } catch {
        snapshot.unreadable.append("a session's record cannot be read: \(error)")
      }
    }
    let types = typeNames
    for pair in values {
      do throws(EnvelopeError) {
        let envelope = try Envelope.decode(pair.value, key: pair.key)
        guard let address = StoredKey.address(of: pair.key, names: envelope.names) else {
          throw .notAnEnvelope
        }
        snapshot.entries.append(entry(envelope, at: address, sessions: known, types: types))
      } catch {
        snapshot.unreadable.append("a value of \(pair.value.count) bytes cannot be read: \(error)")
      }
    }
    return snapshot
  }

  private func entry(
    _ envelope: Envelope, at address: ValueAddress, sessions: [UInt32: StoreSnapshot.Session],
    types: [UInt32: String]
  ) -> StoreSnapshot.Entry {
    // A value whose session is gone is still shown, under the number it is stored with.
    let orphan = StoreSnapshot.Session(number: address.session, id: "#\(address.session)")
    let session =
      address.session == ValueAddress.appSession ? nil : sessions[address.session] ?? orphan
    return StoreSnapshot.Entry(
      address: address, session: session,
      type: types[envelope.typeNumber] ?? CodingCatalog.name(tag: envelope.tag)
        ?? "coding \(envelope.tag)",
      transaction: envelope.sequence, version: envelope.keyVersion, value: envelope.value)
  }

  private var typeNames: [UInt32: String] {
    var names: [UInt32: String] = [:]
    for pair in info {
      guard let number = InfoKey.typeNumber(of: pair.key) else { continue }
      names[number] = String(decoding: pair.value, as: UTF8.self)
    }
    return names
  }
}
