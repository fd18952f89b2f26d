/// The ways in which a file is damaged.
enum Damage: String, CaseIterable {
  case metaBit = "every bit of both metas"
  case randomBit = "random bit"
  case headerBit = "bit in a page header"
  case garbagePage = "garbage page"
  case zeroedSector = "zeroed sector"
  case misdirectedPage = "misdirected page"
  case truncated
  case craftedFields = "crafted fields"
  case randomFile = "random file"

  static let pageBytes = 4_096
  /// The bytes of a meta page that say something.
  private static let metaBytes = 152
  static let metaBitCount = 2 * metaBytes * 8

  /// Whether one page at most is damaged.
  var isOnePage: Bool {
    switch self {
    case .randomBit, .headerBit, .garbagePage, .zeroedSector, .misdirectedPage: true
    default: false
    }
  }

  /// How many of 8,000 seeded files are of this kind.
  var share: Int {
    switch self {
    case .metaBit: 0
    case .randomBit, .headerBit: 1_300
    case .garbagePage, .zeroedSector, .misdirectedPage, .truncated: 540
    case .craftedFields: 3_200
    case .randomFile: 40
    }
  }

  /// Damages a file; `number` says which bit of the metas.
  func apply(to bytes: [UInt8], _ number: Int, _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    let pages = bytes.count / Self.pageBytes
    let page = (2 + random.number(below: pages - 2)) * Self.pageBytes
    switch self {
    case .metaBit:
      let meta = number / (Self.metaBytes * 8)
      let bit = number % (Self.metaBytes * 8)
      bytes[meta * Self.pageBytes + bit / 8] ^= 1 << UInt8(bit % 8)
    case .randomBit:
      bytes[random.number(below: bytes.count)] ^= 1 << UInt8(random.number(below: 8))
    case .headerBit:
      bytes[page + random.number(below: 16)] ^= 1 << UInt8(random.number(below: 8))
    case .garbagePage:
      for offset in 0..<Self.pageBytes {
        bytes[page + offset] = UInt8(truncatingIfNeeded: random.next())
      }
    case .zeroedSector:
      let start = random.number(below: bytes.count / 512) * 512
      for offset in start..<(start + 512) { bytes[offset] = 0 }
    case .misdirectedPage:
      let from = random.number(below: pages) * Self.pageBytes
      bytes.replaceSubrange(
        page..<(page + Self.pageBytes), with: bytes[from..<(from + Self.pageBytes)])
    case .truncated:
      let isTail = random.oneIn(2)
      let cut = isTail ? bytes.count / 10 : bytes.count
      bytes.removeLast(1 + random.number(below: cut))
    case .craftedFields:
      for _ in 0...random.number(below: 6) { Self.craft(&bytes, page: pages, &random) }
    case .randomFile:
      let count = random.pick([0, 1, 100, 4_096, 8_192, 8_193, 65_536])
      bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    return bytes
  }

  /// Puts a number that somebody chose where a reader looks for one.
  private static func craft(_ bytes: inout [UInt8], page pages: Int, _ random: inout SeededRandom) {
    let start = random.number(below: pages) * pageBytes
    let isMeta = start < 2 * pageBytes
    let places =
      isMeta ? [0, 8, 10, 16, 24, 32, 40, 46, 88, 94, 128, 136, 144] : [0, 8, 10, 12, 14]
    var place = start + random.pick(places)
    if !isMeta, random.oneIn(2) {
      // A place of the list, or the entry that it leads to.
      place = start + 16 + 2 * random.number(below: 20)
      let entry = Int(bytes[place]) | Int(bytes[place + 1]) << 8
      if random.oneIn(2), entry + 8 <= pageBytes {
        place = start + entry + 2 * random.number(below: 8)
      }
    }
    let width = min(random.pick([1, 2, 4, 8]), start + pageBytes - place)
    let number = random.pick([
      0, 1, 2, 3, 16, 4_095, 4_096, 65_535, UInt64(UInt32.max), UInt64.max,
      UInt64(random.number(below: pages)), UInt64(random.number(below: 4_096)), random.next(),
    ])
    for offset in 0..<max(width, 0) {
      bytes[place + offset] = UInt8(truncatingIfNeeded: number >> UInt64(8 * offset))
    }
  }
}
