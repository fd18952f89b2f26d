import CPeer
import Foundation
import SceneState

/// Workload W through the product: scenes of 4 tabs of 8 keys, the same sizes as the peers'.
struct Workload: Sendable {
  static let keysPerScene = 32
  /// The two large values become small ones, for stores of very many keys.
  let isSmall: Bool

  private let numbers = [
    SceneKey("selectedItem", default: 0), SceneKey("scrollOffset", default: 0),
  ]
  private let flags = [
    SceneKey("isEditing", default: false), SceneKey("showsSidebar", default: true),
  ]
  private let texts = [SceneKey("searchText", default: ""), SceneKey("title", default: "")]
  private let blobs = [
    SceneKey("navigation", default: Data()), SceneKey("thumbnail", default: Data()),
  ]

  init(isSmall: Bool = false) { self.isSmall = isSmall }

  func scene(_ number: Int, in store: SceneStore) -> SceneScope {
    store.scene(SceneID(rawValue: "scene-\(number)"))
  }

  func tab(of number: Int, in scene: SceneScope) -> SceneScope {
    scene.tab(TabID(rawValue: "tab\(number % Self.keysPerScene / 8)"))
  }

  /// Writes key number n of the whole store in its version v.
  func set(_ number: Int, version: Int, in tab: SceneScope) {
    switch number % 8 {
    case 0: tab[numbers[0]] = version &* 7 &+ number
    case 1: tab[numbers[1]] = version &* 3 &+ number
    case 2: tab[flags[0]] = version % 2 == 0
    case 3: tab[flags[1]] = version % 2 == 1
    case 4: tab[texts[0]] = Self.text(version &+ number)
    case 5: tab[texts[1]] = Self.text(version &- number)
    case 6: tab[blobs[0]] = Self.data(isSmall ? 24 : 200, version &+ number)
    default: tab[blobs[1]] = Self.data(isSmall ? 24 : 4096, version &+ number)
    }
  }

  /// Writes the keys from `start` on, `count` of them, looking each tab up once.
  func set(_ range: Range<Int>, version: Int, in store: SceneStore) {
    var current = (index: -1, tab: store.app)
    for number in range {
      if number / 8 != current.index {
        let scene = scene(number / Self.keysPerScene, in: store)
        current = (number / 8, tab(of: number, in: scene))
      }
      set(number, version: version, in: current.tab)
    }
  }

  /// Reads all 32 keys of a scene; gives how many were stored.
  func read(_ number: Int, in store: SceneStore) -> Int {
    let scene = scene(number, in: store)
    var found = 0
    for index in 0..<4 {
      let tab = scene.tab(TabID(rawValue: "tab\(index)"))
      for key in numbers where tab[key] != 0 { found += 1 }
      for key in flags { found += tab[key] ? 1 : 1 }
      for key in texts where !tab[key].isEmpty { found += 1 }
      for key in blobs where !tab[key].isEmpty { found += 1 }
    }
    return found
  }

  /// Reads all 8 keys of a tab.
  func read(in tab: SceneScope) {
    for key in numbers { keep(tab[key]) }
    for key in flags { keep(tab[key]) }
    for key in texts { keep(tab[key]) }
    for key in blobs { keep(tab[key]) }
  }

  func load(_ keys: Int, into store: SceneStore) throws {
    for start in stride(from: 0, to: keys, by: 20_000) {
      set(start..<min(start + 20_000, keys), version: 1, in: store)
      try store.flush()
    }
  }

  var bytesPerScene: Int { 4 * (8 + 8 + 1 + 1 + 24 + 24 + (isSmall ? 48 : 4296)) }

  private static func text(_ seed: Int) -> String {
    let digits = String(UInt64(bitPattern: Int64(seed)) % 1_000_000_007)
    return digits + String(repeating: "x", count: 24 - digits.count)
  }

  private static let noise: [UInt8] = (0..<8192).map {
    UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 3)
  }

  private static func data(_ count: Int, _ seed: Int) -> Data {
    let start = abs(seed &* 31) & 2047
    return Data(noise[start..<start + count])
  }
}
