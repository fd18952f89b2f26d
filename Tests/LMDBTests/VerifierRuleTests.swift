import LMDB
import Testing

/// Each rule of the verifier, with a file that breaks it and no other before it.
struct VerifierRuleTests {
  typealias Fault = DataFileFinding.Fault

  /// A change of a sound file, and what is found then.
  struct Breach: Sendable, CustomTestStringConvertible {
    let rule: String
    let change: @Sendable (inout FileBytes) -> Void
    let isExpected: @Sendable (Fault) -> Bool

    init(
      _ rule: String, _ change: @escaping @Sendable (inout FileBytes) -> Void,
      _ isExpected: @escaping @Sendable (Fault) -> Bool
    ) {
      (self.rule, self.change, self.isExpected) = (rule, change, isExpected)
    }

    var testDescription: String { rule }
  }

  @Test func `the sample is sound and has every kind of page`() throws {
    let sample = try DataFileSample.shared.get()
    let file = DataFile(bytes: sample.file.bytes)
    let verdict = file.verdict()
    #expect(verdict.isSound, "\(verdict.findings)")
    let newest = try #require(verdict.newest)
    #expect(newest.databases.map(\.name) == ["first", "second"])
    #expect(newest.databases.map(\.entries) == [UInt64(sample.entries.count), 0])
    #expect(newest.freePages > 3 && newest.lostPages == 0 && newest.usedPages > 20)
    #expect(file.snapshots.count == 2)
    #expect(file.examine(file.snapshots[1]).isSound)
    #expect(file.entries(of: "first") == sample.entries)
    let root = try #require(sample.file.root(of: "first"))
    #expect(sample.file.number(UInt16.self, page: root, at: 10) == 1, "the root is a branch")
  }

  private func expect(_ breach: Breach) throws {
    var bytes = try DataFileSample.shared.get().file
    let before = bytes.bytes
    breach.change(&bytes)
    try #require(bytes.bytes != before, "the change changed nothing")
    let verdict = DataFile(bytes: bytes.bytes).verdict()
    let first = try #require(verdict.findings.first)
    #expect(breach.isExpected(first.fault), "\(first)")
    #expect(!verdict.isSound)
  }

  @Test(arguments: metaBreaches)
  func `a first page that breaks a rule is found`(breach: Breach) throws { try expect(breach) }

  @Test(arguments: pageBreaches)
  func `a page that breaks a rule is found`(breach: Breach) throws { try expect(breach) }

  @Test(arguments: nodeBreaches)
  func `a node that breaks a rule is found`(breach: Breach) throws { try expect(breach) }

  @Test(arguments: treeBreaches)
  func `a tree that breaks a rule is found`(breach: Breach) throws { try expect(breach) }

  @Test(arguments: freeBreaches)
  func `a list of free pages that breaks a rule is found`(breach: Breach) throws {
    try expect(breach)
  }

  // MARK: First pages

  static let metaBreaches: [Breach] = [
    Breach("number", { $0.set(UInt64(9), page: 0, at: 0) }, { $0 == .otherNumber(9) }),
    Breach("flags", { $0.set(UInt16(2), page: 0, at: 10) }, { $0 == .notFirstPage }),
    Breach("magic", { $0.set(UInt32(1), page: 1, at: 16) }, { $0 == .notFirstPage }),
    Breach("order", { $0.set(UInt32(0xDEC0_EFBE), page: 1, at: 16) }, { $0 == .otherByteOrder }),
    Breach("version", { $0.set(UInt32(2), page: 1, at: 20) }, { $0 == .version(2) }),
    Breach("fixed map", { $0.set(UInt64(4096), page: 0, at: 24) }, { $0 == .fixedMap }),
    Breach("map too small", { $0.set(UInt64(8192), page: 0, at: 32) }, { $0 == .mapSize(8192) }),
    Breach("map huge", { $0.set(UInt64(1) << 60, page: 0, at: 32) }, { $0 == .mapSize(1 << 60) }),
    Breach("page size", { $0.set(UInt32(2048), page: 0, at: 40) }, { $0 == .pageSize(2048) }),
    Breach(
      "page sizes", { $0.set(UInt32(8192), page: 1, at: 40) },
      { $0 == .pageSizesDiffer(4096, 8192) }),
    Breach("free flags", { $0.set(UInt16(0), page: 0, at: 44) }, { $0 == .treeFlags(0) }),
    Breach("main flags", { $0.set(UInt16(4), page: 0, at: 92) }, { $0 == .treeFlags(4) }),
    Breach("last page 0", { $0.set(UInt64(0), page: 0, at: 136) }, { $0 == .lastPage(0) }),
    Breach(
      "last page huge", { $0.set(UInt64(1) << 28, page: 0, at: 136) },
      { $0 == .lastPage(1 << 28) }),
    Breach(
      "parity", { $0.set($0.number(UInt64.self, page: 0, at: 144) + 1, page: 0, at: 144) },
      { if case .transaction = $0 { true } else { false } }),
    Breach(
      "number beyond all",
      { file in
        for page in 0..<2 {
          let number = file.number(UInt64.self, page: page, at: 144)
          file.set(number | 1 << 62, page: page, at: 144)
        }
      }, { if case .transaction(let number) = $0 { number >> 62 == 1 } else { false } }),
    Breach(
      "apart", { $0.set($0.number(UInt64.self, page: 0, at: 144) + 16, page: 0, at: 144) },
      { if case .transactionsApart = $0 { true } else { false } }),
    Breach(
      "number 0 with trees", { $0.set(UInt64(0), page: 0, at: 144) },
      { $0 == .transactionsApart(0, 13) }),
    Breach("empty file", { $0.bytes = [] }, { $0 == .tooShort(0) }),
    Breach(
      "cut in a first page", { $0.bytes.removeLast($0.bytes.count - 100) }, { $0 == .tooShort(100) }
    ),
    Breach("one page", { $0.bytes.removeLast($0.bytes.count - 4096) }, { $0 == .tooShort(4096) }),
  ]

