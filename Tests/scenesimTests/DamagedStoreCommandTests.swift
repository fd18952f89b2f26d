import Foundation
import SceneState
import Testing
import SceneCommands

/// Check, ls and repair on damaged stores: no crash, no hang, and never a wrong answer as a right
/// one.
struct DamagedStoreCommandTests {
  /// How many; `Scripts/soak --damage` takes more.
  private static let count =
    ProcessInfo.processInfo.environment["SCENE_STORAGE_SOAK_DAMAGED"].flatMap { Int($0) } ?? 300

  @Test(.timeLimit(.minutes(60)))
  func `every damaged store gets an honest answer`() throws {
    let stores = try DamagedStores()
    #expect(stores.truth.count > 9 && stores.history.isStrictSuperset(of: stores.truth))
    var answers: [String: Int] = [:]
    for seed in 1...UInt64(Self.count) {
      let (path, damage) = try stores.make(seed)
      let what = "seed \(seed), \(damage)"
      let check = Harness().run("store", "check", path)
      #expect([.success, .no, .unusable].contains(check.code), "\(what)\n\(check)")
      let list = Harness().run("store", "ls", path, "--plain")
      #expect([.success, .no, .unusable].contains(list.code), "\(what)\n\(list)")
      if list.code == .success { judge(list, stores, what) }
      if check.code == .success {
        #expect(
          list.code == .success && DamagedStores.listing(list.output) == stores.truth, "\(what)")
      }
      try repair(path, stores, what)
      answers["\(check.code)", default: 0] += 1
      stores.remove(path)
    }
    // Damage that nobody can see (in a free page) and damage that everybody can.
    #expect(answers["no", default: 0] > Self.count / 3, "\(answers)")
  }

  /// What is listed without a word is what is in the store; with a warning it once was.
  private func judge(_ list: Harness.Result, _ stores: DamagedStores, _ what: String) {
    let found = DamagedStores.listing(list.output)
    let isWhole = list.output.split(separator: "\n").count == found.count
    if list.errors.isEmpty {
      #expect(found.isSubset(of: stores.truth), "\(what)\n\(found.subtracting(stores.truth))")
      if isWhole { #expect(found.count == stores.truth.count, "\(what)") }
    } else {
      // Of a scene whose record is lost only the number is known, and shown as such.
      let wrong = found.filter { !$0.hasPrefix("#") }.subtracting(stores.history)
      #expect(wrong.isEmpty, "\(what)\n\(list.errors)\n\(wrong)")
    }
  }

  /// A repaired store is sound, and holds only what was once there.
  private func repair(_ path: String, _ stores: DamagedStores, _ what: String) throws {
    let goal = path + ".repaired"
    defer { stores.remove(goal) }
    let file = URL(filePath: path + "/data.mdb")
    let before = try Data(contentsOf: file)
    let repair = Harness().run("store", "repair", path, "-o", goal)
    #expect([.success, .no, .unusable].contains(repair.code), "\(what)\n\(repair)")
    #expect(try Data(contentsOf: file) == before, "\(what)")
    guard repair.code != .unusable else {
      #expect(!FileManager.default.fileExists(atPath: goal), "\(what)\n\(repair)")
      return
    }
    let check = Harness().run("store", "check", goal)
    // What a newer version may have written is kept, and both say so.
    let isNewer = repair.code == .no && check.output.contains("of a newer version")
    #expect(check.code == (isNewer ? .no : .success), "\(what)\n\(repair)\n\(check)")
    let found = DamagedStores.listing(Harness().run("store", "ls", goal, "--plain").output)
    #expect(found.isSubset(of: stores.history), "\(what)\n\(repair)")
    if repair.code == .success { #expect(found == stores.truth, "\(what)\n\(repair)") }
  }
}
