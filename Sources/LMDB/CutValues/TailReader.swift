/// Reads the ends of cut values from a data file, beside a walk through their beginnings.
///
/// Tails are read a few pages at a time and in the order of their keys, so that neither many rows
/// nor long ones cost more than what they take in the file.
final class TailReader {
  private let file: DataFile
  private let snapshot: DataFile.Snapshot
  private let tree: TreeRecord
  private let prefix: [UInt8]
  /// What was read and not asked for yet, the next one last.
  private var waiting: [(key: [UInt8], tail: [UInt8])] = []
  /// The last key that was read or asked for.
  private var last: [UInt8]
  private var pages = 4
  private var isAtEnd = false
  /// What is wrong with the tails: pages that are not sound, ends that are lost.
  private(set) var findings: [DataFileFinding] = []
  private let limit: Int

  /// Nil if the snapshot has no tails.
  ///
  /// - Parameters:
  ///   - walk: Has read the list of databases.
  ///   - prefix: What the keys begin with that are asked for.
  ///   - after: The key behind which they are.
  init?(_ walk: TreeWalk, prefix: [UInt8], after: [UInt8] = []) {
    let name = Array(CutValue.tails.utf8)
    guard let found = walk.databases.first(where: { $0.name == name }) else { return nil }
    (file, snapshot, tree) = (walk.file, walk.snapshot, found.tree)
    (self.prefix, last, limit) = (prefix, after, walk.limit)
  }

  /// A value as it was written; one that is not cut, or has lost its end, as it stands.
  ///
  /// Keys must be asked for in their order.
  func whole(_ key: [UInt8], _ row: [UInt8]) -> [UInt8] {
    guard CutValue.sequence(ofHead: row, pageBytes: file.pageBytes) != nil else { return row }
    guard let tail = tail(of: key),
      let whole = CutValue.joined(row, tail, pageBytes: file.pageBytes)
    else {
      if findings.count < limit { findings.append(DataFileFinding(.endLost, tree: CutValue.tails)) }
      return row
    }
    return whole
  }

  private func tail(of key: [UInt8]) -> [UInt8]? {
    while true {
      while let next = waiting.last {
        if key.lexicographicallyPrecedes(next.key) { return nil }
        waiting.removeLast()
        if next.key == key { return next.tail }
      }
      if isAtEnd { return nil }
      read()
    }
  }

  private func read() {
    var walk = TreeWalk(file, snapshot, limit: limit)
    walk.name = CutValue.tails
    (walk.prefix, walk.after, walk.pagesLeft) = (prefix, last, pages)
    var found: [(key: [UInt8], tail: [UInt8])] = []
    withoutActuallyEscaping(
      { key, tail in
        found.append((key, tail))
        return true
      },
      do: { body in
        walk.onEntry = body
        walk.verify(tree, .named)
        walk.onEntry = nil
      })
    // Pages that are not sound would be read again and again: after those all the rest comes at once.
    pages = found.isEmpty ? .max : min(pages, 32) * 2
    last = found.last?.key ?? last
    isAtEnd = !walk.isOutOfPages
    waiting = found.reversed()
    findings += walk.examination.findings.prefix(max(0, limit - findings.count))
  }
}

/// Tells whether beginnings and ends of cut values belong together, without keeping any of them.
///
/// Both are met in the order of their keys; so a number made of all keys and sequences, one after
/// the other, is the same for both if each has the other.
struct CutDigest: Hashable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ page: PageView, key: Range<Int>, sequence: UInt64) {
    for index in key { mix(UInt64(page.byte(at: index))) }
    mix(UInt64(key.count))
    for shift in stride(from: UInt64(0), to: 64, by: 16) { mix(sequence >> shift & 0xFFFF) }
  }

  /// Something that no beginning has.
  mutating func addStranger() { mix(1 << 32) }

  private mutating func mix(_ part: UInt64) { value = (value ^ part) &* 0x100_0000_01B3 }
}
