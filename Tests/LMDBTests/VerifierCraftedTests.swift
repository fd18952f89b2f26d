import LMDB
import Testing

/// Files made by somebody who knows the format and breaks one rule that hides behind others.
struct VerifierCraftedTests {
  private func findings(
    _ change: (inout FileBytes) throws -> Void
  ) throws -> [DataFileFinding.Fault] {
    var file = try DataFileSample.shared.get().file
    try change(&file)
    return DataFile(bytes: file.bytes).verdict().findings.map(\.fault)
  }

  /// The nodes of the leaves of the database.
  private func nodes(_ file: FileBytes) throws -> [(page: Int, node: Int)] {
    let root = try #require(file.root(of: "first"))
    return (0..<file.nodeCount(of: root)).map { file.child($0, of: root) }.flatMap { page in
      (0..<file.nodeCount(of: page)).map { (page, file.node($0, of: page)) }
    }
  }

  @Test func `a value that looks like a database is none inside of a database`() throws {
    let found = try findings { file in
      let (page, node) = try #require(
        try nodes(file).first { file.number(UInt32.self, page: $0.page, at: $0.node) == 48 })
      file.set(UInt16(2), page: page, at: node + 4)
    }
    #expect(found == [.subtree])
  }

  @Test func `a record of a database has its size`() throws {
    let found = try findings { file in
      // The name has an even size, so a byte less takes as much of the page.
      file.set(UInt32(47), page: file.mainRoot, at: file.node(1, of: file.mainRoot))
    }
    #expect(found == [.subtree])
  }

  @Test func `the main tree has no padding`() throws {
    let found = try findings { file in file.set(UInt32(1), page: file.newest, at: 88) }
    #expect(found == [.treeFlags(0)])
  }

  @Test func `all of a value's pages must be in the file`() throws {
    let found = try findings { file in
      let (page, node) = try #require(
        try nodes(file).first { file.number(UInt16.self, page: $0.page, at: $0.node + 4) == 1 })
      let place = file.value(of: node, page: page)
      let run = Int(file.number(UInt64.self, page: page, at: place))
      let pages = file.number(UInt32.self, page: run, at: 12)
      try #require(pages > 1)
      let first = file.pageCount
      file.bytes += file.bytes[run * 4096..<(run + 1) * 4096]
      file.set(UInt64(first), page: first, at: 0)
      file.set(UInt64(first), page: page, at: place)
      file.set(UInt64(first) + UInt64(pages), page: file.newest, at: 136)
    }
    #expect(found == [.notInFile])
  }

  @Test func `a list of free pages has whole numbers`() throws {
    let found = try findings { file in
      let node = file.node(0, of: file.freeRoot)
      let size = file.number(UInt32.self, page: file.freeRoot, at: node)
      file.set(size - 1, page: file.freeRoot, at: node)
    }
    guard case .freeListSize = try #require(found.first) else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func `a list of free pages falls`() throws {
    let found = try findings { file in
      let free = file.freeRoot
      let place = try #require(
        (0..<file.nodeCount(of: free)).map { file.value(of: file.node($0, of: free), page: free) }
          .first { file.number(UInt64.self, page: free, at: $0) > 1 })
      let (one, other) = (
        file.number(UInt64.self, page: free, at: place + 8),
        file.number(UInt64.self, page: free, at: place + 16)
      )
      file.set(other, page: free, at: place + 8)
      file.set(one, page: free, at: place + 16)
    }
    guard case .freeListOrder = try #require(found.first) else {
      Issue.record("\(found)")
      return
    }
  }
}
