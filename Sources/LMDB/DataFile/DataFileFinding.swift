/// One thing in a data file that is not as LMDB writes it: which page, which tree, and what.
package struct DataFileFinding: Error, Hashable, Sendable {
  /// What is not as it should be; each case is one rule of the verifier.
  package enum Fault: Hashable, Sendable {
    // The file as a whole and its two first pages.
    case otherByteOrder, notFirstPage, fixedMap
    /// So many bytes, which are not two pages.
    case tooShort(Int)
    case version(Int), pageSize(Int), pageSizesDiffer(Int, Int), treeFlags(Int)
    case lastPage(UInt64), mapSize(UInt64), transaction(UInt64)
    case transactionsApart(UInt64, UInt64)
    // Every page of a tree.
    case outsideOfUse, notInFile, unreadable, usedTwice, otherNumber(UInt64)
    case pageFlags(found: Int, expected: Int)
    case pageBounds(lower: Int, upper: Int), tooFewNodes(Int)
    // The nodes of a page.
    case nodePlace(Int), nodesOverlap, gapsBetweenNodes, nodeFlags(Int), nodeTooLarge(Int)
    case keySize(Int), keyOrder, keyOutsideOfBranch
    // Values in pages of their own.
    case overflowFlags(Int), overflowTooShort(pages: Int, needed: Int)
    // Trees.
    case depth(Int), emptyTreeWithCounters, subtree, databaseFlags(Int)
    case counter(Counter, found: UInt64, recorded: UInt64)
    // The list of free pages.
    case freeListSize(Int), freeListCount(UInt64), freeListOrder(UInt64)
    case freeListTransaction(UInt64)
    // Values that are cut in two.
    case endsDiffer, endLost
    // What the rows say of each other, as somebody tells who knows what they mean.
    case content(ContentFault)
  }

  /// What is wrong with the rows of a file whose pages are sound.
  package struct ContentFault: Hashable, Sendable {
    package let rule: String
    package let words: String
    /// The number of a commit that is whole while its first page gives it an older number.
    package let hiddenCommit: UInt64?

    package init(rule: String, words: String, hiddenCommit: UInt64? = nil) {
      (self.rule, self.words, self.hiddenCommit) = (rule, words, hiddenCommit)
    }
  }

  /// One of the numbers that a tree keeps of itself.
  package enum Counter: String, Hashable, Sendable {
    case branchPages = "branch pages"
    case leafPages = "leaf pages"
    case overflowPages = "overflow pages"
    case entries
  }

  package let fault: Fault
  /// The page it stands on; nil if it is about the file or a tree as a whole.
  package let page: UInt64?
  /// The tree: the name of a database, or ``freeTree`` or ``mainTree``.
  package let tree: String?

  package init(_ fault: Fault, page: UInt64? = nil, tree: String? = nil) {
    (self.fault, self.page, self.tree) = (fault, page, tree)
  }

  /// What the tree of free pages is called; no database of a store bears this name.
  package static let freeTree = "the free pages"
  /// What the tree of the databases is called.
  package static let mainTree = "the list of databases"
}

extension DataFileFinding: CustomStringConvertible {
  /// A clause that says where and what, such as `page 7 of 'values': it is used twice`.
  package var description: String {
    var place = page.map { "page \($0)" } ?? ""
    if let tree {
      let isOwn = tree == Self.freeTree || tree == Self.mainTree
      let name = isOwn ? tree : "'\(tree)'"
      place += place.isEmpty ? name : " of \(name)"
    }
    return place.isEmpty ? fault.words : "\(place): \(fault.words)"
  }
}

extension DataFileFinding.Fault {
  /// What it is, without the place.
  package var words: String {
    switch self {
    case .tooShort(0): "the file is empty"
    case .tooShort(let count): "the file has \(count) bytes, and a store has two pages at least"
    case .otherByteOrder: "it was written by a machine with another byte order"
    case .notFirstPage: "it is no first page of an LMDB file"
    case .fixedMap: "it wants the map at a fixed address"
    case .version(let version): "its format is version \(version) of LMDB's, not 1"
    case .pageSize(let size): "it says that pages have \(size) bytes"
    case .pageSizesDiffer(let one, let other):
      "the two first pages speak of pages of \(one) and of \(other) bytes"
    case .treeFlags(let flags): "its trees have flags \(flags) that no store has"
    case .lastPage(let page): "the last page \(page) cannot be"
    case .mapSize(let size): "a map of \(size) bytes does not fit the pages in use"
    case .transaction(let number): "transaction \(number) cannot be on this page"
    case .transactionsApart(let one, let other):
      "the two first pages are of transactions \(one) and \(other), not of two in a row"
    case .outsideOfUse: "it is not among the pages in use"
    case .endsDiffer: "they are not the ends of the long values that are cut"
    case .endLost: "the end of a long value is missing"
    case .notInFile: "it lies beyond the end of the file"
    case .unreadable: "it cannot be read"
    case .usedTwice: "it is used twice"
    case .otherNumber(let number): "it says that it is page \(number)"
    case .pageFlags(let found, let expected): "its flags are \(found), not \(expected)"
    case .pageBounds(let lower, let upper): "its free space from \(lower) to \(upper) cannot be"
    case .tooFewNodes(let count): "it has \(count) nodes, too few"
    default: moreWords
    }
  }

  private var moreWords: String {
    switch self {
    case .nodePlace(let offset): "a node at \(offset) is not inside the page"
    case .nodesOverlap: "two nodes overlap"
    case .gapsBetweenNodes: "there are gaps between the nodes"
    case .nodeFlags(let flags): "a node has flags \(flags)"
    case .nodeTooLarge(let size): "a node of \(size) bytes should have its value elsewhere"
    case .keySize(let size): "a key has \(size) bytes"
    case .keyOrder: "the keys are not in order"
    case .keyOutsideOfBranch: "a key does not belong below its branch"
    case .overflowFlags(let flags): "its flags are \(flags), it begins no value"
    case .overflowTooShort(let pages, let needed):
      "it says that the value has \(pages) pages where it needs \(needed)"
    case .depth(let depth): "a depth of \(depth) cannot be"
    case .emptyTreeWithCounters: "the tree is empty and counts something"
    case .subtree: "a database inside of a database cannot be"
    case .databaseFlags(let flags): "its flags \(flags) are not those of a store's database"
    case .counter(let counter, let found, let recorded):
      "there are \(found) \(counter.rawValue) where \(recorded) are counted"
    case .freeListSize(let size): "a list of free pages has \(size) bytes"
    case .freeListCount(let count): "a list of \(count) free pages does not fit"
    case .freeListOrder(let page): "the list of free pages is not in order at page \(page)"
    case .freeListTransaction(let number):
      "free pages of transaction \(number), which has not been"
    case .content(let fault): fault.words
    default: "it is not as LMDB writes it"
    }
  }
}
