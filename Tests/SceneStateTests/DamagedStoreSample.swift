import Foundation
import LMDB
import SceneState
import StoreFormat

/// The data file of a store with windows, tabs, large values, a discarded window and a history.
struct DamagedStoreSample {
  typealias Rows = [String: [[UInt8]: [UInt8]]]

  let bytes: [UInt8]
  let rows: Rows
  static let pageBytes = 4096
  static let tables = ["info", "sessions", "values", "set-aside"]

  static let shared = Result { try DamagedStoreSample() }

  private init() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      for round in 0..<14 {
        store.tick {
          for window in 0..<5 where round == 0 || (round + window).isMultiple(of: 3) {
            Self.write(store.scene(SceneID(rawValue: "window-\(window)")), round)
          }
          store.app[SceneKey("theme", default: "")] = "theme \(round)"
          let long = "\(round) " + String(repeating: "c", count: 4_100)
          store.app[SceneKey("cut", default: "")] = long
        }
        try store.flush()
        if round == 9 {
          store.destroySession(SceneID(rawValue: "window-4"))
          try store.flush()
        }
      }
    }
    bytes = Array(try Data(contentsOf: folder.store.appending(path: "data.mdb")))
    rows = Self.rows(DataFile(bytes: bytes))
  }

  private static func write(_ window: SceneScope, _ round: Int) {
    for tab in 0..<3 {
      let scope = window.tab(TabID(rawValue: "tab-\(tab)"))
      scope[SceneKey("draft", default: "")] = "draft \(round) " + String(repeating: "x", count: 90)
      scope[SceneKey("count", default: 0)] = round * 1000 + tab
    }
    window[SceneKey("large", default: "")] = String(repeating: "large \(round) ", count: 700)
    window[SceneKey("path", default: [String]())] = ["a", "b", "\(round)"]
  }

  /// All rows of the newest snapshot that sound pages lead to.
  static func rows(_ file: DataFile) -> Rows {
    var rows: Rows = [:]
    guard let newest = file.snapshots.first else { return rows }
    for table in tables {
      file.forEachEntry(in: table, of: newest) { key, value in
        rows[table, default: [:]][key] = value
        return true
      }
    }
    return rows
  }

  /// Whether a row has a checksum that fits.
  static func isReadable(_ key: [UInt8], _ bytes: [UInt8], in table: String) -> Bool {
    switch table {
    case "values": (try? Envelope.decode(bytes, key: key)) != nil
    case "sessions": (try? SessionRecord.decode(bytes, key: key)) != nil
    case "info": !isOfNewerVersion(key, bytes)
    default: true
    }
  }

  /// A store with a bit among its features that nobody knows is refused when it is opened.
  private static func isOfNewerVersion(_ key: [UInt8], _ bytes: [UInt8]) -> Bool {
    guard key == InfoKey.incompatibleFeatures || key == InfoKey.readOnlyFeatures,
      let bits = InfoKey.number(bytes, UInt64.self)
    else { return false }
    return bits & ~StoreFeature.cutValues != 0
  }

  /// Rows of `info` that nothing depends on; `!recent` is for processes that have the file open.
  private static func isFree(_ key: [UInt8]) -> Bool {
    ["app", "app-version", "compat", "!recent"].contains { key == Array($0.utf8) }
  }

  /// What a file that the gate let through gives wrongly or loses without a word; nil if nothing.
  func betrayal(of file: DataFile) -> String? {
    let found = Self.rows(file)
    for table in Self.tables {
      let (now, before) = (found[table] ?? [:], rows[table] ?? [:])
      var unreadable = 0
      for (key, value) in now where before[key] != value {
        if table == "info", Self.isFree(key) || key == InfoKey.commit { continue }
        guard !Self.isReadable(key, value, in: table) else {
          return "\(table): \(key) has other bytes, and nothing says so"
        }
        unreadable += 1
      }
      let missing = before.keys.count { now[$0] == nil && !(table == "info" && Self.isFree($0)) }
      if missing > unreadable { return "\(table): \(missing) rows are gone without a word" }
    }
    return nil
  }
}

