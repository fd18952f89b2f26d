/// A walk through the trees of one snapshot that checks each page before it uses it.
///
/// Time and memory are bounded whatever the bytes are: every page is entered at most once, a tree
/// is at most as deep as LMDB's own stack, and the pages of the way from the root to a leaf are
/// the only ones in memory.
struct TreeWalk {
  enum Kind {
    case free, main, named
  }

  /// A key that is still in memory, in the page of a level.
  struct KeyPlace {
    let level: Int
    let range: Range<Int>
  }

  /// The keys that a branch allows below it: not less than `low`, less than `high`.
  struct KeyBounds {
    var low: KeyPlace?
    var high: KeyPlace?
  }

  /// A branch whose children are being entered.
  private struct Frame {
    let number: UInt64
    let count: Int
    var next = 0
    let bounds: KeyBounds
  }

  /// Where an entry is; its value may lie in pages of its own.
  struct Entry {
    let key: Range<Int>
    let flags: Int
    let size: Int
    /// Where the page has the value or the number of its first page.
    let data: Int
  }

  struct Counts {
    var branches: UInt64 = 0
    var leaves: UInt64 = 0
    var overflow: UInt64 = 0
    var entries: UInt64 = 0
  }

  let file: DataFile
  let snapshot: DataFile.Snapshot
  let limit: Int
  let pageBytes: Int
  let memory: PageMemory
  var examination: SnapshotExamination
  /// The pages met so far; none may be met twice.
  var used: PageMap
  /// The pairs of bytes of the page in hand that belong to a node.
  var taken: PageMap
  var kind = Kind.main
  var name = ""
  var counts = Counts()
  var databases: [(name: [UInt8], tree: TreeRecord)] = []
  /// Is given each entry of a named database; says whether to go on.
  var onEntry: ((_ key: [UInt8], _ value: [UInt8]) -> Bool)?
  /// Is told of each finding when it is met, between the entries before and after it.
  var onFinding: ((DataFileFinding) -> Void)?
  /// Is given the key of an entry whose value lies in pages that are not sound.
  var onLost: ((_ key: [UInt8]) -> Void)?
  var isOver = false
  /// Only entries whose keys begin so are given; branches without any are not entered.
  var prefix: [UInt8] = []
  /// Only entries behind this key are given; branches without any are not entered.
  var after: [UInt8] = []
  /// How many pages may still be read.
  var pagesLeft = Int.max
  /// Whether the looking ended because they were used up.
  private(set) var isOutOfPages = false
  private var isPartial = false
  private(set) var isCounting = false
  /// The cut values that were met, and the ends of some.
  var (heads, ends) = (CutDigest(), CutDigest())

  /// The memory for what is on no way from the root: the first page of a value.
  static let spareLevel = TreeRecord.depthLimit

  init(_ file: DataFile, _ snapshot: DataFile.Snapshot, limit: Int) {
    self.file = file
    self.snapshot = snapshot
    self.limit = max(limit, 1)
    pageBytes = file.pageBytes
    memory = PageMemory(pageBytes: pageBytes, count: Self.spareLevel + 1)
    examination = SnapshotExamination(snapshot: snapshot)
    // The last page is below MetaPage.pageLimit.
    used = PageMap(limit: Int(truncatingIfNeeded: snapshot.lastPage) + 1)
    taken = PageMap(limit: pageBytes / 2)
  }

  mutating func found(_ fault: DataFileFinding.Fault, page: UInt64? = nil) {
    let tree: String? =
      switch kind {
      case .free: DataFileFinding.freeTree
      case .main: DataFileFinding.mainTree
      case .named: name
      }
    let finding = DataFileFinding(fault, page: page, tree: tree)
    examination.findings.append(finding)
    onFinding?(finding)
    if examination.findings.count >= limit {
      examination.isCutShort = true
      isOver = true
    }
  }

  // MARK: Trees

  /// Walks through everything a snapshot has.
  mutating func verifyAll() {
    verify(snapshot.meta.free, .free)
    verify(snapshot.meta.main, .main)
    examination.databases =
      databases.map {
        .init(name: String(decoding: $0.name, as: UTF8.self), entries: $0.tree.entries)
      }
      .sorted { $0.name < $1.name }
    isCounting = true
    for database in databases where !isOver {
      name = String(decoding: database.name, as: UTF8.self)
      verify(database.tree, .named)
    }
    compareCuts()
    let met = used.count
    examination.usedPages = met - examination.freePages
    examination.lostPages = max(0, used.limit - 2 - met)
  }

