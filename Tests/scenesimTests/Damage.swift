/// What can happen to a file.
enum Damage: CaseIterable {
  case flippedBit, firstPages, header, randomBytes, zeroPage, randomPage, swappedPages, copiedPage
  case cutShort, cutAtPage, appended, garbage, empty, oldNumber

  private static let page = 4096

  func apply(to bytes: inout [UInt8], _ random: inout SeededNumbers) {
    let pages = bytes.count / Self.page
    func start(_ random: inout SeededNumbers) -> Int { random.below(pages) * Self.page }
    switch self {
    case .flippedBit: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
    case .firstPages:
      let offset = random.below(2) * Self.page + random.below(160)
      bytes[offset] = UInt8(random.below(256))
    case .header:
      // The numbers at the beginning of any page, where pointers and bounds are.
      let offset = start(&random) + random.below(12) * 2
      for index in 0..<(1 << random.below(3)) {
        bytes[offset + index] = [0, 1, 0x7F, 0xFF, UInt8(random.below(256))][random.below(5)]
      }
    case .randomBytes:
      for _ in 0...random.below(64) {
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
      }
    case .zeroPage: fill(&bytes, at: start(&random)) { 0 }
    case .randomPage:
      let offset = start(&random)
      for index in 0..<Self.page { bytes[offset + index] = UInt8(random.below(256)) }
    case .swappedPages:
      let (one, other) = (start(&random), start(&random))
      for index in 0..<Self.page { bytes.swapAt(one + index, other + index) }
    case .copiedPage:
      let (from, to) = (start(&random), start(&random))
      for index in 0..<Self.page { bytes[to + index] = bytes[from + index] }
    case .cutShort: bytes.removeLast(1 + random.below(bytes.count - 1))
    case .cutAtPage: bytes.removeLast((1 + random.below(pages - 1)) * Self.page)
    case .appended: for _ in 0...random.below(9_000) { bytes.append(UInt8(random.below(256))) }
    case .garbage: for index in bytes.indices { bytes[index] = UInt8(random.below(256)) }
    case .empty: bytes = []
    case .oldNumber:
      // The transaction number of a first page, one bit of it.
      bytes[random.below(2) * Self.page + 144 + random.below(8)] ^= 1 << UInt8(random.below(8))
    }
  }

  private func fill(_ bytes: inout [UInt8], at offset: Int, _ byte: () -> UInt8) {
    for index in 0..<Self.page { bytes[offset + index] = byte() }
  }
}

/// SplitMix64.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ bits >> 31) % UInt64(limit))
  }
}
