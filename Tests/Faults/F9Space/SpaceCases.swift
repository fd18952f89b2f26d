import FaultShim
import Foundation
import SceneState

extension SpaceCase {
  static let all: [SpaceCase] =
    [ENOSPC, EDQUOT].flatMap { refusingDisks($0) } + [0, 4_096, 65_536, 1 << 20].map(smallFiles)
    + [8, 40, 100, 600].map(narrowAddresses) + [fewDescriptors]
    + [16, 64, 96, 256].map(smallDisks) + [withoutReserve]
    + stride(from: 2_000, through: 2_112, by: 4).map(longValues)
    + fullDisks.flatMap {
      [fullAtOpening($0), fullAndOpened($0), fullOfItself($0, hasReserve: true)]
    }

  static let options: SceneStore.Options = {
    var options = SceneStore.Options(lockDeadline: .seconds(1))
    options.commitsByItself = false
    return options
  }()

  static func open(_ disk: String) throws -> SceneStore {
    try SceneStore.open(URL(filePath: disk + "/store"), options: options)
  }

  static let small = SceneKey("small", default: "")

  static func large(_ number: Int) -> SceneKey<String> {
    SceneKey("large-\(number)", default: "")
  }

  static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  /// Writes values until the store says that the disk is full.
  ///
  /// - Returns: What it said instead; nil if it said that.
  static func fillUp(_ store: SceneStore, _ numbers: Range<Int>, bytes: Int) -> String? {
    for number in numbers {
      store.scene("A")[large(number)] = text(bytes)
      guard let problem = flush(store) else { continue }
      return problem.detail.contains("full") ? nil : "\(problem)"
    }
    return "nothing"
  }

  /// Flushes; answers what kept it from that, or nil.
  static func flush(_ store: SceneStore) -> SceneProblem? {
    do throws(SceneProblem) { try store.flush() } catch { return error }
    return nil
  }

  /// A store goes on once there is room, with everything that was written meanwhile.
  static func goesOn(_ store: SceneStore, _ disk: String, small wanted: String) throws
    -> String?
  {
    if let problem = flush(store) { return "there is room again and no commit: \(problem)" }
    store.close()
    let again = try open(disk)
    defer { again.close() }
    let found = again.scene("A")[small]
    return found == wanted ? nil : "'\(found.prefix(20))' is there, not '\(wanted.prefix(20))'"
  }

  // MARK: A disk that says it is full

  static func refusingDisks(_ error: Int32) -> [SpaceCase] {
    let name = error == ENOSPC ? "ENOSPC" : "EDQUOT"
    return [
      SpaceCase(name: "\(name) while a store is created") { disk in
        unsafe shim_watch(disk)
        shim_arm(UInt32(shim_write | shim_reserve), error, 1, true, false)
        let store = try open(disk)
        store.scene("A")[small] = "kept"
        let problem = flush(store)
        shim_disarm()
        guard problem?.code == .storeNotUsable, problem?.detail.contains("full") == true else {
          return "said \(problem.map { "\($0)" } ?? "nothing")"
        }
        return try goesOn(store, disk, small: "kept")
      },
      SpaceCase(name: "\(name) while a store commits") { disk in
        unsafe shim_watch(disk)
        let store = try open(disk)
        store.scene("A")[small] = "before"
        try store.flush()
        shim_arm(UInt32(shim_write | shim_reserve), error, 1, true, false)
        store.scene("A")[small] = "kept"
        let problem = flush(store)
        let seen = store.scene("A")[small]
        shim_disarm()
        guard problem?.detail.contains("full") == true, seen == "kept" else {
          return "said \(problem.map { "\($0)" } ?? "nothing"), shows \(seen)"
        }
        return try goesOn(store, disk, small: "kept")
      },
    ]
  }

  /// Nothing can be kept for removals any more: what grows is refused before they are.
  static let withoutReserve = SpaceCase(name: "no room behind the data") { disk in
    unsafe shim_watch(disk)
    let store = try open(disk)
    store.scene("A")[small] = "before"
    for number in 0..<4 { store.scene("A")[large(number)] = text(40_000) }
    try store.flush()
    shim_arm(UInt32(shim_reserve), ENOSPC, 1, true, false)
    if let said = fillUp(store, 4..<8, bytes: 90_000) { return "growth said \(said)" }
    for number in 1..<8 { store.scene("A").reset(large(number)) }
    store.scene("A")[small] = "kept"
    if let problem = flush(store) { return "no removing without room: \(problem)" }
    shim_disarm()
    store.scene("A")[large(9)] = text(90_000)
    return try goesOn(store, disk, small: "kept")
  }

  // MARK: Limits of the process

  static func smallFiles(_ limit: Int) -> SpaceCase {
    SpaceCase(name: "files of at most \(limit) bytes") { disk in
      _ = shim_limit(shim_limit_of_files(), Int64(limit))
      let store = try open(disk)
      store.scene("A")[small] = "first"
      _ = flush(store)
      for number in 0..<4 { store.scene("A")[large(number)] = text(400_000) }
      guard let problem = flush(store) else { return "a commit beyond the limit said nothing" }
      guard problem.code == .storeNotUsable else { return "said \(problem)" }
      store.scene("A")[small] = "kept"
      for number in 0..<4 { store.scene("A").reset(large(number)) }
      if limit >= 65_536, let problem = flush(store) {
        return "what fits is refused: \(problem)"
      }
      _ = shim_limit(shim_limit_of_files(), -1)
      return try goesOn(store, disk, small: "kept")
    }
  }

  static func narrowAddresses(_ room: Int) -> SpaceCase {
    SpaceCase(name: "\(room) MiB of addresses") { disk in
      let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = status.split(separator: " ").first.flatMap { Int($0) } ?? 0
      _ = shim_limit(shim_limit_of_addresses(), Int64(pages * 4_096 + room << 20))
      let store = try open(disk)
      store.scene("A")[small] = "kept"
      let problem = flush(store)
      // The smallest map is 64 MiB.
      if room > 80, let problem { return "said \(problem)" }
      if room < 60, problem?.code != .storeNotUsable { return "without room it said nothing" }
      _ = shim_limit(shim_limit_of_addresses(), -1)
      return try goesOn(store, disk, small: "kept")
    }
  }

  static let fewDescriptors = SpaceCase(name: "no more descriptors") { disk in
    for count in 3...16 {
      let place = disk + "/\(count)"
      try makeFolder(place)
      let used = openDescriptorCount()
      _ = shim_limit(shim_limit_of_descriptors(), Int64(used + count - 3))
      let store = try open(place)
      store.scene("A")[small] = "kept"
      _ = flush(store)
      _ = shim_limit(shim_limit_of_descriptors(), 1_024)
      if let wrong = try goesOn(store, place, small: "kept") { return "with \(count): \(wrong)" }
    }
    return nil
  }
}
