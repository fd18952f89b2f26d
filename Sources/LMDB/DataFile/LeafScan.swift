/// Something that looks like an entry, found in any page of a file; only a checksum can tell.
package struct DataFileCandidate: Sendable {
  /// The page it was found on, used or free.
  package let page: Int
  package let key: [UInt8]
  /// The value; empty if the pages in which it should be are not in the file.
  package let value: [UInt8]
  /// Whether the value has pages of its own, to which the entry only leads.
  package let isApart: Bool
}

extension DataFile {
  /// Calls a body with everything in the file that looks like an entry of a database, page by
  /// page: used pages, free ones, and ones whose header is damaged.
  ///
  /// Neither a first page nor a branch is needed, and which database an entry belonged to is not
  /// known. Old versions of a value come too, the same one several times; values that were removed
  /// come as long as their room was not used again. Nothing of it can be trusted before a checksum
  /// over key and value was compared.
  ///
  /// Costs one read of what of the file is no hole, and at most eight times its size for values in
  /// pages of their own.
  ///
  /// - Parameters:
  ///   - marks: The bytes that a value may begin with. They are compared only where no list of nodes
  ///     leads, and each place is tried: in the unused room of a page, and where the list is lost.
  ///   - onProgress: Is told now and then how many bytes of the file lie behind.
  ///   - body: Says whether to go on.
  /// - Returns: Whether the system could read all there is; what it could not may be over soon.
  @discardableResult
  package func forEachCandidate(
    marks: [UInt8], onProgress: ((Int) -> Void)? = nil, _ body: (DataFileCandidate) -> Bool
  ) -> Bool {
    var scan = LeafScan(self, marks: marks)
    var page = 2
    while let part = source.data(from: page * pageBytes) {
      page = max(page, part.lowerBound / pageBytes)
      // The last page may be what a cut left of one.
      while page * pageBytes < part.upperBound {
        if page % LeafScan.pagesOfStep == 0 { onProgress?(page * pageBytes) }
        guard scan.visit(page, body) else { return !scan.isUnreadable }
        page += 1
      }
    }
    onProgress?(byteCount)
    return !scan.isUnreadable
  }
}

/// Takes entries out of pages that nobody vouches for.
private struct LeafScan {
  /// After how many pages somebody who waits is told.
  static let pagesOfStep = 1 << 12
  /// No file has as many pages: what is more is no number of a page.
  private static let mostPages = 1 << 40

  /// A value in pages of its own, as one node speaks of it.
  private struct Reference: Hashable {
    let page: Int
    let size: Int
    let key: [UInt8]
  }

  /// What may be at a place of a page.
  private enum Sight {
    case entry(DataFileCandidate)
    /// Given already, or beyond what the page may cost.
    case known
    case nothing
  }

  private let file: DataFile
  private let marks: [Bool]
  private let memory: PageMemory
  private let pageBytes: Int
  /// What was given already: old pages often speak of the same value.
  private var seen: Set<Reference> = []
  /// Bytes that values in pages of their own may still cost.
  private var allowance: Int
  /// Whether the system could not read a page.
  private(set) var isUnreadable = false
  /// Bytes that the nodes of the page in hand may still cost; nodes of a leaf do not overlap.
  private var pageAllowance = 0

  init(_ file: DataFile, marks: [UInt8]) {
    self.file = file
    self.marks = (0...UInt8.max).map(marks.contains)
    pageBytes = file.pageBytes
    memory = PageMemory(pageBytes: pageBytes, count: 1)
    allowance = 8 * file.byteCount
  }

