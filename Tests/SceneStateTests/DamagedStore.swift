import Foundation
import SceneState

/// A store with a history, whose file tests damage again and again.
final class DamagedStore: Sendable {
  static let keys = (0..<24).map { SceneKey("key-\($0)", default: "") }
  static let scenes: [SceneID] = ["A", "B", "C", "D", "E", "F"]

  let folder: StoreFolder
  /// What stands in the last commit: address and JSON.
  let newest: [String: String]
  /// Everything that was ever written under an address.
  let ever: [String: Set<String>]
  /// The file after the last commit.
  let bytes: [UInt8]
  /// The addresses whose values were removed, alone or with their scene.
  let removed: Set<String>

  /// The file after each commit, the first one that of the header.
  let images: [[UInt8]]

  /// Makes the history of some rounds, one commit each, in which some keys have a value that is cut;
  /// after a round of it a backup is put beside the data, if that is wanted.
  init(backupAt: Int? = nil, seed: UInt64 = 7, longKeys: Range<Int> = 5..<6, rounds: Int = 24)
    throws
  {
    folder = try StoreFolder()
    var ever: [String: Set<String>] = [:]
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.backups = nil
    let store = try SceneStore.open(folder.store, options: options)
    let path = folder.store.appending(path: "data.mdb")
    var images = [[UInt8](try Data(contentsOf: path))]
    var random = DurabilityRandom(seed: seed)
    for round in 0..<rounds {
      for id in Self.scenes {
        store.openSession(id)
        for (number, key) in Self.keys.enumerated()
        where round == 0 || Int.random(in: 0..<6, using: &random) == 0 {
          let scope = number % 3 == 0 ? store.scene(id).tab("hawk") : store.scene(id)
          let size = longKeys.contains(number) ? 5_000 : 10 + 37 * number % 200
          scope[key] = "\(round) " + String(repeating: "\(number % 10)", count: size)
        }
      }
      try store.flush()
      images.append([UInt8](try Data(contentsOf: path)))
      for entry in try store.inspect().entries {
        ever[entry.address, default: []].insert(entry.json ?? "damaged")
      }
      if round == backupAt {
        let place = folder.store.appending(path: "backup")
        try FileManager.default.createDirectory(
          at: place, withIntermediateDirectories: false,
          attributes: [.posixPermissions: 0o700])
        try store.backup(to: place.appending(path: "001.snap"))
      }
    }
    store.destroySession("F")
    store.scene("A").reset(Self.keys[1])
    store.scene("A").tab("hawk").reset(Self.keys[3])
    try store.flush()
    images.append([UInt8](try Data(contentsOf: path)))
    // One commit more: what was removed is two commits old.
    store.scene("E")[Self.keys[2]] = "last"
    try store.flush()
    var newest: [String: String] = [:]
    for entry in try store.inspect().entries { newest[entry.address] = entry.json }
    ever["E/key-2", default: []].insert(newest["E/key-2"] ?? "")
    store.close()
    (self.newest, self.ever) = (newest, ever)
    removed = Set(ever.keys).subtracting(newest.keys)
    bytes = [UInt8](try Data(contentsOf: path))
    self.images = images + [bytes]
  }

  var pageCount: Int { bytes.count / 4096 }

  /// Puts other bytes in the place of the data file, in a folder that is otherwise as it was.
  func put(_ bytes: [UInt8]) throws {
    let files = FileManager.default
    for name in ["quarantine", "lock.mdb", "data.mdb"] {
      try? files.removeItem(at: folder.store.appending(path: name))
    }
    let data = folder.store.appending(path: "data.mdb")
    try Data(bytes).write(to: data)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: data.path)
  }

  /// What an opening makes of the bytes.
  struct Outcome {
    var values: [String: String] = [:]
    var report: RecoveryReport?
    var problems: [SceneProblem.Code] = []
    /// How many values are the newest, an older one, none.
    var newest = 0
    var older = 0
    var lost = 0
    /// Values that were never written there.
    var wrong: [String] = []
    /// Addresses that were removed and are there again.
    var back: [String] = []
  }

  func open(
    _ bytes: [UInt8], recovery: RecoveryPolicy = .salvage
  ) throws -> Outcome {
    try put(bytes)
    return try reopen(recovery: recovery)
  }

  func reopen(recovery: RecoveryPolicy = .salvage) throws -> Outcome {
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.backups = nil
    options.recovery = recovery
    let store = try SceneStore.open(folder.store, options: options)
    defer { store.close() }
    var outcome = Outcome()
    outcome.report = store.recoveryReport
    outcome.problems = store.reportedProblems.map(\.code)
    guard store.isUsable else { return outcome }
    for entry in try store.inspect().entries {
      outcome.values[entry.address] = entry.json ?? "damaged"
    }
    for (address, value) in newest {
      switch outcome.values[address] {
      case value: outcome.newest += 1
      case nil, "damaged": outcome.lost += 1
      default: outcome.older += 1
      }
    }
    outcome.wrong = outcome.values.filter { address, value in
      value != "damaged" && ever[address]?.contains(value) != true
    }.map(\.key).sorted()
    outcome.back = outcome.values.keys.filter(removed.contains).sorted()
    return outcome
  }
}
