/// Something that looks like an entry, found in any page of a file; only a checksum can tell.
package struct DataFileCandidate: Sendable {
  /// The page it was found on, used or free.
  package let page: Int
  package let key: [UInt8]
  package let value: [UInt8]
}

extension DataFile {
  /// Calls a body with everything in the file that looks like an entry of a database, page by
  /// page: used pages, free ones, and ones whose header is damaged.
  ///
  /// Neither a first page nor a branch is needed, and which database an entry belonged to is not
  /// known. Old versions of a value come too, the same one several times; values that were removed
  /// come as long as their page was not used again. Nothing of it can be trusted before a checksum
  /// over key and value was compared.
  ///
  /// Costs one read of the file, and at most eight times its size for values in pages of their own.
  ///
  /// - Parameters:
  ///   - marks: The bytes that a value may begin with. They are compared only where a page has lost
  ///     its list of nodes and each place in it is tried.
  ///   - body: Says whether to go on.
  package func forEachCandidate(
    marks: [UInt8], _ body: (DataFileCandidate) -> Bool
  ) {
    var scan = LeafScan(self, marks: marks)
    for page in 2..<max(2, pageCount) {
      guard scan.visit(page, body) else { return }
    }
    // What a cut left of the last page.
    if byteCount > pageCount * pageBytes { _ = scan.visit(pageCount, body) }
  }
}

/// Takes entries out of pages that nobody vouches for.
private struct LeafScan {
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
  private let marks: Set<UInt8>
  private let memory: PageMemory
  private let pageBytes: Int
  /// What was given already: old pages often speak of the same value.
  private var seen: Set<Reference> = []
  /// Bytes that values in pages of their own may still cost.
  private var allowance: Int
  /// Bytes that the nodes of the page in hand may still cost; nodes of a leaf do not overlap.
  private var pageAllowance = 0

  init(_ file: DataFile, marks: [UInt8]) {
    self.file = file
    self.marks = Set(marks)
    pageBytes = file.pageBytes
    memory = PageMemory(pageBytes: pageBytes, count: 1)
    allowance = 8 * file.byteCount
  }

  mutating func visit(_ number: Int, _ body: (DataFileCandidate) -> Bool) -> Bool {
    let offset = number * pageBytes
    let count = min(pageBytes, file.byteCount - offset)
    memory.clear()
    guard memory.load(0, count: count, from: file.source, at: offset) else { return true }
    let page = memory.page(0)
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
      return tryEverywhere(page, number, body)
    }
    return isGoingOn
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

  /// Tries each place of a page that has lost its list.
  private mutating func tryEverywhere(
    _ page: PageView, _ number: Int, _ body: (DataFileCandidate) -> Bool
  ) -> Bool {
    pageAllowance = 4 * pageBytes
    for start in stride(from: 16, through: pageBytes - 8, by: 2) {
      guard hasMark(page, start), case .entry(let candidate) = look(page, at: start, number)
      else { continue }
      if !body(candidate) { return false }
    }
    return true
  }

  /// Whether what would be the value begins with one of the marks.
  private func hasMark(_ page: PageView, _ start: Int) -> Bool {
    let value = start + 8 + page.number16(at: start + 6)
    guard page.number16(at: start + 4) == NodeFlags.big else {
      return marks.contains(page.byte(at: value))
    }
    let place = Int(truncatingIfNeeded: page.number64(at: value) & 0xFFFF_FFFF) * pageBytes + 16
    return file.source.bytes(1, at: place).map { marks.contains($0[0]) } ?? false
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
          value: page.bytes(key.upperBound..<key.upperBound + size)))
    }
    // A number that is cut off by the end of the page reads as 0.
    guard let first = Int(exactly: page.number64(at: key.upperBound)), first >= 2,
      first < file.byteCount / pageBytes + 1
    else { return .nothing }
    let reference = Reference(page: first, size: size, key: page.bytes(key))
    guard size <= allowance, !seen.contains(reference) else { return .known }
    guard let value = file.source.bytes(size, at: first * pageBytes + 16) else { return .nothing }
    seen.insert(reference)
    allowance -= size
    return .entry(DataFileCandidate(page: number, key: reference.key, value: value))
  }
}
