internal import CLMDB

/// What the rows of a store come to: sums of one number for each row, modulo 2⁶⁴.
///
/// A transaction knows how it changes them, since it meets each row that it replaces or removes;
/// whoever reads a file counts them anew. If both differ, some page is not the one that was written
/// last. `tails` has no share: each of its rows has the sequence of a row of `values`.
package struct RowSums: Hashable, Sendable {
  /// Of ``CutValue/database``, in parts: the numbers are made of each value's sequence and checksum.
  ///
  /// A page that is not the one that was written last spoils the parts of its rows only, so that
  /// those of the others are still known to be the newest.
  package var values: SIMD16<UInt64>
  /// Of the others: made of the key, the beginning of the row, and its length.
  package var others: UInt64

  package init(values: SIMD16<UInt64> = .zero, others: UInt64 = 0) {
    (self.values, self.others) = (values, others)
  }

  package static func + (left: RowSums, right: RowSums) -> RowSums {
    RowSums(values: left.values &+ right.values, others: left.others &+ right.others)
  }

  /// How many parts the sum of the values has.
  package static let parts = SIMD16<UInt64>.scalarCount

  /// The part in which a row of the values counts: by the fourth byte of its key, so that rows whose
  /// keys begin with the same number count together.
  package static func part(of key: some RandomAccessCollection<UInt8>) -> Int {
    Int(key.dropFirst(3).first ?? 0) % parts
  }

  /// What begins the keys of rows that speak of their own commit, and do not count.
  static let uncounted = UInt8(ascii: "!")
  /// So many bytes of a row count beside its length.
  private static let countedBytes = 64

  /// The number of a row of `values`, or of the beginning of one that is cut.
  @inline(__always)
  static func value(_ view: PageView, at start: Int = 0, count: Int) -> UInt64 {
    guard count >= ValueBytes.headBytes else { return mix(0, UInt64(count)) }
    let checksum = UInt32(truncatingIfNeeded: view.number32(at: start + 28))
    return mix(UInt64(bigEndian: view.number64(at: start + 8)), UInt64(UInt32(bigEndian: checksum)))
  }

  /// The number of a row of another database.
  static func other(
    _ keys: PageView, _ key: Range<Int>, _ view: PageView, at start: Int = 0, count: Int
  ) -> UInt64 {
    guard keys.byte(at: key.lowerBound) != uncounted else { return 0 }
    var checksum = CRC32C()
    keys.add(key, to: &checksum)
    view.add(start..<start + min(count, countedBytes), to: &checksum)
    return mix(UInt64(count), UInt64(checksum.value))
  }

  @inline(__always)
  private static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
    var number = one &* 0x9E37_79B9_7F4A_7C15 ^ other &* 0xC2B2_AE3D_27D4_EB4F
    number ^= number >> 32
    number = number &* 0xD6E8_FEB8_6659_FD93
    return number ^ number >> 32
  }
}

extension RowSums {
  /// The number of a row as it stands in a database, for those who have its bytes.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - row: The value; of one that is cut, its beginning is enough.
  ///   - database: The name of the database.
  /// - Returns: What it adds to a sum.
  package static func number(
    of key: [UInt8], _ row: [UInt8], in database: String
  ) -> UInt64 {
    unsafe key.withUnsafeBytes { key in
      unsafe row.withUnsafeBytes { row in
        let view = unsafe PageView(row)
        return database == CutValue.database
          ? value(view, count: row.count)
          : unsafe other(PageView(key), 0..<key.count, view, count: row.count)
      }
    }
  }

  /// Counts a row that is put into a database, or taken out.
  @inline(__always)
  mutating func count(
    _ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer, in database: Database,
    isGone: Bool = false
  ) {
    let view = unsafe PageView(row)
    let number =
      database.holdsValues
      ? Self.value(view, count: row.count)
      : unsafe Self.other(PageView(key), 0..<key.count, view, count: row.count)
    let change = isGone ? 0 &- number : number
    if database.holdsValues {
      unsafe values[Self.part(of: key)] &+= change
    } else {
      others &+= change
    }
  }
}
