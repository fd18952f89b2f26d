import FaultShim
import Foundation
import LMDB
import SceneState

/// File systems that are full.
extension SpaceCase {
  static let fullDisks: [Disk] = [.memory(8 << 20), .device(.ext4), .device(.xfs)]
  static let controls = fullDisks.map { fullOfItself($0, hasReserve: false) }

  static func smallDisks(_ kibibytes: Int) -> SpaceCase {
    SpaceCase(name: "a disk of \(kibibytes) KiB", disk: .memory(Int64(kibibytes) << 10)) { disk in
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

  /// Whatever the last commit that fits leaves of the disk, removing goes on.
  static func longValues(_ kibibytes: Int) -> SpaceCase {
    SpaceCase(
      name: "a disk of \(kibibytes) KiB is full of long values, which are removed",
      disk: .memory(Int64(kibibytes) << 10)
    ) { disk in
      let store = try open(disk)
      store.scene("A")[small] = "kept"
      if let said = fillUp(store, 0..<64, bytes: 100_000) { return "a full disk said \(said)" }
      for number in 8..<64 { store.scene("A").reset(large(number)) }
      if let problem = flush(store) { return "no removing of the newest: \(problem)" }
      for number in 0..<8 {
        store.scene("A").reset(large(number))
        if let problem = flush(store) { return "no removing of value \(number): \(problem)" }
      }
      return try goesOn(store, disk, small: "kept")
    }
  }

  /// Fills what is left of the disk.
  static func fill(_ disk: String) throws {
    let file = disk + "/filler"
    try writeFile(file, [])
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    for size in [1 << 16, 4_096] {
      while (try? handle.write(contentsOf: Data(count: size))) != nil { continue }
    }
    try handle.close()
  }

  static func fullAtOpening(_ disk: Disk) -> SpaceCase {
    SpaceCase(name: "a disk that is full at the first opening, \(disk)", disk: disk, play: openFull)
  }

  private static func openFull(_ disk: String) throws -> String? {
    try fill(disk)
    let store = try open(disk)
    store.scene("A")[small] = "kept"
    guard let problem = flush(store), problem.detail.contains("full") else {
      return "a full disk said nothing of it"
    }
    try FileManager.default.removeItem(atPath: disk + "/filler")
    return try goesOn(store, disk, small: "kept")
  }

  static func fullAndOpened(_ disk: Disk) -> SpaceCase {
    SpaceCase(
      name: "a disk that gets full: values are deleted and overwritten, \(disk)", disk: disk,
      play: overwriteOnFull)
  }

  private static func overwriteOnFull(_ disk: String) throws -> String? {
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

  /// Without its reserve a store may be unable to remove anything: the control.
  static func fullOfItself(_ disk: Disk, hasReserve: Bool) -> SpaceCase {
    SpaceCase(
      name: "a disk that the store has filled: values and windows are removed, \(disk)", disk: disk
    ) { try removeOnFull($0, hasReserve: hasReserve) }
  }

  /// The file has no free pages to work with, only what was kept for this.
  private static func removeOnFull(_ disk: String, hasReserve: Bool) throws -> String? {
    var options = Self.options
    if !hasReserve { options.environmentHook = { $0.reserveBytes = 0 } }
    let store = try SceneStore.open(URL(filePath: disk + "/store"), options: options)
    for number in 0..<12 {
      store.scene("A")[large(number)] = text(20_000)
      store.scene("B")[large(number)] = text(300 * number)
    }
    store.scene("A")[small] = "before"
    try store.flush()
    try fill(disk)
    store.scene("A").reset(large(2))
    if let problem = flush(store) { return "no removing of the first value: \(problem)" }
    // What is left in the file is used up until the store itself says that the disk is full.
    if let said = fillUp(store, 12..<40, bytes: 30_000) { return "a full disk said \(said)" }
    for number in 12..<40 { store.scene("A").reset(large(number)) }
    store.scene("A").reset(large(3))
    if let problem = flush(store) { return "no removing of a value: \(problem)" }
    for number in 4..<12 {
      store.scene("A").reset(large(number))
      if let problem = flush(store) { return "no removing of value \(number): \(problem)" }
    }
    store.scene("A")[small] = "after!"
    if let problem = flush(store) { return "no overwriting: \(problem)" }
    store.destroySession("B")
    if let problem = flush(store) { return "no removing of a window: \(problem)" }
    store.close()
    let again = try open(disk)
    guard again.isUsable, again.scene("A")[small] == "after!",
      again.scene("A")[large(1)].count == 20_000, !again.scene("A").contains(large(3)),
      !again.scene("B").contains(large(1))
    else { return "the store is not what was written: \(again.reportedProblems)" }
    again.scene("A")[small] = "kept"
    return try goesOn(again, disk, small: "kept")
  }
}
