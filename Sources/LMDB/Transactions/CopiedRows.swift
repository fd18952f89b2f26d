internal import CLMDB

/// Rows of a database, copied into one run of bytes, in the order of their keys.
///
/// Many rows cost one allocation; a row is cut out when somebody wants it.
package struct CopiedRows: Sendable, Hashable {
  /// Keys and values, one behind the other.
  package private(set) var bytes: [UInt8] = []
  /// Where each key and each value ends, by turns.
  private var ends: [Int] = []
  /// Whether the range has no more rows than these.
  package fileprivate(set) var isComplete = true

  package init() {}

  /// How many rows are copied at once: more than a scene has, nearly always.
  static var rowsAtOnce: Int { 64 }
  /// What a row has behind its value, unless that is cut.
  static var nothing: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: nil, count: 0) }

  package var count: Int { ends.count / 2 }
  package var isEmpty: Bool { ends.isEmpty }

  /// Where in ``bytes`` the key of a row is.
  package func keyRange(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[2 * index - 1])..<ends[2 * index]
  }

  /// Where in ``bytes`` the value of a row is.
  package func valueRange(_ index: Int) -> Range<Int> {
    ends[2 * index]..<ends[2 * index + 1]
  }

  package func key(_ index: Int) -> [UInt8] { [UInt8](bytes[keyRange(index)]) }
  package func value(_ index: Int) -> [UInt8] { [UInt8](bytes[valueRange(index)]) }

  /// Copies rows that LMDB lends, of so many bytes, with one allocation for all of them.
  mutating func append(_ rows: UnsafeBufferPointer<LentRow>, _ added: Int) {
    if bytes.isEmpty { return unsafe begin(rows, added) }
    // Never by less than half: a long copy would be made again for each lot of rows.
    if bytes.capacity < bytes.count + added {
      bytes.reserveCapacity(max(bytes.count + added, bytes.count * 3 / 2))
    }
    ends.reserveCapacity(max(ends.count + 2 * rows.count, ends.count * 3 / 2))
    for index in rows.indices {
      let row = unsafe rows[index]
      unsafe bytes.append(contentsOf: row.key)
      ends.append(bytes.count)
      unsafe bytes.append(contentsOf: row.value)
      if unsafe !row.end.isEmpty { unsafe bytes.append(contentsOf: row.end) }
      ends.append(bytes.count)
    }
  }

  /// Copies the first rows, most often all there are, without asking at each whether there is room.
  private mutating func begin(_ rows: UnsafeBufferPointer<LentRow>, _ byteCount: Int) {
    var places: [Int] = []
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { memory, count in
      count = byteCount
      guard let start = UnsafeMutableRawPointer(memory.baseAddress) else { return }
      places = unsafe [Int](unsafeUninitializedCapacity: 2 * rows.count) { ends, endCount in
        endCount = 2 * rows.count
        var place = 0
        for index in 0..<rows.count {
          let row = unsafe rows[index]
          unsafe start.fill(&place, with: row.key)
          unsafe ends.initializeElement(at: 2 * index, to: place)
          unsafe start.fill(&place, with: row.value)
          if unsafe !row.end.isEmpty { unsafe start.fill(&place, with: row.end) }
          unsafe ends.initializeElement(at: 2 * index + 1, to: place)
        }
      }
    }
    ends = places
  }

  package mutating func append(_ key: some Sequence<UInt8>, _ value: some Sequence<UInt8>) {
    bytes.append(contentsOf: key)
    ends.append(bytes.count)
    bytes.append(contentsOf: value)
    ends.append(bytes.count)
  }
}

/// A row that LMDB lends; the end of its value is empty unless that is cut.
typealias LentRow = (
  key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, end: UnsafeRawBufferPointer
)

extension ReadTransaction {
  /// Copies the rows whose keys start with a prefix.
  ///
  /// - Parameters:
  ///   - database: The database to copy from.
  ///   - prefix: The start of the keys; empty for all of them.
  ///   - byteLimit: Stops behind the row that reaches so many bytes.
  /// - Throws: What LMDB reports.
  /// - Returns: The rows in the order of their keys.
  package func copyRows(
    of database: Database, prefix: [UInt8], byteLimit: Int = .max
  ) throws(LMDBError) -> CopiedRows {
    try unsafe withUnsafeTemporaryAllocation(
      of: LentRow.self, capacity: CopiedRows.rowsAtOnce
    ) { lot throws(LMDBError) in
      var rows = CopiedRows()
      var (waiting, waitingBytes, byteCount) = (0, 0, 0)
      // NB: the bytes stay where they are until the transaction ends.
      try unsafe reader.scan(database, prefix: prefix) { (key, value, end) throws(LMDBError) in
        unsafe lot.initializeElement(at: waiting, to: (key, value, end))
        waiting += 1
        waitingBytes += key.count + value.count + end.count
        byteCount += key.count + value.count + end.count
        if waiting == lot.count {
          unsafe rows.append(UnsafeBufferPointer(lot), waitingBytes)
          (waiting, waitingBytes) = (0, 0)
        }
        rows.isComplete = byteCount < byteLimit
        return rows.isComplete
      }
      unsafe rows.append(UnsafeBufferPointer(rebasing: lot[..<waiting]), waitingBytes)
      return rows
    }
  }

  /// The pages that were freed and wait to be used again.
  package func freePageCount() throws(LMDBError) -> Int {
    var count = 0
    // The free pages are LMDB's first database: lists of page numbers with their length in front.
    let free = Database(handle: 0, environment: reader.environment)
    try unsafe reader.scan(free, prefix: []) { (_, value, _) throws(LMDBError) in
      if value.count >= MemoryLayout<Int>.size {
        count += unsafe value.loadUnaligned(as: Int.self)
      }
      return true
    }
    return count
  }
}

extension UnsafeMutableRawPointer {
  /// Copies bytes to a place behind it, where there must be room, and moves the place on.
  @inline(__always)
  fileprivate func fill(_ place: inout Int, with part: UnsafeRawBufferPointer) {
    guard let source = part.baseAddress else { return }
    unsafe (self + place).copyMemory(from: source, byteCount: part.count)
    place += part.count
  }
}
