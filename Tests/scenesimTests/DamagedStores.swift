import Foundation
import SceneState

/// Damages copies of a store in as many ways as a disk, a copy or an attacker does; the same seed
/// gives the same damage.
struct DamagedStores {
  /// One value as `ls` lists it.
  typealias Listing = Set<String>

  private let folder: TemporaryFolder
  private let original: [UInt8]
  /// What is in the store.
  let truth: Listing
  /// All that was ever in it.
  let history: Listing

  init() throws {
    let memory = "/dev/shm"
    folder = try TemporaryFolder(
      in: FileManager.default.isWritableFile(atPath: memory) ? memory : nil)
    let path = folder.file("original.store")
    var history: Listing = []
    // Each opening is a commit or more; the last ones differ, so that an old snapshot is told.
    for round in 0..<4 {
      let store = try SceneStore.open(URL(filePath: path), options: .init(commitDelay: .zero))
      for window in ["A", "B", "C\(round)"] {
        let scene = store.scene(SceneID(rawValue: window))
        scene[SceneKey("selectedTab", default: "")] = "hawk \(round)"
        scene.tab("hawk")[SceneKey("draft", default: "")] = "Tala \(round)"
        scene.tab("raven")[SceneKey("path", default: [String]())] = ["a", "\(round)"]
        // A value with pages of its own.
        if window == "B" {
          scene[SceneKey("long", default: "")] = String(repeating: "long \(round) ", count: 900)
        }
      }
      try store.flush()
      if round == 2 { store.destroySession("C0") }
      store.close()
      history.formUnion(Self.listed(path))
    }
    self.history = history
    truth = Self.listed(path)
    original = [UInt8](try Data(contentsOf: URL(filePath: path + "/data.mdb")))
  }

  /// Scene, place, key and value: what a person would be told wrong.
  private static func listed(_ path: String) -> Listing {
    Self.listing(Harness().run("store", "ls", path, "--plain").output)
  }

  /// What a listing says; a value that it calls damaged, of another format or of a session that
  /// nobody knows (`#6`) is none.
  static func listing(_ output: String) -> Listing {
    var listing: Listing = []
    for line in output.split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      let isDamaged =
        columns.count > 3 && (columns[3] == "damaged" || columns[3].hasPrefix("format "))
      let isTold = isDamaged || line.hasPrefix("#")
      if !isTold { listing.insert((columns.prefix(3) + columns.suffix(1)).joined(separator: "\t")) }
    }
    return listing
  }

  /// A damaged copy of the store in a folder of its own, and what was done to it.
  func make(_ seed: UInt64) throws -> (path: String, damage: String) {
    var random = SeededNumbers(seed: seed)
    var bytes = original
    let damage = Damage.allCases[random.below(Damage.allCases.count)]
    damage.apply(to: &bytes, &random)
    let path = folder.file("damaged-\(seed).store")
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(bytes).write(to: URL(filePath: path + "/data.mdb"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: path + "/data.mdb")
    return (path, "\(damage)")
  }

  func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}

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
