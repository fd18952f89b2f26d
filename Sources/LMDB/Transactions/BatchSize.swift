internal import CLMDB

/// About how many pages a transaction changes, never less than it really does.
struct BatchSize {
  static let pageBytes = 4096
  /// LMDB puts what is larger into pages of its own.
  private static let nodeBytes = 2038

  let limit: Int
  let databases: [MDB_dbi]
  private var changes = 0
  private var leafBytes = 0
  private var ownPages = 0

  init(limit: Int, databases: [MDB_dbi]) {
    self.limit = limit
    self.databases = databases
  }

  /// Pages that are new, half full at worst, and one that was there before for each change.
  var pages: Int { ownPages + leafBytes / (Self.pageBytes / 2) + changes }

  /// The same without counting a page twice: no more can be changed than there are.
  mutating func countedPages(_ reader: Reader) -> Int {
    changes = min(changes, databases.reduce(0) { $0 + reader.treePageCount($1) })
    return pages
  }

  /// Counts an entry; refuses one that would make the batch too large.
  mutating func add(keyBytes: Int, valueBytes: Int, _ reader: Reader) throws(LMDBError) {
    changes += 1
    if keyBytes + valueBytes + 8 > Self.nodeBytes {
      ownPages += (valueBytes + 15) / Self.pageBytes + 1
      leafBytes += keyBytes + 16
    } else {
      leafBytes += keyBytes + valueBytes + 8
    }
    guard pages > limit, countedPages(reader) > limit else { return }
    throw .batchTooLarge(pages: pages, limit: limit)
  }
}
