import LMDB
import Testing

/// What the search of all pages takes for an entry, and what not.
struct LeafScanCraftedTests {
  /// A file without first pages, made page by page.
  private struct Pages {
    var file: FileBytes

    init(_ count: Int) { file = FileBytes(bytes: [UInt8](repeating: 0, count: count * 4096)) }

    /// Gives a page a header as of a leaf.
    mutating func header(_ page: Int, flags: UInt16 = 2, lower: UInt16 = 18) {
      file.set(UInt64(page), page: page, at: 0)
      file.set(flags, page: page, at: 10)
      file.set(lower, page: page, at: 12)
      file.set(UInt16(2000), page: page, at: 16)
    }

    /// Puts a node into a page; a large value is a page number there.
    mutating func node(
      _ page: Int, at start: Int = 2000, key: String, keyBytes: UInt16? = nil, size: UInt32? = nil,
      value: [UInt8], isLarge: Bool = false
    ) {
      let name = Array(key.utf8)
      file.set(size ?? UInt32(value.count), page: page, at: start)
      file.set(UInt16(isLarge ? 1 : 0), page: page, at: start + 4)
      file.set(keyBytes ?? UInt16(name.count), page: page, at: start + 6)
      for (index, byte) in (name + value).enumerated() where start + 8 + index < 4096 {
        file.set(byte, page: page, at: start + 8 + index)
      }
    }

    /// The keys that are found, with marks for values that begin with `S`.
    func keys() -> [String] { found().map { String(decoding: $0.key, as: UTF8.self) } }

    func values() -> [[UInt8]] { found().map(\.value) }

    private func found() -> [DataFileCandidate] {
      var found: [DataFileCandidate] = []
      DataFile(bytes: file.bytes).forEachCandidate(marks: [UInt8(ascii: "S")]) { candidate in
        found.append(candidate)
        return true
      }
      return found
    }
  }

  private static func number(_ page: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: page >> UInt64(8 * $0)) }
  }

  @Test func `an entry of a leaf is found, of a branch it is none`() {
    var pages = Pages(4)
    pages.header(2)
    pages.node(2, key: "leaf", value: Array("Sx".utf8))
    pages.header(3, flags: 1)
    pages.node(3, key: "branch", value: Array("Sx".utf8))
    #expect(pages.keys() == ["leaf"])
  }

  @Test func `what nodes left in the unused room of a page is found`() {
    var pages = Pages(3)
    pages.header(2)
    pages.file.set(UInt16(2000), page: 2, at: 14)
    pages.node(2, key: "listed", value: Array("x".utf8))
    pages.node(2, at: 1000, key: "left", value: Array("Sx".utf8))
    pages.node(2, at: 1200, key: "other", value: Array("Tx".utf8))
    #expect(pages.keys() == ["listed", "left"])
  }

  @Test(arguments: [0, 14, 15, 16, 17, 19, 5000, 65_535])
  func `with a damaged number of nodes each place of the page is tried`(lower: UInt16) {
    var pages = Pages(3)
    pages.header(2, lower: lower)
    pages.file.set(UInt16(0), page: 2, at: 16)
    pages.node(2, key: "lost", value: Array("Sx".utf8))
    pages.node(2, at: 3000, key: "too", value: Array("Sy".utf8))
    #expect(pages.keys() == ["lost", "too"])
  }

  @Test func `where each place is tried only what bears a mark is an entry`() {
    var pages = Pages(3)
    pages.header(2, lower: 0)
    pages.node(2, key: "marked", value: Array("Sx".utf8))
    pages.node(2, at: 3000, key: "other", value: Array("xS".utf8))
    #expect(pages.keys() == ["marked"])
  }

  @Test(arguments: [0, 512, 2089, 65_535])
  func `a key has 1 to 511 bytes and ends in its page`(keyBytes: UInt16) {
    var pages = Pages(4)
    pages.header(2)
    pages.node(2, key: "k", keyBytes: keyBytes, value: Array("Sx".utf8))
    #expect(pages.keys() == [])
    pages.file.set(UInt16(3900), page: 2, at: 16)
    pages.node(2, at: 3900, key: "k", keyBytes: 200, size: 0, value: [])
    #expect(pages.keys() == [])
  }

  @Test(arguments: [2088, 4096, UInt32.max])
  func `a value ends in its page`(size: UInt32) {
    var pages = Pages(4)
    pages.header(2)
    pages.node(2, key: "k", size: size, value: Array("Sx".utf8))
    #expect(pages.keys() == [])
    pages.node(2, key: "k", size: 2088, value: Array("Sx".utf8))
    #expect(pages.keys() == [])
    pages.node(2, key: "k", size: 2087, value: Array("Sx".utf8))
    #expect(pages.keys() == ["k"])
  }

  @Test(arguments: [0, 1, 4, 5, 1 << 40, 1 << 60, UInt64.max])
  func `a value in pages of its own lies behind the first pages and in the file`(page: UInt64) {
    var pages = Pages(4)
    pages.header(2)
    pages.node(2, key: "k", size: 10, value: Self.number(page), isLarge: true)
    // What leads behind the file may have led somewhere before it was cut.
    #expect(pages.keys() == (page == 4 || page == 5 ? ["k"] : []))
    #expect(pages.values() == (page == 4 || page == 5 ? [[]] : []))
    pages.node(2, key: "k", size: 10, value: Self.number(3), isLarge: true)
    #expect(pages.keys() == ["k"] && pages.values().first?.count == 10)
  }

  @Test func `the number of a value's page may not be cut off by the end of the page`() {
    var pages = Pages(4)
    pages.header(2)
    pages.file.set(UInt16(4080), page: 2, at: 16)
    pages.node(2, at: 4080, key: "k", size: 10, value: Self.number(3), isLarge: true)
    #expect(pages.keys() == [])
  }

  @Test func `a value in pages of its own is given once, however many pages speak of it`() {
    var pages = Pages(6)
    for page in [2, 3, 4] {
      pages.header(page)
      pages.node(page, key: "k", size: 10, value: Self.number(5), isLarge: true)
    }
    #expect(pages.keys() == ["k"])
  }

  @Test func `what a cut left of the last page is searched too`() {
    var pages = Pages(4)
    pages.header(3)
    pages.node(3, key: "whole", value: Array("Sx".utf8))
    pages.file.bytes.removeLast(4096 - 2100)
    #expect(pages.keys() == ["whole"])
  }
}
