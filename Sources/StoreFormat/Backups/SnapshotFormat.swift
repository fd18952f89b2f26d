import LMDB

/// One row of a store's databases, as a backup keeps it.
package struct SnapshotRecord: Hashable, Sendable {
  package var table: StoreTable
  package var key: [UInt8]
  package var value: [UInt8]

  package init(_ table: StoreTable, _ key: [UInt8], _ value: [UInt8]) {
    (self.table, self.key, self.value) = (table, key, value)
  }
}

extension StoreTable {
  /// The number that backups have for the database.
  var backupNumber: UInt8 {
    switch self {
    case .info: 1
    case .sessions: 2
    case .values: 3
    case .setAside: 4
    }
  }

  /// The database's name.
  package var name: String { rawValue }

  init?(backupNumber number: UInt8) {
    guard let table = Self.allCases.first(where: { $0.backupNumber == number }) else { return nil }
    self = table
  }
}

/// How a backup is written: a header, records, a trailer.
///
/// Each part has a checksum of its own, and the trailer a digest of all bytes before it, so that a
/// file of which a piece is missing, exchanged or added is known.
enum SnapshotFormat {
  static let mark = Array("SCENESNP".utf8)
  static let version: UInt32 = 1
  static let headerSize = 44
  static let recordHeadSize = 8
  static let trailerSize = 29
  static let trailerMark: UInt8 = 0xFF
  /// More than any value of this format has; a length beyond it is damage.
  static let valueLimit = 1 << 30

  struct Header: Hashable, Sendable {
    /// LMDB's number of the commit that was copied.
    var transaction: UInt64
    var epoch: UInt64
    /// When it was written, in milliseconds since 1970.
    var milliseconds: UInt64

    var sequence: UInt64 { transaction &+ epoch }

    var bytes: [UInt8] {
      var bytes = SnapshotFormat.mark
      bytes.appendBigEndian(SnapshotFormat.version)
      bytes.appendBigEndian(UInt32(0))
      bytes.appendBigEndian(transaction)
      bytes.appendBigEndian(epoch)
      bytes.appendBigEndian(milliseconds)
      bytes.appendBigEndian(crc32c(bytes))
      return bytes
    }
  }

  static func header(_ bytes: [UInt8]) throws(SnapshotError) -> Header {
    guard bytes.count == headerSize, bytes.starts(with: mark) else { throw .notABackup }
    var reader = ByteReader(bytes, from: mark.count)
    guard let version = reader.number(UInt32.self), let flags = reader.number(UInt32.self),
      let transaction = reader.number(UInt64.self), let epoch = reader.number(UInt64.self),
      let milliseconds = reader.number(UInt64.self), let checksum = reader.number(UInt32.self)
    else { throw .notABackup }
    guard checksum == crc32c(Array(bytes.dropLast(4))) else { throw .damaged("its header") }
    guard version == Self.version, flags == 0 else { throw .newerFormat(Int(version)) }
    return Header(transaction: transaction, epoch: epoch, milliseconds: milliseconds)
  }

  static func bytes(of record: SnapshotRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(recordHeadSize + record.key.count + record.value.count + 4)
    bytes += [record.table.backupNumber, 0]
    bytes.appendBigEndian(UInt16(truncatingIfNeeded: record.key.count))
    bytes.appendBigEndian(UInt32(truncatingIfNeeded: record.value.count))
    bytes += record.key
    bytes += record.value
    bytes.appendBigEndian(crc32c(bytes))
    return bytes
  }

  static func trailer(count: UInt64, digest: UInt128) -> [UInt8] {
    var bytes = [trailerMark]
    bytes.appendBigEndian(count)
    bytes.appendBigEndian(digest)
    bytes.appendBigEndian(crc32c(bytes))
    return bytes
  }
}

/// Why a file is no backup that can be used.
package enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  case notABackup
  case newerFormat(Int)
  /// A part of it is not what was written.
  case damaged(String)
  /// It cannot be read at all; the reason is a sentence.
  case unreadable(String)

  package var description: String {
    switch self {
    case .notABackup: "it is no backup of a store"
    case .newerFormat(let format): "it was written in format \(format) of a newer version"
    case .damaged(let part): "\(part) is damaged"
    case .unreadable(let reason): reason
    }
  }
}
