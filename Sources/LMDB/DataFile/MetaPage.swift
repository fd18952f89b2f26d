/// What one of the two first pages says of the file, in the byte order of the machine.
///
/// | Offset | Bytes | Content |
/// | --- | --- | --- |
/// | 0 | 8 | number of the page |
/// | 10 | 2 | flags; 8 for such a page |
/// | 16 | 4 | 0xBEEFC0DE |
/// | 20 | 4 | version of the format, 1 |
/// | 24 | 8 | address of the map if it is fixed |
/// | 32 | 8 | size of the map |
/// | 40 | 48 | tree of free pages; begins with the page size |
/// | 88 | 48 | main tree |
/// | 136 | 8 | last page in use |
/// | 144 | 8 | transaction |
struct MetaPage: Hashable, Sendable {
  static let byteCount = 152
  static let magic: UInt32 = 0xBEEF_C0DE
  /// 1 TiB of pages of 4 KiB: what a map of the pages in use may cost.
  static let pageLimit: UInt64 = 1 << 28
  static let pageSizes = [4096, 8192, 16384, 32768, 65536]

  let index: Int
  let pageBytes: Int
  let mapSize: UInt64
  let free: TreeRecord
  let main: TreeRecord
  var lastPage: UInt64
  var transaction: UInt64

  /// Reads and judges one page by itself.
  init(_ page: PageView, index: Int) throws(DataFileFinding) {
    self.index = index
    func refuse(_ fault: DataFileFinding.Fault) -> DataFileFinding {
      DataFileFinding(fault, page: UInt64(index))
    }
    let magic = UInt32(truncatingIfNeeded: page.number32(at: 16))
    guard magic != Self.magic.byteSwapped else { throw refuse(.otherByteOrder) }
    guard magic == Self.magic, page.number16(at: 10) == PageFlags.meta else {
      throw refuse(.notFirstPage)
    }
    guard page.number64(at: 0) == UInt64(index) else {
      throw refuse(.otherNumber(page.number64(at: 0)))
    }
    let version = page.number32(at: 20)
    guard version == 1 else { throw refuse(.version(version)) }
    pageBytes = page.number32(at: 40)
    guard Self.pageSizes.contains(pageBytes) else { throw refuse(.pageSize(pageBytes)) }
    free = TreeRecord(page, at: 40)
    main = TreeRecord(page, at: 88)
    mapSize = page.number64(at: 32)
    lastPage = page.number64(at: 136)
    transaction = page.number64(at: 144)
    guard page.number64(at: 24) == 0 else { throw refuse(.fixedMap) }
    // The file's own flags stand here: 0x4000 for a store that is a file without a folder.
    guard free.flags & ~0x4000 == 8, main.flags == 0, main.pad == 0 else {
      throw refuse(.treeFlags(free.flags == 8 ? main.flags : free.flags))
    }
    guard lastPage >= 1, lastPage < Self.pageLimit else { throw refuse(.lastPage(lastPage)) }
    let needed = (lastPage + 1) * UInt64(pageBytes)
    guard mapSize >= needed, mapSize < 1 << 48 else { throw refuse(.mapSize(mapSize)) }
    // A transaction writes the page of its parity; before the first one both have number 0. A page
    // of number 0 may name trees: after a failed write LMDB puts the old number over the new roots.
    let isRight = transaction == 0 || transaction & 1 == UInt64(index)
    guard isRight, transaction < 1 << 62 else {
      throw refuse(.transaction(transaction))
    }
  }

  /// Whether nothing was ever committed through this page.
  var isInitial: Bool { transaction == 0 }
}

enum PageFlags {
  static let branch = 1
  static let leaf = 2
  static let overflow = 4
  static let meta = 8
}

/// The root and the counters of a tree, 48 bytes.
struct TreeRecord: Hashable, Sendable {
  static let byteCount = 48
  static let noPage = UInt64.max
  /// The depth of LMDB's own stack.
  static let depthLimit = 32

  let pad: Int
  let flags: Int
  let depth: Int
  let branchPages: UInt64
  let leafPages: UInt64
  let overflowPages: UInt64
  let entries: UInt64
  let root: UInt64

  init(_ page: PageView, at offset: Int) {
    pad = page.number32(at: offset)
    flags = page.number16(at: offset + 4)
    depth = page.number16(at: offset + 6)
    branchPages = page.number64(at: offset + 8)
    leafPages = page.number64(at: offset + 16)
    overflowPages = page.number64(at: offset + 24)
    entries = page.number64(at: offset + 32)
    root = page.number64(at: offset + 40)
  }

  var isEmpty: Bool { root == Self.noPage }
}
