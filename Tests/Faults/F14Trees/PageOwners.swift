/// Which page of a sound file belongs to which tree, found without the package's own reader.
struct PageOwners {
  static let freeList = "free list"
  static let listOfDatabases = "list of databases"
  /// All trees of a store, the two without a name among them.
  static let trees = [
    listOfDatabases, freeList, "info", "sessions", "values", "set-aside", "tails",
  ]

  /// The pages of each tree, its root first.
  private(set) var pages: [String: [Int]] = [:]
  /// The leaves among them.
  private(set) var leaves: [String: [Int]] = [:]
  /// The first page that leads to the newest commit.
  let newestMeta: Int
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let size = Damage.pageBytes
    guard bytes.count >= 2 * size else {
      newestMeta = 0
      return
    }
    newestMeta = Self.number(bytes, 144) > Self.number(bytes, size + 144) ? 0 : 1
    let meta = newestMeta * size
    walk(Self.number(bytes, meta + 40 + 40), of: Self.freeList)
    walk(Self.number(bytes, meta + 88 + 40), of: Self.listOfDatabases)
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ width: Int = 8) -> Int {
    (0..<width).reduce(0) {
      $0 | Int(truncatingIfNeeded: UInt64(bytes[offset + $1]) << UInt64(8 * $1))
    }
  }

  private func number(_ offset: Int, _ width: Int = 8) -> Int {
    Self.number(bytes, offset, width)
  }

  private mutating func walk(_ page: Int, of tree: String) {
    let start = page * Damage.pageBytes
    guard page > 1, start + Damage.pageBytes <= bytes.count else { return }
    pages[tree, default: []].append(page)
    let isLeaf = number(start + 10, 2) & 2 != 0
    if isLeaf { leaves[tree, default: []].append(page) }
    for entry in 0..<(number(start + 12, 2) - 16) / 2 {
      let node = start + number(start + 16 + 2 * entry, 2)
      let (low, flags, keySize) = (number(node, 4), number(node + 4, 2), number(node + 6, 2))
      guard isLeaf else {
        walk(low | flags << 32, of: tree)
        continue
      }
      let data = node + 8 + keySize
      if flags & 2 != 0 {
        walk(number(data + 40), of: String(decoding: bytes[(node + 8)..<data], as: UTF8.self))
      } else if flags & 1 != 0 {
        let first = number(data)
        let count = number(first * Damage.pageBytes + 12, 4)
        pages[tree, default: []] += first..<(first + count)
      }
    }
  }

  /// The bits of a leaf that say something: its header, its places, its entries.
  func usedBits(ofLeaf page: Int) -> [Int] {
    let start = page * Damage.pageBytes
    let (lower, upper) = (number(start + 12, 2), number(start + 14, 2))
    let used = Array(0..<lower) + Array(upper..<Damage.pageBytes)
    return used.flatMap { byte in (0..<8).map { (start + byte) * 8 + $0 } }
  }
}