  /// Walks through one tree and compares what it counted.
  mutating func verify(_ tree: TreeRecord, _ kind: Kind) {
    guard !isOver else { return }
    self.kind = kind
    counts = Counts()
    let findings = examination.findings.count
    if kind == .named, tree.flags != 0 || tree.pad != 0 {
      return found(.databaseFlags(tree.flags))
    }
    if tree.isEmpty {
      guard tree.depth == 0 else { return found(.emptyTreeWithCounters) }
    } else {
      guard (1...TreeRecord.depthLimit).contains(tree.depth) else {
        return found(.depth(tree.depth))
      }
      descend(from: tree.root, depth: tree.depth)
    }
    // With pages missing the numbers cannot be equal.
    guard findings == examination.findings.count, !isOver, !isPartial else { return }
    compare(.branchPages, counts.branches, tree.branchPages)
    compare(.leafPages, counts.leaves, tree.leafPages)
    compare(.overflowPages, counts.overflow, tree.overflowPages)
    compare(.entries, counts.entries, tree.entries)
  }

  private mutating func compare(
    _ counter: DataFileFinding.Counter, _ count: UInt64, _ recorded: UInt64
  ) {
    guard count != recorded, !isOver else { return }
    found(.counter(counter, found: count, recorded: recorded))
  }

  /// Each value that is cut has its end, and each end its value.
  private mutating func compareCuts() {
    guard examination.isSound, heads != ends,
      databases.contains(where: { $0.name == Array(CutValue.tails.utf8) })
    else { return }
    name = CutValue.tails
    found(.endsDiffer)
  }

  private mutating func descend(from root: UInt64, depth: Int) {
    var frames: [Frame] = []
    frames.reserveCapacity(depth)
    enter(root, KeyBounds(), depth, &frames)
    while let frame = frames.last, !isOver {
      guard frame.next < frame.count else {
        frames.removeLast()
        continue
      }
      let level = frames.count - 1
      frames[level].next += 1
      let page = memory.page(level)
      var bounds = frame.bounds
      if frame.next > 0 { bounds.low = KeyPlace(level: level, range: key(frame.next, page)) }
      if frame.next + 1 < frame.count {
        bounds.high = KeyPlace(level: level, range: key(frame.next + 1, page))
      }
      if isOutside(bounds) {
        isPartial = true
        continue
      }
      enter(child(frame.next, page), bounds, depth, &frames)
    }
  }

  /// Whether no key between the bounds can begin with the prefix that is asked for.
  private func isOutside(_ bounds: KeyBounds) -> Bool {
    guard kind == .named else { return false }
    if !after.isEmpty, let high = bounds.high,
      memory.page(high.level).compare(high.range, with: after) <= 0
    {
      return true
    }
    guard !prefix.isEmpty else { return false }
    if let high = bounds.high, memory.page(high.level).compare(high.range, with: prefix) <= 0 {
      return true
    }
    guard let low = bounds.low else { return false }
    return memory.page(low.level).compare(low.range.prefix(prefix.count), with: prefix) > 0
  }

  private mutating func enter(
    _ number: UInt64, _ bounds: KeyBounds, _ depth: Int, _ frames: inout [Frame]
  ) {
    let level = frames.count
    let isLeaf = level + 1 == depth
    if isLeaf {
      // Branches are not counted, so that each part comes to a leaf.
      guard pagesLeft > 0 else {
        (isOutOfPages, isOver) = (true, true)
        return
      }
      pagesLeft -= 1
    }
    guard let count = open(number, level: level, isLeaf: isLeaf),
      hasSoundNodes(number, level: level, count: count, isLeaf: isLeaf, bounds)
    else { return }
    if isLeaf {
      counts.leaves += 1
      readEntries(of: number, level: level, count: count)
    } else {
      counts.branches += 1
      frames.append(Frame(number: number, count: count, bounds: bounds))
    }
  }

  /// The key of a node of a page that has been checked.
  func key(_ index: Int, _ page: PageView) -> Range<Int> {
    let start = page.number16(at: 16 + 2 * index) + 8
    return start..<start + page.number16(at: start - 2)
  }

  /// The page a node of a branch leads to.
  func child(_ index: Int, _ page: PageView) -> UInt64 {
    let start = page.number16(at: 16 + 2 * index)
    return UInt64(page.number32(at: start)) | UInt64(page.number16(at: start + 4)) << 32
  }
}
