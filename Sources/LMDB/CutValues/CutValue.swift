/// How a long value is cut in two, so that its last bytes share pages with others.
///
/// LMDB gives a value that does not fit half a page pages of its own, with 16 bytes of the first one
/// for itself. A value that needs only a little of its last page would leave nearly all of that page
/// empty: 4,096 bytes take 8,192, and 2,100 take 4,096. Such a value of the database ``database`` is
/// cut, at the end of its last but one page or, if it has only one, where two parts are left that
/// share pages with others. The rest stands under the same key in the database ``tails``, behind a
/// header of 16 bytes:
///
/// * `T`, 1 (the format), 0, 0;
/// * bytes 8 to 15 of the value, its sequence, by which both know each other;
/// * CRC-32C of the key, the 12 bytes before, and the bytes behind.
///
/// A value tells how long it is: 32 bytes and the number in bytes 24 to 27 (big-endian), if byte 3
/// is 0. So a row that is shorter than it says, and fills its pages or has ``shortHead(_:)`` bytes,
/// has a tail. A value of which that is not so is never cut: its names follow its header, or it is
/// none that this format knows.
package enum CutValue {
  /// The database whose long values are cut.
  package static let database = "values"
  /// The database that has the ends of them.
  package static let tails = "tails"

  static let headerBytes = 16
  static let mark = UInt8(ascii: "T")
  static let format: UInt8 = 1
  /// What LMDB needs of the first page of a value for itself.
  private static let pageHead = 16
  static let valueHeaderBytes = 32

  /// The most bytes that a tail can have.
  private static func limit(_ pageBytes: Int) -> Int { pageBytes / 2 }

  /// The bytes of a value of one page that stay: four such beginnings share a page.
  static func shortHead(_ pageBytes: Int) -> Int { pageBytes / 4 - 64 }

  /// Whether LMDB gives a row pages of its own: two rows must fit a page (`me_nodemax`).
  private static func hasOwnPages(_ count: Int, keyBytes: Int, _ pageBytes: Int) -> Bool {
    8 + keyBytes + count > (pageBytes - pageHead) / 2 & ~1 - 2
  }

  /// Whether a row has a length that a beginning can have; nearly all others have none.
  @inline(__always)
  static func canBeHead(_ count: Int, _ pageBytes: Int) -> Bool {
    count == shortHead(pageBytes) || (count > 0 && (count + pageHead) % pageBytes == 0)
  }

  /// Where a value is to be cut; nil for one that stays whole.
  ///
  /// It is cut if the pages of its beginning and its share of a page of tails, half of one at most,
  /// are less than its pages.
  static func place(_ value: PageView, keyBytes: Int, _ pageBytes: Int) -> Int? {
    guard let place = place(value.count, keyBytes: keyBytes, pageBytes),
      told(value, at: 0) == value.count
    else { return nil }
    return place
  }

  /// The same for a value of so many bytes, which says so itself.
  @inline(__always)
  static func place(_ count: Int, keyBytes: Int, _ pageBytes: Int) -> Int? {
    guard hasOwnPages(count, keyBytes: keyBytes, pageBytes) else { return nil }
    let rest = (count + pageHead) % pageBytes
    guard rest > 0 else { return nil }
    let head = count > rest ? count - rest : shortHead(pageBytes)
    return hasOwnPages(headerBytes + count - head, keyBytes: keyBytes, pageBytes) ? nil : head
  }

  /// How many bytes a row of `count` bytes lacks of what it says it has; nil for one that is not cut.
  ///
  /// Of the row, which begins at `start` in the view, the first page is enough.
  static func lacking(_ view: PageView, at start: Int = 0, count: Int, _ pageBytes: Int) -> Int? {
    guard canBeHead(count, pageBytes), let whole = told(view, at: start), whole > count,
      whole - count <= limit(pageBytes)
    else { return nil }
    return whole - count
  }

  /// How long a value says it is.
  static func told(_ view: PageView, at start: Int) -> Int? {
    guard view.count >= start + valueHeaderBytes, view.byte(at: start) == UInt8(ascii: "S"),
      view.byte(at: start + 1) == 1, view.byte(at: start + 3) == 0
    else { return nil }
    let payload = UInt32(bigEndian: UInt32(truncatingIfNeeded: view.number32(at: start + 24)))
    return valueHeaderBytes + Int(payload)
  }

  /// Whether a row of ``tails`` has what a beginning lacks.
  static func continues(_ tail: PageView, _ head: PageView, lacking: Int) -> Bool {
    tail.count == headerBytes + lacking && hasHeader(tail)
      && tail.number64(at: 4) == head.number64(at: 8)
  }

  static func hasHeader(_ tail: PageView, at start: Int = 0) -> Bool {
    tail.byte(at: start) == mark && tail.byte(at: start + 1) == format
      && tail.number16(at: start + 2) == 0
  }

  /// Writes the row of ``tails`` for the end of a value, whose sequence stands in two halves.
  ///
  /// The end may be nothing: what a beginning gets whose end is lost, so that each beginning has one.
  static func writeTail(
    _ high: UInt32, _ low: UInt32, _ end: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
    to memory: UnsafeMutableRawPointer
  ) {
    func put(_ number: UInt32, at place: Int) {
      unsafe memory.storeBytes(of: number.bigEndian, toByteOffset: place, as: UInt32.self)
    }
    put(UInt32(mark) << 24 | UInt32(format) << 16, at: 0)
    put(high, at: 4)
    put(low, at: 8)
    var checksum = CRC32C()
    unsafe checksum.update(key)
    unsafe checksum.update(UnsafeRawBufferPointer(start: memory, count: 12))
    unsafe checksum.update(end)
    put(checksum.value, at: 12)
    guard let source = end.baseAddress else { return }
    unsafe (memory + headerBytes).copyMemory(from: source, byteCount: end.count)
  }
}

extension CutValue {
  /// The number that a tail and its beginning share, and whether a row is the beginning of a value.
  ///
  /// For those who find rows without the trees that lead to them.
  package static func sequence(ofHead row: [UInt8], pageBytes: Int) -> UInt64? {
    unsafe row.withUnsafeBytes { bytes in
      let view = unsafe PageView(bytes)
      guard lacking(view, count: row.count, pageBytes) != nil else { return nil }
      return UInt64(bigEndian: view.number64(at: 8))
    }
  }

  /// The same of a tail; nil for bytes that are none, or not what was written under the key.
  package static func sequence(ofTail row: [UInt8], key: [UInt8]) -> UInt64? {
    unsafe row.withUnsafeBytes { bytes in
      let view = unsafe PageView(bytes)
      guard row.count >= headerBytes, hasHeader(view) else { return nil }
      var checksum = CRC32C()
      checksum.update(key)
      checksum.update(row, 0..<12)
      checksum.update(row, headerBytes..<row.count)
      let stored = UInt32(bigEndian: UInt32(truncatingIfNeeded: view.number32(at: 12)))
      return stored == checksum.value ? UInt64(bigEndian: view.number64(at: 4)) : nil
    }
  }

  /// The whole value, if a row of ``tails`` is the end of a beginning.
  package static func joined(
    _ head: [UInt8], _ tail: [UInt8], pageBytes: Int
  ) -> [UInt8]? {
    unsafe head.withUnsafeBytes { headBytes in
      unsafe tail.withUnsafeBytes { tailBytes in
        let view = unsafe PageView(headBytes)
        guard let lacking = lacking(view, count: head.count, pageBytes),
          unsafe continues(PageView(tailBytes), view, lacking: lacking)
        else { return nil }
        return head + tail[headerBytes...]
      }
    }
  }
}
