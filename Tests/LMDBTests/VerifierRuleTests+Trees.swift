import LMDB

/// The rules about nodes, trees and free pages.
extension VerifierRuleTests {
  // MARK: Nodes

  static func big(_ file: FileBytes) -> (page: Int, node: Int) {
    for page in 2..<file.pageCount where file.number(UInt16.self, page: page, at: 10) == 2 {
      guard isUsed(page, file) else { continue }
      for index in 0..<file.nodeCount(of: page) {
        let node = file.node(index, of: page)
        if file.number(UInt16.self, page: page, at: node + 4) == 1, page != file.freeRoot {
          return (page, node)
        }
      }
    }
    return (0, 0)
  }

  /// Whether a leaf of the database belongs to the newest snapshot.
  static func isUsed(_ page: Int, _ file: FileBytes) -> Bool {
    guard let root = file.root(of: "first") else { return false }
    return (0..<file.nodeCount(of: root)).contains { file.child($0, of: root) == page }
  }

  static func overflow(_ file: FileBytes) -> Int {
    let (page, node) = big(file)
    return Int(file.number(UInt64.self, page: page, at: file.value(of: node, page: page)))
  }

  static let nodeBreaches: [Breach] = [
    Breach(
      "in the header", { $0.set(UInt16(8), page: leaf($0), at: 16) }, { $0 == .nodePlace(8) }),
    Breach(
      "at the end", { $0.set(UInt16(4094), page: leaf($0), at: 16) }, { $0 == .nodePlace(4094) }),
    Breach(
      "odd", { $0.set(UInt16(3001), page: leaf($0), at: 16) }, { $0 == .nodePlace(3001) }),
    Breach(
      "the same node twice",
      { file in
        let page = leaf(file)
        file.set(UInt16(file.node(0, of: page)), page: page, at: 18)
      }, { $0 == .nodesOverlap }),
    Breach(
      "value beyond the end of the page",
      { file in
        let page = leaf(file)
        let node = (0..<file.nodeCount(of: page)).map { file.node($0, of: page) }.max() ?? 0
        file.set(file.number(UInt32.self, page: page, at: node) + 2, page: page, at: node)
      }, { if case .nodePlace = $0 { true } else { false } }),
    Breach(
      "value into the next node",
      { file in
        let page = leaf(file)
        let node = (0..<file.nodeCount(of: page)).map { file.node($0, of: page) }.min() ?? 0
        file.set(file.number(UInt32.self, page: page, at: node) + 2, page: page, at: node)
      }, { $0 == .nodesOverlap }),
    Breach(
      "value on a first page",
      { file in
        let (page, node) = big(file)
        file.set(UInt64(1), page: page, at: file.value(of: node, page: page))
      }, { $0 == .outsideOfUse }),
    Breach(
      "value too short",
      { file in
        let page = leaf(file)
        let node = file.node(0, of: page)
        file.set(file.number(UInt32.self, page: page, at: node) - 2, page: page, at: node)
      }, { $0 == .gapsBetweenNodes }),
    Breach(
      "value larger than LMDB leaves in a page",
      { $0.set(UInt32(3000), page: leaf($0), at: $0.node(0, of: leaf($0))) },
      { if case .nodeTooLarge = $0 { true } else { false } }),
    Breach(
      "flags", { $0.set(UInt16(4), page: leaf($0), at: $0.node(0, of: leaf($0)) + 4) },
      { $0 == .nodeFlags(4) }),
    Breach(
      "both flags", { $0.set(UInt16(3), page: leaf($0), at: $0.node(0, of: leaf($0)) + 4) },
      { $0 == .nodeFlags(3) }),
    Breach(
      "key too long", { $0.set(UInt16(512), page: leaf($0), at: $0.node(0, of: leaf($0)) + 6) },
      { $0 == .keySize(512) }),
    Breach(
      "key without bytes",
      { file in
        let page = leaf(file)
        let node = file.node(0, of: page)
        let size = file.number(UInt16.self, page: page, at: node + 6)
        file.set(UInt16(0), page: page, at: node + 6)
        file.set(
          file.number(UInt32.self, page: page, at: node) + UInt32(size), page: page, at: node)
      }, { $0 == .keySize(0) }),
    Breach(
      "keys in another order",
      { file in
        let page = leaf(file)
        let (one, other) = (file.node(1, of: page), file.node(2, of: page))
        file.set(UInt16(other), page: page, at: 18)
        file.set(UInt16(one), page: page, at: 20)
      }, { $0 == .keyOrder }),
    Breach(
      "key below its branch",
      { $0.set(UInt8(1), page: leaf($0), at: $0.node(0, of: leaf($0)) + 8) },
      { $0 == .keyOutsideOfBranch }),
    Breach(
      "key above its branch",
      { file in
        let page = leaf(file)
        let node = file.node(file.nodeCount(of: page) - 1, of: page)
        file.set(UInt8(255), page: page, at: node + 8)
      }, { $0 == .keyOutsideOfBranch }),
    Breach(
      "run with another number", { $0.set(UInt64(7), page: overflow($0), at: 0) },
      { $0 == .otherNumber(7) }),
    Breach(
      "run with other flags", { $0.set(UInt16(2), page: overflow($0), at: 10) },
      { $0 == .overflowFlags(2) }),
    Breach(
      "run too short", { $0.set(UInt32(1), page: overflow($0), at: 12) },
      { if case .overflowTooShort(1, _) = $0 { true } else { false } }),
    Breach(
      "run with a huge count", { $0.set(UInt32.max, page: overflow($0), at: 12) },
      { $0 == .outsideOfUse }),
    Breach(
      "run outside",
      { file in
        let (page, node) = big(file)
        file.set(UInt64.max, page: page, at: file.value(of: node, page: page))
      }, { $0 == .outsideOfUse }),
    Breach(
      "run with one page of another",
      {
        let page = overflow($0)
        $0.set($0.number(UInt32.self, page: page, at: 12) + 1, page: page, at: 12)
      }, { [.usedTwice, .outsideOfUse].contains($0) || isCounter($0) }),
  ]

