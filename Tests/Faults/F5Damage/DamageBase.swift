import Foundation
import LMDB
import SceneState

/// A sound store whose content is known, to be damaged: what it holds, and what it ever held.
struct DamageBase {
  static let count = 4
  /// So many that a page holds about a hundredth of them.
  private static let ballast = 700
  private static let destroyed: SceneID = "Z"

  let seed: UInt64
  /// What the newest commit holds, by address; values as JSON.
  let newest: [String: String]
  /// Every value that an address ever had.
  let history: [String: Set<String>]

  init(seed: UInt64, index: Int) {
    self.seed = seed &+ UInt64(index)
    var ledger = Ledger(seed: self.seed)
    var history: [String: Set<String>] = [:]
    for number in 1...Self.commits(index) {
      ledger.advance(to: number)
      for (address, value) in ledger.model { history[address, default: []].insert(value) }
    }
    var newest = ledger.model
    for number in 0..<Self.ballast {
      newest["C/b-\(number)"] = "\"\(Self.text(number))\""
      history["C/b-\(number)"] = ["\"\(Self.text(number))\""]
    }
    self.newest = newest
    self.history = history
  }

  private static func commits(_ index: Int) -> Int { 12 + 17 * index }

  private static func text(_ number: Int) -> String {
    "ballast-\(number)-" + String(repeating: "b", count: 100 + number * 7 % 400)
  }

  /// Makes the store; with backups if the package makes them when a store is closed.
  static func build(_ place: String, seed: UInt64, index: Int) throws {
    let ledger = Ledger(seed: seed &+ UInt64(index))
    let commits = commits(index)
    let options = SceneStore.Options(commitDelay: .seconds(3_600))
    for part in [1...commits / 2, (commits / 2 + 1)...commits] {
      let store = try SceneStore.open(URL(filePath: place), options: options)
      if part.lowerBound == 1 {
        for number in 0..<ballast {
          store.scene("C")[SceneKey("b-\(number)", default: "")] = text(number)
        }
        for number in 0..<10 {
          store.scene(destroyed)[SceneKey("z-\(number)", default: "")] = "forgotten \(number)"
        }
        try store.flush()
        store.destroySession(destroyed)
        try store.flush()
      }
      for number in part {
        ledger.write(number, into: store)
        try store.flush()
      }
      // The second half is younger than any backup.
      if part.lowerBound == 1 { store.close() } else { store.abandon() }
    }
  }
}
