import SceneState

/// Commits that follow from a seed and their number, and the state that they lead to.
///
/// Whoever knows the number of the last commit knows everything that the store must hold.
struct Ledger {
  /// One value of a commit; nil removes it.
  struct Change {
    let key: Int
    let text: String?
  }

  static let keyCount = 24
  static let numberKey = SceneKey("number", default: 0)
  static let numberAddress = "app/number"
  private static let keys = (0..<keyCount).map { SceneKey("key-\($0)", default: "") }

  let seed: UInt64
  /// The number of the last commit that the model has.
  private(set) var number = 0
  /// What must be stored, by address; values as JSON.
  private(set) var model: [String: String] = [:]

  init(seed: UInt64) { self.seed = seed }

  /// What a commit changes.
  func changes(of number: Int) -> [Change] {
    var random = SeededRandom(seed, number)
    return (0..<6).map { index in
      let key = random.number(below: Self.keyCount)
      // Long ones of all kinds: of one page, with an end that is cut off, of two pages.
      let length =
        random.oneIn(12) ? 4_000 + random.number(below: 4_600) : random.number(below: 400)
      guard !random.oneIn(5) else { return Change(key: key, text: nil) }
      let head = "\(number).\(index)."
      return Change(key: key, text: head + String(repeating: "x", count: length))
    }
  }

  /// Makes one commit's changes in a store, as one tick.
  func write(_ number: Int, into store: SceneStore) {
    store.tick {
      for change in changes(of: number) {
        let scope = Self.scope(of: change.key, in: store)
        let key = Self.keys[change.key]
        if let text = change.text { scope[key] = text } else { scope.reset(key) }
      }
      store.app[Self.numberKey] = number
    }
  }

  private static func scope(of key: Int, in store: SceneStore) -> SceneScope {
    switch key % 4 {
    case 0: store.scene("A")
    case 1: store.scene("A").tab("t")
    case 2: store.scene("B")
    default: store.app
    }
  }

  private static func address(of key: Int) -> String {
    let scope =
      switch key % 4 {
      case 0: "A"
      case 1: "A/t"
      case 2: "B"
      default: "app"
      }
    return "\(scope)/key-\(key)"
  }

  /// Brings the model to a later commit.
  mutating func advance(to last: Int) {
    while number < last {
      number += 1
      for change in changes(of: number) {
        model[Self.address(of: change.key)] = change.text.map { "\"\($0)\"" }
      }
      model[Self.numberAddress] = "\(number)"
    }
  }

  /// The commit that a snapshot shows; nil if its number cannot be read.
  static func number(in snapshot: StoreSnapshot) -> Int? {
    guard let entry = snapshot.entries.first(where: { $0.address == numberAddress }) else {
      return 0
    }
    return entry.json.flatMap { Int($0) }
  }

  /// What is wrong with a snapshot that should show the model; nil if nothing is.
  func difference(from snapshot: StoreSnapshot) -> String? {
    var missing = model
    for entry in snapshot.entries {
      guard let wanted = missing.removeValue(forKey: entry.address) else {
        return "at commit \(number): '\(entry.address)' should not be there"
      }
      guard entry.json == wanted else {
        let (found, wanted) = ((entry.json ?? "damaged").prefix(12), wanted.prefix(12))
        return "at commit \(number): '\(entry.address)' is \(found), not \(wanted)"
      }
    }
    return missing.keys.min().map { "at commit \(number): '\($0)' is missing" }
  }

  /// Takes the model to what a snapshot shows, which must lie between two commits.
  mutating func judge(
    _ snapshot: StoreSnapshot, acknowledged: Int, begun: Int
  ) -> String? {
    guard let found = Self.number(in: snapshot) else { return "the number is unreadable" }
    guard found >= acknowledged else {
      return "commit \(acknowledged) was acknowledged, \(found) is the last one there"
    }
    guard found <= begun else { return "commit \(found) was never begun, \(begun) was the last" }
    advance(to: found)
    return difference(from: snapshot)
  }
}
