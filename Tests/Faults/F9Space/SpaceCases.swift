import FaultShim
import Foundation
import SceneState

extension SpaceCase {
  static let all: [SpaceCase] =
    [ENOSPC, EDQUOT].flatMap { fullDisks($0) } + [0, 4_096, 65_536, 1 << 20].map(smallFiles)
    + [8, 40, 100, 600].map(narrowAddresses) + [fewDescriptors]
    + [16, 64, 96, 256].map(smallDisks) + [fullAtOpening, fullAndOpened]

  private static let options: SceneStore.Options = {
    var options = SceneStore.Options(lockDeadline: .seconds(1))
    options.commitsByItself = false
    return options
  }()

  private static func open(_ disk: String) throws -> SceneStore {
    try SceneStore.open(URL(filePath: disk + "/store"), options: options)
  }

  private static let small = SceneKey("small", default: "")

  private static func large(_ number: Int) -> SceneKey<String> {
    SceneKey("large-\(number)", default: "")
  }

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  /// Flushes; answers the code of what kept it from that, or nil.
  private static func flush(_ store: SceneStore) -> SceneProblem? {
    do throws(SceneProblem) { try store.flush() } catch { return error }
    return nil
  }

  /// A store goes on once there is room, with everything that was written meanwhile.
  private static func goesOn(_ store: SceneStore, _ disk: String, small wanted: String) throws
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

  private static func fullDisks(_ error: Int32) -> [SpaceCase] {
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

  // MARK: Limits of the process

  private static func smallFiles(_ limit: Int) -> SpaceCase {
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

  private static func narrowAddresses(_ room: Int) -> SpaceCase {
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

  private static let fewDescriptors = SpaceCase(name: "no more descriptors") { disk in
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

  // MARK: File systems that are full

  private static func smallDisks(_ kibibytes: Int) -> SpaceCase {
    SpaceCase(name: "a disk of \(kibibytes) KiB", diskBytes: Int64(kibibytes) << 10) { disk in
      let store = try open(disk)
      store.scene("A")[small] = "kept"
      for number in 0..<8 {
        store.scene("A")[large(number)] = text(50_000)
        _ = flush(store)
      }
      guard let problem = flush(store), problem.code == .storeNotUsable else {
        return "more than fits said nothing"
      }
      if store.scene("A")[small] != "kept" { return "the app does not see what it wrote" }
      return nil
    }
  }

  /// Fills what is left of the disk.
  private static func fill(_ disk: String) throws {
    let file = disk + "/filler"
    try writeFile(file, [])
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    for size in [1 << 16, 4_096] {
      while (try? handle.write(contentsOf: Data(count: size))) != nil { continue }
    }
    try handle.close()
  }

  private static let fullAtOpening = SpaceCase(
    name: "a disk that is full at the first opening", diskBytes: 4 << 20
  ) { disk in
    try fill(disk)
    let store = try open(disk)
    store.scene("A")[small] = "kept"
    guard let problem = flush(store), problem.detail.contains("full") else {
      return "a full disk said nothing of it"
    }
    try FileManager.default.removeItem(atPath: disk + "/filler")
    return try goesOn(store, disk, small: "kept")
  }

  private static let fullAndOpened = SpaceCase(
    name: "a disk that gets full: values are deleted and overwritten", diskBytes: 8 << 20
  ) { disk in
    let store = try open(disk)
    for number in 0..<20 { store.scene("A")[large(number)] = text(20_000) }
    store.scene("A")[small] = "before"
    try store.flush()
    // Free pages inside the file are what a full disk leaves to work with.
    for number in 0..<10 { store.scene("A").reset(large(number)) }
    try store.flush()
    store.scene("A")[small] = "between"
    try store.flush()
    try fill(disk)
    store.scene("A")[small] = "overwritten"
    if let problem = flush(store) { return "no overwriting on a full disk: \(problem)" }
    for number in 10..<15 { store.scene("A").reset(large(number)) }
    if let problem = flush(store) { return "no deleting on a full disk: \(problem)" }
    store.close()
    let again = try open(disk)
    guard again.isUsable, again.scene("A")[small] == "overwritten",
      again.scene("A")[large(15)].count == 20_000, !again.scene("A").contains(large(10))
    else { return "the full disk's store is not what was written: \(again.reportedProblems)" }
    again.scene("A")[small] = "kept"
    return try goesOn(again, disk, small: "kept")
  }
}
