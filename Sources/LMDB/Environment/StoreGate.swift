internal import Glibc

/// Judges a data file before LMDB maps it, by reading it.
///
/// Called by the first and sole opener, which holds `open.lock` and `use.lock` alone, so the file
/// does not move; called again before the environment is opened anew after an error. Here is what
/// would end the process at once: an empty file, which LMDB silently makes a new store of, and
/// first pages that are not LMDB's own or of a page size that it divides by.
///
/// - Throws: ``LMDBError/damaged(reason:)`` when LMDB must not see the file.
@Sendable
package func verifyDataFile(_ path: String) throws(LMDBError) {
  let file = try FileDescriptor.reading(path)
  let size = Int(try descriptorStatus(file.raw, path).st_size)
  guard size > 0 else { throw .damaged(reason: "the file is empty") }
  let first = try MetaPage(file.bytes(MetaPage.byteCount, at: 0), number: 0)
  guard size >= 2 * first.pageBytes else {
    throw .damaged(reason: "the file is shorter than its two first pages")
  }
  let second = try MetaPage(
    file.bytes(MetaPage.byteCount, at: first.pageBytes), number: 1)
  guard second.pageBytes == first.pageBytes else {
    throw .damaged(reason: "the two first pages speak of different page sizes")
  }
}

/// What the two first pages of an LMDB file say of it, in the byte order of the machine.
///
/// | Offset | Bytes | Content |
/// | --- | --- | --- |
/// | 0 | 8 | number of the page |
/// | 10 | 2 | flags; 8 for such a page |
/// | 16 | 4 | 0xBEEFC0DE |
/// | 20 | 4 | version of the format, 1 |
/// | 40 | 4 | page size |
private struct MetaPage {
  static let byteCount = 160
  private static let magic: UInt32 = 0xBEEF_C0DE

  let pageBytes: Int

  init(_ bytes: [UInt8], number: Int) throws(LMDBError) {
    guard bytes.count == Self.byteCount else { throw .damaged(reason: "the file is too short") }
    let magic: UInt32 = Self.number(bytes, at: 16)
    guard magic != Self.magic.byteSwapped else {
      throw .damaged(reason: "it was written by a machine with another byte order")
    }
    let flags: UInt16 = Self.number(bytes, at: 10)
    guard magic == Self.magic, flags & 8 != 0 else {
      throw .damaged(reason: "page \(number) is no first page of an LMDB file")
    }
    let version: UInt32 = Self.number(bytes, at: 20)
    guard version == 1 else {
      throw .damaged(reason: "its format is version \(version) of LMDB's, not 1")
    }
    let size: UInt32 = Self.number(bytes, at: 40)
    guard (4096...65536).contains(size), size.nonzeroBitCount == 1 else {
      throw .damaged(reason: "page \(number) says that pages have \(size) bytes")
    }
    pageBytes = Int(size)
  }

  private static func number<N: FixedWidthInteger>(_ bytes: [UInt8], at offset: Int) -> N {
    let parts = bytes[offset..<(offset + N.bitWidth / 8)]
    let big = parts.reduce(N(0)) { $0 << 8 | N($1) }
    // The file has the machine's own order, whichever that is.
    return N(littleEndian: 1) == 1 ? big.byteSwapped : big
  }
}