/// Numbers that are the same for the same seed.
struct DamageNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0xD134_2543_DE82_EF95 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// The ways in which a file is damaged, as a survey of real damage counts them.
enum Damage: String, CaseIterable {
  case bit, header, garbagePage, zeroedSector, misdirectedPage, truncated, crafted

  func apply(to bytes: inout [UInt8], _ numbers: inout DamageNumbers) {
    let size = DamagedStoreSample.pageBytes
    let pages = bytes.count / size
    let page = Int.random(in: 2..<pages, using: &numbers)
    switch self {
    case .bit: flip(Int.random(in: 2 * size..<bytes.count, using: &numbers), &bytes, &numbers)
    case .header: flip(page * size + Int.random(in: 0..<64, using: &numbers), &bytes, &numbers)
    case .garbagePage:
      let any = Int.random(in: 0..<pages, using: &numbers)
      for index in any * size..<(any + 1) * size {
        bytes[index] = UInt8.random(in: 0...255, using: &numbers)
      }
    case .zeroedSector:
      let sector = Int.random(in: 0..<bytes.count / 512, using: &numbers) * 512
      for index in sector..<sector + 512 { bytes[index] = 0 }
    case .misdirectedPage:
      let other = Int.random(in: 2..<pages, using: &numbers) * size
      bytes.replaceSubrange(page * size..<(page + 1) * size, with: bytes[other..<other + size])
    case .truncated: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &numbers))
    case .crafted:
      for _ in 0..<Int.random(in: 1...6, using: &numbers) { craft(&bytes, pages, &numbers) }
    }
  }

  private func flip(_ place: Int, _ bytes: inout [UInt8], _ numbers: inout DamageNumbers) {
    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
  }

  /// Changes one field, as somebody would who knows the format.
  private func craft(_ bytes: inout [UInt8], _ pages: Int, _ numbers: inout DamageNumbers) {
    let size = DamagedStoreSample.pageBytes
    if Int.random(in: 0..<5, using: &numbers) == 0 {
      let fields = [10, 16, 20, 24, 32, 40, 44, 46, 48, 64, 80, 88, 92, 94, 96, 120, 128, 136, 144]
      let place =
        Int.random(in: 0...1, using: &numbers) * size + (fields.randomElement(using: &numbers) ?? 0)
      put(Self.number(pages, &numbers), Bool.random(using: &numbers) ? 8 : 2, place, &bytes)
      return
    }
    let start = Int.random(in: 2..<pages, using: &numbers) * size
    let lower = Int(bytes[start + 12]) | Int(bytes[start + 13]) << 8
    let nodes = lower > 16 && lower < size ? (lower - 16) / 2 : 1
    let pointer = start + 16 + 2 * Int.random(in: 0..<nodes, using: &numbers)
    let node = start + min(Int(bytes[pointer]) | Int(bytes[pointer + 1]) << 8, size - 64)
    let small = UInt64.random(in: 0..<4200, using: &numbers)
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: put(small, 2, start + 12, &bytes)
    case 1: put(small, 2, start + 14, &bytes)
    case 2:
      put(
        [0, 1, 2, 4, 8, 0x12, 0x20, 0x42].randomElement(using: &numbers) ?? 0, 2, start + 10, &bytes
      )
    case 3: put(small, 2, pointer, &bytes)
    case 4:
      put(small % 64, 2, node + 2 * Int.random(in: 0..<4, using: &numbers), &bytes)
    default:
      put(
        Self.number(pages, &numbers), 8, node + 8 + Int.random(in: 0..<40, using: &numbers), &bytes)
    }
  }

  private static func number(_ pages: Int, _ numbers: inout DamageNumbers) -> UInt64 {
    let some: [UInt64] = [0, 1, 2, .max, UInt64(pages), UInt64(pages - 1), 4096, 512, 1 << 31]
    return Bool.random(using: &numbers)
      ? some.randomElement(using: &numbers) ?? 0
      : UInt64.random(in: 0..<UInt64(pages), using: &numbers)
  }

  private func put(_ number: UInt64, _ count: Int, _ place: Int, _ bytes: inout [UInt8]) {
    for index in 0..<count where place + index < bytes.count {
      bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
    }
  }
}