  // MARK: Pages

  static func leaf(_ file: FileBytes) -> Int {
    var page = file.root(of: "first") ?? 0
    while file.number(UInt16.self, page: page, at: 10) == 1 { page = file.child(1, of: page) }
    return page
  }

  static let pageBreaches: [Breach] = [
    Breach("number", { $0.set(UInt64(1), page: leaf($0), at: 0) }, { $0 == .otherNumber(1) }),
    Breach(
      "leaf flags", { $0.set(UInt16(0x12), page: leaf($0), at: 10) },
      { $0 == .pageFlags(found: 0x12, expected: 2) }),
    Breach(
      "branch flags", { $0.set(UInt16(2), page: $0.root(of: "first") ?? 0, at: 10) },
      { $0 == .pageFlags(found: 2, expected: 1) }),
    Breach(
      "odd lower bound", { $0.set(UInt16(101), page: leaf($0), at: 12) },
      { if case .pageBounds(101, _) = $0 { true } else { false } }),
    Breach(
      "lower bound in the header", { $0.set(UInt16(14), page: leaf($0), at: 12) },
      { if case .pageBounds(14, _) = $0 { true } else { false } }),
    Breach(
      "odd upper bound",
      { file in
        let page = leaf(file)
        file.set(file.number(UInt16.self, page: page, at: 14) + 1, page: page, at: 14)
      }, { if case .pageBounds(_, let upper) = $0 { upper & 1 == 1 } else { false } }),
    Breach(
      "bounds cross", { $0.set(UInt16(18), page: leaf($0), at: 14) },
      { if case .pageBounds(_, 18) = $0 { true } else { false } }),
    Breach(
      "upper bound outside", { $0.set(UInt16(4098), page: leaf($0), at: 14) },
      { if case .pageBounds(_, 4098) = $0 { true } else { false } }),
    Breach("empty leaf", { $0.set(UInt16(16), page: leaf($0), at: 12) }, { $0 == .tooFewNodes(0) }),
    Breach(
      "branch of one", { $0.set(UInt16(18), page: $0.root(of: "first") ?? 0, at: 12) },
      { $0 == .tooFewNodes(1) }),
    Breach(
      "root outside",
      { $0.set(UInt64(1 << 40), page: $0.mainRoot, at: ($0.record(of: "first") ?? 0) + 40) },
      { $0 == .outsideOfUse }),
    Breach(
      "first page as a root",
      { $0.set(UInt64(1), page: $0.mainRoot, at: ($0.record(of: "first") ?? 0) + 40) },
      { $0 == .outsideOfUse }),
    Breach(
      "two parents",
      { file in
        let root = file.root(of: "first") ?? 0
        file.set(UInt32(file.child(0, of: root)), page: root, at: file.node(1, of: root))
      }, { $0 == .usedTwice }),
    Breach(
      "its own parent",
      { file in
        let root = file.root(of: "first") ?? 0
        file.set(UInt32(root), page: root, at: file.node(0, of: root))
      }, { $0 == .usedTwice }),
    Breach(
      "cut off", { file in file.bytes.removeLast(file.bytes.count - 5 * 4096) },
      { $0 == .notInFile || $0 == .outsideOfUse }),
  ]
}
