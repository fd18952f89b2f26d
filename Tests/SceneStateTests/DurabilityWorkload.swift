import Foundation
import LMDB
import SceneState

/// A folder of its own for one test; it is removed with the last reference.
final class DurabilityFolder: Sendable {
  let path: String
  var store: String { path + "/scenes.store" }
  var storeURL: URL { URL(filePath: store) }

  init() throws {
    path = try makeTemporaryDirectory(prefix: "durability-")
  }

  deinit { removeDirectory(path) }
}

/// Numbers that only grow, written in a known order, so that a torn or reordered commit shows.
///
/// A round n writes `first`, then `second`, then both of `pair` in one tick.
struct DurabilityWorkload: Sendable {
  static let first = SceneKey("first", default: 0)
  static let second = SceneKey("second", default: 0)
  static let pairLeft = SceneKey("pair-left", default: 0)
  static let pairRight = SceneKey("pair-right", default: 0)

  let store: SceneStore
  let scope: SceneScope

  init(_ store: SceneStore, scene: SceneID) {
    self.store = store
    scope = store.scene(scene)
  }

  /// The last round that any of the keys knows.
  var last: Int { scope[Self.first] }

  /// Completes a round that a death has interrupted.
  func completeLastRound() { finish(last) }

  func round(_ number: Int) {
    scope[Self.first] = number
    finish(number)
  }

  private func finish(_ number: Int) {
    scope[Self.second] = number
    store.tick {
      scope[Self.pairLeft] = number
      scope[Self.pairRight] = number
    }
  }
}

/// What one snapshot of a store holds of the workload.
struct DurabilityState: Hashable, Sendable {
  var first = 0
  var second = 0
  var pairLeft = 0
  var pairRight = 0

  init(_ snapshot: StoreSnapshot, scene: SceneID) {
    for entry in snapshot.entries where entry.scene == scene {
      guard let number = entry.json.flatMap({ Int($0) }) else { continue }
      switch entry.key {
      case DurabilityWorkload.first.name: first = number
      case DurabilityWorkload.second.name: second = number
      case DurabilityWorkload.pairLeft.name: pairLeft = number
      case DurabilityWorkload.pairRight.name: pairRight = number
      default: continue
      }
    }
  }

  /// Whether some moment of the workload looked like this.
  var isPrefix: Bool {
    pairLeft == pairRight && pairLeft <= second && second <= pairLeft + 1 && second <= first
      && first <= second + 1 && first <= pairLeft + 1
  }
}

/// Numbers from a seed, so that a failure can be had again.
struct DurabilityRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Array where Element == UInt8 {
  /// The numbers in lines that begin with a word, as a child process acknowledged them.
  func acknowledged(_ word: String) -> [Int] {
    // The last line may be cut off by the death of the process.
    guard let end = lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return String(decoding: self[..<end], as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix(word + " ") }
      .compactMap { Int($0.dropFirst(word.count + 1)) }
  }
}

/// Tells the parent process of a number, in one write.
func acknowledge(_ word: String, _ number: Int) {
  FileHandle.standardOutput.write(Data("\(word) \(number)\n".utf8))
}
