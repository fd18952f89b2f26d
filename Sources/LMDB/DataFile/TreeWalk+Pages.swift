extension TreeWalk {
  /// Takes a page for a tree and reads it.
  ///
  /// - Returns: How many nodes it has; nil if it is not what it should be.
  mutating func open(_ number: UInt64, level: Int, isLeaf: Bool) -> Int? {
    guard let place = take(number, count: 1) else { return nil }
    guard memory.load(level, from: file.source, at: place * pageBytes) else {
      found(place < file.pageCount ? .unreadable : .notInFile, page: number)
      return nil
    }
    let page = memory.page(level)
    guard page.number64(at: 0) == number else {
      found(.otherNumber(page.number64(at: 0)), page: number)
      return nil
    }
    let expected = isLeaf ? PageFlags.leaf : PageFlags.branch
    guard page.number16(at: 10) == expected else {
      found(.pageFlags(found: page.number16(at: 10), expected: expected), page: number)
      return nil
    }
    let (lower, upper) = (page.number16(at: 12), page.number16(at: 14))
    guard lower >= 16, lower & 1 == 0, upper & 1 == 0, lower <= upper, upper <= pageBytes else {
      found(.pageBounds(lower: lower, upper: upper), page: number)
      return nil
    }
    let count = (lower - 16) / 2
    // LMDB gives up when it meets a branch that does not branch.
    guard count >= (isLeaf ? 1 : 2) else {
      found(.tooFewNodes(count), page: number)
      return nil
    }
    return count
  }

  /// Notes pages as used, in the file or beyond its end.
  ///
  /// - Returns: The number of the first one.
  mutating func take(_ number: UInt64, count: UInt64) -> Int? {
    guard number >= 2, number <= snapshot.lastPage, count <= snapshot.lastPage - number + 1
    else {
      found(.outsideOfUse, page: number)
      return nil
    }
    let first = Int(truncatingIfNeeded: number)
    guard used.insert(first..<first + Int(truncatingIfNeeded: count)) else {
      found(.usedTwice, page: number)
      return nil
    }
    return first
  }

  /// Checks that the nodes of a page fill what is not free, each byte once, and their keys.
  mutating func hasSoundNodes(
    _ number: UInt64, level: Int, count: Int, isLeaf: Bool, _ bounds: KeyBounds
  ) -> Bool {
    let page = memory.page(level)
    let upper = page.number16(at: 14)
    taken.removeAll()
    var used = 0
    var last: Range<Int>?
    for index in 0..<count {
      let start = page.number16(at: 16 + 2 * index)
      guard start >= upper, start & 1 == 0 else {
        found(.nodePlace(start), page: number)
        return false
      }
      let keyBytes = page.number16(at: start + 6)
      guard let size = nodeSize(page, start, keyBytes, number, isLeaf: isLeaf) else { return false }
      guard size <= pageBytes - start else {
        found(.nodePlace(start), page: number)
        return false
      }
      guard taken.insert(start / 2..<(start + size) / 2) else {
        found(.nodesOverlap, page: number)
        return false
      }
      used += size
      // The first key of a branch stands for everything that is less than the second.
      guard isLeaf || index > 0 else { continue }
      let key = start + 8..<start + 8 + keyBytes
      guard hasSoundKey(page, key, after: last, number, bounds) else { return false }
      last = key
    }
    guard used == pageBytes - upper else {
      found(.gapsBetweenNodes, page: number)
      return false
    }
    return true
  }

  /// The bytes a node takes, an even number; nil if its flags or sizes cannot be.
  private mutating func nodeSize(
    _ page: PageView, _ start: Int, _ keyBytes: Int, _ number: UInt64, isLeaf: Bool
  ) -> Int? {
    guard keyBytes <= 511 else {
      found(.keySize(keyBytes), page: number)
      return nil
    }
    guard isLeaf else { return 8 + (keyBytes + 1) & ~1 }
    let flags = page.number16(at: start + 4)
    guard [0, NodeFlags.big, NodeFlags.subtree].contains(flags) else {
      found(.nodeFlags(flags), page: number)
      return nil
    }
    if flags == NodeFlags.big { return (8 + keyBytes + 8 + 1) & ~1 }
    let size = 8 + keyBytes + page.number32(at: start)
    // LMDB puts two nodes on each page at least, and goes astray where that cannot be.
    guard size <= (pageBytes - 16) / 2 & ~1 - 2 else {
      found(.nodeTooLarge(size), page: number)
      return nil
    }
    return (size + 1) & ~1
  }

  private mutating func hasSoundKey(
    _ page: PageView, _ key: Range<Int>, after last: Range<Int>?, _ number: UInt64,
    _ bounds: KeyBounds
  ) -> Bool {
    guard kind == .free ? key.count == 8 : !key.isEmpty else {
      found(.keySize(key.count), page: number)
      return false
    }
    if let last, order(page, last, page, key) >= 0 {
      found(.keyOrder, page: number)
      return false
    }
    if let low = bounds.low, order(page, key, memory.page(low.level), low.range) < 0 {
      found(.keyOutsideOfBranch, page: number)
      return false
    }
    if let high = bounds.high, order(page, key, memory.page(high.level), high.range) >= 0 {
      found(.keyOutsideOfBranch, page: number)
      return false
    }
    return true
  }

  /// Compares two keys; those of the tree of free pages are numbers.
  private func order(
    _ page: PageView, _ key: Range<Int>, _ other: PageView, _ otherKey: Range<Int>
  ) -> Int {
    guard kind == .free else { return page.compare(key, with: other, otherKey) }
    let left = page.number64(at: key.lowerBound)
    let right = other.number64(at: otherKey.lowerBound)
    return left == right ? 0 : left < right ? -1 : 1
  }
}

enum NodeFlags {
  static let big = 1
  static let subtree = 2
}
