import LMDB

/// A backup on the disk, read part by part; nothing in it is believed before it is checked.
package struct SnapshotFile: ~Copyable {
  private let file: PageSource
  let header: SnapshotFormat.Header

  /// Opens a backup and reads its header.
  package init(_ path: String) throws(SnapshotError) {
    let file: PageSource
    do throws(LMDBError) { file = try PageSource(path: path) } catch {
      throw .unreadable(error.description)
    }
    let count = min(SnapshotFormat.headerSize, file.byteCount)
    header = try SnapshotFormat.header(file.bytes(count, at: 0) ?? [])
    self.file = file
  }

  /// The number that the newest values in it have at most.
  package var sequence: UInt64 { header.sequence }

  /// Reads everything and compares all checksums.
  ///
  /// - Returns: How many records there are.
  package func check() throws(SnapshotError) -> Int { try forEach { _ in } }

  /// All records of a file that is whole.
  package func records() throws(SnapshotError) -> [SnapshotRecord] {
    var records: [SnapshotRecord] = []
    try forEach { records.append($0) }
    return records
  }

  /// Visits the records in order; only at the end it is known whether the file is whole.
  ///
  /// - Returns: How many there are.
  @discardableResult
  package func forEach(
    _ body: (SnapshotRecord) -> Void
  ) throws(SnapshotError) -> Int {
    let end = file.byteCount - SnapshotFormat.trailerSize
    guard end >= SnapshotFormat.headerSize else { throw .damaged("its end") }
    var window = Window()
    var digest = FNV.Digest128()
    digest.update(header.bytes)
    var offset = SnapshotFormat.headerSize
    var count = 0
    while offset < end {
      let (record, bytes) = try record(at: offset, before: end, &window)
      digest.update(bytes)
      body(record)
      offset += bytes.count
      count += 1
    }
    let trailer = SnapshotFormat.trailer(count: UInt64(count), digest: digest.value)
    guard file.bytes(SnapshotFormat.trailerSize, at: end) == trailer else {
      throw .damaged("its end")
    }
    return count
  }

  private func record(
    at offset: Int, before end: Int, _ window: inout Window
  ) throws(SnapshotError) -> (SnapshotRecord, [UInt8]) {
    let head = window.bytes(SnapshotFormat.recordHeadSize, at: offset, of: file)
    var reader = ByteReader(head)
    guard let table = reader.number(UInt8.self).flatMap(StoreTable.init(backupNumber:)),
      reader.number(UInt8.self) == 0, let keyCount = reader.number(UInt16.self),
      let valueCount = reader.number(UInt32.self), valueCount <= SnapshotFormat.valueLimit
    else { throw .damaged("the record at byte \(offset)") }
    let size = SnapshotFormat.recordHeadSize + Int(keyCount) + Int(valueCount) + 4
    guard offset + size <= end else { throw .damaged("the record at byte \(offset)") }
    let bytes = window.bytes(size, at: offset, of: file)
    reader = ByteReader(bytes, from: SnapshotFormat.recordHeadSize)
    guard let key = reader.take(Int(keyCount)), let value = reader.take(Int(valueCount)),
      reader.number(UInt32.self) == crc32c(Array(bytes.dropLast(4)))
    else { throw .damaged("the record at byte \(offset)") }
    return (SnapshotRecord(table, key, value), bytes)
  }

  /// What was read ahead, so that small records do not cost a call each.
  struct Window {
    private static let size = 1 << 16
    private var bytes: [UInt8] = []
    private var start = 0

    mutating func bytes(_ count: Int, at offset: Int, of file: borrowing PageSource) -> [UInt8] {
      if offset < start || offset + count > start + bytes.count {
        let count = min(max(count, Self.size), file.byteCount - offset)
        bytes = file.bytes(count, at: offset) ?? []
        start = offset
      }
      return Array(bytes[(offset - start)...].prefix(count))
    }
  }
}