  mutating func visit(_ number: Int, _ body: (DataFileCandidate) -> Bool) -> Bool {
    let offset = number * pageBytes
    let count = min(pageBytes, file.byteCount - offset)
    if count < pageBytes { memory.clear() }
    guard memory.load(0, count: count, from: file.source, at: offset) else {
      isUnreadable = true
      return true
    }
    let page = memory.page(0)
    guard !page.isZero else { return true }
    let isOwn = page.number64(at: 0) == UInt64(number)
    let flags = page.number16(at: 10)
    let isBlank = page.number64(at: 0) == 0 && page.number64(at: 8) == 0
    // One damaged field must not hide a leaf: either its number or its flag is enough.
    let others = [PageFlags.branch, PageFlags.overflow, PageFlags.meta]
    guard flags & PageFlags.leaf != 0 || isOwn && !others.contains(flags) || isBlank else {
      return true
    }
    pageAllowance = 4 * pageBytes
    guard let isGoingOn = followPointers(page, number, body) else {
      pageAllowance = 4 * pageBytes
      return tryEach(16..<pageBytes, of: page, number, body)
    }
    // What nodes leave behind stays there, most often whole.
    let (lower, upper) = (page.number16(at: 12), page.number16(at: 14))
    guard isGoingOn, lower < upper, upper <= pageBytes else { return isGoingOn }
    return tryEach(lower..<upper, of: page, number, body)
  }

  /// Goes through the list of nodes.
  ///
  /// - Returns: Whether to go on; nil if the list leads astray.
  private mutating func followPointers(
    _ page: PageView, _ number: Int, _ body: (DataFileCandidate) -> Bool
  ) -> Bool? {
    let lower = page.number16(at: 12)
    guard lower > 16, lower & 1 == 0 else { return nil }
    var isAstray = false
    for index in 0..<(lower - 16) / 2 {
      let start = page.number16(at: 16 + 2 * index)
      switch start >= lower ? look(page, at: start, number) : .nothing {
      case .entry(let candidate): if !body(candidate) { return false }
      case .known: break
      case .nothing: isAstray = true
      }
    }
    return isAstray ? nil : true
  }

  /// Tries each place of a part of a page to which no list leads.
  private mutating func tryEach(
    _ part: Range<Int>, of page: PageView, _ number: Int, _ body: (DataFileCandidate) -> Bool
  ) -> Bool {
    for start in stride(from: part.lowerBound, through: part.upperBound - 8, by: 2) {
      guard hasMark(page, start), case .entry(let candidate) = look(page, at: start, number)
      else { continue }
      if !body(candidate) { return false }
    }
    return true
  }

  /// Whether what would be the value begins with one of the marks.
  private func hasMark(_ page: PageView, _ start: Int) -> Bool {
    // What most places fail at comes first: a page of anything has two thousand of them.
    let keyBytes = page.number16(at: start + 6)
    guard (1...511).contains(keyBytes) else { return false }
    let value = start + 8 + keyBytes
    guard page.number16(at: start + 4) == NodeFlags.big else {
      return marks[Int(page.byte(at: value))]
    }
    let place = Int(truncatingIfNeeded: page.number64(at: value) & 0xFFFF_FFFF) * pageBytes + 16
    return file.source.bytes(1, at: place).map { marks[Int($0[0])] } ?? false
  }

  private mutating func look(_ page: PageView, at start: Int, _ number: Int) -> Sight {
    let (size, flags) = (page.number32(at: start), page.number16(at: start + 4))
    let key = start + 8..<start + 8 + page.number16(at: start + 6)
    guard (1...511).contains(key.count), key.upperBound <= pageBytes else { return .nothing }
    if flags & NodeFlags.big == 0 {
      guard size <= pageBytes - key.upperBound else { return .nothing }
      guard key.count + size <= pageAllowance else { return .known }
      pageAllowance -= key.count + size
      return .entry(
        DataFileCandidate(
          page: number, key: page.bytes(key),
          value: page.bytes(key.upperBound..<key.upperBound + size), isApart: false))
    }
    // A number that is cut off by the end of the page reads as 0.
    guard let first = Int(exactly: page.number64(at: key.upperBound)), first >= 2,
      first < Self.mostPages
    else { return .nothing }
    let reference = Reference(page: first, size: size, key: page.bytes(key))
    guard size <= allowance, !seen.contains(reference) else { return .known }
    let value = file.source.bytes(size, at: first * pageBytes + 16)
    seen.insert(reference)
    allowance -= value?.count ?? 0
    return .entry(
      DataFileCandidate(page: number, key: reference.key, value: value ?? [], isApart: true))
  }
}
