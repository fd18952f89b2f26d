import CPeer
import Foundation
import SceneState

/// Scenes of 32 keys through the product, with the names and sizes of a mix.
struct Workload: Sendable {
  static let keysPerScene = 32

  private enum Key: Sendable {
    case number(SceneKey<Int>)
    case flag(SceneKey<Bool>)
    case text(SceneKey<String>, Int)
    case data(SceneKey<Data>, Int)
  }

  private let mix: Mix
  private let seed: Int
  private let keys: [Key]
  private let tabs: [TabID]
  let bytesPerScene: Int

  private var keysPerTab: Int { Self.keysPerScene / mix.tabs }

  /// With `isSmall` no value has more than 24 bytes, for stores of very many keys.
  init(_ measure: Measure, isSmall: Bool = false) {
    let mix = measure.mix
    self.mix = mix
    seed = Int(truncatingIfNeeded: measure.seed)
    tabs = (0..<mix.tabs).map { TabID(rawValue: "tab\($0)") }
    let limit = isSmall ? 24 : .max
    bytesPerScene = 4 * mix.slots.reduce(0) { $0 + min($1.kind.bytes, limit) }
    keys = (0..<Self.keysPerScene).map { index in
      let slot = mix.slots[index % 8]
      let number = index % (Self.keysPerScene / mix.tabs) / 8
      let name = number == 0 ? slot.name : slot.name + String(number)
      switch slot.kind {
      case .number: return .number(SceneKey(name, default: 0))
      case .flag: return .flag(SceneKey(name, default: false))
      case .text(let count): return .text(SceneKey(name, default: ""), min(count, limit))
      case .data(let count): return .data(SceneKey(name, default: Data()), min(count, limit))
      }
    }
  }

  func scene(_ number: Int, in store: SceneStore) -> SceneScope {
    store.scene(SceneID(rawValue: "scene-\(number)"))
  }

  func tab(of number: Int, in scene: SceneScope) -> SceneScope {
    scene.tab(tabs[number % Self.keysPerScene / keysPerTab])
  }

  /// Writes key number n of the whole store in its version v.
  func set(_ number: Int, version: Int, in tab: SceneScope) {
    let version = version &+ seed
    switch keys[number % Self.keysPerScene] {
    case .number(let key): tab[key] = version &* 7 &+ number
    case .flag(let key): tab[key] = version & 1 == 0
    case .text(let key, let count): tab[key] = Self.text(count, version &+ number)
    case .data(let key, let count): tab[key] = Self.data(count, version &+ number)
    }
  }

  /// Writes the keys of the range, looking each tab up once.
  func set(_ range: Range<Int>, version: Int, in store: SceneStore) {
    var current = (index: -1, tab: store.app)
    for number in range {
      if number / keysPerTab != current.index {
        let scene = scene(number / Self.keysPerScene, in: store)
        current = (number / keysPerTab, tab(of: number, in: scene))
      }
      set(number, version: version, in: current.tab)
    }
  }

  /// Reads all 32 keys of a scene; gives how many were stored.
  func read(_ number: Int, in store: SceneStore) -> Int {
    read(scene(number, in: store))
  }

  func read(_ scene: SceneScope) -> Int {
    var found = 0
    for tab in 0..<mix.tabs {
      let first = tab * keysPerTab
      found += read(first..<first + keysPerTab, in: self.tab(of: first, in: scene))
    }
    return found
  }

  /// Reads some keys of one tab; flags cannot tell whether they are stored, so they count.
  @discardableResult
  func read(_ range: Range<Int>, in tab: SceneScope) -> Int {
    var found = 0
    for number in range {
      switch keys[number] {
      case .number(let key): found += tab[key] != 0 ? 1 : 0
      case .flag(let key): found += tab[key] ? 1 : 1
      case .text(let key, _): found += tab[key].isEmpty ? 0 : 1
      case .data(let key, _): found += tab[key].isEmpty ? 0 : 1
      }
    }
    return found
  }

  func load(_ keys: Int, into store: SceneStore) throws {
    let lot = bytesPerScene > 20_000 ? 2_000 : 20_000
    for start in stride(from: 0, to: keys, by: lot) {
      set(start..<min(start + lot, keys), version: 1, in: store)
      try store.flush()
    }
  }

  private static func text(_ count: Int, _ number: Int) -> String {
    let digits = String(UInt64(bitPattern: Int64(number)) % 1_000_000_007).suffix(count)
    return digits + String(repeating: "x", count: count - digits.count)
  }

  private static let noise: [UInt8] = (0..<20_000).map {
    UInt8(truncatingIfNeeded: peer_scatter(UInt64($0)))
  }

  private static func data(_ count: Int, _ number: Int) -> Data {
    let start = abs(number &* 31) & 2047
    return Data(noise[start..<start + count])
  }
}