  static func isCounter(_ fault: Fault) -> Bool {
    if case .counter = fault { true } else { false }
  }

  // MARK: Trees

  static func inRecord(_ rule: String, _ offset: Int) -> Breach {
    Breach(
      rule,
      { file in
        let place = (file.record(of: "first") ?? 0) + offset
        file.set(
          file.number(UInt64.self, page: file.mainRoot, at: place) + 1, page: file.mainRoot,
          at: place)
      }, { isCounter($0) })
  }

  static let treeBreaches: [Breach] = [
    inRecord("branch pages", 8), inRecord("leaf pages", 16), inRecord("overflow pages", 24),
    inRecord("entries", 32),
    Breach(
      "flags of a database",
      { $0.set(UInt16(4), page: $0.mainRoot, at: ($0.record(of: "first") ?? 0) + 4) },
      { $0 == .databaseFlags(4) }),
    Breach(
      "depth 0", { $0.set(UInt16(0), page: $0.mainRoot, at: ($0.record(of: "first") ?? 0) + 6) },
      { $0 == .depth(0) }),
    Breach(
      "depth 33", { $0.set(UInt16(33), page: $0.mainRoot, at: ($0.record(of: "first") ?? 0) + 6) },
      { $0 == .depth(33) }),
    Breach(
      "too deep", { $0.set(UInt16(3), page: $0.mainRoot, at: ($0.record(of: "first") ?? 0) + 6) },
      { $0 == .pageFlags(found: 2, expected: 1) }),
    Breach(
      "empty with entries",
      { $0.set(UInt64(1), page: $0.mainRoot, at: ($0.record(of: "second") ?? 0) + 32) },
      { isCounter($0) }),
    Breach(
      "empty with a depth",
      { $0.set(UInt16(1), page: $0.mainRoot, at: ($0.record(of: "second") ?? 0) + 6) },
      { $0 == .emptyTreeWithCounters }),
    Breach(
      "database in a database",
      { $0.set(UInt16(2), page: leaf($0), at: $0.node(0, of: leaf($0)) + 4) }, { $0 == .subtree }),
    Breach(
      "database of another size",
      { file in
        let node = file.node(0, of: file.mainRoot)
        file.set(UInt32(47), page: file.mainRoot, at: node)
      }, { $0 == .subtree || $0 == .gapsBetweenNodes }),
  ]

  // MARK: Free pages

  /// Where the first list is, and how many pages it has.
  static func list(_ file: FileBytes) -> (place: Int, count: UInt64) {
    let place = file.value(of: file.node(0, of: file.freeRoot), page: file.freeRoot)
    return (place, file.number(UInt64.self, page: file.freeRoot, at: place))
  }

  static let freeBreaches: [Breach] = [
    Breach(
      "count", { $0.set(UInt64(1) << 40, page: $0.freeRoot, at: list($0).place) },
      { $0 == .freeListCount(1 << 40) }),
    Breach(
      "no count",
      { file in
        // One list that has not even the number of its pages, on a page that is right otherwise.
        let page = file.freeRoot
        let key = file.number(UInt64.self, page: page, at: file.node(0, of: page) + 8)
        for (place, number) in [(12, 18), (14, 4080), (16, 4080)] {
          file.set(UInt16(number), page: page, at: place)
        }
        file.set(UInt64(8) << 48, page: page, at: 4080)
        file.set(key, page: page, at: 4088)
      }, { $0 == .freeListSize(0) }),
    Breach(
      "order",
      { file in
        let place = list(file).place + 8
        file.set(UInt64(2), page: file.freeRoot, at: place)
      }, { if case .freeListOrder = $0 { true } else { $0 == .usedTwice } }),
    Breach(
      "a page in use",
      { file in
        let (place, count) = list(file)
        file.set(UInt64(file.freeRoot), page: file.freeRoot, at: place + 8 * Int(count))
      }, { if case .freeListOrder = $0 { true } else { $0 == .usedTwice } }),
    Breach(
      "a first page",
      { file in
        let (place, count) = list(file)
        file.set(UInt64(1), page: file.freeRoot, at: place + 8 * Int(count))
      }, { $0 == .outsideOfUse }),
    Breach(
      "a transaction to come",
      { file in
        let last = file.nodeCount(of: file.freeRoot) - 1
        file.set(UInt64(1) << 50, page: file.freeRoot, at: file.node(last, of: file.freeRoot) + 8)
      }, { $0 == .freeListTransaction(1 << 50) }),
    Breach(
      "transactions in another order",
      { file in
        let node = file.node(1, of: file.freeRoot)
        file.set(UInt64(0), page: file.freeRoot, at: node + 8)
      }, { $0 == .keyOrder }),
  ]
}
